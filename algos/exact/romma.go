package exact

import "math/big"

// ROMMA is the relaxed online maximum margin algorithm. At y w·x ≤ 1−ε (below 1,
// if ε = 0: aggressive ROMMA)
//
//	w ← argmin ‖w'‖²  s.t.  y w'·x ≥ 1,  w'·w ≥ ‖w‖²;
//
// the first example that is not 0 is an update to w = y x/‖x‖², and x = 0 never
// is one. It implements Li and Long (2002), with the parameter of amira.txt,
// Section 4.1.
//
// The constraints are those of the maximum margin problem of the two points
// v = w/‖w‖² and y x, so that the solution's v is the least-norm point of the
// segment between them (see [nearest]). Steps are in the scale of v, where
// no division is needed: y w·x ≤ 1−ε is y v·x ≤ (1−ε)‖v‖², and γ_t = ‖v‖.
type ROMMA struct {
	v     Vector   // w/‖w‖², 0 for w = 0
	limit *big.Rat // 1−ε
}

// NewROMMA returns ROMMA for ℚ^dim, with 0 ≤ ε ≤ 1: ε = 1 is ROMMA itself, which
// updates at mistakes and ties, and ε = 0 is aggressive ROMMA.
func NewROMMA(dim int, eps *big.Rat) *ROMMA {
	mustLie("eps", eps, "[0, 1]")
	return &ROMMA{v: NewVector(dim), limit: new(big.Rat).Sub(integer(1), eps)}
}

// Step implements [Learner].
func (l *ROMMA) Step(x Vector, y int) Step {
	s := observe(l.v, new(big.Rat), x, y)
	if x.IsZero() {
		return s
	}
	z := x.Times(integer(y))
	if l.v.IsZero() {
		s.Updated = true
		l.v = z
		return s
	}
	s.Target = s.SqNorm
	s.Limit = new(big.Rat).Mul(l.limit, s.Target)
	if s.Score.Cmp(s.Limit) > 0 || s.Score.Cmp(s.Target) >= 0 {
		return s
	}
	l.v, s.Updated = relaxed(l.v, z)
	s.Infeasible = !s.Updated
	return s
}

// Classifier implements [Learner]: v = w/‖w‖², and b is 0.
func (l *ROMMA) Classifier() (Vector, *big.Rat) { return l.v, new(big.Rat) }

// SqGamma is γ_t² = ‖v‖², nil before the first update.
func (l *ROMMA) SqGamma() *big.Rat {
	if l.v.IsZero() {
		return nil
	}
	return l.v.SqNorm()
}

// relaxed is w'/‖w'‖² for w' = argmin ‖w'‖² s.t. w'·z ≥ 1, w'·w ≥ ‖w‖², where
// v = w/‖w‖². It is false, and v, where no w' meets both: z = −αv, α ≥ 0.
func relaxed(v, z Vector) (Vector, bool) {
	next, _ := nearest(v, z, NewVector(len(v)))
	if next.IsZero() {
		return v, false
	}
	return next, true
}
