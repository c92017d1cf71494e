package formula

import (
	"fmt"

	"marginlab/theory/real"
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
	v := e.evaluator(prec, at)
	if e.root.condition {
		return v.decision(e.root, 0)
	}
	x, err := v.number(e.root)
	if err != nil {
		return real.Interval{}, err
	}
	return x.Interval(), nil
}

// Holds decides a condition, with precisions up to limit bits (at least 2). The error
// is a *[real.UndecidedError] if they do not suffice, or that of [Expr.Interval].
func (e *Expr) Holds(at []real.Real, limit uint) (bool, error) {
	if !e.root.condition {
		panic("formula: Holds of a number")
	}
	sign, err := real.Decide(func(prec uint) (real.Interval, error) {
		return e.evaluator(prec, at).decision(e.root, -1)
	}, limit)
	return sign > 0, err
}

func (e *Expr) evaluator(prec uint, at []real.Real) *evaluator {
	if len(at) != len(e.terms) {
		panic(fmt.Sprintf("formula: %d values for %d terms", len(at), len(e.terms)))
	}
	return newEvaluator(prec, at)
}

// decision returns 1 if a condition holds, else what is given.
func (v *evaluator) decision(n *node, otherwise int) (real.Interval, error) {
	holds, err := v.truth(n)
	if err != nil {
		return real.Interval{}, err
	}
	if holds {
		otherwise = 1
	}
	return v.field.Int(otherwise).Interval(), nil
}
