package exact

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"marginlab/theory/real"
)

// norm is the norm ‖·‖_p, p > 1, in numbers of a field, with the dual ‖·‖_q, 1/p + 1/q = 1. The map x ↦ x^⟨p−1⟩, which
// is sign(x_i)|x_i|^{p−1} in each coordinate, takes a point to a multiple of ∇½‖x‖² without a root:
//
//	x^⟨p−1⟩·x = Σ|x_i|^p = ‖x‖^p,  ‖x^⟨p−1⟩‖_q = ‖x‖^{p−1}
//
// In ℓ₂ it is x itself, and all of this is rational. For another integer p and binary
// fractions x it is exact if the precision suffices.
type norm struct {
	real.Field
	p         *big.Rat
	euclidean bool // p = 2
}

// newNorm panics unless 1.01 ≤ p ≤ 101: powers of allowed coordinates must be in the range of an interval.
func newNorm(f real.Field, p *big.Rat) norm {
	if !inDomain(p, "[1.01, 101]") {
		panic(fmt.Sprintf("exact: p is %s, expected it in [1.01, 101]", p.RatString()))
	}
	return norm{f, p, p.Cmp(integer(2)) == 0}
}

// longestCoordinate bounds the binary digits of coordinates.
const longestCoordinate = 1 << 15

// checkSize returns a *[TooLongError] at the first example with a longer coordinate.
func checkSize(stream []Example) error {
	for i, e := range stream {
		if b := longest(e.X...); b > longestCoordinate {
			return &TooLongError{Step: i + 1, Bits: b, Limit: longestCoordinate}
		}
	}
	return nil
}

// signedPower returns sign(x)|x|^e, e > 0.
func (n norm) signedPower(x real.Number, e *big.Rat) real.Number {
	return n.Enclosed(x.Interval().Round(n.Bits).SignedPower(e))
}

// link returns u^⟨p−1⟩.
func (n norm) link(u point) point {
	if n.euclidean {
		return u
	}
	all := slices.Clone(u.coordinates(n.Field))
	for k, v := range all {
		all[k] = n.signedPower(v, n.less(1))
	}
	return point{x: all}
}

// less returns p − k.
func (n norm) less(k int) *big.Rat { return new(big.Rat).Sub(n.p, integer(k)) }

// root returns ‖u‖^e from ‖u‖^p.
func (n norm) root(power real.Number, e *big.Rat) real.Number {
	switch e = new(big.Rat).Quo(e, n.p); {
	case e.Sign() == 0:
		return n.Int(1)
	case e.Cmp(integer(1)) == 0:
		return power
	}
	return n.signedPower(power, e)
}

// dual returns ‖u^⟨p−1⟩‖_q² = ‖u‖^{2(p−1)} from ‖u‖^p.
func (n norm) dual(power real.Number) real.Number {
	return n.root(power, new(big.Rat).Mul(integer(2), n.less(1)))
}

// length returns ‖x‖ in a norm other than ℓ₂, to the last bit where at most one coordinate is not 0.
func (n norm) length(u point) real.Number {
	switch all := slices.DeleteFunc(slices.Clone(u.coordinates(n.Field)), real.Number.IsZero); len(all) {
	case 0:
		return n.Int(0)
	case 1:
		return all[0].Abs()
	}
	return n.root(u.dot(n.Field, n.link(u)), integer(1))
}

// nearest returns the point v + β(x−v) of the segment [v, x] that is nearest to o, where the slope of the distance, (v
// + β(x−v) − o)^⟨p−1⟩·(x−v), is 0; in ℓ₂ it is linear in β, else it increases. inside reports whether 0 < β < 1 is
// known, given that β > 0. Then the whole line through v and x is orthogonal to w.
func (n norm) nearest(v, x, o point) (p point, inside bool) {
	f, beta := n.Field, real.Number{}
	if v.isRational() && x.isRational() && o.isRational() {
		f.Exact = math.MaxInt // no number on the way is too long
	}
	u, d := v.minus(f, o), x.minus(f, v)
	if n.euclidean {
		beta = n.share(u.dot(f, d).Neg(), d.dot(f, d))
	} else {
		beta = n.Enclosed(real.Zero(n.Bits, func(beta real.Interval) real.Interval {
			return n.link(u.plus(n.Enclosed(beta), d)).dot(n.Field, d).Interval()
		}))
	}
	if order, decided := beta.Cmp(n.Int(1)); decided {
		if order >= 0 {
			return x, false
		}
		inside = true
	}
	if isRational(beta) {
		return v.plus(beta, d).in(n.Field), inside
	}
	return v.times(n.Int(1).Sub(beta)).plus(beta, x), inside // no wider than v and x
}

// share returns a/b clipped to [0, 1], or the whole interval [0, 1] if nothing more is known.
func (n norm) share(a, b real.Number) real.Number {
	zero, one := n.Int(0), n.Int(1)
	q, err := a.Quo(b)
	if err != nil {
		return n.Enclosed(zero.Interval().To(one.Interval()))
	}
	return q.Max(zero).Min(one)
}

