package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// norm is the norm ‖·‖_p, p > 1, in numbers of a field, with the dual ‖·‖_q,
// 1/p + 1/q = 1. Its map x ↦ x^⟨p−1⟩, which is sign(x_i)|x_i|^{p−1}, takes a point
// to a multiple of ℓ(x) that needs no root:
//
//	x^⟨p−1⟩ = ‖x‖^{p−1} ℓ(x),  x^⟨p−1⟩·x = Σ|x_i|^p = ‖x‖^p,  ‖x^⟨p−1⟩‖_q = ‖x‖^{p−1}
//
// In ℓ₂ it is x itself, and all of this is rational. For another integer p and binary
// fractions x it is exact if the precision suffices.
type norm struct {
	real.Field
	p         *big.Rat
	euclidean bool // p = 2
}

func newNorm(f real.Field, p *big.Rat) norm {
	return norm{Field: f, p: p, euclidean: p.Cmp(integer(2)) == 0}
}

// domainOfP bounds p, so that powers of what coordinates may be (see
// longestCoordinate) are in the range of an interval.
const domainOfP = "[1.02, 100]"

// longestCoordinate bounds the binary digits of coordinates.
const longestCoordinate = 1 << 15

// checkSize returns a *[TooLongError] at the first example with a coordinate of more
// than 2^15 binary digits.
func checkSize(stream []Example) error {
	for i, e := range stream {
		if b := longest(e.X...); b > longestCoordinate {
			return &TooLongError{Step: i + 1, Bits: b, Limit: longestCoordinate}
		}
	}
	return nil
}

// signed is sign(x)|x|^e, e > 0.
func (n norm) signed(x real.Interval, e *big.Rat) real.Interval {
	return x.Round(n.Bits).SignedPower(e)
}

// up is x^⟨p−1⟩.
func (n norm) up(x Point) Point {
	if n.euclidean {
		return x
	}
	e := n.less(1)
	z := make(Point, len(x))
	for i := range x {
		z[i] = n.Enclosed(n.signed(x[i].Interval(), e))
	}
	return z
}

// less is p − k.
func (n norm) less(k int) *big.Rat { return new(big.Rat).Sub(n.p, integer(k)) }

// power is Σ|x_i|^p = ‖x‖^p.
func (n norm) power(x Point) real.Number {
	if n.euclidean {
		return dot(n.Field, x, x)
	}
	sum := n.Int(0)
	for _, v := range x {
		sum = sum.Add(n.Enclosed(n.signed(v.Abs().Interval(), n.p)))
	}
	return sum
}

// root is ‖x‖^e from ‖x‖^p.
func (n norm) root(power real.Number, e *big.Rat) real.Number {
	switch e = new(big.Rat).Quo(e, n.p); {
	case e.Sign() == 0:
		return n.Int(1)
	case e.Cmp(integer(1)) == 0:
		return power
	}
	return n.Enclosed(n.signed(power.Interval(), e))
}

// sqDual is ‖x^⟨p−1⟩‖_q² = ‖x‖^{2(p−1)} from ‖x‖^p.
func (n norm) sqDual(power real.Number) real.Number {
	e := n.less(1)
	return n.root(power, e.Add(e, e))
}

// length is ‖x‖, to the last bit where at most one coordinate is not 0.
func (n norm) length(x Point) real.Number {
	var only *real.Number
	for i, v := range x {
		if v.IsZero() {
			continue
		}
		if only != nil {
			return n.root(n.power(x), integer(1))
		}
		only = &x[i]
	}
	if only == nil {
		return n.Int(0)
	}
	return only.Abs()
}

// nearest is the point v + β(x−v) of the segment [v, x] that is nearest to o; inside says
// that 0 < β < 1 is known, given that β > 0. Then all of the line through v and x is
// orthogonal to w.
//
// The slope of the distance to the power of p,
//
//	g(β) = u_β^⟨p−1⟩·(x−v),  u_β = v + β(x−v) − o,
//
// increases in β, and is 0 there. In ℓ₂ it is linear. Of rational points there, see
// [nearest]: the scores have twice as many bits as they.
func (n norm) nearest(v, x, o Point) (p Point, inside bool) {
	if n.euclidean {
		if p, inside, ok := n.rationalNearest(v, x, o); ok {
			return p, inside
		}
	}
	u, d := v.minus(o), x.minus(v)
	var beta real.Number
	if n.euclidean {
		beta = n.share(dot(n.Field, u, d).Neg(), dot(n.Field, d, d))
	} else {
		beta = n.Enclosed(real.Zero(n.Bits, func(beta real.Interval) real.Interval {
			return dot(n.Field, n.up(u.plus(n.Enclosed(beta), d)), d).Interval()
		}))
	}
	if order, decided := beta.Cmp(n.Int(1)); decided {
		if order >= 0 {
			return x, false
		}
		inside = true
	}
	return v.between(x, beta), inside
}

func (n norm) rationalNearest(v, x, o Point) (p Point, inside, ok bool) {
	a, aOK := v.Rational()
	b, bOK := x.Rational()
	c, cOK := o.Rational()
	if !aOK || !bOK || !cOK {
		return nil, false, false
	}
	q, inside := nearest(a, b, c, n.Exact/2)
	return pointOf(n.Field, q), inside, q != nil
}

// share is a/b clipped to [0, 1], and all of [0, 1] where that is all that is known.
func (n norm) share(a, b real.Number) real.Number {
	zero, one := n.Int(0), n.Int(1)
	q, err := a.Quo(b)
	if err != nil {
		return n.Enclosed(zero.Interval().To(one.Interval()))
	}
	return q.Max(zero).Min(one)
}
