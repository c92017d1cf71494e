package vec_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/vec"
)

func TestParse(t *testing.T) {
	for name, want := range map[string]vec.Norm{
		"2": vec.L2{}, "2.0": vec.L2{}, "3": vec.Lp{P: 3}, " 1.5 ": vec.Lp{P: 1.5}, "3/2": vec.Lp{P: 1.5}, "1e2": vec.Lp{P: 100}, "1.02": vec.Lp{P: 1.02},
	} {
		n, err := vec.Parse(name)
		require.NoError(t, err)
		require.Equal(t, want, n)
		again, err := vec.Parse(n.String())
		require.NoError(t, err)
		require.Equal(t, n, again)
	}
	for _, name := range []string{"1", "1.0199999999", "100.0000001", "inf", "1e999", "0.5", "-3", "nan", "euclid", "", "3/0", "0/0", "1/2", "3/2/1", "/2"} {
		_, err := vec.Parse(name)
		require.ErrorContains(t, err, `norm "`+name+`", expected a number p from 1.02 to 100, such as 2, 3 or 1.5; norms of other p are not strictly convex`)
	}
}

func TestPTakesWhatNormsAreMadeOf(t *testing.T) {
	require.Equal(t, vec.L2{}, vec.P(2))
	for _, p := range []float64{1, 0, -2, math.NaN(), math.Inf(1), 1.01, 101} {
		require.Panics(t, func() { vec.P(p) })
	}
}
