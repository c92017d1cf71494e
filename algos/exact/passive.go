package exact

import "math/big"

// Passive moves w by the least amount that makes the functional margin 1,
//
//	w ← argmin ‖w' − w‖²  s.t.  y w'·x ≥ 1,  which is  w + (y − w·x)/‖x‖² x,
//
// wherever y w·x is at most 1−ε (MIRA and AMIRA), or below 1 (PA, and AMIRA_0). At x = 0 it does
// nothing. With the loss ℓ = max{0, 1 − y w·x}
//
//	PA      τ = ℓ/‖x‖²
//	PA-I    τ = min{C, ℓ/‖x‖²}
//	PA-II   τ = ℓ/(‖x‖² + 1/2C)
//
// These implement Fig. 1 of Crammer et al. (2006), and AMIRA_ε, with PA's τ,
// ZH13, Algorithm 1. MIRA is AMIRA_1.
type Passive struct {
	plane
	limit *big.Rat // 1−ε
	most  *big.Rat // τ is at most this; nil if it may be any
	soft  *big.Rat // what τ's divisor ‖x‖² is increased by
}

// Step implements [Learner].
func (l *Passive) Step(x Vector, y int) Step {
	s := l.observe(x, y)
	s.Limit = l.Rational(l.limit)
	loss := l.Int(1).Sub(s.Score)
	s.Updated = compare("the update", s.Score, s.Limit) <= 0 && sign("the loss", loss) > 0 && !x.IsZero()
	if s.Updated {
		tau := quo(loss, l.Rational(new(big.Rat).Add(x.SqNorm(), l.soft)))
		if l.most != nil {
			tau = tau.Min(l.Rational(l.most))
		}
		l.plane = l.through(l.u.plus(tau.Times(integer(y)), at(x)))
	}
	return s
}
