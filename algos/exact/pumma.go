package exact

import "math/big"

// PUMMA keeps an example of each class, x₊ and x₋, and has a bias. After the
// opening
//
//	(w, b) = argmin ‖w‖²  s.t.  w·x₊ + b ≥ 1,  w·x₋ + b ≤ −1.
//
// At y(w·x + b) < 1−δ it replaces x₊, or x₋ if y = −1, by x, and minimises anew
// under the further constraint w'·w ≥ ‖w‖². It implements Ishibashi, Hatano and
// Takeda (2008) for p = 2, as told in omm.txt, Section B.5.
//
// Without b the two constraints are w·z ≥ 1, z = (x₊−x₋)/2, and they are tight,
// so that b = −w·(x₊+x₋)/2. What remains is ROMMA's problem, and is solved in the
// same form: the classifier is (v, b/‖w‖²) with v = w/‖w‖², and γ_t = ‖v‖.
type PUMMA struct {
	opening          // x₊ and x₋, also after it is over
	v       Vector   // w/‖w‖²
	limit   *big.Rat // 1−δ
}

// NewPUMMA returns PUMMA(δ) for ℚ^dim, with 0 ≤ δ < 1.
func NewPUMMA(dim int, delta *big.Rat) *PUMMA {
	mustLie("delta", delta, "[0, 1)")
	return &PUMMA{opening: opening{dim: dim}, limit: new(big.Rat).Sub(integer(1), delta)}
}

// Step implements [Learner].
func (l *PUMMA) Step(x Vector, y int) Step {
	if !l.over {
		return l.open(x, y)
	}
	w, b := l.Classifier()
	s := observe(w, b, x, y)
	s.Target = s.SqNorm
	s.Limit = new(big.Rat).Mul(l.limit, s.Target)
	if s.Score.Cmp(s.Limit) >= 0 {
		return s
	}
	z := halfway(x, l.minus)
	if y < 0 {
		z = halfway(l.plus, x)
	}
	if l.v, s.Updated = relaxed(l.v, z); s.Updated {
		l.keep(x, y)
	}
	s.Infeasible = !s.Updated
	return s
}

// open is a step of the opening, whose last makes the first classifier, v = z.
func (l *PUMMA) open(x Vector, y int) Step {
	s := l.opening.step(x, y)
	if l.over && !l.refuse(&s) {
		l.v = halfway(l.plus, l.minus)
	}
	return s
}

// Classifier implements [Learner]: (v, −v·(x₊+x₋)/2), which is (w, b)/‖w‖².
func (l *PUMMA) Classifier() (Vector, *big.Rat) {
	if !l.over {
		return l.constant()
	}
	sum := l.plus.Plus(integer(1), l.minus)
	return l.v, half(sum.Dot(l.v.Times(integer(-1))))
}

// SqGamma is γ_t² = ‖v‖², nil before the opening is over.
func (l *PUMMA) SqGamma() *big.Rat {
	if !l.over {
		return nil
	}
	return l.v.SqNorm()
}

// Kept are x₊ and x₋, each nil before the first example of its class.
func (l *PUMMA) Kept() (plus, minus Vector) { return l.plus, l.minus }

// halfway is z = (x₊−x₋)/2.
func halfway(plus, minus Vector) Vector { return plus.Minus(minus).Times(big.NewRat(1, 2)) }
