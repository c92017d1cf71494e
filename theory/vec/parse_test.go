package vec_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/vec"
)

func TestParse(t *testing.T) {
	for name, want := range map[string]vec.Norm{"2": vec.L2{}, "2.0": vec.L2{}, "3": vec.Lp{P: 3}, " 1.5 ": vec.Lp{P: 1.5}, "3/2": vec.Lp{P: 1.5}, "1e4": vec.Lp{P: 1e4}} {
		n, err := vec.Parse(name)
		require.NoError(t, err)
		require.Equal(t, want, n)
		again, err := vec.Parse(n.String())
		require.NoError(t, err)
		require.Equal(t, n, again)
	}
	for name, want := range map[string]string{
		"1":      `norm "1" is neither strictly convex nor differentiable, expected a p with 1 < p < infinity, such as 2, 3 or 1.5`,
		"inf":    `norm "inf" is neither strictly convex nor differentiable, expected a p with 1 < p < infinity, such as 2, 3 or 1.5`,
		"1e999":  `norm "1e999" is neither strictly convex nor differentiable, expected a p with 1 < p < infinity, such as 2, 3 or 1.5`,
		"0.5":    `norm "0.5" is not a norm, expected a p with 1 < p < infinity, such as 2, 3 or 1.5`,
		"-3":     `norm "-3" is not a norm, expected a p with 1 < p < infinity, such as 2, 3 or 1.5`,
		"nan":    `norm "nan" is not a number, expected a p with 1 < p < infinity, such as 2, 3 or 1.5`,
		"euclid": `norm "euclid" is not a number, expected a p with 1 < p < infinity, such as 2, 3 or 1.5`,
		"":       `norm "" is not a number, expected a p with 1 < p < infinity, such as 2, 3 or 1.5`,
		"3/0":    `norm "3/0" is not a number, expected a p with 1 < p < infinity, such as 2, 3 or 1.5`,
		"1/2":    `norm "1/2" is not a norm, expected a p with 1 < p < infinity, such as 2, 3 or 1.5`,
		"1e20":   `norm "1e20" is that of p = infinity to rounding, expected a p with 1 < p <= 2^53, such as 2, 3 or 1.5`,
	} {
		_, err := vec.Parse(name)
		require.EqualError(t, err, want)
	}
}

func TestPTakesWhatHasADual(t *testing.T) {
	require.Equal(t, vec.L2{}, vec.P(2))
	for _, p := range []float64{1, 0, -2, math.NaN(), math.Inf(1), 1e20} {
		require.Panics(t, func() { vec.P(p) })
	}
	for _, p := range []float64{math.Nextafter(1, 2), 1 << 53} {
		require.NotPanics(t, func() { vec.P(p).Dual().Dual() })
	}
}
