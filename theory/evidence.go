package theory

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"marginlab/theory/vec"
)

// View says how a stream is looked at before its geometry is measured. A
// theorem speaks of one view of the stream; its row in the table of guarantees
// names it. The zero View is the stream as given, separated with a bias.
type View struct {
	Origin     bool    // separated by a hyperplane through the origin, b = 0
	Lift       float64 // if not 0, every x becomes (x, Lift)
	Normalised bool    // every x ≠ 0 becomes x/‖x‖, after the lift

	// Norm is what lengths are measured in, nil for ℓ2. A [vec.Pullback] by A takes
	// every x to Ax, before all else: what is seen is then measured in its base.
	Norm vec.Norm
}

// Base is the norm that the view measures what it sees in.
func (v View) Base() vec.Norm {
	switch n := v.Norm.(type) {
	case nil:
		return vec.L2{}
	case *vec.Pullback:
		return n.Base()
	}
	return v.Norm
}

// Of returns the examples, of at most dim dimensions, as the view sees them, and
// the dimension there. Examples that the view leaves as they are share memory.
func (v View) Of(examples []Example, dim int) ([]Example, int) {
	if _, ok := v.Norm.(*vec.Pullback); !ok && v.Lift == 0 && !v.Normalised {
		return examples, dim
	}
	seen := make([]Example, len(examples))
	for i, e := range examples {
		seen[i] = Example{X: v.vector(e.X, dim), Y: e.Y}
	}
	if v.Lift != 0 {
		dim++
	}
	return seen, dim
}

// Classifier is a classifier as the view sees it: what it gives an example, this one
// gives what the view makes of the example.
func (v View) Classifier(c Classifier) Classifier {
	if n, ok := v.Norm.(*vec.Pullback); ok {
		c.W = slices.Clone(c.W)
		n.Dual().(*vec.Pullback).Map(c.W, c.W) // A⁻ᵀw, which is w at Ax
	}
	if v.Lift != 0 {
		c = Classifier{W: append(slices.Clone(c.W), c.B/v.Lift)}
	}
	return c
}

// Separability says that examples are separable in the view, or that they are not.
func (v View) Separability(separable bool) string {
	s := "separable"
	if !separable {
		s = "not separable"
	}
	if v.Origin {
		s += " through the origin"
	}
	if v.Lift != 0 {
		s += fmt.Sprintf(" with the constant coordinate %v appended", v.Lift)
	}
	if v.Normalised {
		s += ", normalised"
	}
	return s
}

func (v View) vector(x vec.Vector, dim int) vec.Vector {
	y := x.Clone()
	if n, ok := v.Norm.(*vec.Pullback); ok {
		y = x.Densify(dim)
		n.Map(y.Value, y.Value)
	}
	if v.Lift != 0 {
		if y.IsSparse() {
			y.Index = append(y.Index, dim)
			y.Value = append(y.Value, v.Lift)
		} else {
			y = y.Densify(dim + 1)
			y.Value[dim] = v.Lift
		}
	}
	if v.Normalised {
		if norm := v.Base().Of(y.Value); norm > 0 {
			for k := range y.Value {
				y.Value[k] /= norm
			}
		}
	}
	return y
}

// Evidence is what is known of the stream of a run in one view of it.
type Evidence struct {
	Geometry
	// Margin is that of the run's last classifier on the stream, NaN where it
	// was not measured; AtRest says that it is one that the stream leaves as it
	// is: the last pass changed nothing.
	Margin float64
	AtRest bool
	// Rivals are vectors u of ‖u‖∗ = 1, or 0, that a guarantee on any stream compares the
	// learner with: y_t(u·x_t) at each step of the run.
	Rivals [][]float64
	// Inradius is how far the origin is inside the hull of the points yx, in their
	// span; 0 where it is not inside, or was not measured.
	Inradius float64
}

// RivalOf returns y_t(u·x_t)/‖u‖∗ at each step of a stream, nil where there is no u or
// u = 0.
func RivalOf(n vec.Norm, u []float64, stream iter.Seq[Example]) []float64 {
	norm := n.Dual().Of(u)
	if norm == 0 {
		return nil
	}
	var margins []float64
	for e := range stream {
		margins = append(margins, float64(e.Y)*e.X.Dot(u)/norm)
	}
	return margins
}

// scales are the lengths that a bound which holds for every length of a rival
// is tried at: the inverses of its positive margins at 17 quantiles, from the
// least to the greatest. A bound read there is as true as its minimum over all
// lengths.
func scales(rival []float64) []float64 {
	positive := slices.DeleteFunc(slices.Clone(rival), func(m float64) bool { return !(m > 0) })
	if len(positive) == 0 {
		return nil
	}
	slices.Sort(positive)
	const n = 16
	var lengths []float64
	for k := range n + 1 {
		lengths = append(lengths, 1/positive[k*(len(positive)-1)/n])
	}
	return slices.Compact(lengths)
}

// hinge is L_q = Σ_t max(0, 1 − ‖u‖ m_t)^q of a rival of the given length.
func hinge(rival []float64, length, q float64) float64 {
	var sum float64
	for _, m := range rival {
		switch l := 1 - length*m; {
		case !(l > 0):
		case q == 2: // what most bounds ask for
			sum += l * l
		default:
			sum += math.Pow(l, q)
		}
	}
	return sum
}
