package trial

import (
	"context"
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Float64 decides like exact arithmetic on Iris, in any order, with a constant coordinate too, and in another norm.
func TestRedecide(t *testing.T) {
	t.Parallel()
	iris := benchdata.Iris()
	d := NewData("iris", iris.Examples[:60], iris.Dim)
	passes := func() iter.Seq[[]int] { return benchdata.Permutations(len(d.Examples), 2, 7) }
	decided := 0
	for _, s := range append(algos.Defaults(), specs(t, "bias(romma,2)", "omm(rho=0.3,p=3)", "alma(alpha=0.7)",
		"randomized(seed=3,R=4)",
		"randomized-omd(R=2)", "bias(randomized-omd(seed=9),1)")...) {
		r := learned(t, d, s, Options{Passes: passes()})
		again, err := d.Redecide(t.Context(), r, passes())
		if err != nil {
			require.EqualError(t, err, "there is no exact model of it", s)
			continue
		}
		decided++
		require.Equal(t, len(r.Trace.Steps), again.Steps, s)
		require.Zero(t, again.Otherwise, s)
		require.Zero(t, again.First, s)
		require.Equal(t, []int{r.Trace.Mistakes, r.Trace.Updates}, []int{again.Mistakes, again.Updates}, s)
	}
	require.GreaterOrEqual(t, decided, 24)

	ended, cancel := context.WithCancel(t.Context())
	r := learned(t, d, spec(t, "n-omm"), Options{Passes: passes()})
	cancel()
	_, err := d.Redecide(ended, r, func(yield func([]int) bool) { // nor does it wait for the examples
		for yield(nil) {
		}
	})
	require.ErrorIs(t, err, context.Canceled)
}

// Float64 does so with many classes, with a constant coordinate too. Two classes are 0 and 1. One-vs-rest has no
// exact model.
func TestRedecideClasses(t *testing.T) {
	t.Parallel()
	iris, n := benchdata.DefaultClasses(), rapidtest.Count(40, 75, 150)
	many := NewData("iris", nil, iris.Dim)
	many.Classes = iris.Classes
	for k := range n { // the same number of each class
		at := k * len(iris.Examples) / n
		many.Examples, many.Class = append(many.Examples, iris.Examples[at]), append(many.Class, iris.Class[at])
	}
	two := NewData("iris", benchdata.Iris().Examples[:60], iris.Dim)
	for _, text := range []string{"amira-1-best", "bias(amira-k-best(eps=0.25),1)"} {
		for _, d := range []*Data{many, two} {
			passes := func() iter.Seq[[]int] { return benchdata.Permutations(len(d.Examples), 1, 7) }
			r := learned(t, d, spec(t, text), Options{Passes: passes()})
			again, err := d.Redecide(t.Context(), r, passes())
			require.NoError(t, err, text)
			require.Equal(t, len(d.Examples), again.Steps, text)
			require.Zero(t, again.Otherwise, text)
			require.Equal(t, []int{r.Trace.Mistakes, r.Trace.Updates}, []int{again.Mistakes, again.Updates}, text)
			require.Positive(t, again.Updates, text)
		}
	}
	r := learned(t, many, spec(t, "one-vs-rest(perceptron)"), Options{})
	_, err := many.Redecide(t.Context(), r, benchdata.Permutations(len(many.Examples), 1, 7))
	require.EqualError(t, err, "there is no exact model of it")
}

// Beside 1e16 the Perceptron loses 1, and with it the last example.
func TestRedecideFindsRounding(t *testing.T) {
	t.Parallel()
	d := NewData("lost", []theory.Example{
		{X: vec.Dense(-1e16, -16), Y: -1},
		{X: vec.Dense(1, -1e17), Y: +1},
		{X: vec.Dense(-1e16, 1e17-16), Y: +1},
		{X: vec.Dense(-1, 0), Y: -1},
		{X: vec.Dense(0, 1), Y: +1},
	}, 2)
	r := learned(t, d, spec(t, "perceptron"), Options{})
	again, err := d.Redecide(t.Context(), r, slices.Values([][]int{{0, 1, 2, 3, 4}}))
	require.NoError(t, err)
	require.Equal(t, Redecided{Steps: 5, Doubtful: 2, Otherwise: 1, First: 4, Mistakes: 3, Updates: 4}, again)
	require.Equal(t, 4, r.Trace.Mistakes)
}

// Float64 is in doubt where a score is nearer to 0, or to the limit of the update, than 2⁻³⁰ of the lengths and
// itself, but not at that distance.
func TestNearTie(t *testing.T) {
	t.Parallel()
	const most = 0x1p30
	// (2³⁰ − 1)² − 1 is 2³⁰(2³⁰ − 2), and 2³⁰ − 2 = 32767² + 254² + 24² + 21²: an x has the length
	// 2³⁰ − 1, and a score of 1 by w = (1, 0, 0, 0, 0) is 2⁻³⁰ of both.
	beside := func(last float64) []float64 { return []float64{1, 32767 << 15, 254 << 15, 24 << 15, 21<<15 + last} }
	for _, c := range []struct {
		learner string
		w, x    []float64
		doubt   bool
	}{
		{"perceptron", []float64{1, 0, 0, 0, 0}, beside(0), false},
		{"perceptron", []float64{1, 0, 0, 0, 0}, beside(1), true},
		{"perceptron", []float64{1, 0, 0, 0, 0}, beside(-1), false},
		{"perceptron", []float64{4, 0}, []float64{1, most / 2}, false},
		{"perceptron", []float64{4, 0}, []float64{1, 2 * most}, true},
		{"perceptron", []float64{0.25, 0}, []float64{-1, 2 * most}, true},
		{"perceptron", []float64{0.25, 0}, []float64{-1, most / 2}, false},
		{"pa", []float64{1, 0}, []float64{1 + 1/most, 0}, true}, // beside the limit 1
		{"pa", []float64{1, 0}, []float64{1 + 4/most, 0}, false},
		{"pa", []float64{1, 0}, []float64{-1, 0}, false},
		{"pa", []float64{1, 0}, []float64{0, 1}, true},
		{"perceptron", []float64{0, 0}, []float64{1, 1}, false}, // w = 0
	} {
		stream := []exact.Example{{X: exact.Floats(c.w...), Y: 1}, {X: exact.Floats(c.x...), Y: 1}}
		model, err := exact.Parse(c.learner)
		require.NoError(t, err)
		run := model.Run(128, len(c.x), stream, exact.Repeat{}, exact.Limit{})
		require.Equal(t, c.doubt, nearTie(run.Steps[1], stream[1].X), "%s at %v after %v", c.learner, c.x, c.w)
	}
}

// A drawn label is in doubt where the coin is that near to the probability: at q = 0 that is ½.
func TestNearTurn(t *testing.T) {
	t.Parallel()
	model, err := exact.Parse("randomized(R=5)")
	require.NoError(t, err)
	stream := []exact.Example{{X: exact.Floats(3, 4), Y: -1}, {X: exact.Floats(3, 4), Y: -1}}
	run := model.Run(128, 2, stream, exact.Repeat{}, exact.Limit{})
	for i, q := range []float64{0, -0.5} {
		for gap, doubt := range map[float64]bool{
			0: true, 0x1p-31: true, -0x1p-31: true, 0x1p-29: false, -0x1p-29: false, 1: false,
		} {
			require.Equal(t, doubt, nearTurn(run.Steps[i], q+gap), "q = %v, %v beside", q, gap)
		}
	}
}
