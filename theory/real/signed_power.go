package real

import "math/big"

// nearest bounds the binary exponents of the numbers whose powers [Interval.SignedPower] tells from 0.
const nearest = -1 << 16

// SignedPower returns sign(x)|x|^e for e > 0, which increases in x. What is nearer to 0
// than 2^(-2¹⁶) is enclosed with 0.
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
		power, err := Interval{lo: size, hi: size}.rationalPower(prec, e)
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
