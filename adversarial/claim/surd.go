package claim

import "math/big"

// surd is the number a√s, where s > 0, and s = 1 if the number is rational. Lengths
// and margins are such numbers: their squares are rational. Products, quotients,
// powers and comparisons of surds are exact, and so are sums of those of one √.
type surd struct{ a, s *big.Rat }

// newSurd returns a√s, s ≥ 0.
func newSurd(a, s *big.Rat) *surd {
	if root, ok := rationalRoot(s); ok {
		return &surd{a: new(big.Rat).Mul(a, root), s: big.NewRat(1, 1)}
	}
	if a.Sign() == 0 {
		s = big.NewRat(1, 1)
	}
	return &surd{a: a, s: s}
}

func rational(a *big.Rat) *surd { return &surd{a: a, s: big.NewRat(1, 1)} }

// rationalRoot returns √q, q ≥ 0, where it is rational.
func rationalRoot(q *big.Rat) (*big.Rat, bool) {
	root := func(n *big.Int) (*big.Int, bool) {
		r := new(big.Int).Sqrt(n)
		return r, new(big.Int).Mul(r, r).Cmp(n) == 0
	}
	num, ok := root(q.Num())
	if !ok {
		return nil, false
	}
	den, ok := root(q.Denom())
	return new(big.Rat).SetFrac(num, den), ok
}

func (x *surd) rational() bool { return x.s.Cmp(big.NewRat(1, 1)) == 0 }

// bits is the size of the number in memory.
func (x *surd) bits() int { return size(x.a) + size(x.s) }

func size(q *big.Rat) int { return q.Num().BitLen() + q.Denom().BitLen() }

// square returns a²s with the sign of the number: it grows with the number.
func (x *surd) square() *big.Rat {
	q := new(big.Rat).Mul(x.a, new(big.Rat).Abs(x.a))
	return q.Mul(q, x.s)
}

func (x *surd) cmp(y *surd) int { return x.square().Cmp(y.square()) }

func (x *surd) neg() *surd { return &surd{a: new(big.Rat).Neg(x.a), s: x.s} }

// add returns a√s + b√t, if √(t/s) is rational: (a + b√(t/s))√s.
func (x *surd) add(y *surd) (*surd, bool) {
	switch {
	case x.a.Sign() == 0:
		return y, true
	case y.a.Sign() == 0:
		return x, true
	}
	ratio, ok := rationalRoot(new(big.Rat).Quo(y.s, x.s))
	if !ok {
		return nil, false
	}
	ratio.Mul(ratio, y.a)
	return newSurd(ratio.Add(ratio, x.a), x.s), true
}

func (x *surd) mul(y *surd) *surd {
	return newSurd(new(big.Rat).Mul(x.a, y.a), new(big.Rat).Mul(x.s, y.s))
}

// inverse returns 1/(a√s) = (1/as)√s, a ≠ 0.
func (x *surd) inverse() *surd {
	q := new(big.Rat).Mul(x.a, x.s)
	return &surd{a: q.Inv(q), s: x.s}
}

// power returns (a√s)ⁿ, n ≥ 0.
func (x *surd) power(n int64) *surd {
	raise := func(q *big.Rat, n int64) *big.Rat {
		num := new(big.Int).Exp(q.Num(), big.NewInt(n), nil)
		return new(big.Rat).SetFrac(num, new(big.Int).Exp(q.Denom(), big.NewInt(n), nil))
	}
	a := raise(x.a, n)
	a.Mul(a, raise(x.s, n/2))
	if n%2 == 0 {
		return rational(a)
	}
	return newSurd(a, x.s)
}

// floor returns ⌊a√s⌋, from ⌊√q⌋ = ⌊√⌊q⌋⌋.
func (x *surd) floor() *surd {
	below := func(q *big.Rat) *big.Int { return new(big.Int).Div(q.Num(), q.Denom()) }
	var n *big.Int
	switch {
	case x.rational():
		n = below(x.a)
	case x.a.Sign() > 0:
		n = below(x.square())
		n.Sqrt(n)
	default: // −√q is no integer
		n = below(x.neg().square())
		n.Sqrt(n)
		n.Not(n) // −n − 1
	}
	return rational(new(big.Rat).SetInt(n))
}
