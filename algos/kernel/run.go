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

// Check reports why the learner cannot learn over the Gram matrix: it has no kernel
// form, or Pegasos's λ is so small that ‖w‖² would overflow.
func Check(spec *algos.Spec, g *Gram) error {
	if !spec.HasKernelForm() {
		return fmt.Errorf("learner %q has no kernel form", spec)
	}
	lambda, ok := spec.Params()["lambda"]
	if !ok {
		return nil
	}
	for i := range g.Len() {
		if k := g.Diag(i); k > mostSqNorm*lambda*lambda { // beside which the square of a lift is nothing
			return fmt.Errorf("learner %q: K(x,x) = %.3g of example %d is too large for lambda: the squared norm of f would overflow", spec, k, i+1)
		}
	}
	return nil
}

// mostSqNorm bounds ‖w‖² far enough below the largest float64 for sums of a few.
const mostSqNorm = 1e290

// New makes the learner over the points of a Gram matrix. Its examples are those of
// [Gram.Unit]. The error is that of [Check].
func New(spec *algos.Spec, g *Gram) (algos.Kernelized, error) {
	if err := Check(spec, g); err != nil {
		return nil, err
	}
	return spec.Over(g.Space()).(algos.Kernelized), nil
}

// Run makes a learner and lets it learn from points of a Gram matrix with labels y, in
// an order. The rows that its updates ask for are foreseen and computed in blocks. The
// trace has no classifier: see [Embedding.Classifier]. updated, if any, is told of each
// change of the classifier, as an [algos.Observer] is. The error is that of [New] or of
// the context, or that of a learner that cannot go on, with the position in the order;
// what was learned before it is returned.
func Run(ctx context.Context, spec *algos.Spec, g *Gram, y []theory.Label, order []int, updated ...func(at int, l algos.Kernelized)) (theory.Trace, algos.Kernelized, error) {
	tr := theory.Trace{Gamma: math.NaN(), Norm: math.NaN()}
	l, err := New(spec, g)
	if err == nil {
		tr, err = Learn(ctx, l, g, y, order, updated...)
	}
	spec.Caption(&tr)
	return tr, l, err
}

// Learn lets a learner that [New] has made learn as [Run] does, or go on.
//
// Note: by way of [algos.Run], which checks every example, small runs took a quarter
// longer; the steps are therefore made here.
func Learn(ctx context.Context, l algos.Kernelized, g *Gram, y []theory.Label, order []int, updated ...func(at int, l algos.Kernelized)) (theory.Trace, error) {
	drifts := l.State().Drifts
	wanted := func(i int) bool { return l.Wants(g.Unit(i), y[i]) }
	var observing time.Duration
	tr, err := algos.Drive(ctx, slices.Values(order), true, func(t, i int, s *theory.Step) error {
		g.Ahead(order[t:], wanted)
		if *s = l.Step(g.Unit(i), y[i]); !s.Made() {
			return fmt.Errorf("example %d: %w", t+1, l.State().Err)
		}
		if len(updated) > 0 && (s.Updated || drifts) {
			since := time.Now()
			for _, tell := range updated {
				tell(t+1, l)
			}
			observing += time.Since(since)
		}
		return nil
	})
	tr.Seconds -= observing.Seconds()
	algos.Show(&tr, l)
	tr.Classifier = theory.Classifier{}
	return tr, err
}
