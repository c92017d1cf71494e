// Package real computes with real numbers so that no rounding can mislead.
//
//	[Interval]  two binary floating-point numbers, and a number between them: every
//	            operation rounds outward
//	[Number]    exactly q + b√r as long as it can be, else in an interval
//	[Real]      a number at any precision
//
// A comparison is decided or it is not: [Decide] doubles the precision until one is. An operation without a value is
// a [DomainError], a sign that no precision decides an [UndecidedError].
package real

import (
	"cmp"
	"math/big"
)

// Real is a number of at least 0 that can be computed at any precision: √Square where Square is not nil, else what At
// encloses. It has neither where there is no such number.
type Real struct {
	Square *big.Rat
	At     func(prec uint) (Interval, error)
}

// Int returns n ≥ 0.
func Int(n int) Real { return Rational(new(big.Rat).SetInt64(int64(n))) }

// Rational returns q ≥ 0.
func Rational(q *big.Rat) Real {
	if q.Sign() < 0 {
		panic("real: a negative number")
	}
	return Root(new(big.Rat).Mul(q, q))
}

// Root returns √square.
func Root(square *big.Rat) Real {
	if square.Sign() < 0 {
		panic("real: a negative square")
	}
	return Real{Square: square}
}

// Exists reports whether there is such a number.
func (r Real) Exists() bool { return r.Square != nil || r.At != nil }

// IsZero reports whether the number is known to be 0.
func (r Real) IsZero() bool { return r.Square != nil && r.Square.Sign() == 0 }

// Rational returns the number, and false where it is not known to be rational.
func (r Real) Rational() (*big.Rat, bool) {
	if r.Square == nil {
		return nil, false
	}
	return sqrtRat(r.Square)
}

// In returns the number in a field. The error is that of At.
func (r Real) In(f Field) (Number, error) {
	if root, rational := r.Rational(); rational {
		return f.Rational(root), nil
	}
	if r.Square != nil {
		return f.exact(new(big.Rat), big.NewRat(1, 1), r.Square), nil
	}
	return f.known(r.At(f.Bits))
}

// Interval encloses the number, in an interval of one number where it is one of the
// precision. The error is that of At.
func (r Real) Interval(prec uint) (Interval, error) {
	x, err := r.In(NewField(prec))
	return x.Interval(), err
}

// Mul returns rs.
func (r Real) Mul(s Real) Real {
	if r.Square != nil && s.Square != nil {
		return Root(new(big.Rat).Mul(r.Square, s.Square))
	}
	return r.with(s, func(x, y Interval) (Interval, error) { return x.Mul(y), nil })
}

// Quo returns r/s. It panics if s is known to be 0; where an interval holds 0 the error of At is a *[DomainError].
func (r Real) Quo(s Real) Real {
	if r.Square != nil && s.Square != nil {
		return Root(new(big.Rat).Quo(r.Square, s.Square))
	}
	return r.with(s, Interval.Quo)
}

func (r Real) with(s Real, op func(x, y Interval) (Interval, error)) Real {
	return Real{At: func(prec uint) (Interval, error) {
		x, err := r.Interval(prec)
		y, wrong := s.Interval(prec)
		if err = cmp.Or(err, wrong); err != nil {
			return Interval{}, err
		}
		return op(x, y)
	}}
}
