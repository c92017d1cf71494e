package exact

import "math/big"

// Perceptron is the Perceptron through the origin in a norm ‖·‖_p: θ is the sum of the yx of all updates, w = ∇½‖θ‖²,
// which is θ itself in ℓ₂, and
//
//	θ_1 = 0;  y w·x ≤ 0:  θ ← θ + y x.
//
// It implements HKNS25, Example 5.1, and in other norms Grove, Littlestone and Schuurmans (2001). The score uses
// θ^⟨p−1⟩ (see [norm]) in place of w. At x = 0, which no w can separate, nothing changes and there is no update. The
// Perceptron with margin, in ℓ₂, has β in place of the 0 above (Duda and Hart, 1973).
type Perceptron struct {
	plane // of u = θ
	beta  *big.Rat
}

func newPerceptron(s space) Learner       { return &Perceptron{s.zero(), new(big.Rat)} }
func newMarginPerceptron(s space) Learner { return &Perceptron{s.zero(), s.values["beta"]} }

// Step implements [Learner].
func (l *Perceptron) Step(x Vector, y int) Step {
	s := l.observe(x, y)
	s.Limit = l.Rational(l.beta)
	if s.Updated = Compare("the update", s.Score, s.Limit) <= 0 && !x.IsZero(); s.Updated {
		l.plane = l.through(l.u.plus(l.Int(y), at(x)))
	}
	return s
}

// Rule is the update of a learner through the origin, over the rational numbers. It returns the w after an example, in
// new memory, or nil where w stays. Before the first example w is 0.
type Rule func(w, x Vector, y int) Vector

// New makes the learner for ℚ^dim, which predicts sign(w·x).
func (r Rule) New(dim int) Learner {
	return &ruled{newNorm(Rationals(), integer(2)).constant(dim, 0), r}
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
// These implement Fig. 1 of Crammer et al. (2006), and AMIRA_ε, with PA's τ, ZH13, Algorithm 1. MIRA is AMIRA_1.
type Passive struct {
	plane
	limit *big.Rat // 1−ε
	most  *big.Rat // the greatest τ; nil for no limit
	soft  *big.Rat // added to τ's divisor ‖x‖²
}

func newPassive(s space) Learner  { return &Passive{s.zero(), integer(1), nil, new(big.Rat)} }
func newPassiveI(s space) Learner { return &Passive{s.zero(), integer(1), s.values["C"], new(big.Rat)} }
func newPassiveII(s space) Learner {
	return &Passive{s.zero(), integer(1), nil, new(big.Rat).Quo(big.NewRat(1, 2), s.values["C"])}
}
func newAMIRA(s space) Learner { return &Passive{s.zero(), s.oneLess("eps"), nil, new(big.Rat)} }

// Step implements [Learner].
func (l *Passive) Step(x Vector, y int) Step {
	s := l.observe(x, y)
	s.Limit = l.Rational(l.limit)
	loss := l.Int(1).Sub(s.Score)
	s.Updated = Compare("the update", s.Score, s.Limit) <= 0 && sign("the loss", loss) > 0 && !x.IsZero()
	if s.Updated {
		tau := quo(loss, l.Rational(new(big.Rat).Add(x.SqNorm(), l.soft)))
		if l.most != nil {
			tau = tau.Min(l.Rational(l.most))
		}
		l.plane = l.through(l.u.plus(tau.Times(integer(y)), at(x)))
	}
	return s
}

// SecondOrder is the second-order Perceptron through the origin, which updates at mistakes, or AROW, which updates
// where y(w·x) is below a limit of 1.
//
//	A_1 = aI, w_1 = 0;  g = A⁻¹x:  w ← w + (y − w·x)/(1 + x·g) g,  A⁻¹ ← A⁻¹ − ggᵀ/(1 + x·g)
//
// It implements Cesa-Bianchi, Conconi and Gentile (2005), Fig. 3.1, whose w is A⁻¹v with A = aI + Σxxᵀ and v = Σyx, by
// the formula of Sherman and Morrison; and Crammer, Kulesza and Dredze (2009), Fig. 1, whose Σ is aA⁻¹.
type SecondOrder struct {
	plane
	inverse []Vector // A⁻¹, a row each
	limit   *big.Rat // nil where only mistakes count
}

func newSecondOrder(s space) Learner {
	l := &SecondOrder{plane: s.zero()}
	for i := range s.dim {
		row := NewVector(s.dim)
		row[i].Inv(s.values["a"])
		l.inverse = append(l.inverse, row)
	}
	return l
}

func newAROW(s space) Learner {
	l := newSecondOrder(s).(*SecondOrder)
	l.limit = integer(1)
	return l
}

// Step implements [Learner].
func (l *SecondOrder) Step(x Vector, y int) Step {
	s := l.observe(x, y)
	s.Updated = s.Mistake()
	if l.limit != nil {
		s.Limit = l.Rational(l.limit)
		s.Updated = Compare("the update", s.Score, s.Limit) < 0
	}
	if s.Updated = s.Updated && !x.IsZero(); !s.Updated {
		return s
	}
	g := make(Vector, len(x))
	for i, row := range l.inverse {
		g[i] = row.Dot(x)
	}
	scale := x.Dot(g)
	scale.Inv(scale.Add(scale, integer(1)))
	loss := l.Int(1).Sub(s.Score)
	l.plane = l.through(l.u.plus(loss.Times(integer(y)).Times(scale), at(g)))
	for i, row := range l.inverse {
		minus := new(big.Rat).Mul(scale, g[i])
		l.inverse[i] = row.Plus(minus.Neg(minus), g)
	}
	return s
}
