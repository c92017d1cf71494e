package kernel

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"marginlab/algos"
	"marginlab/theory"
)

// Student is a learner with the labels that it learns from, a label a point.
type Student struct {
	Learner
	Y []theory.Label
}

// Pass lets students go through points of a Gram matrix in an order, side by side,
// and calls saw after each point with what each student did there, in memory that
// the next point's will be written to. What they will need of the matrix is foreseen
// and computed in blocks. The error is the context's, or that of an [algos.Failing]
// learner, with the position in the order.
func Pass(ctx context.Context, g *Gram, order []int, students []Student, saw func(t int, steps []theory.Step)) error {
	_, err := pass(ctx, g, order, students, saw)
	return err
}

// pass is [Pass]; the trace is the first student's.
func pass(ctx context.Context, g *Gram, order []int, students []Student, saw func(t int, steps []theory.Step)) (theory.Trace, error) {
	wanted := func(i int) bool {
		return slices.ContainsFunc(students, func(s Student) bool { return s.Wants(i, s.Y[i]) })
	}
	steps := make([]theory.Step, len(students))
	return algos.Drive(ctx, slices.Values(order), true, func(t, i int, first *theory.Step) error {
		g.Ahead(order[t:], wanted)
		for k, s := range students {
			steps[k] = s.Step(i, s.Y[i])
			if failing, ok := s.Learner.(interface{ Err() error }); ok && failing.Err() != nil {
				return fmt.Errorf("example %d: %w", t+1, failing.Err())
			}
		}
		*first = steps[0]
		saw(t, steps)
		return nil
	})
}

// Run makes the kernel form of a learner and lets it learn from points of a Gram
// matrix with labels y, in an order. The trace is like that of [algos.Spec.Run], but
// without a classifier: see [Embedding.Classifier]. updated, if any, is told of each
// change of the classifier, as an [algos.Observer] is. The error is that of [New] or of
// [Pass]; what was learned before it is returned.
func Run(ctx context.Context, spec *algos.Spec, g *Gram, y []theory.Label, order []int, updated ...func(at int, l Learner)) (theory.Trace, Learner, error) {
	l, err := New(spec, g)
	if err != nil {
		tr := theory.Trace{Gamma: math.NaN(), Norm: math.NaN()}
		spec.Caption(&tr)
		return tr, nil, err
	}
	d, ok := l.(interface{ Drifts() bool })
	drifts := ok && d.Drifts()
	var observing time.Duration
	tr, err := pass(ctx, g, order, []Student{{l, y}}, func(t int, steps []theory.Step) {
		if len(updated) > 0 && (steps[0].Updated || drifts) {
			since := time.Now()
			for _, tell := range updated {
				tell(t+1, l)
			}
			observing += time.Since(since)
		}
	})
	tr.Seconds -= observing.Seconds()
	algos.Measure(&tr, l)
	spec.Caption(&tr)
	return tr, l, err
}
