package exact

import "math/big"

// Perceptron is the Perceptron through the origin.
//
//	w_1 = 0;  y w·x ≤ 0:  w ← w + y x
//
// It implements omm.txt, Example 5.1. At x = 0, which no w can separate, nothing
// changes and there is no update.
type Perceptron struct {
	w Vector
}

// NewPerceptron returns a Perceptron for ℚ^dim.
func NewPerceptron(dim int) *Perceptron { return &Perceptron{w: NewVector(dim)} }

// Step implements [Learner].
func (l *Perceptron) Step(x Vector, y int) Step {
	s := observe(l.w, new(big.Rat), x, y)
	s.Updated = s.Score.Cmp(s.Limit) <= 0 && !x.IsZero()
	if s.Updated {
		l.w = l.w.Plus(integer(y), x)
	}
	return s
}

// Classifier implements [Learner]; b is 0.
func (l *Perceptron) Classifier() (Vector, *big.Rat) { return l.w, new(big.Rat) }
