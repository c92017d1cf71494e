package exact

import (
	"math"
	"math/big"

	"marginlab/theory/real"
)

// hyperplane is the classifier sign(w·x + b) of a point u in a norm: w = u^⟨p−1⟩ (see
// [norm]), a multiple of ∇½‖u‖², so that ‖w‖∗ = ‖u‖^{p−1}. In ℓ₂ w is u.
type hyperplane struct {
	norm
	u, w        Point
	plus, minus Point       // that it is half way between: b = −½w·(plus+minus); nil if there are none
	b           real.Number // 0 through the origin
	power       real.Number // ‖u‖^p
}

// origin returns the hyperplane of u through the origin.
func (n norm) origin(u Point) hyperplane {
	return hyperplane{norm: n, u: u, w: n.up(u), b: n.Int(0), power: n.power(u)}
}

// halfway returns the hyperplane of u half way between two points.
func (n norm) halfway(plus, minus, u Point) hyperplane {
	h := n.origin(u)
	h.plus, h.minus = plus, minus
	h.b = dot(n.Field, h.w, plus).Add(dot(n.Field, h.w, minus)).Times(big.NewRat(-1, 2))
	return h
}

// constant returns the classifier of dim dimensions that gives every x the label y.
func (n norm) constant(dim, y int) hyperplane {
	zero := pointOf(n.Field, NewVector(dim))
	return hyperplane{norm: n, u: zero, w: zero, b: n.Int(y), power: n.Int(0)}
}

// Score implements [Learner]. In intervals w·(x − ½(plus+minus)) is closer than w·x + b.
func (h *hyperplane) Score(x Vector) real.Number {
	z := pointOf(h.Field, x)
	if h.plus != nil && !h.b.Exact() {
		return dot(h.Field, h.w, z.minus(h.plus.between(h.minus, h.Rational(big.NewRat(1, 2)))))
	}
	return dot(h.Field, h.w, z).Add(h.b)
}

// SqNorm implements [Learner].
func (h *hyperplane) SqNorm() real.Number { return h.sqDual(h.power) }

// Classifier implements [Learner].
func (h *hyperplane) Classifier() (w Point, b real.Number) { return h.w, h.b }

// observe predicts the label of x and is told y.
func (h *hyperplane) observe(x Vector, y int) (Step, error) {
	s, err := observe(h.Score(x), y)
	if h.euclidean {
		s.SqNorm = h.power
	}
	return s, err
}

// origin is the classifier sign(w·x) with a rational w.
type origin struct{ w Vector }

// rational is q in the field of a learner whose every number is rational: there is no
// limit to its length.
func rational(q *big.Rat) real.Number { return rationals().Rational(q) }

func rationals() real.Field { return real.Field{Bits: 64, Exact: math.MaxInt} }

// Score implements [Learner].
func (l *origin) Score(x Vector) real.Number { return rational(l.w.Dot(x)) }

// SqNorm implements [Learner].
func (l *origin) SqNorm() real.Number { return rational(l.w.SqNorm()) }

// Classifier implements [Learner]; b is 0.
func (l *origin) Classifier() (w Point, b real.Number) {
	return pointOf(rationals(), l.w), rationals().Int(0)
}

// SqGamma implements [Learner]: there is none.
func (l *origin) SqGamma() real.Number { return real.Number{} }

// observe predicts the label of x and is told y. It returns the score y(w·x) and ‖w‖²
// also as the rational numbers that they are.
func (l *origin) observe(x Vector, y int) (s Step, score, sqNorm *big.Rat) {
	score, sqNorm = l.w.Dot(x), l.w.SqNorm()
	s, _ = observe(rational(score), y)
	s.SqNorm = rational(sqNorm)
	score, _ = s.Score.Rational()
	return s, score, sqNorm
}
