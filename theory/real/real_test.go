package real_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/real"
)

func TestDomains(t *testing.T) {
	zero, minus := real.NewInterval(30, num(0)), real.NewInterval(30, num(-1))
	half := real.NewInterval(30, rat("1/2"))
	for _, c := range []struct {
		name      string
		f         func() (real.Interval, error)
		undecided bool
	}{
		{"1/0", func() (real.Interval, error) { return half.Quo(zero) }, false},
		{"1/[-1,1]", func() (real.Interval, error) { return half.Quo(unit(30)) }, true},
		{"root -1", minus.Sqrt, false},
		{"root [-1,1]", unit(30).Sqrt, true},
		{"root [-1,0]", minus.To(zero).Sqrt, true},
		{"[0,1]^[0,1]", func() (real.Interval, error) { return zero.To(half).Pow(zero.To(half)) }, true},
		{"0^[0,1]", func() (real.Interval, error) { return zero.Pow(zero.To(half)) }, true},
		{"log -1", minus.Log, false},
		{"log 0", zero.Log, false},
		{"log [-1,1]", unit(30).Log, true},
		{"(-1)^(1/2)", func() (real.Interval, error) { return minus.Pow(half) }, false},
		{"[-1,1]^(1/2)", func() (real.Interval, error) { return unit(30).Pow(half) }, true},
		{"0^-1", func() (real.Interval, error) { return zero.Pow(minus) }, false},
		{"0^(-1/2)", func() (real.Interval, error) { return zero.Pow(half.Neg()) }, false},
		{"[-1,1]^-1", func() (real.Interval, error) { return unit(30).Pow(minus) }, true},
	} {
		_, err := c.f()
		var e *real.DomainError
		require.ErrorAs(t, err, &e, c.name)
		require.Equal(t, c.undecided, e.Undecided, c.name)
	}
}

// What is undecided says so of the number, or of the domain that would be left, and where in a
// run.
func TestUndecidedSaysWhere(t *testing.T) {
	x := real.NewInterval(8, num(0))
	_, err := real.NewInterval(8, num(1)).Quo(x)
	domain := err.(*real.DomainError)
	require.EqualError(t, &real.UndecidedError{Prec: 64, Last: x}, "exact: the sign of a number in [0, 0] is undecided at a precision of 64 bits")
	require.EqualError(t, &real.UndecidedError{Prec: 64, Domain: domain}, "exact: undecided at a precision of 64 bits: exact: quotient of [0, 0], expected a divisor other than 0")
	require.EqualError(t, &real.UndecidedError{Prec: 64, Last: x, Step: 1, What: "a loss"},
		"example 1: a loss: exact: the sign of a number in [0, 0] is undecided at a precision of 64 bits")
}
