package vec_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/vec"
)

// Powers by products are exact if float64 has enough digits.
func TestPowersOfHalvesAreProducts(t *testing.T) {
	for _, root := range []float64{1, 2, 3, 5} {
		want := 1.0
		for halves := range 65 {
			if want < 1<<53 {
				require.Equal(t, want, vec.Power(root*root, float64(halves)/2), "%v^(%d/2)", root*root, halves)
				require.Equal(t, 1/want, vec.Power(root*root, -float64(halves)/2), "%v^(-%d/2)", root*root, halves)
			}
			want *= root
		}
	}
	require.Equal(t, 1853020188851841., vec.Power(3, 32))
	require.InEpsilon(t, math.Pow(0.9, 0.3), vec.Power(0.9, 0.3), 1e-15)
}
