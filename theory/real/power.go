package real

import "math/big"

// Pow returns x to the power of y. It is a product if y is one integer of at most 2¹⁶ in size, and then x may be
// negative, or half of such an integer. Otherwise it is e^(y log x), and x must be positive, or 0 with y positive. x⁰
// = 1 for all x. The error is a *[DomainError].
func (x Interval) Pow(y Interval) (Interval, error) {
	if n, accuracy := y.lo.Int64(); y.lo.Cmp(y.hi) == 0 && accuracy == big.Exact && -1<<16 <= n && n <= 1<<16 {
		return x.Round(max(x.Prec(), y.Prec())).integerPower(n)
	}
	prec, twice := max(x.Prec(), y.Prec()), new(big.Float).Add(y.lo, y.lo)
	switch {
	case x.lo.Sign() < 0 || x.lo.Sign() == 0 && y.lo.Sign() <= 0:
		undecided := x.hi.Sign() > 0 || x.hi.Sign() == 0 && y.hi.Sign() > 0 || y.lo.Cmp(y.hi) < 0
		return Interval{}, &DomainError{Op: "power", Of: x, Expected: "a positive base", Undecided: undecided}
	case y.lo.Cmp(y.hi) == 0 && twice.IsInt() && !y.lo.IsInt():
		return x.Round(prec+guard).composed(Interval.Sqrt, func(root Interval) (Interval, error) {
			return root.Pow(Interval{lo: twice, hi: twice})
		}, prec)
	case x.hi.Sign() == 0:
		return NewInterval(prec, new(big.Rat)), nil
	case x.lo.Sign() == 0: // x^y increases in x from 0
		z, err := Interval{lo: x.hi, hi: x.hi}.Pow(y)
		if err != nil {
			return Interval{}, err
		}
		return Interval{lo: down(z.Prec()), hi: z.hi}, nil
	}
	// y log x, and its error, may be 2²⁴ times as large.
	return x.Round(prec+guard).composed(Interval.Log, func(log Interval) (Interval, error) {
		return log.Mul(y).Exp()
	}, prec)
}

// composed returns g(f(x)), rounded to a precision.
func (x Interval) composed(f, g func(Interval) (Interval, error), prec uint) (Interval, error) {
	z, err := f(x)
	if err == nil {
		z, err = g(z)
	}
	if err != nil {
		return Interval{}, err
	}
	return z.Round(prec), nil
}

// integerPower returns xⁿ, |n| ≤ 2¹⁶.
func (x Interval) integerPower(n int64) (Interval, error) {
	for _, end := range []*big.Float{x.lo, x.hi} {
		if e := int64(end.MantExp(nil)); max(e, -e)*max(n, -n) > maxExponent {
			return Interval{}, &DomainError{Op: "power", Of: x, Expected: "a power of at most 2^(2^24) in size"}
		}
	}
	switch {
	case n == 0:
		return NewInterval(x.Prec(), big.NewRat(1, 1)), nil
	case n < 0:
		power, err := x.integerPower(-n)
		if err != nil {
			return Interval{}, err
		}
		one := NewInterval(x.Prec(), big.NewRat(1, 1))
		return one.Quo(power)
	case n%2 == 0: // xⁿ = |x|ⁿ
		x = x.Max(x.Neg())
		if x.lo.Sign() < 0 {
			x.lo = down(x.Prec())
		}
	}
	return x.increasing(func(prec uint, v *big.Float) Interval {
		return raise(Interval{lo: v, hi: v}.Round(prec+guard), n, Interval.Mul).Round(prec)
	}), nil
}

// nearest bounds the binary exponents of the numbers whose powers [Interval.SignedPower] distinguishes from 0.
const nearest = -1 << 16

// SignedPower returns sign(x)|x|^e for e > 0, which increases in x. If a number is nearer to 0 than 2^(-2¹⁶), the
// interval of its power includes 0.
func (x Interval) SignedPower(e *big.Rat) Interval {
	return x.increasing(func(prec uint, v *big.Float) Interval {
		if v.Sign() == 0 {
			return NewInterval(prec, new(big.Rat))
		}
		size := new(big.Float).Abs(v)
		near := size.MantExp(nil) < nearest
		if near {
			size.SetMantExp(big.NewFloat(1), nearest)
		}
		power, err := Interval{lo: size, hi: size}.Round(prec).Pow(NewInterval(prec, e))
		if err != nil {
			panic(err) // the caller bounds the numbers and the exponents
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

// raise returns xⁿ, n > 0, by repeated squaring.
func raise[T any](x T, n int64, mul func(x, y T) T) T {
	for ; n%2 == 0; n /= 2 {
		x = mul(x, x)
	}
	power := x
	for n /= 2; n > 0; n /= 2 {
		if x = mul(x, x); n%2 == 1 {
			power = mul(power, x)
		}
	}
	return power
}
