package exact

import "math/big"

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

// domainOfP bounds p, so that powers of what coordinates may be (see farthest) are
// in the range of an interval.
const domainOfP = "[1.02, 100]"

// farthest bounds the binary exponents of coordinates, on both sides: what is nearer
// to 0 than 2^-farthest is enclosed with 0.
const farthest = 1 << 16

// checkSize returns a *[TooLongError] at the first example with a coordinate of more
// than 2^15 binary digits.
func checkSize(stream []Example) error {
	for i, e := range stream {
		if b := longest(e.X...); b > farthest/2 {
			return &TooLongError{Step: i + 1, Bits: b, Limit: farthest / 2}
		}
	}
	return nil
}

// signed is sign(x)|x|^e, e > 0, which increases in x.
func (n lp) signed(x Interval, e *big.Rat) Interval {
	return x.Round(n.prec).increasing(func(prec uint, v *big.Float) Interval {
		if v.Sign() == 0 {
			return NewInterval(prec, new(big.Rat))
		}
		size := new(big.Float).Abs(v)
		near := size.MantExp(nil) < -farthest
		if near {
			size.SetMantExp(big.NewFloat(1), -farthest)
		}
		power, err := Interval{lo: size, hi: size}.rationalPower(prec, e)
		if err != nil {
			panic(err) // coordinates and exponents are bounded
		}
		if near {
			power.lo = down(prec)
		}
		if v.Sign() < 0 {
			return power.Neg()
		}
		return power
	})
}

// rationalPower is x^e, x > 0, by a root where e is a multiple of ½.
func (x Interval) rationalPower(prec uint, e *big.Rat) (Interval, error) {
	x = x.Round(prec)
	if e.Denom().IsInt64() && e.Denom().Int64() == 2 {
		root, err := x.Sqrt()
		if err != nil {
			return Interval{}, err
		}
		return root.Pow(NewInterval(prec, new(big.Rat).Add(e, e)))
	}
	return x.Pow(NewInterval(prec, e))
}

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
func (n lp) sum(x box) Interval {
	sum := NewInterval(n.prec, new(big.Rat))
	for _, v := range x {
		sum = sum.Add(n.signed(v.abs(), n.p))
	}
	return sum
}

// root is ‖x‖^e from Σ|x_i|^p.
func (n lp) root(sum Interval, e *big.Rat) Interval {
	return n.signed(sum, new(big.Rat).Quo(e, n.p))
}

// sqDual is ‖x^⟨p−1⟩‖_q² = ‖x‖^{2(p−1)} from Σ|x_i|^p.
func (n lp) sqDual(sum Interval) Interval {
	e := new(big.Rat).Sub(n.p, integer(1))
	return n.root(sum, e.Add(e, e))
}

// number is a number in an interval, or the number that the interval is.
func (n lp) number(x Interval) number {
	if x.lo.Cmp(x.hi) == 0 {
		return rational(n.prec, x.Lower())
	}
	return number{prec: n.prec, x: x}
}

// norm is ‖x‖, to the last bit where at most one coordinate is not 0.
func (n lp) norm(x box) Interval {
	var only *Interval
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
		return NewInterval(n.prec, new(big.Rat))
	}
	return only.abs()
}

// abs is |x|.
func (x Interval) abs() Interval {
	return x.Max(x.Neg()).Max(x.integer(0))
}

// nearest is the point v + β(x−v) of the segment [v, x] that is nearest to o, as
// [nearest] is in ℓ₂. The slope of the distance to the power of p,
//
//	g(β) = u_β^⟨p−1⟩·(x−v),  u_β = v + β(x−v) − o,
//
// increases in β. Its root is found by the secant, and then enclosed by two numbers
// between which it is for certain, whichever the points of the boxes are.
func (n lp) nearest(v, x, o box) box {
	u, d := v.minus(o), x.minus(v)
	slope := func(beta *big.Float) Interval {
		return n.up(u.plus(Interval{lo: beta, hi: beta}, d)).dot(d)
	}
	zero, one := down(n.prec), down(n.prec).SetInt64(1)
	left, right := slope(zero), slope(one)
	switch {
	case left.lo.Sign() >= 0:
		return v
	case right.hi.Sign() <= 0:
		return x
	}
	root := n.secant(zero, one, left, right, slope)
	lo, hi := zero, one
	for step := new(big.Float).SetMantExp(one, -int(n.prec)); step.Cmp(one) < 0; step.Mul(step, big.NewFloat(16)) {
		if at := down(n.prec).Sub(root, step); lo == zero && at.Sign() > 0 && slope(at).hi.Sign() < 0 {
			lo = at
		}
		if at := up(n.prec).Add(root, step); hi == one && at.Cmp(one) < 0 && slope(at).lo.Sign() > 0 {
			hi = at
		}
		if lo != zero && hi != one {
			break
		}
	}
	return v.between(x, Interval{lo: down(n.prec).Set(lo), hi: up(n.prec).Set(hi)})
}

// secant comes near to the root of an increasing function between a and b, as far as
// its sign is certain: by the secant, with the value at an end that stays halved (the
// Illinois method), and by halves where that is slow.
func (n lp) secant(a, b *big.Float, left, right Interval, f func(*big.Float) Interval) *big.Float {
	number := func() *big.Float { return new(big.Float).SetPrec(n.prec) }
	half := big.NewFloat(0.5)
	middle := func(x, y *big.Float) *big.Float { m := number().Add(x, y); return m.Mul(m, half) }
	fa, fb := middle(left.lo, left.hi), middle(right.lo, right.hi)
	slow, side := false, 0
	for {
		width := number().Sub(b, a)
		share := number().Sub(fb, fa)
		at := number().Sub(b, number().Mul(width, share.Quo(fb, share)))
		if slow || at.Cmp(a) <= 0 || at.Cmp(b) >= 0 {
			at = middle(a, b)
		}
		value := f(at)
		sign, decided := value.Sign()
		switch {
		case !decided || sign == 0 || at.Cmp(a) <= 0 || at.Cmp(b) >= 0:
			return at
		case sign < 0:
			a, fa = at, middle(value.lo, value.hi)
			if side < 0 {
				fb.Mul(fb, half)
			}
		default:
			b, fb = at, middle(value.lo, value.hi)
			if side > 0 {
				fa.Mul(fa, half)
			}
		}
		side = sign
		left := number().Sub(b, a)
		slow = left.Cmp(width.Mul(width, half)) > 0
	}
}
