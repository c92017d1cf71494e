package real

import "math/big"

// Zero encloses the zero in [0, 1] of a function f that increases there; it is 0 where f(0) ≥ 0, and 1 where f(1) ≤
// 0. Zero approaches it by the secant, and then encloses it by two numbers at which f certainly has opposite signs.
func Zero(prec uint, f func(at Interval) Interval) Interval {
	at := func(v *big.Float) Interval { return f(Interval{lo: v, hi: v}) }
	a, b := down(prec), down(prec).SetInt64(1)
	left, right := at(a), at(b)
	switch {
	case left.lo.Sign() >= 0:
		return Interval{lo: a, hi: a}
	case right.hi.Sign() <= 0:
		return Interval{lo: b, hi: b}
	}
	a, root, b := secant(prec, a, b, left, right, at)
	// enclose moves away from the root until f has the sign of that side, but not beyond the end.
	enclose := func(end *big.Float, side int) *big.Float {
		step := new(big.Float).SetMantExp(big.NewFloat(float64(side)), -int(prec))
		for ; ; step.Mul(step, big.NewFloat(16)) {
			v := down(prec)
			if side > 0 {
				v = up(prec)
			}
			if v.Add(root, step); v.Cmp(end)*side >= 0 {
				return end
			}
			if sign, decided := at(v).Sign(); decided && sign == side {
				return v
			}
		}
	}
	return Interval{lo: down(prec).Set(enclose(a, -1)), hi: up(prec).Set(enclose(b, +1))}
}

// secant approaches the zero of an increasing function as far as the function's sign is certain, and returns the last
// two numbers a and b that enclose it. It uses the secant, with the value halved at an end that stays (the Illinois
// method), and bisection where that is slow.
func secant(
	prec uint, a, b *big.Float, left, right Interval, f func(*big.Float) Interval,
) (below, root, above *big.Float) {
	number := func() *big.Float { return new(big.Float).SetPrec(prec) }
	half := big.NewFloat(0.5)
	middle := func(x, y *big.Float) *big.Float { m := number().Add(x, y); return m.Mul(m, half) }
	fa, fb := middle(left.lo, left.hi), middle(right.lo, right.hi)
	slow, side := false, 0
	for {
		width, share := number().Sub(b, a), number().Sub(fb, fa)
		at := number().Sub(b, number().Mul(width, share.Quo(fb, share)))
		if slow || at.Cmp(a) <= 0 || at.Cmp(b) >= 0 {
			at = middle(a, b)
		}
		value := f(at)
		sign, decided := value.Sign()
		switch {
		case !decided || sign == 0 || at.Cmp(a) <= 0 || at.Cmp(b) >= 0:
			return a, at, b
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
		slow = number().Sub(b, a).Cmp(width.Mul(width, half)) > 0
	}
}
