package maxmargin_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/algos/trial"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// difference returns the exact x − y.
func difference(x, y []float64) []*big.Float {
	v := make([]*big.Float, len(x))
	for i := range v {
		v[i] = new(big.Float).Sub(wide(x[i]), wide(y[i]))
	}
	return v
}

// lengthsOf measures the examples pair by pair.
func lengthsOf(n measure, examples []theory.Example, d int) theory.Geometry {
	g := theory.Geometry{Examples: len(examples), Dim: d, Shortest: math.Inf(1)}
	for i, e := range examples {
		x := n.of(difference(e.X.Densify(d).Value, make([]float64, d)))
		g.DBar, g.Shortest = max(g.DBar, x), min(g.Shortest, x)
		if e.Y > 0 {
			g.Positives++
		}
		for _, f := range examples[:i] {
			switch x := n.of(difference(e.X.Densify(d).Value, f.X.Densify(d).Value)); {
			case e.Y != f.Y:
				g.Delta = max(g.Delta, x)
			case e.Y > 0:
				g.DPlus = max(g.DPlus, x)
			default:
				g.DMinus = max(g.DMinus, x)
			}
		}
	}
	g.D = max(g.DPlus, g.DMinus)
	return g
}

func requireLengths(t *testing.T, inL2 bool, want, got theory.Geometry) {
	t.Helper()
	require.Equal(t, [3]int{want.Examples, want.Dim, want.Positives}, [3]int{got.Examples, got.Dim, got.Positives})
	require.InDeltaSlice(t, []float64{want.DPlus, want.DMinus, want.D, want.Delta},
		[]float64{got.DPlus, got.DMinus, got.D, got.Delta}, 1e-12*want.Delta)
	off := 1e-12 * want.Delta
	if inL2 { // where far points are a unit in the last place of their length off
		off = 1e-12 * want.DBar
	}
	require.InDeltaSlice(t, []float64{want.DBar, want.Shortest}, []float64{got.DBar, got.Shortest}, off)
}

// viewed writes out the examples of a view: (x, c), then x/‖x‖.
func viewed(n normed, examples []theory.Example, d int, view theory.View) ([]theory.Example, int) {
	if view.Lift != 0 {
		examples, d = lift(examples, d, view.Lift), d+1
	}
	if view.Normalised {
		examples = rapidtest.Mapped(examples, d, func(x []float64) {
			length := n.of(difference(x, make([]float64, d)))
			for i := range x {
				x[i] /= length
			}
		})
	}
	return examples, d
}

// The geometry of a view in a norm is the geometry of its examples written out: lengths and margin, with a certificate
// of the same tolerance.
func TestViewsInEveryNorm(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 30))
	for _, d := range []int{1, 3, 4} {
		examples := rapidtest.Reflected(rng, rapidtest.Cloud(rng, 30, d, 0.2), d)
		before := rapidtest.Mapped(examples, d, func([]float64) {})
		if d == 3 {
			examples = rapidtest.Sparse(examples)
		}
		for _, n := range everyNorm() {
			survey := trial.NewSurvey(examples, d)
			for _, view := range []theory.View{
				{}, {Origin: true}, {Lift: 2}, {Origin: true, Lift: -3}, {Origin: true, Normalised: true}, {Normalised: true},
				{Origin: true, Lift: 0.5, Normalised: true}, {Origin: true, Lift: 1e5}, {Origin: true, Lift: 200},
			} {
				view.Norm = n.Norm
				written, dim := viewed(n, examples, d, view)
				got, err := trial.Measure(ctx, examples, view)
				require.NoError(t, err)
				requireLengths(t, n.Norm == vec.Norm(vec.L2{}), lengthsOf(n.measure, written, dim), got)
				want, err := maxmargin.Solve(ctx, written, dim, maxmargin.Options{Norm: n.Norm, Origin: view.Origin})
				if err != nil {
					require.ErrorAs(t, err, new(*maxmargin.NotSeparableError))
					require.False(t, got.Separable)
					require.Zero(t, got.Gamma)
					continue
				}
				require.True(t, got.Separable)
				require.InEpsilon(t, want.Gamma, got.Gamma, 3e-9)
				require.LessOrEqual(t, got.Lower, want.Gamma*(1+1e-13))
				require.LessOrEqual(t, want.Lower, got.Gamma*(1+1e-13))
				require.LessOrEqual(t, got.Gap(), 1e-9)
				require.InDelta(t, want.Classifier.B, got.Bias, 1e-6)
				again, err := survey.Geometry(ctx, view)
				require.NoError(t, err)
				require.Equal(t, got, again)

				// The separator is in the space of the view, and has the margin.
				w := survey.Separator(ctx, view)
				require.Len(t, w, dim)
				c := theory.Classifier{W: w, B: got.Bias}
				require.InEpsilon(t, got.Gamma, least(c, written)/n.dual(difference(w, make([]float64, dim))), 1e-7)

				// For the examples as they are it says the same.
				original := view.Original(c)
				require.Len(t, original.W, d)
				for i, e := range examples {
					if score := original.Score(e.X); !view.Normalised {
						require.InDelta(t, c.Score(written[i].X), score, 1e-9*(1+math.Abs(score)))
					}
				}
			}
		}
		require.Equal(t, before, rapidtest.Mapped(examples, d, func([]float64) {}), "the examples stay")
	}
}

