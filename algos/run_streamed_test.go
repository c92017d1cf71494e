package algos_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// streamed is a learner that takes many examples at once, and may fail at one of them.
type streamed struct {
	algos.Learner
	failsAt, seen int
	err           error
	sizes         []int
	asked         bool // whether states were asked for
}

func (s *streamed) Steps(examples []theory.Example, states bool) (steps []theory.Step, had []theory.Classifier) {
	s.sizes, s.asked = append(s.sizes, len(examples)), states
	for _, e := range examples {
		if s.seen++; s.seen == s.failsAt {
			s.err = errors.New("it fails")
		}
		if s.err != nil {
			break
		}
		step := s.Step(e.X, e.Y)
		if steps = append(steps, step); step.Updated && states {
			had = append(had, s.State().Classifier)
		}
	}
	return steps, had
}

func (s *streamed) State() algos.State {
	state := s.Learner.State()
	state.Err = s.err
	return state
}

func (s *streamed) Unseen() theory.Needs { return theory.NeedsLogDet }

// listener records the calls of an observer.
type listener []string

func (o *listener) updated(at int, e theory.Example, l algos.Learner) {
	*o = append(*o, fmt.Sprint(at, e, l.State().Classifier))
}

// A run of a learner that takes many examples at once equals the run step by step: the trace, the calls of observers,
// and the place where it ends with an error. It gets at most 4096 examples at once.
func TestStreamedRunIsTheRun(t *testing.T) {
	t.Parallel()
	set, _, err := benchdata.Cube{Examples: 9000, Dim: 3, Side: 10, Margin: 0.5}.Generate()
	require.NoError(t, err)
	bad := slices.Clone(set.Examples)
	bad[5000].X = vec.Dense(1, 2, 3, 4)
	for _, c := range []struct {
		examples []theory.Example
		failsAt  int
		sizes    []int
		err      string
	}{
		{set.Examples[:0], 0, nil, ""},
		{set.Examples[:4095], 0, []int{4095}, ""},
		{set.Examples[:4096], 0, []int{4096}, ""},
		{set.Examples[:4097], 0, []int{4096, 1}, ""},
		{set.Examples[:8192], 0, []int{4096, 4096}, ""},
		{bad, 0, []int{4096, 904}, "example 5001: "},
		{bad, 4990, []int{4096, 904}, "it fails"},
		{set.Examples, 7, []int{4096}, "it fails"},
		{set.Examples[:9], 7, []int{9}, "it fails"},
	} {
		before := c.examples
		if c.failsAt > 0 {
			before = before[:c.failsAt-1]
		}
		var said, heard listener
		want, _ := algos.Run(t.Context(), parse(t, "perceptron").New(3), 3, slices.Values(before), said.updated)
		for _, observers := range [][]algos.Observer{{heard.updated}, nil} {
			l := &streamed{Learner: parse(t, "perceptron").New(3), failsAt: c.failsAt}
			got, err := algos.Run(t.Context(), l, 3, slices.Values(c.examples), observers...)
			if c.err == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, c.err)
			}
			require.Equal(t, c.sizes, l.sizes)
			require.True(t, c.sizes == nil || l.asked == (observers != nil))
			require.Equal(t, theory.NeedsLogDet, got.Unseen)
			require.GreaterOrEqual(t, got.Seconds, 0.)
			got.Unseen, got.Seconds, want.Seconds = 0, 0, 0
			require.Equal(t, want.Classifier, got.Classifier)
			require.True(t, fmt.Sprint(want.Steps) == fmt.Sprint(got.Steps), "NaN too")
			require.Equal(t, []int{want.Seen, want.Mistakes, want.Updates}, []int{got.Seen, got.Mistakes, got.Updates})
		}
		l := &streamed{Learner: parse(t, "perceptron").New(3), failsAt: c.failsAt}
		checked := c.examples
		if at := slices.IndexFunc(checked, func(e theory.Example) bool { return e.Check(3) != nil }); at >= 0 {
			checked = checked[:at]
		}
		counted, _ := algos.Learn(t.Context(), l, slices.Values(checked), false)
		require.Empty(t, counted.Steps)
		require.Equal(t, []int{want.Seen, want.Mistakes, want.Updates},
			[]int{counted.Seen, counted.Mistakes, counted.Updates})
		require.Equal(t, said, heard)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l := &streamed{Learner: parse(t, "perceptron").New(3)}
	_, err = algos.Run(ctx, l, 3, slices.Values(set.Examples))
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, []int{4096}, l.sizes)
}
