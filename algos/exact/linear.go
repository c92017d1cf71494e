package exact

import (
	"math"
	"math/big"

	"marginlab/theory/real"
)

// linear is the classifier sign(w·x) with a rational w.
type linear struct{ w Vector }

// rational is q in the field of a learner whose every number is rational: there is no
// limit to its length.
func rational(q *big.Rat) real.Number { return rationals().Rational(q) }

func rationals() real.Field { return real.Field{Bits: 64, Exact: math.MaxInt} }

// Score implements [Learner].
func (l *linear) Score(x Vector) real.Number { return rational(l.w.Dot(x)) }

// SqNorm implements [Learner].
func (l *linear) SqNorm() real.Number { return rational(l.w.SqNorm()) }

// Classifier implements [Learner]; b is 0.
func (l *linear) Classifier() (w Point, b real.Number) {
	return pointOf(rationals(), l.w), rationals().Int(0)
}

// SqGamma implements [Learner]: there is none.
func (l *linear) SqGamma() real.Number { return real.Number{} }

// observe predicts the label of x and is told y. It returns the score y(w·x) and ‖w‖²
// also as the rational numbers that they are.
func (l *linear) observe(x Vector, y int) (s Step, score, sqNorm *big.Rat) {
	score, sqNorm = l.w.Dot(x), l.w.SqNorm()
	s, _ = observe(rational(score), y)
	s.SqNorm = rational(sqNorm)
	score, _ = s.Score.Rational()
	return s, score, sqNorm
}
