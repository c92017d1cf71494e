package real

import (
	"fmt"
	"math/big"
)

// Interval is a closed interval of the reals that is known to hold a number, which may be irrational. Its ends are
// binary floating-point numbers of a given precision in bits. Every operation rounds the lower end down and the upper
// end up, so that the result holds the operation's value for all numbers of its operands; its precision is the
// greater of the two. Intervals are immutable.
//
// Ends outside of 2^±(2³¹−1) cannot be represented: an operation that gets there
// panics. [Interval.Exp] and [Interval.Pow] stay in 2^±(2²⁵), or return an error.
type Interval struct{ lo, hi *big.Float }

// NewInterval returns the narrowest interval of a precision (at least 2) that holds x.
func NewInterval(prec uint, x *big.Rat) Interval {
	if prec < 2 {
		panic("real: an interval of less than 2 bits")
	}
	return outward(down(prec).SetRat(x), up(prec).SetRat(x))
}

// down and up return 0 with a precision and a direction of rounding.
func down(prec uint) *big.Float { return new(big.Float).SetMode(big.ToNegativeInf).SetPrec(prec) }
func up(prec uint) *big.Float   { return new(big.Float).SetMode(big.ToPositiveInf).SetPrec(prec) }

func outward(lo, hi *big.Float) Interval {
	switch {
	case lo.IsInf() || hi.IsInf(), lo.Sign() == 0 && lo.Acc() != big.Exact, hi.Sign() == 0 && hi.Acc() != big.Exact:
		panic("real: an end of an interval is out of range")
	case lo.Cmp(hi) > 0:
		panic(fmt.Sprintf("real: the ends %v and %v of an interval are crossed", lo, hi))
	}
	return Interval{lo: lo, hi: hi}
}

// Lower returns the lower end.
func (x Interval) Lower() *big.Rat { r, _ := x.lo.Rat(nil); return r }

// Upper returns the upper end.
func (x Interval) Upper() *big.Rat { r, _ := x.hi.Rat(nil); return r }

// Prec returns the precision.
func (x Interval) Prec() uint { return x.lo.Prec() }

// Round returns the narrowest interval of a precision that holds x.
func (x Interval) Round(prec uint) Interval {
	return outward(down(prec).Set(x.lo), up(prec).Set(x.hi))
}

// String shows the ends in decimals, or as 0x.8p+1000000 where that would take long.
func (x Interval) String() string { return fmt.Sprintf("[%s, %s]", text(x.lo), text(x.hi)) }

func text(f *big.Float) string {
	const far = 1 << 12
	if e := f.MantExp(nil); e < -far || e > far {
		return new(big.Float).SetPrec(64).Set(f).Text('p', 0)
	}
	return f.Text('g', 20)
}

// Contains reports whether r is in x.
func (x Interval) Contains(r *big.Rat) bool {
	return x.Lower().Cmp(r) <= 0 && r.Cmp(x.Upper()) <= 0
}

// Cmp compares the numbers: −1 if every number of x is less than every number of y, +1 if greater, 0 if both
// intervals are one and the same number. In all other cases it is undecided.
func (x Interval) Cmp(y Interval) (order int, decided bool) {
	switch {
	case x.hi.Cmp(y.lo) < 0:
		return -1, true
	case x.lo.Cmp(y.hi) > 0:
		return +1, true
	}
	return 0, x.lo.Cmp(y.hi) == 0 && x.hi.Cmp(y.lo) == 0
}

// Sign compares x with 0.
func (x Interval) Sign() (sign int, decided bool) { return x.Cmp(x.integer(0)) }

// integer returns n in the precision of x, or in 64 bits if x has fewer, so that it is exact.
func (x Interval) integer(n int64) Interval {
	prec := max(x.Prec(), 64)
	return Interval{lo: down(prec).SetInt64(n), hi: up(prec).SetInt64(n)}
}

// Neg returns −x.
func (x Interval) Neg() Interval {
	return Interval{lo: down(x.Prec()).Neg(x.hi), hi: up(x.Prec()).Neg(x.lo)}
}

// Add returns x + y.
func (x Interval) Add(y Interval) Interval {
	prec := max(x.Prec(), y.Prec())
	return outward(down(prec).Add(x.lo, y.lo), up(prec).Add(x.hi, y.hi))
}

// Sub returns x − y.
func (x Interval) Sub(y Interval) Interval { return x.Add(y.Neg()) }

// Mul returns xy.
func (x Interval) Mul(y Interval) Interval { return x.corners(y.lo, y.hi, (*big.Float).Mul) }

// Quo returns x/y. The error is a *[DomainError] if y holds 0.
func (x Interval) Quo(y Interval) (Interval, error) {
	if sign, decided := y.Sign(); !decided || sign == 0 {
		return Interval{}, &DomainError{Op: "quotient", Of: y, Expected: "a divisor other than 0", Undecided: !decided}
	}
	return x.corners(y.hi, y.lo, (*big.Float).Quo), nil
}

// corners returns the least interval that holds the four values of op at the ends of x and of another interval. For a
// product, and a quotient by an interval without 0, these are the extreme values. For positive numbers the least
// value is at less, and the greatest at more.
func (x Interval) corners(less, more *big.Float, op func(z, a, b *big.Float) *big.Float) Interval {
	prec := max(x.Prec(), less.Prec())
	if x.lo.Sign() >= 0 && less.Sign() >= 0 {
		return outward(op(down(prec), x.lo, less), op(up(prec), x.hi, more))
	}
	var lo, hi *big.Float
	for _, a := range []*big.Float{x.lo, x.hi} {
		for _, b := range []*big.Float{less, more} {
			l, h := op(down(prec), a, b), op(up(prec), a, b)
			if lo == nil || l.Cmp(lo) < 0 {
				lo = l
			}
			if hi == nil || h.Cmp(hi) > 0 {
				hi = h
			}
		}
	}
	return outward(lo, hi)
}

// Min returns the lesser of the two numbers.
func (x Interval) Min(y Interval) Interval { return y.Neg().Max(x.Neg()).Neg() }

// Max returns the greater of the two numbers.
func (x Interval) Max(y Interval) Interval {
	lo, hi := x.lo, x.hi
	if y.lo.Cmp(lo) > 0 {
		lo = y.lo
	}
	if y.hi.Cmp(hi) > 0 {
		hi = y.hi
	}
	return Interval{lo: lo, hi: hi}.Round(max(x.Prec(), y.Prec()))
}

// Abs returns |x|.
func (x Interval) Abs() Interval { return x.Max(x.Neg()).Max(x.integer(0)) }

// To returns the interval from the lower end of x to the upper end of y, which must not be below it.
func (x Interval) To(y Interval) Interval {
	prec := max(x.Prec(), y.Prec())
	return outward(down(prec).Set(x.lo), up(prec).Set(y.hi))
}

// Floor returns ⌊x⌋, one number if no integer separates the ends.
func (x Interval) Floor() Interval {
	return outward(down(x.Prec()).SetInt(floor(x.lo)), up(x.Prec()).SetInt(floor(x.hi)))
}

func floor(f *big.Float) *big.Int {
	n, accuracy := f.Int(nil) // toward 0
	if accuracy == big.Above {
		n.Sub(n, big.NewInt(1))
	}
	return n
}
