package exact

import (
	"math"
	"math/big"

	"marginlab/theory/real"
)

// hyperplane is the classifier sign(w·x + b) of a point u in a norm: w = u^⟨p−1⟩ (see
// [norm]), a multiple of ∇½‖u‖², so that ‖w‖∗ = ‖u‖^{p−1}. In ℓ₂ w is u.
//
// A learner with a margin of its own has a point of each side that has this margin: its
// score y(w·x + b) is the target.
type hyperplane struct {
	norm
	u, w     Point
	b        real.Number   // 0 through the origin
	power    real.Number   // ‖u‖^p
	target   real.Number   // γ_t‖w‖∗, of a learner with a margin of its own
	at       map[int]Point // the point of each side, by its label; nil if there are none
	touching               // more of them

	// rounded is the same in intervals where numbers are long, if the field is exact for
	// longer ones; else nil.
	rounded *hyperplane
}

// touching are rational points of one side that are known to have the learner's margin.
type touching struct {
	y int // 0 if there are none
	flat
}

// throughOrigin returns the hyperplane of u through the origin.
func (n norm) throughOrigin(u Point) hyperplane {
	return hyperplane{norm: n, u: u, w: n.up(u), b: n.Int(0), power: n.power(u)}
}

// halfway returns the hyperplane of u half way between two points, whose score is the target.
func (n norm) halfway(plus, minus, u Point) hyperplane {
	h := n.throughOrigin(u)
	h.at = map[int]Point{+1: plus, -1: minus}
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
	if h.at != nil && !h.b.Exact() {
		return dot(h.Field, h.w, z.minus(h.at[+1].between(h.at[-1], h.Rational(big.NewRat(1, 2)))))
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
	h.size(&s)
	return s, err
}

// measure is observe with a margin of the learner's own. Where numbers are long they are
// computed exactly only where rounded ones leave a decision open.
func (h *hyperplane) measure(x Vector, y int) (Step, error) {
	if h.rounded == nil {
		return h.measureAs(x, y)
	}
	s, err := h.rounded.measureAs(x, y)
	if err != nil {
		return h.measureAs(x, y)
	}
	before := *h // the step may be asked for after an update
	s.exactly = func() (Step, error) { return before.measureAs(x, y) }
	return s, nil
}

// measureAs is measure in the numbers of h. A score that is not rational is the target and
// what the example is beyond it,
//
//	y(w·x + b) − target = y w·(x − at[y]),
//
// which is 0 exactly where the example is that point, or is touching: an interval could
// not tell.
func (h *hyperplane) measureAs(x Vector, y int) (Step, error) {
	if h.power.Exact() {
		if score := h.Score(x); score.Exact() {
			return h.measured(score, real.Number{}, y)
		}
	}
	beyond := h.Int(0)
	if !(h.y == y && h.contains(x)) {
		beyond = dot(h.Field, h.w, pointOf(h.Field, x).minus(h.at[y]))
	}
	if y < 0 {
		beyond = beyond.Neg()
	}
	score := h.target.Add(beyond)
	if y < 0 {
		score = score.Neg()
	}
	return h.measured(score, beyond, y)
}

func (h *hyperplane) measured(score, beyond real.Number, y int) (Step, error) {
	s, err := observe(score, y)
	s.Target, s.Beyond = h.target, beyond
	h.size(&s)
	return s, err
}

// linked is the scaling to w = ∇½‖u‖² = u^⟨p−1⟩/‖u‖^{p−2}, and by a length.
func (h *hyperplane) linked(length real.Number) scaling {
	n, power := h.norm, h.power
	return func(score real.Number) (real.Number, error) {
		if power.IsZero() {
			return over(length)(score)
		}
		return over(length.Mul(n.root(power, n.less(2))))(score)
	}
}

// size sets the norm of w.
func (h *hyperplane) size(s *Step) {
	if n, power := h.norm, h.power; n.euclidean {
		s.SqNorm, s.sqDual = power, func() real.Number { return power }
	} else {
		s.sqDual = func() real.Number { return n.sqDual(power) }
	}
}

// move changes the classifier, unless there is none because the classes meet.
func (h *hyperplane) move(to hyperplane) error {
	switch sign, decided := to.power.Sign(); {
	case !decided:
		return undecided("the classes are apart", to.power)
	case sign == 0:
		return errInfeasible
	}
	short := real.Field{Bits: to.Bits, Exact: exactPerPrec * firstPrec}
	if to.euclidean && short.Exact < to.Exact && to.Exact < math.MaxInt {
		if q, rational := to.power.Rational(); !rational || longest(q) > short.Exact {
			to.rounded = to.in(short)
		}
	}
	*h = to
	return nil
}

// in is the hyperplane in another field.
func (h hyperplane) in(f real.Field) *hyperplane {
	h.Field = f
	h.u, h.w, h.b, h.power, h.target = h.u.in(f), h.w.in(f), h.b.In(f), h.power.In(f), h.target.In(f)
	at := map[int]Point{}
	for y, x := range h.at {
		at[y] = x.in(f)
	}
	h.at = at
	return &h
}
