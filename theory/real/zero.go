package real

import "math/big"

// Zero encloses the zero in [0, 1] of a function f that increases there; it is 0 where f(0) ≥ 0, and 1 where f(1) ≤
// 0. The zero is found by the secant, and then enclosed by two numbers at which f has opposite signs for certain.
func Zero(prec uint, f func(at Interval) Interval) Interval {
	at := func(v *big.Float) Interval { return f(Interval{lo: v, hi: v}) }
	zero, one := down(prec), down(prec).SetInt64(1)
	left, right := at(zero), at(one)
	switch {
	case left.lo.Sign() >= 0:
		return Interval{lo: zero, hi: zero}
	case right.hi.Sign() <= 0:
		return Interval{lo: one, hi: one}
	}
	root := secant(prec, zero, one, left, right, at)
	lo, hi := zero, one
	for step := new(big.Float).SetMantExp(one, -int(prec)); step.Cmp(one) < 0; step.Mul(step, big.NewFloat(16)) {
		if v := down(prec).Sub(root, step); lo == zero && v.Sign() > 0 && at(v).hi.Sign() < 0 {
			lo = v
		}
		if v := up(prec).Add(root, step); hi == one && v.Cmp(one) < 0 && at(v).lo.Sign() > 0 {
			hi = v
		}
		if lo != zero && hi != one {
			break
		}
	}
	return Interval{lo: down(prec).Set(lo), hi: up(prec).Set(hi)}
}

// secant comes near to the zero of an increasing function between a and b, as far as its sign is certain: by the
// secant, with the value at an end that stays halved (the Illinois method), and by halves where that is slow.
func secant(prec uint, a, b *big.Float, left, right Interval, f func(*big.Float) Interval) *big.Float {
	number := func() *big.Float { return new(big.Float).SetPrec(prec) }
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
