package trial

import (
	"context"
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Float64 decides as exact arithmetic does on Iris, in any order, with a constant coordinate too,
// and in another norm.
func TestRedecide(t *testing.T) {
	t.Parallel()
	iris := benchdata.Iris()
	d := NewData("iris", iris.Examples[:60], iris.Dim)
	passes := func() iter.Seq[[]int] { return benchdata.Permutations(len(d.Examples), 2, 7) }
	decided := 0
	for _, s := range append(algos.Defaults(), specs(t, "bias(romma,2)", "omm(rho=0.3,p=3)", "alma(alpha=0.7)", "randomized(seed=3,R=4)",
		"randomized-omd(R=2)", "bias(randomized-omd(seed=9),1)")...) {
		r, err := d.Run(t.Context(), s, Options{Passes: passes()})
		require.NoError(t, err)
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
	r, err := d.Run(t.Context(), spec(t, "n-omm"), Options{Passes: passes()})
	require.NoError(t, err)
	cancel()
	_, err = d.Redecide(ended, r, func(yield func([]int) bool) { // nor does it wait for the examples
		for yield(nil) {
		}
	})
	require.ErrorIs(t, err, context.Canceled)
}

// So it does where there are many classes, with a constant coordinate too. Two classes are 0 and 1.
// One-vs-rest has no exact model.
func TestRedecideClasses(t *testing.T) {
	t.Parallel()
	iris, n := benchdata.DefaultClasses(), rapidtest.Count(40, 75, 150)
	many := NewData("iris", nil, iris.Dim)
	many.Classes = iris.Classes
	for k := range n { // of each class as many
		at := k * len(iris.Examples) / n
		many.Examples, many.Class = append(many.Examples, iris.Examples[at]), append(many.Class, iris.Class[at])
	}
	two := NewData("iris", benchdata.Iris().Examples[:60], iris.Dim)
	for _, text := range []string{"amira-1-best", "bias(amira-k-best(eps=0.25),1)"} {
		for _, d := range []*Data{many, two} {
			passes := func() iter.Seq[[]int] { return benchdata.Permutations(len(d.Examples), 1, 7) }
			r, err := d.Run(t.Context(), spec(t, text), Options{Passes: passes()})
			require.NoError(t, err)
			again, err := d.Redecide(t.Context(), r, passes())
			require.NoError(t, err, text)
			require.Equal(t, len(d.Examples), again.Steps, text)
			require.Zero(t, again.Otherwise, text)
			require.Equal(t, []int{r.Trace.Mistakes, r.Trace.Updates}, []int{again.Mistakes, again.Updates}, text)
			require.Positive(t, again.Updates, text)
		}
	}
	r, err := many.Run(t.Context(), spec(t, "one-vs-rest(perceptron)"), Options{})
	require.NoError(t, err)
	_, err = many.Redecide(t.Context(), r, benchdata.Permutations(len(many.Examples), 1, 7))
	require.EqualError(t, err, "there is no exact model of it")
}

// The Perceptron loses 1 beside 1e16, and with it the last example.
func TestRedecideFindsRounding(t *testing.T) {
	t.Parallel()
	d := NewData("lost", []theory.Example{
		{X: vec.Dense(-1e16, -16), Y: -1},
		{X: vec.Dense(1, -1e17), Y: +1},
		{X: vec.Dense(-1e16, 1e17-16), Y: +1},
		{X: vec.Dense(-1, 0), Y: -1},
		{X: vec.Dense(0, 1), Y: +1},
	}, 2)
	r, err := d.Run(t.Context(), spec(t, "perceptron"), Options{})
	require.NoError(t, err)
	again, err := d.Redecide(t.Context(), r, slices.Values([][]int{{0, 1, 2, 3, 4}}))
	require.NoError(t, err)
	require.Equal(t, Redecided{Steps: 5, Doubtful: 2, Otherwise: 1, First: 4, Mistakes: 3, Updates: 4}, again)
	require.Equal(t, 4, r.Trace.Mistakes)
}
