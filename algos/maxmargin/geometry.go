package maxmargin

import (
	"context"
	"errors"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Measure returns the geometry of the examples, taken as checked, in a view of
// them: the diameters of [theory.Diameters], γ∗ with its certified interval, and
// the bias of the maximum-margin classifier. Through the origin γ∗ is the margin
// there and the bias is 0. Examples that are not separable in the view have
// Separable false and γ∗ = 0, which is no error. The error is that of ctx or,
// unless the view is through the origin and there is an example, a
// *OneClassError; the diameters are measured all the same.
func Measure(ctx context.Context, examples []theory.Example, view theory.View, opt Options) (theory.Geometry, error) {
	dim := theory.Dim(examples)
	if view.Lift != 0 {
		examples = lift(examples, dim, view.Lift)
		dim++
	}
	g := theory.Diameters(examples, dim)
	opt.Origin = view.Origin
	s, err := Solve(ctx, examples, dim, opt)
	if meet := (*NotSeparableError)(nil); errors.As(err, &meet) {
		return g, nil
	}
	if err != nil {
		return g, err
	}
	g.Gamma, g.Lower, g.Bias = s.Gamma, s.Lower, s.Classifier.B
	g.Separable = true
	return g, nil
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
