package theory

import (
	"fmt"
	"slices"

	"marginlab/theory/vec"
)

// View says how a stream is transformed before its geometry is measured. A theorem is about one view of the stream;
// its row in the table of guarantees names it. The zero View is the stream as given, separated with a bias.
type View struct {
	Origin     bool     // separated by a hyperplane through the origin, b = 0
	Lift       float64  // if not 0, every x becomes (x, Lift)
	Normalised bool     // every x ≠ 0 becomes x/‖x‖, after the lift
	Norm       vec.Norm // in which lengths are measured, nil for ℓ2
}

// Base returns the norm in which the view measures lengths.
func (v View) Base() vec.Norm {
	if v.Norm == nil {
		return vec.L2{}
	}
	return v.Norm
}

// Of returns the examples, of at most dim dimensions, in the view, and the dimension there. Examples that the view
// does not change share memory.
func (v View) Of(examples []Example, dim int) ([]Example, int) {
	if v.Lift == 0 && !v.Normalised {
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

// Classifier returns c in the view: the result gives the view of an example the score that c gives the example.
func (v View) Classifier(c Classifier) Classifier {
	if v.Lift != 0 {
		c = Classifier{W: append(slices.Clone(c.W), c.B/v.Lift)}
	}
	return c
}

// Original inverts [View.Classifier]: it returns the classifier on the examples as given, except for Normalised.
func (v View) Original(c Classifier) Classifier {
	w := slices.Clone(c.W)
	if v.Lift != 0 {
		last := len(w) - 1
		w, c.B = w[:last], c.B+float64(w[last]*v.Lift)
	}
	return Classifier{W: w, B: c.B}
}

// Separability returns the words for examples that are, or are not, separable in the view.
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

func (v View) vector(x vec.Vector, dim int) (y vec.Vector) {
	switch {
	case v.Lift == 0:
		y = x.Clone()
	case x.IsSparse():
		y.Index, y.Value = slices.Concat(x.Index, []int{dim}), slices.Concat(x.Value, []float64{v.Lift})
	default:
		y = x.Densify(dim + 1)
		y.Value[dim] = v.Lift
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

// Evidence is what is known about the stream of a run in one view.
type Evidence struct {
	Geometry
	// Margin is the margin of the run's last classifier on the stream, NaN where it was not measured. AtRest reports
	// that the last pass changed nothing.
	Margin      float64
	AtRest      bool
	Comparators []*Comparator // for a guarantee on any stream
	// Lengths are the ‖x_t‖ of the steps of the run, nil where they were not measured.
	Lengths []float64
	// Cosine is the cosine of the angle between w of the last classifier and the w of the maximum margin, in ℓ2; 0
	// where it was not measured.
	Cosine float64
	// Inradius is the depth of the origin inside the hull of the points yx, in their span; 0 where it is not inside,
	// or was not measured.
	Inradius float64
}
