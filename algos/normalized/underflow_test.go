package normalized_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"marginlab/algos/normalized"
	"marginlab/algos/registry"
)

// With the entropy a weight may fall by a factor in every call, and a γ near 1 makes many calls. The weights of the
// points aside, which are 0 at every witness, would underflow.
func TestEntropyWeightsDoNotVanish(t *testing.T) {
	points := linear(t, stream{dim: 2, examples: examplesOf(hull{{1, 0}, {-1, 0}, {0, 1}, {3, 1}, {-3, 4}, {1e3, 1}})})
	spec, err := registry.Parse("isnkp-vn(gamma=1.01,eps=1e-5,prox=entropy)")
	require.NoError(t, err)
	least := 1.0
	r, _, err := normalized.Solve(t.Context(), spec, points, func(s normalized.State) {
		if s.K == 0 {
			least = min(least, floats.Min(s.Start))
		}
	})
	require.NoError(t, err)
	require.Equal(t, normalized.Combination, r.Certificate)
	require.GreaterOrEqual(t, least, 1e-300)
	require.Less(t, least, 1e-290, "without more, a weight would be less")
}
