package exact

import (
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

// throughOrigin returns the hyperplane of u through the origin.
func (n norm) throughOrigin(u Point) hyperplane {
	return hyperplane{norm: n, u: u, w: n.up(u), b: n.Int(0), power: n.power(u)}
}

// halfway returns the hyperplane of u half way between two points.
func (n norm) halfway(plus, minus, u Point) hyperplane {
	h := n.throughOrigin(u)
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
