// Package real computes with real numbers so that no rounding can mislead.
//
//	[Interval]  two binary floating-point numbers, and a number between them: every
//	            operation rounds outward
//	[Number]    exactly q + b√r as long as it can be, else in an interval
//
// A comparison is decided or undecided; a greater precision may then decide it. An operation without a value is a
// [DomainError], a sign that no precision decides an [UndecidedError].
package real

import "fmt"

// DomainError says that an operation has no value at any number of its operand. If Undecided, it has none at some of
// them, and a higher precision may exclude these.
type DomainError struct {
	Op        string
	Of        Interval
	Expected  string
	Undecided bool
}

func (e *DomainError) Error() string {
	return fmt.Sprintf("exact: %s of %v, expected %s", e.Op, e.Of, e.Expected)
}

// UndecidedError says that a precision did not suffice to decide a sign: the number is 0, or very near to it. Domain
// is not nil if the precision did not suffice to compute it. In a run the error has the step (counted from 1), and
// What was to be decided there.
type UndecidedError struct {
	Prec   uint
	Last   Interval
	Domain *DomainError
	Step   int
	What   string
}

func (e *UndecidedError) Error() string {
	if e.Step > 0 {
		at := *e
		at.Step = 0
		return fmt.Sprintf("example %d: %s: %v", e.Step, e.What, &at)
	}
	if e.Domain != nil {
		return fmt.Sprintf("exact: undecided at a precision of %d bits: %v", e.Prec, e.Domain)
	}
	return fmt.Sprintf("exact: the sign of a number in %v is undecided at a precision of %d bits", e.Last, e.Prec)
}
