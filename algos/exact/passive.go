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
	linear
	limit  *big.Rat // 1−ε
	strict bool     // update below it only
	most   *big.Rat // τ is at most this; nil if it may be any
	soft   *big.Rat // what τ's divisor ‖x‖² is increased by
}

func passiveKinds() []kind {
	c := param{name: "C", domain: "(0, inf)"}
	passive := func(name string, also func(values) values, rule func(p values) Passive, params ...param) kind {
		return kind{
			name: name, params: params, also: also, rational: true,
			learner: func(_ norm, dim int, p values) Learner {
				l := rule(p)
				l.w = NewVector(dim)
				return &l
			},
		}
	}
	pa := func() Passive { return Passive{limit: integer(1), strict: true, soft: new(big.Rat)} }
	amira := func(eps *big.Rat) Passive {
		return Passive{limit: new(big.Rat).Sub(integer(1), eps), strict: eps.Sign() == 0, soft: new(big.Rat)}
	}
	return []kind{
		passive("pa", nil, func(values) Passive { return pa() }),
		passive("pa-i", nil, func(p values) Passive { l := pa(); l.most = p["C"]; return l }, c),
		passive("pa-ii", nil, func(p values) Passive { l := pa(); l.soft = half(new(big.Rat).Inv(p["C"])); return l }, c),
		passive("mira", always("eps", integer(1)), func(values) Passive { return amira(integer(1)) }),
		passive("amira", nil, func(p values) Passive { return amira(p["eps"]) }, param{name: "eps", domain: "[0, 1]"}),
	}
}

// Step implements [Learner].
func (l *Passive) Step(x Vector, y int) (Step, error) {
	s, score, _ := l.observe(x, y)
	s.Limit = rational(l.limit)
	c := score.Cmp(l.limit)
	s.Updated = (c < 0 || c == 0 && !l.strict) && !x.IsZero()
	if s.Updated {
		loss := new(big.Rat).Sub(integer(1), score)
		tau := loss.Quo(loss, new(big.Rat).Add(x.SqNorm(), l.soft))
		if l.most != nil && tau.Cmp(l.most) > 0 {
			tau.Set(l.most)
		}
		l.w = l.w.Plus(tau.Mul(tau, integer(y)), x)
	}
	return s, nil
}