// plane is the classifier sign(w·x + b) given by a point u in a norm: w = u^⟨p−1⟩, so that ‖w‖∗ = ‖u‖^{p−1}. In ℓ₂ w is
// u.
type plane struct {
	norm
	u, w point
	b    real.Number // 0 through the origin
	size real.Number // ‖u‖^p

	// For a learner with its own margin: γ_t², γ_t‖w‖∗, and a point of each side, by its label, that has this margin.
	sqGamma, target real.Number
	on              map[int]point
	level           level // more such points
}

// level is a rational point, or the line through it in a direction, on one side, that is known to have the learner's
// margin.
type level struct {
	y         int // 0 if there is none
	at, along Vector
}

// holds reports whether x is on the level.
func (l level) holds(x Vector) bool {
	d := x.Minus(l.at)
	return d.IsZero() || l.along != nil && d.over(l.along) != nil
}

// through returns the line of l and x, or false where they span more than a line.
func (l level) through(x Vector) (level, bool) {
	switch {
	case l.holds(x):
		return l, true
	case l.along == nil:
		return level{l.y, l.at, x.Minus(l.at)}, true
	}
	return level{}, false
}

// through returns the plane of u through the origin.
func (n norm) through(u point) plane {
	w := n.link(u)
	return plane{norm: n, u: u, w: w, b: n.Int(0), size: w.dot(n.Field, u)}
}

// constant returns the classifier of dim dimensions that gives every x the label y; through the origin it has u = 0.
func (n norm) constant(dim, y int) plane {
	h := n.through(at(NewVector(dim)))
	h.b = n.Int(y)
	return h
}

// between returns the plane of u half way between two points, whose margin is the target.
func (n norm) between(plus, minus, u point) plane {
	h := n.through(u)
	h.on = map[int]point{+1: plus, -1: minus}
	h.b = h.w.dot(n.Field, plus.plus(n.Int(1), minus)).Times(big.NewRat(-1, 2))
	return h
}

// move replaces the plane. It fails if there is no plane because the classes meet.
func (h *plane) move(to plane) {
	if sign("the classes are apart", to.size) == 0 {
		failInfeasible()
	}
	*h = to
}

// extend adds τ y x to u in ℓ₂, through the origin, given τ² and the step at x. It keeps the multiples of all examples.
func (h *plane) extend(sqTau real.Number, x Vector, s Step) {
	tau := root(sqTau)
	h.size = h.size.Add(tau.Times(integer(2)).Mul(s.Score)).Add(sqTau.Times(x.SqNorm()))
	h.u = h.u.add(tau, x.Times(integer(s.Y)))
	h.w = h.u
}

// Score implements [Learner].
func (h *plane) Score(x Vector) real.Number { return h.w.dot(h.Field, at(x)).Add(h.b) }

// SqNorm implements [Learner].
func (h *plane) SqNorm() real.Number { return h.dual(h.size) }

// Classifier implements [Learner].
func (h *plane) Classifier() (w Point, b real.Number) { return h.w.coordinates(h.Field), h.b }

// SqGamma implements [Learner].
func (h *plane) SqGamma() real.Number { return h.sqGamma }

// observe predicts the label of an example, then sees y: the part of a step before the learner's update condition.
func (h *plane) observe(x Vector, y int) Step {
	mustLabel(y)
	return h.step(h.Score(x).Times(integer(y)), y)
}

// step returns the step with the score y(w·x + b). The predicted label is +1 where w·x + b = 0, as in HKNS25, Section
// 2.
func (h *plane) step(score real.Number, y int) Step {
	s := Step{Decision: Decision{Y: y, Predicted: +1}, Score: score, Limit: h.Int(0)}
	if sign("the label", score)*y < 0 {
		s.Predicted = -1
	}
	n, size := h.norm, h.size
	s.sqDual = func() real.Number { return n.dual(size) }
	if h.euclidean {
		s.SqNorm = size
	}
	return s
}

// measure is observe for a learner with its own margin. A score that is not exact is computed as the target plus the
// example's distance beyond it,
//
//	y(w·x + b) − target = y w·(x − on[y]),
//
// which is exactly 0 where the example is that point, or on its level: an interval could not tell.
func (h *plane) measure(x Vector, y int) Step {
	mustLabel(y)
	score, beyond := real.Number{}, h.Int(0)
	if h.size.Exact() {
		score = h.Score(x).Times(integer(y))
	}
	if score.Exact() && h.target.Exact() {
		beyond = score.Sub(h.target)
	} else {
		if h.level.y != y || !h.level.holds(x) {
			beyond = h.w.dot(h.Field, at(x).minus(h.Field, h.on[y])).Times(integer(y))
		}
		score = h.target.Add(beyond)
	}
	s := h.step(score, y)
	s.Target, s.beyond = h.target, beyond
	return s
}
