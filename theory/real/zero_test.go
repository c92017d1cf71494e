package real_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/real"
)

// The zero of an increasing function in [0, 1] is enclosed, and closely if the function is: t³ − q, the root of a
// square, and a step.
func TestZero(t *testing.T) {
	for _, c := range []struct {
		name, low, high string // where it is
		calls           int    // of f, at most: halving [0, 1] alone takes 100
		f               func(x real.Interval) real.Interval
	}{
		{"t³ − 1/8", "1/2", "1/2", 34, func(x real.Interval) real.Interval { return cube(x).Sub(real.NewInterval(100, rat("1/8"))) }},
		{"t³ − 1/3", "0.693361274350634704843352274785", "0.693361274350634704843352274786", 32, func(x real.Interval) real.Interval {
			return cube(x).Sub(real.NewInterval(100, rat("1/3")))
		}},
		{"t − 1/1000000", "1/1000000", "1/1000000", 109, func(x real.Interval) real.Interval { return x.Sub(real.NewInterval(100, rat("1/1000000"))) }},
		{"a step", "1/3", "1/3", 110, func(x real.Interval) real.Interval {
			if x.Upper().Cmp(rat("1/3")) < 0 {
				return real.NewInterval(100, num(-1))
			}
			return real.NewInterval(100, num(1))
		}},
		{"1", "0", "0", 2, func(real.Interval) real.Interval { return real.NewInterval(100, num(1)) }},
		{"0", "0", "0", 2, func(real.Interval) real.Interval { return real.NewInterval(100, num(0)) }},
		{"t − 1", "1", "1", 2, func(x real.Interval) real.Interval { return x.Sub(real.NewInterval(100, num(1))) }},
		{"t − 2", "1", "1", 2, func(x real.Interval) real.Interval { return x.Sub(real.NewInterval(100, num(2))) }},
	} {
		calls := 0
		got := real.Zero(100, func(x real.Interval) real.Interval { calls++; return c.f(x) })
		require.LessOrEqual(t, calls, c.calls, c.name)
		atMost(t, got.Lower(), rat(c.high), c.name)
		atMost(t, rat(c.low), got.Upper(), c.name)
		atMost(t, sub(got.Upper(), got.Lower()), rat("1e-27"), c.name)
	}
	// A function with an error of 1/100 has a zero with an error of 1/100.
	noise := real.NewInterval(100, rat("-1/100")).To(real.NewInterval(100, rat("1/100")))
	got := real.Zero(100, func(x real.Interval) real.Interval { return x.Sub(real.NewInterval(100, rat("1/2"))).Add(noise) })
	atMost(t, got.Lower(), rat("49/100"), "lower end")
	atMost(t, rat("51/100"), got.Upper(), "upper end")
	atMost(t, sub(got.Upper(), got.Lower()), rat("1/2"), "width")
	// if only the values below the zero are unknown, the zero is enclosed up to that
	got = real.Zero(100, func(x real.Interval) real.Interval {
		x = x.Sub(real.NewInterval(100, rat("1/2")))
		if x.Upper().Sign() < 0 {
			x = x.Add(noise)
		}
		return x
	})
	atMost(t, rat("1/4"), got.Lower(), "lower end")
	atMost(t, sub(got.Upper(), rat("1/2")), rat("1e-27"), "upper end")
}

func cube(x real.Interval) real.Interval { return x.Mul(x).Mul(x) }
