package stream

import (
	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/theory"
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
}

// Metric returns the norm that the case is in: that of P, or of the learner.
func (c Case) Metric() measure.Metric {
	switch {
	case c.P != 0:
		return measure.Metric{P: c.P}
	case c.Learner != nil:
		if p, ok := c.Learner.Params()["p"]; ok {
			return measure.Metric{P: p}
		}
	}
	return measure.L2()
}

// Points returns the examples with all their coordinates.
func (c Case) Points() []measure.Vector { return measure.Points(c.Stream, c.Dim, 0) }

// Lifted returns the examples as the learner sees them, with the constant coordinate
// that it appends, if any.
func (c Case) Lifted() []measure.Vector { return measure.Points(c.Stream, c.Dim, c.Learner.Bias) }

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
func (c Case) Solves() bool { return c.Learner != nil && c.Learner.Kind.Solves }
