package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// PUMMA keeps an example of each class, x₊ and x₋, and has a bias. After the
// opening
//
//	(w, b) = argmin ‖w‖∗²  s.t.  w·x₊ + b ≥ 1,  w·x₋ + b ≤ −1.
//
// At y(w·x + b) < 1−δ it replaces x₊, or x₋ if y = −1, by x, and minimises anew
// under the further constraint that with w_t = w and f = ∇½‖·‖∗²
//
//	w'·f(w_t) ≥ ‖w_t‖∗²  (in ℓ₂ w'·w_t ≥ ‖w_t‖²).
//
// It implements Ishibashi, Hatano and Takeda (2008), as told in HKNS25, Section B.5.
//
// Without b the two constraints are w·z ≥ 1, z = (x₊−x₋)/2, and they are tight,
// so that b = −w·(x₊+x₋)/2. What remains is ROMMA's problem, and is solved in the
// same form: w is ℓ(v)/‖v‖, where v ← the least-norm point of [v, z], and γ_t = ‖v‖.
// Steps are in the scale of v^⟨p−1⟩ (see [norm]), in which the target is ‖v‖^p. It is
// the score of x₊ and of x₋, as w is orthogonal to the segment, or v is z: an update is at
// w·z < ‖v‖^p, so that v moves.
type PUMMA struct {
	opening          // x₊ and x₋, also after it is over; v is u
	limit   *big.Rat // 1−δ
}

func pummaKinds() []kind {
	return []kind{{
		name: "pumma", params: []param{{name: "delta", domain: "[0, 1)"}, exponent()}, also: lessThanOne("delta"),
		rational: true, doubling: true, normed: true,
		learner: func(n norm, dim int, p values) Learner {
			return &PUMMA{opening: newOpening(n, dim), limit: new(big.Rat).Sub(integer(1), p["delta"])}
		},
	}}
}

// Step implements [Learner].
func (l *PUMMA) Step(x Vector, y int) (Step, error) {
	if !l.over() {
		return l.open(x, y, func() error { return l.solve(l.kept[+1], l.kept[-1], nil) })
	}
	s, err := l.measure(x, y)
	if err != nil {
		return s, err
	}
	s.scaled = over(s.Target)
	if order, err := s.limit("the update", l.limit); err != nil || order >= 0 {
		return s, err
	}
	if y > 0 {
		err = l.solve(x, l.kept[-1], l.u)
	} else {
		err = l.solve(l.kept[+1], x, l.u)
	}
	s.Updated = err == nil
	return s, err
}

// solve keeps x₊ and x₋, and minimises anew from v, which is nil at first.
func (l *PUMMA) solve(plus, minus Vector, v Point) error {
	z := pointOf(l.Field, plus.Minus(minus).Times(big.NewRat(1, 2)))
	if v == nil {
		v = z
	} else {
		v, _ = l.nearest(v, z, pointOf(l.Field, NewVector(len(z))))
	}
	h := l.halfway(pointOf(l.Field, plus), pointOf(l.Field, minus), v)
	h.target = h.power
	err := l.move(h)
	if err == nil {
		l.kept = map[int]Vector{+1: plus, -1: minus}
	}
	return err
}

// SqGamma implements [Learner]: γ_t² = ‖v‖².
func (l *PUMMA) SqGamma() real.Number {
	if !l.over() {
		return real.Number{}
	}
	return l.root(l.power, integer(2))
}

// Kept are x₊ and x₋, each nil before the first example of its class.
func (l *PUMMA) Kept() (plus, minus Vector) { return l.kept[+1], l.kept[-1] }
