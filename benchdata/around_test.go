package benchdata_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/normalized"
	. "marginlab/benchdata"
)

// The hull holds a ball of just the planted radius: the facets say so, which know nothing of
// the recipe.
func TestAroundHasThePlantedDepth(t *testing.T) {
	for _, a := range []Around{
		{Examples: 3, Dim: 2, Depth: 0.4}, {Examples: 12, Dim: 2, Depth: 1e-3},
		{Examples: 4, Dim: 3, Depth: 0.3}, {Examples: 40, Dim: 3, Depth: 0.1}, {Examples: 30, Dim: 3, Depth: 3e-4},
		{Examples: 5, Dim: 4, Depth: 0.24}, {Examples: 15, Dim: 5, Depth: 0.19}, {Examples: 9, Dim: 8, Depth: 0.01},
	} {
		for a.Seed = range 5 {
			set, err := a.Generate()
			require.NoError(t, err)
			require.Equal(t, a.String(), set.Name)
			heights(t, set, make([]float64, a.Dim)) // of norm 1
			points, err := normalized.NewLinear(set.Examples, set.Dim)
			require.NoError(t, err)
			require.InEpsilon(t, a.Depth, normalized.Inradius(points), 1e-6, "%v", a)
			again, err := a.Generate()
			require.NoError(t, err)
			require.Equal(t, set, again)
		}
	}
}

// Equal weights are far from the origin.
func TestAroundIsCrowded(t *testing.T) {
	for seed := range uint64(5) {
		set, err := Around{Examples: 40, Dim: 3, Depth: 0.01, Seed: seed}.Generate()
		require.NoError(t, err)
		sum := make([]float64, set.Dim)
		for _, e := range set.Examples {
			e.X.AddTo(sum, float64(e.Y)/40)
		}
		require.Greater(t, math.Hypot(math.Hypot(sum[0], sum[1]), sum[2]), 0.4)
	}
}

func TestAroundRefuses(t *testing.T) {
	for want, a := range map[string]Around{
		"3 examples, expected more than dimensions":     {Examples: 3, Dim: 3, Depth: 0.1},
		"1 dimensions, expected at least 2":             {Examples: 3, Dim: 1, Depth: 0.1},
		"depth 0, expected a number from 1e-6 to 0.3":   {Examples: 9, Dim: 3},
		"depth 0.4, expected a number from 1e-6 to 0.3": {Examples: 9, Dim: 3, Depth: 0.4},
		"depth NaN, expected":                           {Examples: 9, Dim: 3, Depth: math.NaN()},
		"around(examples=9,dim=3,depth=1,seed=0): ":     {Examples: 9, Dim: 3, Depth: 1},
	} {
		_, err := a.Generate()
		require.ErrorContains(t, err, want)
	}
}
