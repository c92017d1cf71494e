package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// ROMMA is the relaxed online maximum margin algorithm. At y w·x ≤ 1−ε (below 1,
// if ε = 0: aggressive ROMMA)
//
//	w ← argmin ‖w'‖²  s.t.  y w'·x ≥ 1,  w'·w ≥ ‖w‖²;
//
// the first example that is not 0 is an update to w = y x/‖x‖², and x = 0 never
// is one. It implements Li and Long (2002), with the parameter of amira.txt,
// Section 4.1: ε = 1 is ROMMA itself, which updates at mistakes and ties.
//
// The constraints are those of the maximum margin problem of the two points
// v = w/‖w‖² and y x, so that the solution's v is the least-norm point of the
// segment between them (see [nearest]). Steps are in the scale of v, where
// no division is needed: y w·x ≤ 1−ε is y v·x ≤ (1−ε)‖v‖², and γ_t = ‖v‖.
type ROMMA struct {
	linear          // v in the place of w, 0 for w = 0
	limit  *big.Rat // 1−ε
}

func rommaKinds() []kind {
	romma := func(dim int, eps *big.Rat) Learner {
		return &ROMMA{linear: linear{NewVector(dim)}, limit: new(big.Rat).Sub(integer(1), eps)}
	}
	return []kind{
		{
			name: "romma", params: []param{{name: "eps", domain: "[0, 1]"}}, also: lessThanOne("eps"), rational: true,
			learner: func(_ norm, dim int, p values) Learner { return romma(dim, p["eps"]) },
		},
		{
			name: "a-romma", rational: true,
			also:    func(values) values { return values{"rho": integer(1), "eps": integer(0)} },
			learner: func(_ norm, dim int, _ values) Learner { return romma(dim, integer(0)) },
		},
	}
}

// Step implements [Learner].
func (l *ROMMA) Step(x Vector, y int) (Step, error) {
	s, score, sqNorm := l.observe(x, y)
	s.Limit = rational(new(big.Rat))
	if x.IsZero() {
		return s, nil
	}
	z := x.Times(integer(y))
	if l.w.IsZero() {
		s.Updated = true
		l.w = z
		return s, nil
	}
	limit := new(big.Rat).Mul(l.limit, sqNorm)
	s.Target, s.Limit = s.SqNorm, rational(limit)
	if score.Cmp(limit) > 0 || score.Cmp(sqNorm) >= 0 {
		return s, nil
	}
	v := nearest(l.w, z, NewVector(len(z)))
	if v.IsZero() { // z = −αv, α ≥ 0
		return s, errInfeasible
	}
	l.w, s.Updated = v, true
	return s, nil
}

// SqGamma implements [Learner]: γ_t² = ‖v‖².
func (l *ROMMA) SqGamma() real.Number {
	if l.w.IsZero() {
		return real.Number{}
	}
	return l.SqNorm()
}
