package exact

import "math/big"

// Real is a number that is at least 0: √Square where Square is not nil, else what
// At computes at a precision; neither where there is no such number.
type Real struct {
	Square *big.Rat
	At     func(prec uint) (Interval, error)
}

// exactPrec is the precision at which it is seen whether the square of a number is rational.
const exactPrec = 1 << 10

// realOf returns the number, of at least 0, that f computes at any precision.
func realOf(f func(prec uint) number) Real {
	if square, rational := f(exactPrec).square(); rational {
		return Real{Square: square}
	}
	return Real{At: func(prec uint) (Interval, error) { return f(prec).interval(), nil }}
}

// Exists reports whether there is such a number.
func (r Real) Exists() bool { return r.Square != nil || r.At != nil }

// Interval encloses the number. It panics if there is none.
func (r Real) Interval(prec uint) (Interval, error) {
	if r.Square == nil {
		return r.At(prec)
	}
	if root, ok := sqrtRat(r.Square); ok {
		return NewInterval(prec, root), nil
	}
	return NewInterval(prec, r.Square).Sqrt()
}
