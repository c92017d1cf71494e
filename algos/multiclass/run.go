package multiclass

import (
	"context"
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// drive lets step learn from the examples in the order given, by their index and the
// position there, as [algos.Drive] does. The error of step is returned with the number
// of the example, counted from 1.
func drive(ctx context.Context, order []int, step func(t, i int) (Step, error)) (theory.Trace, error) {
	return algos.Drive(ctx, slices.Values(order), true, func(t, i int, s *theory.Step) error {
		all, err := step(t, i)
		if err != nil {
			return fmt.Errorf("example %d: %w", i+1, err)
		}
		*s = all.Step
		return nil
	})
}

// Check reports what is wrong with an example as data from outside, for a space of
// dim dimensions and for M classes.
func Check(x vec.Vector, y, dim, classes int) error {
	if y < 0 || y >= classes {
		return classError(y, classes)
	}
	return x.Check(dim)
}

func classError(y, classes int) error {
	return fmt.Errorf("class is %d, expected one of 0 to %d", y, classes-1)
}

// Run lets l, made for dim dimensions, learn from the examples x with the classes
// y, in the order given, by their index and as often as they stand there; nil:
// each once, as they stand. Each is checked before the learner sees it. The trace is
// of a run over the stream of the differences; its classifier is that in ℝ^{dM}.
// The errors are those of [algos.Drive], or of an example that is malformed, or that the
// learner could not go on from.
func Run(ctx context.Context, l Learner, dim int, x []vec.Vector, y []int, order []int) (theory.Trace, error) {
	if len(x) != len(y) {
		panic("multiclass: as many classes as examples are needed")
	}
	if order == nil {
		order = inOrder(len(x))
	}
	tr, err := drive(ctx, order, func(_, i int) (Step, error) {
		if err := Check(x[i], y[i], dim, l.Classes()); err != nil {
			return Step{}, err
		}
		s := l.Step(x[i], y[i])
		return s, l.Err()
	})
	tr.Classifier, tr.Norm = l.Classifier().Concatenated(), l.Norm()
	return tr, err
}

// Run makes the learner and lets it learn, as [Run] does; the trace carries its
// name and parameters.
func (s *Spec) Run(ctx context.Context, dim, classes int, x []vec.Vector, y []int, order []int) (theory.Trace, error) {
	tr, err := Run(ctx, s.New(dim, classes), dim, x, y, order)
	tr.Learner, tr.Families, tr.Params = s.String(), s.Families(), s.Params(classes)
	return tr, err
}

// RunKernel lets l learn from the points of its Gram matrix with the classes y, a
// class a point, in the order given, as [Run] does (nil: each once), and calls saw,
// if it is not nil, after each. The rows of the Gram matrix that updates ask for are
// computed in blocks ahead of them. The trace has no classifier: it is the learner's.
func RunKernel(ctx context.Context, l Kernelized, g *kernel.Gram, y []int, order []int, saw func()) (theory.Trace, error) {
	if len(y) != g.Len() {
		panic("multiclass: as many classes as points are needed")
	}
	if order == nil {
		order = inOrder(len(y))
	}
	wanted := func(i int) bool { return y[i] >= 0 && y[i] < l.Classes() && l.Wants(g.Unit(i), y[i]) }
	tr, err := drive(ctx, order, func(t, i int) (Step, error) {
		if y[i] < 0 || y[i] >= l.Classes() {
			return Step{}, classError(y[i], l.Classes())
		}
		g.Ahead(order[t:], wanted)
		s := l.Step(g.Unit(i), y[i])
		if saw != nil {
			saw()
		}
		return s, l.Err()
	})
	tr.Norm = l.Norm()
	return tr, err
}

// RunToRest lets the learner go round the examples until a pass changes nothing,
// at most maxPasses times; the trace has no steps. The error is that of [Run].
func (s *Spec) RunToRest(ctx context.Context, dim, classes int, x []vec.Vector, y []int, maxPasses int) (algos.Rest, error) {
	l := s.New(dim, classes)
	r := algos.Rest{Trace: theory.Trace{Learner: s.String(), Families: s.Families(), Params: s.Params(classes), Gamma: math.NaN()}}
	for r.Passes < maxPasses && !r.AtRest {
		pass, err := Run(ctx, l, dim, x, y, nil)
		if err != nil {
			return algos.Rest{}, err
		}
		algos.Repeats(l)
		r.Passes++
		r.Mistakes += pass.Mistakes
		r.Updates += pass.Updates
		r.Seconds += pass.Seconds
		r.AtRest = pass.Updates == 0
	}
	r.Classifier, r.Norm = l.Classifier().Concatenated(), l.Norm()
	return r, nil
}

func inOrder(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}
