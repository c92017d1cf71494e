package maxmargin_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/algos/trial"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func TestMeasure(t *testing.T) {
	examples := []theory.Example{
		{X: vec.Dense(4, 0), Y: theory.Positive},
		{X: vec.Dense(4, 3), Y: theory.Positive},
		{X: vec.Dense(0, 1), Y: theory.Negative},
	}
	g, err := trial.Measure(ctx, examples, theory.View{})
	require.NoError(t, err)
	require.InEpsilon(t, 2, g.Lower, 1e-15)
	g.Lower = 2
	require.Equal(t, theory.Geometry{
		Examples: 3, Dim: 2, Positives: 2,
		DPlus: 3, DMinus: 0, D: 3, DBar: 5, Delta: math.Sqrt(20), Shortest: 1,
		Gamma: 2, Lower: 2, Bias: -2, Separable: true,
	}, g)

	// yx: (4,0), (4,3), (0,−1); the nearest to 0 is on the way from (4,3) to (0,−1).
	g, err = trial.Measure(ctx, examples, theory.View{Origin: true})
	require.NoError(t, err)
	require.InEpsilon(t, math.Sqrt(0.5), g.Gamma, 1e-15)
	require.InEpsilon(t, g.Gamma, g.Lower, 1e-12)
	require.Zero(t, g.Bias)
	require.Equal(t, 3., g.D)

	lifted, err := trial.Measure(ctx, examples, theory.View{Lift: 7})
	require.NoError(t, err)
	require.Equal(t, 3, lifted.Dim)
	require.Equal(t, 2., lifted.Gamma)
	require.InEpsilon(t, math.Sqrt(74), lifted.DBar, 1e-15)
	require.Equal(t, -2., lifted.Bias)

	// Normalised: (1,0), (.8,.6) and (0,1); yx nearest to 0 between (.8,.6) and (0,−1).
	g, err = trial.Measure(ctx, examples, theory.View{Origin: true, Normalised: true})
	require.NoError(t, err)
	require.InEpsilon(t, math.Sqrt(0.2), g.Gamma, 1e-15)
	require.InEpsilon(t, 1, g.DBar, 1e-15)
	require.InEpsilon(t, 1, g.Shortest, 1e-15)
	require.InEpsilon(t, math.Sqrt(0.4), g.D, 1e-15)

	// One class has no hull across, but a margin through the origin.
	var missing *maxmargin.OneClassError
	g, err = trial.Measure(ctx, examples[:2], theory.View{})
	require.ErrorAs(t, err, &missing)
	require.Equal(t, 3., g.D)
	require.False(t, g.Separable)
	g, err = trial.Measure(ctx, examples[:2], theory.View{Origin: true})
	require.NoError(t, err)
	require.Equal(t, 4., g.Gamma)

	// Not separable is a result, not an error.
	meeting := append(examples, theory.Example{X: vec.Dense(4, 1), Y: theory.Negative})
	g, err = trial.Measure(ctx, meeting, theory.View{})
	require.NoError(t, err)
	require.False(t, g.Separable)
	require.Zero(t, g.Gamma)
	require.Zero(t, g.Lower)
	require.Equal(t, 4., g.DMinus)

	stopped, stop := context.WithCancel(ctx)
	stop()
	_, err = trial.Measure(stopped, examples, theory.View{})
	require.ErrorIs(t, err, context.Canceled)
}

// A constant coordinate that makes squares overflow is an error, in any view.
func TestMeasureOfLiftsThatOverflow(t *testing.T) {
	examples := rapidtest.Cloud(rand.New(rand.NewPCG(6, 6)), 10, 2, 1)
	for _, origin := range []bool{false, true} {
		for _, c := range []float64{1e151, -1e200, math.MaxFloat64, math.Inf(1), math.NaN()} {
			g, err := trial.Measure(ctx, examples, theory.View{Origin: origin, Lift: c})
			require.ErrorContains(t, err, fmt.Sprintf("with the constant coordinate %v: example 1: ", c))
			require.False(t, g.Separable)
			require.Equal(t, theory.Diameters(examples, 2).D, g.D)
		}
	}
	_, err := trial.Measure(ctx, examples, theory.View{Origin: true, Lift: 9e149})
	require.NoError(t, err)
}

// A constant coordinate c of any size leaves the margin of (x, c) through the origin known to the requested tolerance,
// by ends that enclose it, with a separator: in every norm, for examples far from the origin, with a best bias near D̄,
// of both classes and of one.
func TestConstantCoordinatesOfAnySize(t *testing.T) {
	t.Parallel()
	rng := rapidtest.Rand(31)
	loose := 0
	for _, norm := range []vec.Norm{vec.L2{}, vec.P(3), vec.P(1.5)} {
		dual := norm.Dual()
		for _, tolerance := range []float64{maxmargin.DefaultTolerance} {
			for range rapidtest.Count(30, 100, 1000) {
				const d = 3
				class := theory.Label(rng.IntN(3) - 1)
				examples := rapidtest.Mapped(rapidtest.Cloud(rng, 20, d, 0.3), d, func(x []float64) { x[0] += 30 })
				longest := 0.
				for i := range examples {
					if class != 0 {
						examples[i].Y = class
					}
					longest = max(longest, norm.Of(examples[i].X.Value))
				}
				c := longest * math.Pow(10, 12*rng.Float64()*rng.Float64())
				if rng.IntN(2) == 0 { // where the one way to solve ends and the other begins
					c = longest * math.Pow(tolerance, -1/dualExponent(norm)) * (0.2 + 2*rng.Float64())
				}
				view := theory.View{Norm: norm, Origin: true, Lift: c}
				s := trial.NewSurvey(examples, d)
				geo, err := s.Geometry(ctx, view)
				require.NoError(t, err)
				require.True(t, geo.Separable)
				require.LessOrEqual(t, geo.Gap(), tolerance)
				if geo.Gap() > tolerance/2 {
					loose++
				}
				w, least := s.Separator(ctx, view), math.Inf(1)
				require.Len(t, w, d+1)
				for _, e := range examples {
					score := c * w[d]
					for k, v := range e.X.Value {
						score += w[k] * v
					}
					least = min(least, float64(e.Y)*score)
				}
				require.Positive(t, least)
				require.LessOrEqual(t, least/dual.Of(w), geo.Gamma+1e-14*c)
				if c < 1e4*longest {
					best, err := maxmargin.Solve(ctx, lift(examples, d, c), d+1, maxmargin.Options{Norm: norm, Origin: true})
					require.NoError(t, err)
					require.LessOrEqual(t, geo.Lower, best.Gamma*(1+1e-12))
					require.LessOrEqual(t, best.Lower, geo.Gamma*(1+1e-12))
				}
				if class != 0 {
					require.LessOrEqual(t, c*(1-tolerance), geo.Lower, "as (0, c) separates one class")
				}
			}
		}
	}
	require.Positive(t, loose, "no gap is near the tolerance")
}

func dualExponent(norm vec.Norm) float64 {
	if n, ok := norm.(vec.Lp); ok {
		return 1 / (1 - 1/n.P)
	}
	return 2
}
