package claim

import (
	"fmt"
	"math/big"

	"marginlab/algos/exact"
)

// Value is the exact value of a term: √Square (≥ 0) where Square is not nil, else
// what At computes at any precision in bits.
type Value struct {
	Square *big.Rat
	At     func(prec uint) (exact.Interval, error)
}

// Int returns n ≥ 0.
func Int(n int) Value { return Rational(new(big.Rat).SetInt64(int64(n))) }

// Rational returns q ≥ 0.
func Rational(q *big.Rat) Value {
	if q.Sign() < 0 {
		panic("claim: a negative value")
	}
	return Root(new(big.Rat).Mul(q, q))
}

// Root returns √square.
func Root(square *big.Rat) Value {
	if square.Sign() < 0 {
		panic("claim: a negative square")
	}
	return Value{Square: square}
}

// Interval returns an interval of a precision that holds the value: that of one
// number where the value is one of the precision.
func (v Value) Interval(prec uint) (exact.Interval, error) {
	if v.Square == nil {
		return v.At(prec)
	}
	return newSurd(big.NewRat(1, 1), v.Square).interval(prec), nil
}

// interval encloses the number.
func (x *surd) interval(prec uint) exact.Interval {
	if x.rational() {
		return exact.NewInterval(prec, x.a)
	}
	square := x.square()
	root, err := exact.NewInterval(prec, new(big.Rat).Abs(square)).Sqrt()
	if err != nil {
		panic(err) // a square is not negative
	}
	if square.Sign() < 0 {
		return root.Neg()
	}
	return root
}

// Interval returns an interval that holds the value where the terms have these
// values, in the order of [Expr.Terms]; that of a condition is 1 or 0. What is made
// of rationals and roots of rationals by products, quotients, integer powers, floor,
// ceil, min, max, abs, comparisons, and sums of rationals or of multiples of one root,
// is computed exactly, up to numbers of 2¹⁶ bits, and rounded once; all else is rounded outward at every step.
//
// The error is that of a Value, or an *[exact.DomainError] where an operation has no
// value, with Undecided set where a higher precision may help, as for a comparison
// of intervals that overlap, and not set where a result is beyond 2^±(2¹⁷).
func (e *Expr) Interval(prec uint, at []Value) (exact.Interval, error) {
	v := e.evaluator(prec, at)
	if e.root.condition {
		return v.decision(e.root, 0)
	}
	x, err := v.number(e.root)
	if err != nil {
		return exact.Interval{}, err
	}
	return x.interval(prec), nil
}

// Holds decides a condition, with precisions up to limit bits (at least 2). The error
// is an *[exact.UndecidedError] if they do not suffice, or that of [Expr.Interval].
func (e *Expr) Holds(at []Value, limit uint) (bool, error) {
	if !e.root.condition {
		panic("claim: Holds of a number")
	}
	sign, err := exact.Decide(func(prec uint) (exact.Interval, error) {
		return e.evaluator(prec, at).decision(e.root, -1)
	}, limit)
	return sign > 0, err
}

func (e *Expr) evaluator(prec uint, at []Value) *evaluator {
	if len(at) != len(e.terms) {
		panic(fmt.Sprintf("claim: %d values for %d terms", len(at), len(e.terms)))
	}
	return &evaluator{prec: prec, at: at, seen: make([]*real, len(at))}
}

// decision returns 1 if a condition holds, else what is given.
func (v *evaluator) decision(n *node, otherwise int64) (exact.Interval, error) {
	holds, err := v.truth(n)
	if err != nil {
		return exact.Interval{}, err
	}
	if holds {
		otherwise = 1
	}
	return exact.NewInterval(v.prec, big.NewRat(otherwise, 1)), nil
}
