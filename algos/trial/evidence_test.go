package trial

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// survey runs the learner over the examples, and returns the run and the evidence on it in the view.
func survey(t *testing.T, learner string, examples []theory.Example, passes int, view theory.View) (theory.Trace, theory.Evidence) {
	t.Helper()
	spec, dim := spec(t, learner), theory.Dim(examples)
	view.Lift = spec.Bias
	tr, err := spec.Run(t.Context(), dim, slices.Values(slices.Repeat(examples, passes)))
	require.NoError(t, err)
	ev := evidenceOf(t, NewSurvey(examples, dim), &tr, nil, view)
	return tr, ev
}

var square = []theory.Example{
	{X: vec.Dense(4, 0), Y: theory.Positive}, {X: vec.Dense(4, 3), Y: theory.Positive}, {X: vec.Dense(0, 1), Y: theory.Negative},
}

// The cosine between the last classifier and the maximum-margin one is taken in the space that the learner sees, here
// of (x, 1).
func TestEvidenceOfTheCosine(t *testing.T) {
	t.Parallel()
	tr, ev := survey(t, "bias(mcp,1)", square, 2, theory.View{Origin: true})
	lifted, dim := theory.View{Lift: 1}.Of(square, 2)
	best, err := maxmargin.Solve(t.Context(), lifted, dim, maxmargin.Options{Origin: true})
	require.NoError(t, err)
	w, u := append(slices.Clone(tr.Classifier.W), tr.Classifier.B), best.Classifier.W
	dot := func(a, b []float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
	require.InDelta(t, dot(w, u)/math.Sqrt(dot(w, w)*dot(u, u)), ev.Cosine, 1e-9)

	// The cosine is that of an angle, whatever the lengths; 0 has none.
	tr.Lift, tr.Classifier = 20, theory.Classifier{W: []float64{1, 2}, B: 3}
	view := theory.View{Origin: true, Lift: 20}
	s := NewSurvey(square, 2)
	ev = evidenceOf(t, s, &tr, nil, view)
	w, u = []float64{1, 2, 3. / 20}, s.Separator(t.Context(), view)
	still := tr
	still.Classifier = theory.Classifier{W: []float64{0, 0}}
	none := evidenceOf(t, s, &still, nil, view)
	require.Zero(t, none.Cosine, "0 has no angle")
	require.InDelta(t, dot(w, u)/math.Sqrt(dot(w, w)*dot(u, u)), ev.Cosine, 1e-14)
}

// A run that ended early, or in another order, has no evidence. TestTheoremsReadTheOrder reads the evidence of an
// order.
func TestEvidenceOfAnOrder(t *testing.T) {
	t.Parallel()
	order := []int{2, 0, 1, 1, 0, 2}
	r := learned(t, NewData("square", square, 2), spec(t, "perceptron"), Options{Passes: slices.Values([][]int{order})})
	s, view := NewSurvey(square, 2), theory.View{Origin: true}
	require.Len(t, evidenceOf(t, s, &r.Trace, order, view).Lengths, len(order))
	for _, wrong := range [][]int{order[:3], append(order, 0)} {
		require.Empty(t, evidenceOf(t, s, &r.Trace, wrong, view).Comparators)
	}
}

// A measurement in a view is made once, unless it was stopped.
func TestSurveysMeasureOnce(t *testing.T) {
	examples := rapidtest.Cloud(rapidtest.Rand(1), 200, 5, 0.1)
	s := NewSurvey(examples, 5)
	stopped, stop := context.WithCancel(t.Context())
	_, err := s.Geometry(maxmargin.Watched(stopped, func(at maxmargin.Stage) {
		if at.What == "maximum margin" {
			stop()
		}
	}), theory.View{})
	require.ErrorIs(t, err, context.Canceled)
	for _, times := range []string{"once", "again"} {
		work := vec.Count(func() {
			geo, err := s.Geometry(t.Context(), theory.View{})
			require.NoError(t, err)
			require.True(t, geo.Separable)
		})
		require.Equal(t, times == "once", work.Rows > 0, times)
	}
}

// A run is at rest when its last pass changed nothing; the margin is that of its last classifier in the view.
func TestEvidenceOfRest(t *testing.T) {
	tr, ev := survey(t, "amira(eps=0.5)", square, 1, theory.View{Origin: true})
	require.NotZero(t, tr.Updates)
	require.False(t, ev.AtRest)
	tr, ev = survey(t, "amira(eps=0.5)", square, 50, theory.View{Origin: true})
	require.True(t, ev.AtRest)
	require.InDelta(t, tr.Classifier.Margin(square), ev.Margin, 1e-15)
	require.Greater(t, ev.Margin, ev.Gamma/3)

	// With a constant coordinate, the margin is that of (w, b/c) on (x, c).
	tr, ev = survey(t, "bias(amira(eps=0.5),2)", square, 50, theory.View{Origin: true})
	require.True(t, ev.AtRest)
	w := append(slices.Clone(tr.Classifier.W), tr.Classifier.B/2)
	least := math.Inf(1)
	for _, e := range square {
		x := append(slices.Clone(e.X.Value), 2)
		least = min(least, float64(e.Y)*vec.Dense(x...).Dot(w)/vec.L2{}.Of(w))
	}
	require.InDelta(t, least, ev.Margin, 1e-15)
	require.InEpsilon(t, math.Hypot(1, 2), ev.Shortest, 1e-15)

	_, ev = survey(t, "alma", square, 1, theory.View{Origin: true, Normalised: true})
	require.InEpsilon(t, math.Sqrt(0.2), ev.Gamma, 1e-12)
}

// The comparators are unit vectors' margins at each step, pass after pass.
func TestEvidenceOfComparators(t *testing.T) {
	tr, ev := survey(t, "perceptron", square, 2, theory.View{Origin: true})
	require.Len(t, ev.Comparators, 4, "0, the separator, the last classifier and the sum")
	require.Equal(t, make([]float64, len(tr.Steps)), ev.Comparators[0].Margins)
	for _, comparator := range ev.Comparators {
		require.Len(t, comparator.Margins, len(tr.Steps))
		require.Equal(t, comparator.Margins[:3], comparator.Margins[3:])
	}
	require.InDelta(t, ev.Gamma, slices.Min(ev.Comparators[1].Margins), 1e-12)
	require.InDeltaSlice(t, []float64{32 / math.Sqrt(68), 38 / math.Sqrt(68), -2 / math.Sqrt(68)}, ev.Comparators[3].Margins[:3], 1e-12, "Σ y x = (8, 2)")

	meeting := append(slices.Clone(square), theory.Example{X: vec.Dense(4, 1), Y: theory.Negative})
	_, ev = survey(t, "perceptron", meeting, 1, theory.View{Origin: true})
	require.False(t, ev.Separable)
	require.Len(t, ev.Comparators, 3, "no separator")

	one := []theory.Example{{X: vec.Dense(1, 2), Y: theory.Positive}}
	_, ev = survey(t, "e-omm", one, 1, theory.View{})
	require.False(t, ev.Separable, "one class has no margin, and that is no error")
}

// The last comparator of Pegasos has the least objective of all vectors, to 1e-6: none of the others tried is below
// it, also on examples that are not separable.
func TestEvidenceOfTheOptimum(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	for _, spread := range []float64{0.1, -0.5} {
		examples := rapidtest.Cloud(rng, 80, 3, spread)
		const lambda = 0.01
		_, ev := survey(t, "pegasos(lambda=0.01)", examples, 1, theory.View{Origin: true})
		objective := func(margins []float64, length float64) float64 {
			var loss float64
			for _, m := range margins {
				loss += max(0, 1-length*m)
			}
			return lambda/2*length*length + loss/float64(len(margins))
		}
		best := func(margins []float64) float64 {
			least := 1.
			for length := 0.01; length < 100; length *= 1.01 { // convex: off by at most 1e-4 of the way
				least = min(least, objective(margins, length))
			}
			return least
		}
		expected := 5 // 0, the separator, the last classifier, the sum and the optimum
		if !ev.Separable {
			expected--
		}
		require.Len(t, ev.Comparators, expected)
		optimum := best(ev.Comparators[expected-1].Margins)
		for _, comparator := range ev.Comparators[:expected-1] {
			require.Greater(t, best(comparator.Margins), optimum*(1+1e-3))
		}
		for range 300 {
			u := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			require.GreaterOrEqual(t, best(theory.ComparatorOf(vec.L2{}, u, slices.Values(examples))), optimum*(1-1e-4))
		}
	}
}

// The normalised margin of a lifted view through the origin is that of the normalised (x, c), however large c, not
// that of x with a bias.
func TestNormalisedMarginOfALargeLift(t *testing.T) {
	const c = 1e4
	_, ev := survey(t, "bias(alma,1e4)", square, 1, theory.View{Origin: true, Normalised: true})
	written := make([]theory.Example, len(square))
	for i, e := range square {
		n := math.Hypot(vec.L2{}.Of(e.X.Value), c)
		written[i] = theory.Example{X: vec.Dense(e.X.Value[0]/n, e.X.Value[1]/n, c/n), Y: e.Y}
	}
	want, err := Measure(t.Context(), written, theory.View{Origin: true})
	require.NoError(t, err)
	require.InEpsilon(t, want.Gamma, ev.Gamma, 2e-3)
	require.Less(t, ev.Gamma, 1e-3, "without scaling it is near 2")
}

// The margin of the normalised examples is at least that of the examples over the greatest length (RP14, Normalized >
// Unnormalized Margin), and greater where the nearest is shorter.
func TestNormalisedMarginIsTheLarger(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 4))
	greater := 0
	for range 50 {
		var examples []theory.Example
		longest := 0.
		for range 8 {
			x := []float64{1 + rng.Float64(), rng.NormFloat64(), rng.NormFloat64()}
			length := math.Exp(rng.NormFloat64())
			for i := range x {
				x[i] *= length
			}
			longest = max(longest, math.Sqrt(x[0]*x[0]+x[1]*x[1]+x[2]*x[2]))
			examples = append(examples, theory.Example{X: vec.Dense(x...), Y: theory.Positive})
		}
		margin := func(normalised bool) float64 {
			g, err := Measure(t.Context(), examples, theory.View{Origin: true, Normalised: normalised})
			require.NoError(t, err)
			return g.Gamma
		}
		require.GreaterOrEqual(t, margin(true)*(1+1e-12), margin(false)/longest)
		if margin(true) > 2*margin(false)/longest {
			greater++
		}
	}
	require.Positive(t, greater)
}

