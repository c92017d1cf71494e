package exact

import "math/big"

// opening is the initialisation phase of OMM, PUMMA's too. It implements
// omm.txt, Algorithm 1, lines 1 to 10: predict +1 on x_1, then y_1 until the
// other class appears. The first example of each class is kept, the others are
// dropped. It makes at most two mistakes.
type opening struct {
	dim         int
	first       int    // y_1, 0 before
	plus, minus Vector // the first example of each class
	over        bool   // both have appeared
}

// step predicts the label of x, a constant, and learns y.
func (o *opening) step(x Vector, y int) Step {
	w, b := o.constant()
	s := observe(w, b, x, y)
	s.Opening = true
	s.Updated = s.Mistake()
	switch {
	case o.first == 0:
		o.first = y
		o.keep(x, y)
	case y != o.first:
		o.keep(x, y)
		o.over = true
	}
	return s
}

// keep replaces the example of class y that is kept.
func (o *opening) keep(x Vector, y int) {
	if y > 0 {
		o.plus = x
	} else {
		o.minus = x
	}
}

// refuse undoes the end of the opening if it left the same point in both
// classes, of which there is no classifier.
func (o *opening) refuse(s *Step) bool {
	s.Infeasible = o.plus.Equal(o.minus)
	if s.Infeasible {
		s.Updated, o.over = false, false
	}
	return s.Infeasible
}

// constant is the classifier that gives every x the same label.
func (o *opening) constant() (Vector, *big.Rat) {
	if o.first == 0 {
		return NewVector(o.dim), integer(+1)
	}
	return NewVector(o.dim), integer(o.first)
}
