package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// contrary is a Perceptron that says it erred and updated each time.
type contrary struct{ algos.Learner }

func (c contrary) Step(x vec.Vector, y theory.Label) theory.Step {
	step := c.Learner.Step(x, y)
	step.Predicted, step.Updated = -y, true
	return step
}

// A learner that does what its theorems exclude is on the page, and in the finding that ends the
// command with status 1.
func TestReportShowsWhatFails(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	set := benchdata.Iris()
	kind, _ := algos.Learners().Kind("perceptron")
	whole := kind.New
	kind.New = func(s algos.Space, a algos.Args) algos.Learner {
		return contrary{whole(s, a)}
	}
	planted := kind.Spec().Lifted(1)

	s := &report.Sample{Data: trial.NewData("iris", set.Examples, set.Dim), Passes: 1}
	require.NoError(t, s.Measure(ctx))
	c := reportCmd{learnFlags: learnFlags{order: order{Passes: 1}}}
	c.Memory = 4 << 30
	outcomes, err := c.outcomes(ctx, s.Data, []*algos.Spec{planted}, io.Discard)
	require.NoError(t, err)
	for _, o := range outcomes {
		s.Runs, s.Rows = append(s.Runs, o.Run), append(s.Rows, o.rows...)
	}
	page, failed, err := reported(ctx, []*report.Sample{s}, reportedHunts{})
	require.NoError(t, err)
	require.ErrorAs(t, failed, new(term.Finding))
	require.ErrorContains(t, failed, "iris: 12 proved guarantees fail: perceptron-")
	var text strings.Builder
	require.NoError(t, page.Write(&text))
	require.Contains(t, page.About, "iris: FAIL: 12 proved guarantees fail: ")
	require.Contains(t, page.About, ". 2 hold.")
	require.Contains(t, text.String(), `<td class="verdict bad">proved, fails</td>`)
	require.Contains(t, text.String(), `class="marks fails`)
}