// A survey reports its progress, and stops amid the distances.
func TestWatchedSurvey(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	var examples []theory.Example
	for i := range 3000 {
		y := theory.Label(2*(i%2) - 1)
		x := rapidtest.Normal(random, 6, 1)
		floats.Scale(1/floats.Norm(x, 2), x) // few pairs on a sphere can be skipped
		x[0] += 10 * float64(y)
		examples = append(examples, theory.Example{X: vec.Dense(x...), Y: y})
	}
	var at []maxmargin.Stage
	watched := maxmargin.Watched(t.Context(), func(s maxmargin.Stage) { at = append(at, s) })
	geo, err := NewSurvey(examples, 6).Geometry(watched, theory.View{})
	require.NoError(t, err)
	require.True(t, geo.Separable)
	require.Equal(t, maxmargin.Stage{What: "distances"}, at[0])
	require.True(t, slices.ContainsFunc(at, func(s maxmargin.Stage) bool { return s.What == "distances" && s.Part > 0 }))
	last := at[len(at)-1]
	require.Equal(t, "maximum margin", last.What)
	require.Positive(t, last.Turns)

	ctx, cancel := context.WithCancel(t.Context())
	survey := NewSurvey(examples, 6)
	after := 0
	_, err = survey.Geometry(maxmargin.Watched(ctx, func(s maxmargin.Stage) {
		if ctx.Err() != nil {
			after++
		}
		if s.Part > 0 {
			cancel()
		}
	}), theory.View{})
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, after, "nothing is reported after the end")
	again, err := survey.Geometry(t.Context(), theory.View{})
	require.NoError(t, err)
	require.Equal(t, geo, again, "nothing half measured is kept")
}