// The evidence of a run in a norm: the margin of its classifier is the distance in the norm, for the classifier of the
// features alone; the comparators have ‖u‖∗ = 1.
func TestEvidenceInEveryNorm(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 30))
	const d = 3
	examples := rapidtest.Reflected(rng, rapidtest.Cloud(rng, 20, d, 0.3), d)
	for _, n := range everyNorm() {
		for _, view := range []theory.View{{}, {Origin: true}, {Origin: true, Lift: 2}, {Origin: true, Lift: 2, Normalised: true}} {
			view.Norm = n.Norm
			s, err := maxmargin.Solve(ctx, examples, d, maxmargin.Options{Norm: n.Norm, Origin: view.Origin && view.Lift == 0})
			if err != nil {
				require.ErrorAs(t, err, new(*maxmargin.NotSeparableError))
				continue
			}
			// A run that ends with a classifier near the best.
			c := s.Classifier
			c.W = append([]float64{}, c.W...)
			for i := range c.W {
				c.W[i] *= 3 * (1 + 0.01*rng.NormFloat64())
			}
			c.B *= 3
			tr := theory.Trace{Classifier: c, Space: n.Norm, Steps: make([]theory.Step, 2*len(examples))}
			ev, err := trial.NewSurvey(examples, d).Evidence(ctx, &tr, nil, view)
			require.NoError(t, err)
			written, dim := viewed(n, examples, d, view)

			zero := make([]float64, dim)
			if view.Lift == 0 { // what counts is the distance of the points as they are
				require.InEpsilon(t, least(c, examples)/n.dual(difference(c.W, make([]float64, d))), ev.Margin, 1e-12)
			}
			require.Positive(t, ev.Margin)
			require.LessOrEqual(t, ev.Margin, ev.Gamma*(1+1e-9))
			require.Greater(t, ev.Margin, ev.Gamma/10)
			require.Len(t, ev.Comparators, 4)
			sum := make([]float64, dim)
			for _, e := range written {
				e.X.AddTo(sum, float64(e.Y))
			}
			norm := n.dual(difference(sum, zero))
			for i, e := range written {
				want := float64(e.Y) * e.X.Dot(sum) / norm
				require.InDelta(t, want, ev.Comparators[3].Margins[i], 1e-12*norm)
				require.Equal(t, ev.Comparators[3].Margins[i], ev.Comparators[3].Margins[i+len(written)])
			}
			if view.Origin {
				lowest := math.Inf(1)
				for _, m := range ev.Comparators[1].Margins {
					lowest = min(lowest, m)
				}
				require.InEpsilon(t, ev.Gamma, lowest, 1e-8, "the separator")
				lowest = math.Inf(1)
				for _, m := range ev.Comparators[2].Margins {
					lowest = min(lowest, m)
				}
				require.InEpsilon(t, ev.Margin, lowest, 1e-12, "the last classifier")
			}
		}
	}
}
