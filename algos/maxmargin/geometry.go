package maxmargin

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Measure returns the geometry of the examples, taken as checked, in a view of
// them: [Lengths], then [Margin] with its errors. When there is an error the
// lengths have been measured all the same. The dimension is the least that the examples fit in.
func Measure(ctx context.Context, examples []theory.Example, view theory.View, opt Options) (theory.Geometry, error) {
	return Margin(ctx, examples, Lengths(examples, theory.Dim(examples), view.Norm), view, opt)
}

// Lengths measures the examples in a norm, nil for ℓ2.
func Lengths(examples []theory.Example, dim int, norm vec.Norm) theory.Geometry {
	return measured(context.Background(), examples, dim, theory.View{Norm: norm}, 0)
}

// measured measures the lengths of the examples in a view, while ctx is not done.
func measured(ctx context.Context, examples []theory.Example, dim int, view theory.View, most int) theory.Geometry {
	seen, dim := view.Of(examples, dim)
	return lengthsOf(ctx, view.Base(), seen, dim, most)
}

// lengthsOf is [theory.Lengths.In], exact of so many examples, while ctx is not done.
func lengthsOf(ctx context.Context, n vec.Norm, seen []theory.Example, dim, most int) theory.Geometry {
	watch := watcher(ctx)
	watch(Stage{What: "distances"})
	return theory.Lengths{Norms: true, Within: true, Across: true, Most: most}.In(n, seen, dim, func(part float64) bool {
		watch(Stage{What: "distances", Part: part})
		return ctx.Err() == nil
	})
}

// Margin returns the geometry of the examples in a view and its norm, which is
// opt's too, given the [Lengths] of the examples in that norm. A constant
// coordinate c changes of these only D̄ and the shortest, to ‖(D̄,c)‖, and the
// dimension; of normalised examples the lengths are measured afresh. It adds γ∗
// with its certified interval and the bias of the maximum-margin classifier.
// Through the origin γ∗ is the margin there and the bias is 0. Examples that are
// not separable in the view, by witness, have Separable false and γ∗ = 0, which
// is no error.
//
// The error is that of ctx; an *UndecidedError; a *OneClassError, unless the
// view is through the origin and there is an example; or that an example with
// the constant coordinate fails theory.Example.Check. The lengths are those of
// the view all the same. It panics if lengths cannot be of the examples.
func Margin(ctx context.Context, examples []theory.Example, lengths theory.Geometry, view theory.View, opt Options) (theory.Geometry, error) {
	g, _, err := separate(ctx, examples, lengths, view, opt)
	return g, err
}

// separate is [Margin] with the separator w∗ in the space of the view, nil if
// there is none.
func separate(ctx context.Context, examples []theory.Example, lengths theory.Geometry, view theory.View, opt Options) (theory.Geometry, []float64, error) {
	if lengths.Examples != len(examples) || lengths.Dim < theory.Dim(examples) {
		panic("maxmargin: the lengths are not those of the examples")
	}
	base := view.Base()
	opt.Norm = base
	g := lengths
	g.Gamma, g.Lower, g.Bias, g.Separable = 0, 0, 0, false
	if view.Lift != 0 {
		g.Dim++
		g.DBar, g.Shortest = lifted(base, g.DBar, view.Lift), lifted(base, g.Shortest, view.Lift)
	}
	seen, dim := view.Of(examples, lengths.Dim)
	if err := theory.CheckAll(seen, dim); err != nil {
		return g, nil, fmt.Errorf("maxmargin: with the constant coordinate %v: %w", view.Lift, err)
	}
	if view.Normalised {
		if g = lengthsOf(ctx, base, seen, dim, opt.Most); ctx.Err() != nil {
			return g, nil, ctx.Err()
		}
	}
	var s *Solution
	var err error
	if view.Origin && !view.Normalised && remote(lengths, view.Lift, opt) {
		s, err = remoteSolution(ctx, examples, lengths.Dim, view.Lift, opt)
	} else {
		opt.Origin = view.Origin
		s, err = Solve(ctx, seen, dim, opt)
	}
	if meet := (*NotSeparableError)(nil); errors.As(err, &meet) {
		return g, nil, nil
	}
	if err != nil {
		return g, nil, err
	}
	g.Gamma, g.Lower, g.Bias, g.Separable = s.Gamma, s.Lower, s.Classifier.B, true
	return g, s.Classifier.W, nil
}

// lifted is ‖(x, c)‖ of an x of the given length: in ℓ2 and ℓp it is ‖(‖x‖, c)‖.
func lifted(n vec.Norm, length, c float64) float64 {
	if _, ok := n.(vec.L2); ok {
		return num.Hypot(length, c)
	}
	return n.Of([]float64{length, c})
}

// dualExponent is q of ℓp, 1/p + 1/q = 1.
func dualExponent(n vec.Norm) float64 {
	if n, ok := n.(vec.Lp); ok {
		return n.P / (n.P - 1)
	}
	return 2
}

// remote reports whether the constant coordinate c is so large that the margin
// of (x, c) through the origin is, to half the tolerance, that of x with a bias.
func remote(lengths theory.Geometry, c float64, opt Options) bool {
	q := dualExponent(opt.Norm)
	return 0 < lengths.Positives && lengths.Positives < lengths.Examples &&
		lengths.DBar <= num.Pow(q/2*opt.tolerance(), 1/q)*math.Abs(c)
}

// remoteSolution is the certified interval of the margin γ_c of (x, c) through
// the origin, by way of the margin γ∗ with a bias, and its separator:
//
//	γ∗/‖(1, b∗/c)‖∗ ≤ γ_c ≤ γ∗,
//
// on the left by the classifier (w∗, b∗/c), on the right by the weights of v₊
// and v₋, halved, of which the y·c sum to 0. As |b∗| ≤ D̄, the ends are a relative
// (D̄/c)^q/q apart. Both problems are separable, or neither. The solver itself would
// need D/γ∗ to be small, where D is 2|c|.
func remoteSolution(ctx context.Context, examples []theory.Example, dim int, c float64, opt Options) (*Solution, error) {
	opt.Tolerance, opt.Origin = opt.tolerance()/2, false
	s, err := Solve(ctx, examples, dim, opt)
	if err != nil {
		return nil, err
	}
	w, b := s.Classifier.W, s.Classifier.B
	return &Solution{
		Gamma: s.Gamma, Lower: s.Lower / lifted(opt.Norm.Dual(), 1, b/c),
		Classifier: theory.Classifier{W: append(slices.Clone(w), b/c)},
	}, nil
}
