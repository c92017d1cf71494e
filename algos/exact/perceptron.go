package exact

import "marginlab/theory/real"

// Perceptron is the Perceptron through the origin in a norm ‖·‖_p: θ is the sum of the
// yx that were learned, w = ∇½‖θ‖², which is θ itself in ℓ₂, and
//
//	θ_1 = 0;  y w·x ≤ 0:  θ ← θ + y x.
//
// It implements HKNS25, Example 5.1, and in other norms Grove, Littlestone and
// Schuurmans (2001). The score is taken with θ^⟨p−1⟩ (see [norm]) in place of w. At
// x = 0, which no w can separate, nothing changes and there is no update.
type Perceptron struct{ plane } // of u = θ

// Step implements [Learner].
func (l *Perceptron) Step(x Vector, y int) Step {
	s := l.observe(x, y)
	s.paper = l.linked(s.Score, l.Int(1))
	if s.Updated = sign("the update", s.Score) <= 0 && !x.IsZero(); s.Updated {
		l.plane = l.through(l.u.plus(l.Int(y), at(x)))
	}
	return s
}

// linked is a score by w = ∇½‖u‖² = ‖u‖^{2−p} u^⟨p−1⟩, over a length.
func (h *plane) linked(score, length real.Number) func() real.Number {
	n, size := h.norm, h.size
	return func() real.Number {
		switch e := n.less(2); {
		case size.IsZero():
		case e.Sign() < 0:
			score = score.Mul(n.root(size, e.Neg(e)))
		default:
			length = length.Mul(n.root(size, e))
		}
		return quo(score, length)
	}
}

// Rule is the update of a learner through the origin, over the rational numbers. It returns
// the w after an example, in memory of its own, or nil where w stays. Before the first one w
// is 0.
type Rule func(w, x Vector, y int) Vector

// New makes the learner for ℚ^dim, which predicts sign(w·x).
func (r Rule) New(dim int) Learner {
	return &ruled{newNorm(rationals(), integer(2)).constant(dim, 0), r}
}

type ruled struct {
	plane
	rule Rule
}

// Step implements [Learner].
func (l *ruled) Step(x Vector, y int) Step {
	s := l.observe(x, y)
	next := l.rule(l.u.q, x, y)
	if s.Updated = next != nil; s.Updated {
		l.plane = l.through(at(next))
	}
	return s
}
