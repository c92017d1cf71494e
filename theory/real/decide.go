package real

import (
	"errors"
	"fmt"
)

// Decide returns the sign of the number that f computes at any precision, which it doubles until the sign is decided.
// The error is an *[UndecidedError] at the limit, of at least 2 bits, or what f returns; a *[DomainError] of f's only
// where a higher precision does not help.
func Decide(f func(prec uint) (Interval, error), limit uint) (int, error) {
	for prec := min(64, limit); ; prec = min(2*prec, limit) {
		x, err := f(prec)
		var domain *DomainError
		if err == nil {
			if sign, decided := x.Sign(); decided {
				return sign, nil
			}
		} else if !errors.As(err, &domain) || !domain.Undecided {
			return 0, err
		}
		if prec == limit {
			return 0, &UndecidedError{Prec: prec, Last: x, Domain: domain}
		}
	}
}

// DomainError says that an operation has no value: at any number of its operand, or,
// when Undecided, at some numbers of it, and a higher precision may exclude these.
type DomainError struct {
	Op        string
	Of        Interval
	Expected  string
	Undecided bool
}

func (e *DomainError) Error() string {
	return fmt.Sprintf("exact: %s of %v, expected %s", e.Op, e.Of, e.Expected)
}

// UndecidedError says that a precision did not suffice to decide a sign: the number
// is 0, or so near to it. Domain is not nil where it did not suffice to compute it.
// In a run it tells the step (counted from 1) and What was to be decided there.
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
