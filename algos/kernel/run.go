package kernel

import (
	"context"
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/theory"
)

// Check returns the reason why the learner cannot learn over the Gram matrix: it has no kernel form, it has many
// classes and a constant coordinate, or Pegasos's λ is so small that ‖w‖² would overflow.
func Check(spec *algos.Spec, g *Gram) error {
	switch {
	case !spec.HasKernelForm():
		return fmt.Errorf("learner %q has no kernel form", spec)
	case spec.Bias != 0 && spec.Kind.Task == theory.ManyClasses:
		return fmt.Errorf("learner %q: over a kernel matrix a learner of many classes has no bias, "+
			"expected one-vs-rest of a learner with one", spec)
	}
	lambda, ok := spec.Params()["lambda"]
	if !ok {
		return nil
	}
	for i := range g.Len() {
		if k := g.Diag(i); k > mostSqNorm*lambda*lambda { // the square of a lift is negligible beside it
			return fmt.Errorf("learner %q: K(x,x) = %.3g of example %d is too large for lambda: the squared norm of f would overflow", spec, k, i+1)
		}
	}
	return nil
}

// mostSqNorm bounds ‖w‖² far enough below the largest float64 for sums of a few.
const mostSqNorm = 1e290

// New makes the learner over the points of a Gram matrix. Its examples are those of [Gram.Unit]. The error is that of
// [Check].
func New(spec *algos.Spec, g *Gram) (algos.Kernelized, error) {
	if err := Check(spec, g); err != nil {
		return nil, err
	}
	return spec.Over(g.Space()).(algos.Kernelized), nil
}

// Run makes a learner and lets it learn from the points of a Gram matrix with labels y, in an order. The trace has no
// classifier: see [Embedding.Classifier]. The error is that of [New] or of [Learn].
func Run(ctx context.Context, spec *algos.Spec, g *Gram, y []theory.Label, order []int) (
	tr theory.Trace, l algos.Kernelized, err error) {
	tr = theory.Trace{Gamma: math.NaN(), Norm: math.NaN()}
	if l, err = New(spec, g); err == nil {
		tr, err = Learn(ctx, l, g, y, order)
	}
	spec.Caption(&tr)
	return tr, l, err
}

// Learn lets a learner from [New] learn, or continue. It foresees the rows that updates will ask for and computes
// them in blocks. The error is that of the context, or of a learner that cannot continue, with the position in the
// order; the trace then has the steps before it. Or it is an unknown class, before any step.
func Learn(ctx context.Context, l algos.Kernelized, g *Gram, y []theory.Label, order []int) (theory.Trace, error) {
	if many, is := l.(interface{ Classes() int }); is {
		for t, i := range order {
			if err := (theory.Example{Y: y[i]}).CheckClass(0, many.Classes()); err != nil {
				return theory.Trace{Gamma: math.NaN(), Norm: math.NaN()}, fmt.Errorf("example %d: %w", t+1, err)
			}
		}
	}
	wanted := func(i int) bool { return l.Wants(g.Unit(i), y[i]) }
	tr, err := algos.Learn(ctx, l, func(yield func(theory.Example) bool) {
		for t, i := range order {
			if g.Ahead(order[t:], wanted); !yield(theory.Example{X: g.Unit(i), Y: y[i]}) {
				return
			}
		}
	}, true)
	tr.Classifier = theory.Classifier{}
	return tr, err
}

// Margin returns the margin of the learner's classifier on the first len(y) points, the
// least y_i·Score(i) over the norm of the classifier; 0 if it does not separate them.
func Margin(l algos.Kernelized, g *Gram, y []theory.Label) float64 {
	least := math.Inf(1)
	for i := range y {
		least = min(least, float64(y[i])*l.Score(g.Unit(i)))
	}
	if norm := g.Norm(l.State().Classifier); least > 0 && norm > 0 && len(y) > 0 {
		return least / norm
	}
	return 0
}

// Norm returns ‖Σ_i W_i φ(x_i)‖.
func (g *Gram) Norm(c theory.Classifier) float64 {
	w := g.Space().Zero()
	for i, a := range c.W {
		if a != 0 {
			w.Add(a, g.Unit(i))
		}
	}
	return w.Norm()
}
