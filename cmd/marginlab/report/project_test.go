package report

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Examples spread by 3 along one planted direction, 2 along another and 0.1 along all others,
// far from the origin: the directions are found in this order, and their parts of the variance.
func TestMainDirectionsAreThePlantedOnes(t *testing.T) {
	const dim, n = 12, 4000
	rng := rand.New(rand.NewPCG(1, 2))
	first, second := make([]float64, dim), make([]float64, dim)
	first[3], first[7] = 0.6, 0.8
	second[3], second[7] = 0.8, -0.6
	var dense, sparse []theory.Example
	for range n {
		x := make([]float64, dim)
		for i := range x {
			x[i] = 50 + 0.1*rng.NormFloat64()
		}
		floats.AddScaled(x, 3*rng.NormFloat64(), first)
		floats.AddScaled(x, 2*rng.NormFloat64(), second)
		dense = append(dense, theory.Example{X: vec.Dense(x...), Y: theory.Positive})
		sparse = append(sparse, theory.Example{X: dense[len(dense)-1].X.Sparsify(), Y: theory.Positive})
	}
	const near = 0.01 // 3/√n is 0.05, and the parts are squares
	for _, examples := range [][]theory.Example{dense, sparse} {
		v, part := MainDirection(examples, make([]float64, dim))
		require.InDelta(t, 1, math.Abs(floats.Dot(v, first)), near)
		require.InDelta(t, 9/13.1, part, 0.05)
		require.Greater(t, floats.Max(v), -floats.Min(v))
		v, part = MainDirection(examples, first)
		require.InDelta(t, 1, math.Abs(floats.Dot(v, second)), near)
		require.InDelta(t, 0, floats.Dot(v, first), 1e-9)
		require.InDelta(t, 4/4.1, part, 0.05)
	}
}

func TestEqualExamplesHaveNoMainDirection(t *testing.T) {
	same := []theory.Example{{X: vec.Dense(1, 2), Y: 1}, {X: vec.Dense(1, 2), Y: -1}}
	v, _ := MainDirection(same, []float64{0, 0})
	require.Equal(t, []float64{0, 0}, v)
	apart := []theory.Example{{X: vec.Dense(4, 2), Y: 1}, {X: vec.Dense(1, -2), Y: -1}, {X: vec.Dense(1, -2), Y: -1}}
	v, part := MainDirection(apart, []float64{0, 0})
	require.InDeltaSlice(t, []float64{0.6, 0.8}, v, 1e-12)
	require.InDelta(t, 1, part, 1e-12)
	v, _ = MainDirection(apart, v)
	require.Equal(t, []float64{0, 0}, v) // nothing is left beside it
}
