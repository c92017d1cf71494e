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
	linear
	inverse []Vector // A⁻¹, a row each
	limit   *big.Rat // nil where only mistakes count
}

func secondOrderKinds() []kind {
	secondOrder := func(name string, limit *big.Rat) kind {
		return kind{
			name: name, params: []param{{name: "a", domain: "(0, inf)"}}, rational: true,
			learner: func(_ norm, dim int, p values) Learner {
				l := &SecondOrder{limit: limit}
				l.w = NewVector(dim)
				for i := range dim {
					row := NewVector(dim)
					row[i].Inv(p["a"])
					l.inverse = append(l.inverse, row)
				}
				return l
			},
		}
	}
	return []kind{secondOrder("second-order", nil), secondOrder("arow", integer(1))}
}

// Step implements [Learner].
func (l *SecondOrder) Step(x Vector, y int) (Step, error) {
	s, score, _ := l.observe(x, y)
	s.Limit = rational(new(big.Rat))
	s.Updated = s.Mistake()
	if l.limit != nil {
		s.Limit = rational(l.limit)
		s.Updated = score.Cmp(l.limit) < 0
	}
	if s.Updated = s.Updated && !x.IsZero(); !s.Updated {
		return s, nil
	}
	g := NewVector(len(x))
	for i, row := range l.inverse {
		g[i] = row.Dot(x)
	}
	scale := new(big.Rat).Add(integer(1), x.Dot(g))
	scale.Inv(scale)
	loss := new(big.Rat).Sub(integer(1), score)
	l.w = l.w.Plus(loss.Mul(loss, scale).Mul(loss, integer(y)), g)
	for i, row := range l.inverse {
		minus := new(big.Rat).Mul(scale, g[i])
		l.inverse[i] = row.Plus(minus.Neg(minus), g)
	}
	return s, nil
}
