package exact

import "math/big"

// Passive moves w by the least amount that makes the functional margin 1,
//
//	w ← argmin ‖w' − w‖²  s.t.  y w'·x ≥ 1,  which is  w + (y − w·x)/‖x‖² x,
//
// wherever y w·x is at most 1−ε (MIRA and AMIRA), or below 1 (PA); PA-I and PA-II
// move it less. At x = 0 it does nothing.
type Passive struct {
	w      Vector
	limit  *big.Rat // 1−ε
	strict bool     // update below it only
	most   *big.Rat // τ is at most this; nil if it may be any
	soft   *big.Rat // what τ's divisor ‖x‖² is increased by
}

// NewPA returns the passive-aggressive learner for ℚ^dim. It implements Fig. 1
// of Crammer et al. (2006), the variant without slack: τ = ℓ/‖x‖², where
// ℓ = max{0, 1 − y w·x} > 0.
func NewPA(dim int) *Passive {
	return &Passive{w: NewVector(dim), limit: integer(1), strict: true, soft: new(big.Rat)}
}

// NewPA1 returns PA-I for ℚ^dim, with C > 0. It implements Fig. 1 of Crammer et
// al. (2006): τ = min{C, ℓ/‖x‖²}.
func NewPA1(dim int, c *big.Rat) *Passive {
	mustLie("C", c, "(0, inf)")
	l := NewPA(dim)
	l.most = c
	return l
}

// NewPA2 returns PA-II for ℚ^dim, with C > 0. It implements Fig. 1 of Crammer et
// al. (2006): τ = ℓ/(‖x‖² + 1/2C).
func NewPA2(dim int, c *big.Rat) *Passive {
	mustLie("C", c, "(0, inf)")
	l := NewPA(dim)
	l.soft = half(new(big.Rat).Inv(c))
	return l
}

// NewAMIRA returns AMIRA_ε for ℚ^dim, with 0 < ε ≤ 1. It implements amira.txt,
// Algorithm 1. MIRA is AMIRA_1.
func NewAMIRA(dim int, eps *big.Rat) *Passive {
	mustLie("eps", eps, "(0, 1]")
	return &Passive{w: NewVector(dim), limit: new(big.Rat).Sub(integer(1), eps), soft: new(big.Rat)}
}

// Step implements [Learner].
func (l *Passive) Step(x Vector, y int) Step {
	s := observe(l.w, new(big.Rat), x, y)
	s.Limit = l.limit
	c := s.Score.Cmp(s.Limit)
	s.Updated = (c < 0 || c == 0 && !l.strict) && !x.IsZero()
	if s.Updated {
		loss := new(big.Rat).Sub(integer(1), s.Score)
		tau := loss.Quo(loss, new(big.Rat).Add(x.SqNorm(), l.soft))
		if l.most != nil && tau.Cmp(l.most) > 0 {
			tau.Set(l.most)
		}
		l.w = l.w.Plus(tau.Mul(tau, integer(y)), x)
	}
	return s
}

// Classifier implements [Learner]; b is 0.
func (l *Passive) Classifier() (Vector, *big.Rat) { return l.w, new(big.Rat) }
