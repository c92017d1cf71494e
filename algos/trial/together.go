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

// Together runs several learners of two classes on one stream, a part after the other, so that the examples need not
// be in memory. It does not find τ, which takes all examples at once, and checks no theorem on the runs.
type Together struct {
	learners []algos.Learner
	runs     []*Run
	least    []float64 // the least y(w·x+b) of each last classifier on the measured examples
	measured bool      // whether all examples have been
}

// NewTogether makes the learners for the space of d, whose examples it does not read. Margins are in its norm, or in
// that of each learner if it has none. The error names a learner that cannot learn part by part.
func NewTogether(learners []*algos.Spec, d *Data) (*Together, error) {
	t := &Together{least: slices.Repeat([]float64{math.Inf(1)}, len(learners))}
	for _, s := range learners {
		if s.Kind.Task != theory.Online {
			return nil, fmt.Errorf("learner %q needs all examples at once, expected an online learner of two classes", s)
		}
		if s.Kind.KeepsAll {
			return nil, fmt.Errorf("learner %q keeps all examples, expected one that does not, as n-omm(keep=violating)", s)
		}
		l := d.learner(s)
		if _, whole := l.(algos.Streamed); whole {
			return nil, fmt.Errorf("learner %q gets its stream as a whole, expected one that learns example by example", s)
		}
		r := &Run{Learner: s, Label: s.String(), Refused: refuses(l), Norm: d.normOf(s)}
		t.learners, t.runs = append(t.learners, l), append(t.runs, r)
	}
	return t, nil
}

// Learn lets the learners, as many at a time as there are processors, learn from the next examples. The error is that
// of ctx: an error that stops a learner is the Stop of its run.
func (t *Together) Learn(ctx context.Context, examples []theory.Example) error {
	return t.each(func(i int) error {
		r := t.runs[i]
		if r.Stop != nil {
			return nil
		}
		part, err := algos.Learn(ctx, t.learners[i], slices.Values(examples), false)
		if r.Trace.Append(part); ctx.Err() != nil {
			return ctx.Err()
		}
		if r.Stop = err; err != nil && r.Trace.Seen > part.Seen {
			r.Stop = fmt.Errorf("after %d examples: %w", r.Trace.Seen-part.Seen, err)
		}
		return nil
	})
}

// PartByPart returns the learners that learn part by part, and the others.
func PartByPart(learners []*algos.Spec) (these, others []*algos.Spec) {
	for _, s := range learners {
		if s.Kind.Task == theory.Online && !s.Kind.KeepsAll {
			these = append(these, s)
		} else {
			others = append(others, s)
		}
	}
	return these, others
}

// Measure includes examples in the margins of the last classifiers.
func (t *Together) Measure(examples []theory.Example) {
	_ = t.each(func(i int) error {
		for _, e := range examples {
			t.least[i] = min(t.least[i], float64(e.Y)*t.runs[i].Trace.Classifier.Score(e.X))
		}
		return nil
	})
}

// NoMargin reports, after some examples have been measured, whether all margins are known to be 0, because each last
// classifier errs on one of them. Then no more need to be measured.
func (t *Together) NoMargin() bool {
	t.measured = t.measured || !slices.ContainsFunc(t.least, func(v float64) bool { return v > 0 })
	return t.measured
}

// Measured says that all examples have been measured.
func (t *Together) Measured() { t.measured = true }

func (t *Together) each(do func(i int) error) error {
	var all errgroup.Group
	all.SetLimit(runtime.GOMAXPROCS(0))
	for i := range t.runs {
		all.Go(func() error { return do(i) })
	}
	return all.Wait()
}

// Runs returns the runs so far, one for each learner. Margins are known once all examples have been measured, and NaN
// before.
func (t *Together) Runs() []*Run {
	for i, r := range t.runs {
		r.Learner.Caption(&r.Trace)
		r.Linear = multiclass.Classifier{r.Trace.Classifier}
		if t.measured {
			r.evidence.margin = func() float64 {
				norm := r.Norm.Dual().Of(r.Trace.Classifier.W)
				return max(0, t.least[i]) / cmp.Or(norm, math.Inf(1))
			}
		}
	}
	return t.runs
}
