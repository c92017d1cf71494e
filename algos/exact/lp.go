package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// lp is the norm ‖·‖_p, p > 1, in intervals of a precision, with the dual ‖·‖_q,
// 1/p + 1/q = 1. Its map x ↦ x^⟨p−1⟩, which is sign(x_i)|x_i|^{p−1}, takes a point
// to a multiple of ℓ(x) that needs no root:
//
//	x^⟨p−1⟩ = ‖x‖^{p−1} ℓ(x),  x^⟨p−1⟩·x = Σ|x_i|^p = ‖x‖^p,  ‖x^⟨p−1⟩‖_q = ‖x‖^{p−1}
//
// so that for an integer p and binary fractions x all of it is exact, if the
// precision suffices.
type lp struct {
	p    *big.Rat
	prec uint
}

// newLp panics unless p is of the domain that the learners have.
func newLp(p *big.Rat, prec uint) lp {
	mustLie("p", p, domainOfP)
	return lp{p, prec}
}

// domainOfP bounds p, so that powers of what coordinates may be (see longestCoordinate) are
// in the range of an interval.
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
func (n lp) signed(x real.Interval, e *big.Rat) real.Interval { return x.Round(n.prec).SignedPower(e) }

// up is x^⟨p−1⟩.
func (n lp) up(x box) box {
	e := new(big.Rat).Sub(n.p, integer(1))
	z := make(box, len(x))
	for i := range x {
		z[i] = n.signed(x[i], e)
	}
	return z
}

// sum is Σ|x_i|^p = ‖x‖^p.
func (n lp) sum(x box) real.Interval {
	sum := real.NewInterval(n.prec, new(big.Rat))
	for _, v := range x {
		sum = sum.Add(n.signed(v.Abs(), n.p))
	}
	return sum
}

// root is ‖x‖^e from Σ|x_i|^p.
func (n lp) root(sum real.Interval, e *big.Rat) real.Interval {
	return n.signed(sum, new(big.Rat).Quo(e, n.p))
}

// sqDual is ‖x^⟨p−1⟩‖_q² = ‖x‖^{2(p−1)} from Σ|x_i|^p.
func (n lp) sqDual(sum real.Interval) real.Interval {
	e := new(big.Rat).Sub(n.p, integer(1))
	return n.root(sum, e.Add(e, e))
}

// number is a number in an interval, or the number that the interval is.
func (n lp) number(x real.Interval) real.Number { return real.NewField(n.prec).Enclosed(x) }

// norm is ‖x‖, to the last bit where at most one coordinate is not 0.
func (n lp) norm(x box) real.Interval {
	var only *real.Interval
	for i, v := range x {
		if sign, decided := v.Sign(); decided && sign == 0 {
			continue
		}
		if only != nil {
			return n.root(n.sum(x), integer(1))
		}
		only = &x[i]
	}
	if only == nil {
		return real.NewInterval(n.prec, new(big.Rat))
	}
	return only.Abs()
}

// nearest is the point v + β(x−v) of the segment [v, x] that is nearest to o, as
// [nearest] is in ℓ₂. The slope of the distance to the power of p,
//
//	g(β) = u_β^⟨p−1⟩·(x−v),  u_β = v + β(x−v) − o,
//
// increases in β, and is 0 there.
func (n lp) nearest(v, x, o box) box {
	u, d := v.minus(o), x.minus(v)
	beta := real.Zero(n.prec, func(beta real.Interval) real.Interval { return n.up(u.plus(beta, d)).dot(d) })
	return v.between(x, beta)
}
