package trial

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"marginlab/algos"
	"marginlab/algos/multiclass"
	"marginlab/theory"
)

// Together runs learners of two classes on a stream that they see together, a part after the
// other. So the examples need not be in memory. It knows neither τ nor what theorems say, since
// both take all examples at once.
type Together struct {
	dim      int
	learners []algos.Learner
	runs     []*Run
	least    []float64 // the least y(w·x+b) of each last classifier on what was measured
}

// NewTogether makes the learners for the space of d, whose examples are not asked for. Margins are
// in its norm, or in that of each learner if it has none. The error names a learner that cannot
// learn part by part.
func NewTogether(learners []*algos.Spec, d *Data) (*Together, error) {
	t := &Together{dim: d.Dim, least: slices.Repeat([]float64{math.Inf(1)}, len(learners))}
	for _, s := range learners {
		if s.Task() != theory.Online {
			return nil, fmt.Errorf("learner %q needs all examples at once, expected an online learner of two classes", s)
		}
		l := d.learner(s)
		if _, whole := l.(algos.Streamed); whole {
			return nil, fmt.Errorf("learner %q gets its stream as a whole, expected one that learns example by example", s)
		}
		r := &Run{Learner: s, Label: s.String(), Norm: d.normOf(s)}
		t.learners, t.runs = append(t.learners, l), append(t.runs, r)
	}
	return t, nil
}

// Learn lets the learners, as many at a time as there are processors, learn from the next
// examples. The error is that of ctx: what stops a learner is the Stop of its run.
func (t *Together) Learn(ctx context.Context, examples []theory.Example) error {
	return t.each(func(i int) error {
		r := t.runs[i]
		if r.Stop != nil {
			return nil
		}
		part, err := algos.Run(ctx, t.learners[i], t.dim, slices.Values(examples))
		r.Trace.Append(part, false)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if r.Stop = err; err != nil && r.Trace.Seen > part.Seen {
			r.Stop = fmt.Errorf("after %d examples: %w", r.Trace.Seen-part.Seen, err)
		}
		return nil
	})
}

// Measure takes examples into the margins of the last classifiers.
func (t *Together) Measure(examples []theory.Example) {
	_ = t.each(func(i int) error {
		c := t.runs[i].Trace.Classifier
		for _, e := range examples {
			t.least[i] = min(t.least[i], float64(e.Y)*c.Score(e.X))
		}
		return nil
	})
}

func (t *Together) each(do func(i int) error) error {
	var all errgroup.Group
	all.SetLimit(runtime.GOMAXPROCS(0))
	for i := range t.runs {
		all.Go(func() error { return do(i) })
	}
	return all.Wait()
}

// Runs returns the runs so far, a learner each. Margins are known where all examples have been
// measured, as the caller says, and NaN elsewhere.
func (t *Together) Runs(measured bool) []*Run {
	for i, r := range t.runs {
		r.Learner.Caption(&r.Trace)
		r.Linear = multiclass.Classifier{r.Trace.Classifier}
		if measured {
			r.margin = func() float64 {
				norm := r.Norm.Dual().Of(r.Trace.Classifier.W)
				return max(0, t.least[i]) / cmp.Or(norm, math.Inf(1))
			}
		}
	}
	return t.runs
}
