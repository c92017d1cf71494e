package maxmargin

import (
	"errors"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory/vec"
)

// image is the part of a Solver that is for a pullback norm ‖x‖ = ‖Ax‖_base: the
// solver of the points Ax in the base norm. A classifier w there is Aᵀw here; a
// convex combination here is that of the same weights.
type image struct {
	*Solver
	norm *vec.Pullback
}

// of returns Ax.
func (m *image) of(x vec.Vector) vec.Vector {
	y := x.Densify(m.norm.Dim())
	m.norm.Map(y.Value, y.Value)
	return y
}

// back makes the present solution of the images, or what they failed for, that of
// s, the solver of the points.
func (m *image) back(s *Solver, changed bool, err error) error {
	if m.failed != nil {
		if s.failed == nil {
			s.failed = m.failed
			if meet := (*NotSeparableError)(nil); errors.As(err, &meet) {
				s.failed = s.meeting(meet)
			}
		}
		return s.failed
	}
	if changed {
		s.started = true
		s.gamma, s.offset, s.classifier.B = m.gamma, m.offset, m.classifier.B
		m.norm.Adjoint(s.classifier.W, m.classifier.W)
		plus, minus := m.weights()
		s.combine(s.plus, plus)
		s.combine(s.minus, minus)
	}
	return err
}

// meeting is the witness of the images with the point that is half-way here, and the
// distance of the points themselves: Ax is rounded.
func (s *Solver) meeting(images *NotSeparableError) *NotSeparableError {
	e, minus := *images, make([]float64, len(s.w))
	e.Point = slices.Clone(minus)
	s.combine(e.Point, e.PlusWeights)
	s.combine(minus, e.MinusWeights)
	floats.Add(e.Point, minus)
	floats.Scale(0.5, e.Point)
	e.Distance = s.length(s.opt.Norm, s.difference(e.PlusWeights, e.MinusWeights))
	return &e
}

// combine stores Σλx in dst (through the origin Σλyx).
func (s *Solver) combine(dst []float64, weights []Weight) {
	clear(dst)
	for _, w := range weights {
		e := s.points[w.Example]
		f := w.Lambda
		if s.opt.Origin {
			f *= float64(e.Y)
		}
		e.X.AddTo(dst, f)
	}
}
