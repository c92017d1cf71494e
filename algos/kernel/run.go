package kernel

import (
	"context"
	"fmt"
	"math"
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
	wanted := func(i int) bool {
		for _, s := range students {
			if s.Wants(i, s.Y[i]) {
				return true
			}
		}
		return false
	}
	steps := make([]theory.Step, len(students))
	for t, i := range order {
		if t%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if wanted(i) {
			g.Ahead(order[t:], wanted)
		}
		for k, s := range students {
			steps[k] = s.Step(i, s.Y[i])
			if failing, ok := s.Learner.(interface{ Err() error }); ok && failing.Err() != nil {
				return fmt.Errorf("example %d: %w", t+1, failing.Err())
			}
		}
		saw(t, steps)
	}
	return nil
}

// Run makes the kernel form of a learner and lets it learn from points of a Gram
// matrix with labels y, in an order. The trace is like that of [algos.Spec.Run], but
// without a classifier: see [Embedding.Classifier]. updated, if any, is told of each
// change of the classifier, as an [algos.Observer] is. The error is that of [New] or of
// [Pass]; what was learned before it is returned.
func Run(ctx context.Context, spec *algos.Spec, g *Gram, y []theory.Label, order []int, updated ...func(at int, l Learner)) (theory.Trace, Learner, error) {
	tr := theory.Trace{Gamma: math.NaN(), Norm: math.NaN()}
	spec.Caption(&tr)
	l, err := New(spec, g)
	if err != nil {
		return tr, nil, err
	}
	d, ok := l.(interface{ Drifts() bool })
	drifts := ok && d.Drifts()
	begin := time.Now()
	var observing time.Duration
	err = Pass(ctx, g, order, []Student{{l, y}}, func(t int, steps []theory.Step) {
		step := steps[0]
		tr.Steps = append(tr.Steps, step)
		if step.Mistake() {
			tr.Mistakes++
		}
		if step.Updated {
			tr.Updates++
		}
		if len(updated) > 0 && (step.Updated || drifts) {
			since := time.Now()
			for _, tell := range updated {
				tell(t+1, l)
			}
			observing += time.Since(since)
		}
	})
	tr.Seconds = (time.Since(begin) - observing).Seconds()
	if m, ok := l.(interface{ Gamma() float64 }); ok {
		tr.Gamma = m.Gamma()
	}
	if m, ok := l.(interface{ Norm() float64 }); ok {
		tr.Norm = m.Norm()
	}
	return tr, l, err
}
