package exact

import "math/big"

// PUMMA keeps an example of each class, x₊ and x₋, and has a bias. After the opening
//
//	(w, b) = argmin ‖w‖∗²  s.t.  w·x₊ + b ≥ 1,  w·x₋ + b ≤ −1.
//
// At y(w·x + b) < 1−δ it replaces x₊, or x₋ if y = −1, by x, and minimises anew
// under the further constraint that with w_t = w and f = ∇½‖·‖∗²
//
//	w'·f(w_t) ≥ ‖w_t‖∗²  (in ℓ₂ w'·w_t ≥ ‖w_t‖²).
//
// It implements Ishibashi, Hatano and Takeda (2008), as described in HKNS25, Section B.5.
//
// Without b the two constraints are w·z ≥ 1, z = (x₊−x₋)/2, and they are tight, so that b = −w·(x₊+x₋)/2. The rest is
// ROMMA's problem, and is solved in the same form: w is ℓ(v)/‖v‖, where v ← the least-norm point of [v, z], and γ_t =
// ‖v‖. Steps are in the scale of v^⟨p−1⟩ (see [norm]), in which the target is ‖v‖^p. It is the score of x₊ and of x₋,
// as w is orthogonal to the segment, or v is z: an update is at w·z < ‖v‖^p, so that v moves.
type PUMMA struct {
	opening          // keeps x₊ and x₋, also after it is over; v is u
	limit   *big.Rat // 1−δ
}

func newPUMMA(s space) Learner { return &PUMMA{newOpening(s), s.values["rho"]} }

// Step implements [Learner].
func (l *PUMMA) Step(x Vector, y int) Step {
	if !l.over() {
		return l.open(x, y, func() { l.place(l.z()) })
	}
	s := l.measure(x, y)
	if s.Updated = s.compare("the update", l.limit) < 0; s.Updated {
		l.kept = map[int]Vector{y: x, -y: l.kept[-y]}
		v, _ := l.nearest(l.u, l.z(), at(NewVector(len(x))))
		l.place(v)
	}
	return s
}

func (l *PUMMA) z() point { return at(l.kept[+1].Minus(l.kept[-1]).Times(big.NewRat(1, 2))) }

// place computes w from v, and b from the examples kept.
func (l *PUMMA) place(v point) {
	h := l.between(at(l.kept[+1]), at(l.kept[-1]), v)
	h.sqGamma, h.target = l.root(h.size, integer(2)), h.size
	l.move(h)
}

// Kept returns x₊ and x₋, each nil before the first example of its class.
func (l *PUMMA) Kept() (plus, minus Vector) { return l.kept[+1], l.kept[-1] }
