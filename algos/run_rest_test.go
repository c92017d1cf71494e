package algos_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/theory"
)

// goRound makes pass after pass over all examples.
func goRound(spec *algos.Spec, set *benchdata.Set, maxPasses int) (l algos.Learner, passes, mistakes, updates int, atRest bool) {
	l = spec.New(set.Dim)
	for passes < maxPasses && !atRest {
		passes++
		before := updates
		for _, e := range set.Examples {
			step := l.Step(e.X, e.Y)
			if step.Updated {
				updates++
			}
			if step.Mistake() {
				mistakes++
			}
		}
		atRest = updates == before && !spec.Kind.Restless
	}
	return l, passes, mistakes, updates, atRest
}

// A run to rest makes passes over all examples, up to the first pass that changes nothing.
func TestRunToRestIsThePlainRun(t *testing.T) {
	t.Parallel()
	set, _, err := benchdata.Cube{Examples: 100, Dim: 10, Side: 10, Margin: 1}.Generate()
	require.NoError(t, err)
	rested := map[string]bool{}
	for _, spec := range append(everyLearner(t), parse(t, "bias(mira,1)"), parse(t, "bias(romma,1)")) {
		for _, maxPasses := range []int{1, 7, 150} {
			l, passes, mistakes, updates, atRest := goRound(spec, set, maxPasses)
			if spec.Kind.Restless {
				require.Equal(t, maxPasses, passes)
			}
			r, err := spec.RunToRest(t.Context(), set.Examples, set.Dim, maxPasses)
			require.NoError(t, err)
			require.Equal(t, l.State().Classifier, r.Classifier, "%s", spec)
			require.Empty(t, r.Steps)
			require.Equal(t, []any{passes, mistakes, updates, atRest}, []any{r.Passes, r.Mistakes, r.Updates, r.AtRest}, "%s", spec)
			rested[spec.String()] = rested[spec.String()] || atRest
		}
	}
	for _, expr := range []string{"bias(mira,1)", "bias(romma,1)", "n-omm"} {
		require.True(t, rested[expr], "%s: %v", expr, rested)
	}
}

// A run that is cancelled, or whose learner cannot continue, returns the error.
func TestRunToRestStops(t *testing.T) {
	set, _, err := benchdata.Cube{Examples: 50, Dim: 3, Side: 10, Margin: 0.5}.Generate()
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, examples := range [][]theory.Example{set.Examples, set.Examples[:1]} {
		_, err = parse(t, "pumma").RunToRest(ctx, examples, 3, 10)
		require.ErrorIs(t, err, context.Canceled)
	}
	crossed := append(slices.Clone(set.Examples), theory.Example{X: set.Examples[0].X, Y: -set.Examples[0].Y})
	_, err = parse(t, "n-omm").RunToRest(t.Context(), crossed, 3, 10)
	require.ErrorContains(t, err, "example 51: ")
}

// n-OMM keeps an example once, whatever the number of passes.
func TestRunToRestKeepsAnExampleOnce(t *testing.T) {
	t.Parallel()
	kind := *parse(t, "n-omm(rho=0.5)")
	var kept *algos.NaiveOMM
	kind.Kind.New = func(s algos.Space, _ algos.Args) algos.Learner {
		kept = parse(t, "n-omm(rho=0.5)").Over(s).(*algos.NaiveOMM)
		return kept
	}
	set, _, err := benchdata.Cube{Examples: 50, Dim: 5, Side: 10, Margin: 1, Seed: 1}.Generate()
	require.NoError(t, err)
	r, err := kind.RunToRest(t.Context(), set.Examples, set.Dim, 20)
	require.NoError(t, err)
	require.Greater(t, r.Passes, 1)
	require.LessOrEqual(t, kept.Len(), len(set.Examples)+1) // the first of the second class is learned twice
}
