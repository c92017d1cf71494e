package stream

import (
	"gonum.org/v1/gonum/mat"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Case is what a property is held against: a learner, a stream, and what else
// the property speaks of. Its String is one line of text that [Parse] makes
// the same Case from again.
type Case struct {
	Learner *algos.Spec // nil where the property speaks of none
	Dim     int         // of the space; at least that of the stream
	Stream  []theory.Example
	U       measure.Vector   // a translation
	C       float64          // a factor, 0 if none
	V       []measure.Vector // the vectors of reflections x ↦ x − 2(v·x)v/‖v‖², one after the other
	A       []float64        // other numbers, as the property names them
	P       float64          // the norm ‖·‖_P of a property that speaks of no learner, ℓ2 if 0
	M       []measure.Vector // the norm √(xᵀMx), symmetric and positive definite; that of the learner too
}

// Metric returns the norm that the case is in: that of M, of P, or of the learner.
func (c Case) Metric() measure.Metric {
	switch {
	case c.M != nil:
		in, _ := measure.Mahalanobis(c.M)
		return in
	case c.P != 0:
		return measure.Power(c.P)
	case c.Learner != nil:
		if p, ok := c.Learner.Params()["p"]; ok {
			return measure.Power(p)
		}
	}
	return measure.L2()
}

// Norm returns the norm of the case as package vec has it.
func (c Case) Norm() (vec.Norm, error) {
	if c.M == nil {
		return vec.P(c.Metric().P), nil
	}
	m := mat.NewSymDense(len(c.M), nil)
	for i, row := range c.M {
		for j, v := range row[:i+1] {
			m.SetSym(i, j, v)
		}
	}
	return vec.NewMahalanobis(m, "mahalanobis")
}

// Placed returns c with its learner in the norm of M.
func (c Case) Placed() (Case, error) {
	if c.M == nil || c.Learner == nil {
		return c, nil
	}
	n, err := c.Norm()
	if err != nil {
		return c, err
	}
	c.Learner, err = c.Learner.In(n)
	return c, err
}

// Points returns the examples with all their coordinates.
func (c Case) Points() []measure.Vector { return measure.Points(c.Stream, c.Dim, 0) }

// Lifted returns the examples as the learner sees them, with the constant coordinate
// that it appends, if any.
func (c Case) Lifted() []measure.Vector { return measure.Points(c.Stream, c.Dim, c.Learner.Lift()) }

// Sparse reports whether an example is stored as sparse.
func (c Case) Sparse() bool {
	for _, e := range c.Stream {
		if e.X.IsSparse() {
			return true
		}
	}
	return false
}

// Solves reports whether the learner solves the offline problem.
func (c Case) Solves() bool { return c.Learner != nil && c.Learner.Core().Kind.Solves }
