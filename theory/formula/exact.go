package formula

import (
	"errors"
	"fmt"
	"math/big"

	"marginlab/theory/real"
)

const (
	// exactBits bounds the length of exact numbers: what is longer is computed with
	// in intervals.
	exactBits = 1 << 16
	// rangeBits bounds the ends of intervals to about 2^±rangeBits. An operation on
	// two of them remains far from the range of an interval, 2^±2³¹, and an error can
	// print them: that of 2^(2²²) takes minutes.
	rangeBits = 1 << 17
)

// Interval returns an interval that holds the value where the terms have these
// values, in the order of [Expr.Terms]; that of a condition is 1 or 0. What is made
// of rationals and roots of rationals by products, quotients, integer powers, floor,
// ceil, min, max, abs, comparisons, and by sums with one root, is computed exactly, up to
// numbers of 2¹⁶ bits, and then rounded; all else is rounded outward at every step.
//
// The error is that of a [real.Real], or a *[real.DomainError] where an operation has no
// value, with Undecided set where a higher precision may help, as for a comparison
// of intervals that overlap, and not set where a result is beyond 2^±(2¹⁷).
func (e *Expr) Interval(prec uint, at []real.Real) (real.Interval, error) {
	return e.interval(prec, at, 0)
}

// Holds decides a condition, with precisions up to limit bits (at least 2). The error
// is a *[real.UndecidedError] if they do not suffice, or that of [Expr.Interval].
func (e *Expr) Holds(at []real.Real, limit uint) (bool, error) {
	if !e.root.condition {
		panic("formula: Holds of a number")
	}
	sign, err := real.Decide(func(prec uint) (real.Interval, error) { return e.interval(prec, at, -1) }, limit)
	return sign > 0, err
}

// interval is [Expr.Interval] with another value of a condition that does not hold.
func (e *Expr) interval(prec uint, at []real.Real, otherwise int) (real.Interval, error) {
	if len(at) != len(e.terms) {
		panic(fmt.Sprintf("formula: %d values for %d terms", len(at), len(e.terms)))
	}
	v := &exact{field: real.Field{Bits: prec, Exact: exactBits}, at: at}
	seen := make([]real.Number, len(at))
	var x real.Number
	if !e.root.condition {
		x = compile(v, e.root)(seen)
	} else if x = v.field.Int(otherwise); decide(v, e.root)(seen) {
		x = v.field.Int(1)
	}
	if v.err != nil {
		return real.Interval{}, v.err
	}
	return x.Interval(), nil
}

// Number returns a number at numbers of a field, as [Expr.Interval] computes it.
func (e *Expr) Number(f real.Field, at []real.Number) (real.Number, error) {
	v := &exact{field: f}
	x := compile(v, e.root)(at)
	return x, v.err
}

// exact is the arithmetic of exact numbers, and of intervals of a precision. After an error
// it computes nothing. The values of terms are computed when they are first asked for.
type exact struct {
	field real.Field
	at    []real.Real
	err   error // the first
}

func (v *exact) own(n *node) func(at []real.Number) real.Number {
	switch {
	case n.op == "number":
		x := v.field.Rational(n.number)
		return func([]real.Number) real.Number { return x }
	case n.op == "term":
		return func(seen []real.Number) real.Number {
			if x := &seen[n.term]; v.err == nil && !x.Exists() {
				y, err := v.at[n.term].In(v.field)
				*x = v.result("term", y, y, err)
			}
			return seen[n.term]
		}
	case n.function == nil:
		return nil
	}
	return func(seen []real.Number) real.Number {
		x := make([]real.Number, len(n.kids))
		for i, k := range n.kids {
			x[i] = compile(v, k)(seen)
		}
		if v.err != nil {
			return real.Number{}
		}
		y, err := n.function.Exact(v.field, x)
		return v.result(n.op, x[0], y, err)
	}
}

func (v *exact) operation(name string) func(x, y real.Number) real.Number {
	f := operations[name].exact
	return func(x, y real.Number) real.Number {
		if v.err != nil {
			return real.Number{}
		}
		z, err := f(x, y)
		return v.result(name, x, z, err)
	}
}

// result is that of an operation on a number, unless an interval of it is out of range.
func (v *exact) result(op string, of, result real.Number, err error) real.Number {
	v.err = err
	if err != nil || result.Exact() {
		return result
	}
	x := result.Interval()
	if max(magnitude(x.Lower()), magnitude(x.Upper())) > rangeBits {
		v.err = &real.DomainError{Op: op, Of: of.Interval(), Expected: "a result of 2^-(2^17) to 2^(2^17) in size, or 0"}
		return real.Number{}
	}
	return result
}

// magnitude is about |log₂ |q||, 0 for 0.
func magnitude(q *big.Rat) int {
	if q.Sign() == 0 {
		return 0
	}
	log := q.Num().BitLen() - q.Denom().BitLen()
	return max(log, -log)
}

// comparison decides x < y, x <= y, x == y or x != y. Intervals that touch decide < and <=
// where they do not tell the numbers apart.
func (v *exact) comparison(op string) func(x, y real.Number) bool {
	return func(x, y real.Number) bool {
		if v.err != nil {
			return false
		}
		if order, decided := x.Cmp(y); decided {
			return operations[op].holds(order)
		}
		a, b := x.Interval(), y.Interval()
		switch {
		case op == "<" && a.Lower().Cmp(b.Upper()) >= 0:
			return false
		case op == "<=" && a.Upper().Cmp(b.Lower()) <= 0:
			return true
		}
		v.err = &real.DomainError{Op: "comparison with 0", Of: a.Sub(b), Expected: "a sign", Undecided: true}
		return false
	}
}

// join leaves b of a && b and a || b where a decides, as float64 does. Where a is undecided, b may
// decide.
func (v *exact) join(op string, a, b func(at []real.Number) bool) func(at []real.Number) bool {
	deciding := op == "||" // false && b and true || b are decided
	return func(at []real.Number) bool {
		if v.err != nil {
			return false
		}
		x := a(at)
		err := v.err
		var domain *real.DomainError
		switch undecided := errors.As(err, &domain) && domain.Undecided; {
		case err == nil && x == deciding, err != nil && !undecided:
			return x
		}
		v.err = nil
		y := b(at)
		if err != nil && (v.err != nil || y != deciding) {
			v.err = err
		}
		return y
	}
}
