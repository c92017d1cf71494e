package exact

import "math/big"

// SecondOrder is the second-order Perceptron through the origin, which learns at
// mistakes, or AROW, which learns where y(w·x) is below a limit of 1.
//
//	A_1 = aI, w_1 = 0;  g = A⁻¹x:  w ← w + (y − w·x)/(1 + x·g) g,  A⁻¹ ← A⁻¹ − ggᵀ/(1 + x·g)
//
// It implements Cesa-Bianchi, Conconi and Gentile (2005), Fig. 3.1, whose w is A⁻¹v with
// A = aI + Σxxᵀ and v = Σyx, by the formula of Sherman and Morrison; and Crammer, Kulesza
// and Dredze (2009), Fig. 1, whose Σ is aA⁻¹.
type SecondOrder struct {
	plane
	inverse []Vector // A⁻¹, a row each
	limit   *big.Rat // nil where only mistakes count
}

func newSecondOrder(n norm, dim int, a, limit *big.Rat) Learner {
	l := &SecondOrder{plane: n.constant(dim, 0), limit: limit}
	for i := range dim {
		row := NewVector(dim)
		row[i].Inv(a)
		l.inverse = append(l.inverse, row)
	}
	return l
}

// Step implements [Learner].
func (l *SecondOrder) Step(x Vector, y int) Step {
	s := l.observe(x, y)
	s.Updated = s.Mistake()
	if l.limit != nil {
		s.Limit = l.Rational(l.limit)
		s.Updated = compare("the update", s.Score, s.Limit) < 0
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
