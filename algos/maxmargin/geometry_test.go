package maxmargin_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/maxmargin"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func TestMeasure(t *testing.T) {
	examples := []theory.Example{
		{X: vec.Dense(4, 0), Y: theory.Positive},
		{X: vec.Dense(4, 3), Y: theory.Positive},
		{X: vec.Dense(0, 1), Y: theory.Negative},
	}
	g, err := maxmargin.Measure(ctx, examples, theory.View{}, maxmargin.Options{})
	require.NoError(t, err)
	require.Equal(t, theory.Geometry{
		Examples: 3, Dim: 2, Positives: 2,
		DPlus: 3, DMinus: 0, D: 3, DBar: 5, Delta: math.Sqrt(20),
		Gamma: 2, Lower: 2, Bias: -2, Separable: true,
	}, g)

	// yx: (4,0), (4,3), (0,−1); the nearest to 0 is on the way from (4,3) to (0,−1).
	g, err = maxmargin.Measure(ctx, examples, theory.View{Origin: true}, maxmargin.Options{})
	require.NoError(t, err)
	require.InEpsilon(t, math.Sqrt(0.5), g.Gamma, 1e-15)
	require.InEpsilon(t, g.Gamma, g.Lower, 1e-12)
	require.Zero(t, g.Bias)
	require.Equal(t, 3., g.D)

	lifted, err := maxmargin.Measure(ctx, examples, theory.View{Lift: 7}, maxmargin.Options{})
	require.NoError(t, err)
	require.Equal(t, 3, lifted.Dim)
	require.Equal(t, 2., lifted.Gamma)
	require.InEpsilon(t, math.Sqrt(74), lifted.DBar, 1e-15)
	require.Equal(t, -2., lifted.Bias)

	// One class has no hull across, but a margin through the origin.
	var missing *maxmargin.OneClassError
	g, err = maxmargin.Measure(ctx, examples[:2], theory.View{}, maxmargin.Options{})
	require.ErrorAs(t, err, &missing)
	require.Equal(t, 3., g.D)
	require.False(t, g.Separable)
	g, err = maxmargin.Measure(ctx, examples[:2], theory.View{Origin: true}, maxmargin.Options{})
	require.NoError(t, err)
	require.Equal(t, 4., g.Gamma)

	// Not separable is a result, not an error.
	meeting := append(examples, theory.Example{X: vec.Dense(4, 1), Y: theory.Negative})
	g, err = maxmargin.Measure(ctx, meeting, theory.View{}, maxmargin.Options{})
	require.NoError(t, err)
	require.False(t, g.Separable)
	require.Zero(t, g.Gamma)
	require.Zero(t, g.Lower)
	require.Equal(t, 4., g.DMinus)

	stopped, stop := context.WithCancel(ctx)
	stop()
	_, err = maxmargin.Measure(stopped, examples, theory.View{}, maxmargin.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

// The view (x, c) through the origin is that of examples written out with c,
// sparse or dense, and leaves the examples as they were.
func TestMeasureOfLiftedExamples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		examples, d := lattice(t)
		c := float64(rapid.IntRange(1, 5).Draw(t, "c"))
		hulls := []theory.Example{{X: vec.Dense(make([]float64, d+1)...), Y: theory.Negative}}
		for _, e := range examples {
			x := make([]float64, d+1)
			e.X.AddTo(x, float64(e.Y))
			x[d] = c * float64(e.Y)
			hulls = append(hulls, theory.Example{X: vec.Dense(x...), Y: theory.Positive})
		}
		exact, _ := sqDistance(hulls, d+1).Float64()
		if rapid.Bool().Draw(t, "sparse") {
			examples = sparse(examples)
		}
		before := mapped(examples, d, func([]float64) {})
		g, err := maxmargin.Measure(ctx, examples, theory.View{Origin: true, Lift: c}, maxmargin.Options{})
		require.NoError(t, err)
		require.Equal(t, exact > 0, g.Separable)
		require.InDelta(t, math.Sqrt(exact), g.Gamma, 1e-14)
		require.Equal(t, before, mapped(examples, d, func([]float64) {}))
	})
}
