package formula

import (
	"errors"
	"math/big"

	"marginlab/theory/real"
)

// rangeBits bounds the ends of intervals to about 2^±rangeBits. An operation on two of them remains far from the
// range of an interval, 2^±2³¹, and an error can print them: to print 2^(2²²) takes minutes.
const rangeBits = 1 << 17

// Number returns the value at numbers of a field, in the order of [Expr.Terms]; a condition has the value 1 or 0.
// Number computes exactly, up to the length of numbers of the field, what is made of rationals and their roots by
// products, quotients, integer powers, floor, ceil, min, max, abs, comparisons, and sums with one root. It rounds all
// else outward at every step.
//
// The error is a *[real.DomainError] where an operation has no value. Its Undecided is set if a higher precision may
// help, as for a comparison of intervals that overlap, and not set if a result is beyond 2^±(2¹⁷).
func (e *Expr) Number(f real.Field, at []real.Number) (real.Number, error) {
	return attempt(func() real.Number { return compile(exact{f}, e.root)(at) })
}

// exact is the arithmetic of exact numbers and of intervals of a precision. It panics with an [invalid] where there
// is no number.
type exact struct{ field real.Field }

func (v exact) number(q *big.Rat) real.Number { return v.field.Rational(q) }

// call computes a function. It fails if an interval of its value is out of range.
func (v exact) call(f *Function, x [MaxParams]real.Number) real.Number {
	y, err := f.Exact(v.field, x[:])
	if err == nil && !y.Exact() {
		of := y.Interval()
		for _, q := range []*big.Rat{of.Lower(), of.Upper()} {
			if log := q.Num().BitLen() - q.Denom().BitLen(); log < -rangeBits || log > rangeBits {
				err = &real.DomainError{
					Op: f.Name, Of: x[0].Interval(), Expected: "a result of 2^-(2^17) to 2^(2^17) in size, or 0",
				}
			}
		}
	}
	if err != nil {
		panic(invalid{err})
	}
	return y
}

func (exact) holds(x real.Number) bool { return !x.IsZero() }

// special compiles conditions that are joined: in a || b, a decides if it is true; in a && b, if it is false. Then b
// is not computed, as in float64. Where a is undecided, b may decide.
func (v exact) special(n *node) func(at []real.Number) real.Number {
	if n.op != "&&" && n.op != "||" {
		return nil
	}
	a, b := compile(v, n.kids[0]), compile(v, n.kids[1])
	decides := func(x real.Number) bool { return x.IsZero() == (n.op == "&&") }
	return func(at []real.Number) real.Number {
		x, err := attempt(func() real.Number { return a(at) })
		var domain *real.DomainError
		switch {
		case err == nil && decides(x):
			return x
		case err == nil:
			return b(at)
		case errors.As(err, &domain) && domain.Undecided:
			if y, wrong := attempt(func() real.Number { return b(at) }); wrong == nil && decides(y) {
				return y
			}
		}
		panic(invalid{err})
	}
}
