package maxmargin

import (
	"context"
	"errors"
	"fmt"
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Measure returns the geometry of the examples, taken as checked, in a view of
// them: [theory.Diameters], then [Margin] with its errors. When there is an
// error the diameters have been measured all the same.
func Measure(ctx context.Context, examples []theory.Example, view theory.View, opt Options) (theory.Geometry, error) {
	return Margin(ctx, examples, theory.Diameters(examples, theory.Dim(examples)), view, opt)
}

// Margin returns the geometry of the examples in a view, given the lengths of
// the examples as they are, which theory.Diameters measured. A view changes of
// these only D̄, to √(D̄²+c²), and the dimension. It adds γ∗ with its certified
// interval and the bias of the maximum-margin classifier. Through the origin γ∗
// is the margin there and the bias is 0. Examples that are not separable in the
// view, by witness, have Separable false and γ∗ = 0, which is no error.
//
// The error is that of ctx; an *UndecidedError; a *OneClassError, unless the
// view is through the origin and there is an example; or that an example with
// the constant coordinate fails theory.Example.Check. The lengths are those of
// the view all the same. It panics if lengths cannot be of the examples.
func Margin(ctx context.Context, examples []theory.Example, lengths theory.Geometry, view theory.View, opt Options) (theory.Geometry, error) {
	if lengths.Examples != len(examples) || lengths.Dim < theory.Dim(examples) {
		panic("maxmargin: the lengths are not those of the examples")
	}
	g := lengths
	g.Gamma, g.Lower, g.Bias, g.Separable = 0, 0, 0, false
	lifted := examples
	if view.Lift != 0 {
		lifted = lift(examples, g.Dim, view.Lift)
		g.Dim++
		g.DBar = math.Hypot(g.DBar, view.Lift)
		if err := theory.CheckAll(lifted, g.Dim); err != nil {
			return g, fmt.Errorf("maxmargin: with the constant coordinate %v: %w", view.Lift, err)
		}
	}
	var err error
	if view.Origin && remote(lengths, view.Lift, opt) {
		g.Gamma, g.Lower, err = remoteMargin(ctx, examples, lengths.Dim, view.Lift, opt)
	} else {
		var s *Solution
		opt.Origin = view.Origin
		if s, err = Solve(ctx, lifted, g.Dim, opt); err == nil {
			g.Gamma, g.Lower, g.Bias = s.Gamma, s.Lower, s.Classifier.B
		}
	}
	if meet := (*NotSeparableError)(nil); errors.As(err, &meet) {
		return g, nil
	}
	g.Separable = err == nil
	return g, err
}

// remote reports whether the constant coordinate c is so large that the margin
// of (x, c) through the origin is, to half the tolerance, that of x with a bias.
func remote(lengths theory.Geometry, c float64, opt Options) bool {
	return 0 < lengths.Positives && lengths.Positives < lengths.Examples &&
		lengths.DBar <= math.Sqrt(opt.tolerance())*math.Abs(c)
}

// remoteMargin returns the certified interval of the margin γ_c of (x, c)
// through the origin, by way of the margin γ∗ with a bias:
//
//	γ∗/√(1+(b∗/c)²) ≤ γ_c ≤ γ∗,
//
// on the left by the classifier (w∗, b∗/c), on the right by the weights of v₊
// and v₋, halved, of which the y·c sum to 0. As |b∗| ≤ D̄, the ends are a relative
// ½(D̄/c)² apart. Both problems are separable, or neither. The solver itself would
// need D/γ∗ to be small, where D is 2|c|.
func remoteMargin(ctx context.Context, examples []theory.Example, dim int, c float64, opt Options) (upper, lower float64, err error) {
	opt.Tolerance, opt.Origin = opt.tolerance()/2, false
	s, err := Solve(ctx, examples, dim, opt)
	if err != nil {
		return 0, 0, err
	}
	return s.Gamma, s.Lower / math.Hypot(1, s.Classifier.B/c), nil
}

// lift returns the examples with coordinate dim set to c.
func lift(examples []theory.Example, dim int, c float64) []theory.Example {
	lifted := make([]theory.Example, len(examples))
	for i, e := range examples {
		var x vec.Vector
		if e.X.IsSparse() {
			n := len(e.X.Index)
			x.Index = append(e.X.Index[:n:n], dim)
			x.Value = append(e.X.Value[:n:n], c)
		} else {
			x.Value = make([]float64, dim+1)
			copy(x.Value, e.X.Value)
			x.Value[dim] = c
		}
		lifted[i] = theory.Example{X: x, Y: e.Y}
	}
	return lifted
}
