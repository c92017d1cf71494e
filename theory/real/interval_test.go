package real_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/theory/real"
)

// numbers draws rationals of many sizes, with 0, integers and powers of 2.
func numbers() *rapid.Generator[*big.Rat] {
	return rapid.Custom(func(t *rapid.T) *big.Rat {
		q := big.NewRat(rapid.Int64Range(-1000, 1000).Draw(t, "numerator"), rapid.Int64Range(1, 1000).Draw(t, "denominator"))
		shift := new(big.Int).Lsh(big.NewInt(1), uint(rapid.IntRange(0, 70).Draw(t, "shift")))
		if rapid.Bool().Draw(t, "large") {
			return mul(q, new(big.Rat).SetInt(shift))
		}
		return quo(q, new(big.Rat).SetInt(shift))
	})
}

func precisions() *rapid.Generator[uint] {
	return rapid.Map(rapid.SampledFrom([]int{2, 10, 53, 64, 100, 200}), func(p int) uint { return uint(p) })
}

// intervalAround returns an interval that holds q, as wide as drawn.
func intervalAround(t *rapid.T, prec uint, q *big.Rat) real.Interval {
	if width := numbers().Draw(t, "width"); rapid.Bool().Draw(t, "wide") {
		low, high := q, add(q, width)
		if width.Sign() < 0 {
			low, high = high, low
		}
		return real.NewInterval(prec, low).To(real.NewInterval(prec, high))
	}
	return real.NewInterval(prec, q)
}

// unit returns [−1, 1].
func unit(prec uint) real.Interval {
	return real.NewInterval(prec, num(-1)).To(real.NewInterval(prec, num(1)))
}

func holds(t require.TestingT, x real.Interval, q *big.Rat, what string) {
	if !x.Contains(q) {
		require.Failf(t, what, "%v does not hold %s", x, q.RatString())
	}
}

func requireWithin(t require.TestingT, outer, inner real.Interval, what string) {
	if outer.Lower().Cmp(inner.Lower()) > 0 || inner.Upper().Cmp(outer.Upper()) > 0 {
		require.Failf(t, what, "%v is not in %v", inner, outer)
	}
}

// narrow requires a width of at most that many units in the last place.
func narrow(t require.TestingT, x real.Interval, units int64) {
	size := new(big.Rat).Abs(x.Upper())
	ulp := quo(size, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), x.Prec()-1)))
	atMost(t, sub(x.Upper(), x.Lower()), mul(big.NewRat(units, 1), ulp), "width of "+x.String())
}

func must(t require.TestingT) func(x real.Interval, err error) real.Interval {
	return func(x real.Interval, err error) real.Interval {
		require.NoError(t, err)
		return x
	}
}

func TestIntervalsHoldRationals(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, q := numbers().Draw(t, "p"), numbers().Draw(t, "q")
		x, y := intervalAround(t, precisions().Draw(t, "prec"), p), intervalAround(t, precisions().Draw(t, "prec"), q)
		holds(t, x, p, "a rational")
		holds(t, x.Neg(), sub(num(0), p), "-")
		holds(t, x.Add(y), add(p, q), "+")
		holds(t, x.Sub(y), sub(p, q), "-")
		holds(t, x.Mul(y), mul(p, q), "*")
		holds(t, x.Abs(), new(big.Rat).Abs(p), "absolute value")
		require.GreaterOrEqual(t, x.Abs().Lower().Sign(), 0)
		smaller, larger := p, q
		if p.Cmp(q) > 0 {
			smaller, larger = q, p
		}
		holds(t, x.Min(y), smaller, "min")
		holds(t, x.Max(y), larger, "max")
		low := new(big.Rat).SetInt(new(big.Int).Div(p.Num(), p.Denom())) // Euclid's: rounds down
		holds(t, x.Floor(), low, "floor")
		if z, err := x.Quo(y); err == nil {
			holds(t, z, quo(p, q), "/")
		} else {
			holds(t, y, num(0), "no quotient")
		}
		n := rapid.Int64Range(0, 7).Draw(t, "n")
		power := num(1)
		for range n {
			power = mul(power, p)
		}
		holds(t, must(t)(x.Pow(real.NewInterval(64, big.NewRat(n, 1)))), power, "power")
		if z, err := x.Pow(real.NewInterval(64, big.NewRat(-n, 1))); err == nil {
			holds(t, z, quo(num(1), power), "negative power")
		} else {
			holds(t, x, num(0), "no power")
		}
		if order, decided := x.Cmp(y); decided {
			require.Equal(t, p.Cmp(q), order)
		}
		requireWithin(t, x.Round(7), x, "rounding")
		root, err := x.Mul(x).Sqrt()
		if err == nil {
			holds(t, root, new(big.Rat).Abs(p), "root of a square")
		}
	})
}

// A number of the precision has an interval of one number.
func TestIntervalsAreSharp(t *testing.T) {
	at := func(s string) real.Interval { return real.NewInterval(20, rat(s)) }
	one := func(x real.Interval, want string) {
		t.Helper()
		equal(t, rat(want), x.Lower(), "lower end")
		equal(t, rat(want), x.Upper(), "upper end")
	}
	one(at("3").Add(at("-5")), "-2")
	one(at("3").Mul(at("-5")), "-15")
	one(must(t)(at("3").Quo(at("-4"))), "-3/4")
	one(at("-7/2").Floor(), "-4")
	one(at("7/2").Floor(), "3")
	one(at("-4").Floor(), "-4")
	one(must(t)(at("9/4").Sqrt()), "3/2")
	one(must(t)(at("0").Sqrt()), "0")
	one(must(t)(at("1").Log()), "0")
	one(must(t)(at("0").Exp()), "1")
	one(must(t)(at("-3").Pow(at("3"))), "-27")
	one(must(t)(at("-2").Pow(at("-2"))), "1/4")
	one(must(t)(at("0").Pow(at("0"))), "1")
	one(must(t)(at("0").Pow(at("1/2"))), "0")
	one(at("3").Min(at("-5")), "-5")
	one(at("3").Max(at("-5")), "3")
	third := at("1/3")
	narrow(t, third, 1)
	require.Negative(t, third.Lower().Cmp(rat("1/3")))
	require.Positive(t, third.Upper().Cmp(rat("1/3")))
	equal(t, num(-1), unit(20).Lower(), "[-1, 1]")
	equal(t, num(1), unit(20).Upper(), "[-1, 1]")
	square := must(t)(unit(20).Pow(at("2")))
	equal(t, num(0), square.Lower(), "[-1, 1] squared")
	equal(t, num(1), square.Upper(), "[-1, 1] squared")
	cube := must(t)(unit(20).Pow(at("3")))
	equal(t, num(-1), cube.Lower(), "[-1, 1] cubed")
	// √ of an interval that starts at 0, and a power of it
	zeroToOne := square
	equal(t, num(0), must(t)(zeroToOne.Pow(at("1/2"))).Lower(), "from 0")
	equal(t, num(1), must(t)(zeroToOne.Pow(at("1/2"))).Upper(), "to 1")
	minimum := unit(20).Min(at("1/2"))
	equal(t, num(-1), minimum.Lower(), "min")
	equal(t, rat("1/2"), minimum.Upper(), "min")
	require.Equal(t, uint(20), minimum.Prec())
	require.Panics(t, func() { real.NewInterval(1, num(1)) })
}

// Powers of integers up to ±2¹⁶ are defined for a base of any sign. They are right to the last places, up to 2^(2²⁴)
// in size.
func TestIntegerPowers(t *testing.T) {
	power := func(prec uint, base *big.Rat, n int) (real.Interval, error) {
		return real.NewInterval(prec, base).Pow(real.NewInterval(prec, num(n)))
	}
	for _, prec := range []uint{20, 64, 100} {
		for _, n := range []int{-1 << 16, -65535, -7, 6, 1000, 65535, 1 << 16} {
			for _, base := range []string{"-5/3", "7/5", "-1/3"} {
				x := must(t)(real.NewInterval(1000, rat(base)).Pow(real.NewInterval(1000, num(n))))
				few := must(t)(power(prec, real.NewInterval(prec, rat(base)).Lower(), n))
				exact := must(t)(power(1000, real.NewInterval(prec, rat(base)).Lower(), n))
				requireWithin(t, few, exact, base)
				size := new(big.Rat).Abs(few.Upper())
				atMost(t, mul(sub(few.Upper(), few.Lower()), new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), prec-2))), size, "width")
				require.Equal(t, x.Lower().Sign(), few.Lower().Sign())
			}
		}
	}
	two := func(n int) *big.Rat { return must(t)(power(64, num(2), n)).Lower() }
	for exponent, ok := range map[int]bool{255: true, 256: false, -257: true, -258: false} {
		for _, n := range []int{1 << 16, -1 << 16} {
			_, err := power(64, two(exponent), n)
			require.Equal(t, ok, err == nil, "(2^%d)^%d: %v", exponent, n, err)
		}
	}
}

func TestOrderOfIntervals(t *testing.T) {
	a, b := real.NewInterval(30, rat("1/3")), real.NewInterval(30, rat("1/2"))
	for _, c := range []struct {
		x, y    real.Interval
		order   int
		decided bool
	}{
		{a, b, -1, true},
		{b, a, +1, true},
		{b, b, 0, true},
		{a, a, 0, false}, // two numbers near 1/3
		{unit(30), b, 0, false},
		{real.NewInterval(30, num(1)), unit(30), 0, false}, // 1 ≥ all of it, but may be equal
	} {
		order, decided := c.x.Cmp(c.y)
		require.Equal(t, c.decided, decided, "%v %v", c.x, c.y)
		require.Equal(t, c.order, order, "%v %v", c.x, c.y)
	}
}

// Far ends are printed in powers of two: their decimals would take minutes.
func TestIntervalString(t *testing.T) {
	require.Equal(t, "[1.5, 1.5]", real.NewInterval(64, big.NewRat(3, 2)).String())
	huge, err := real.NewInterval(64, big.NewRat(1<<23, 1)).Exp()
	require.NoError(t, err)
	at := func(exponent int) string { // of 2^exponent
		q := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(exponent, -exponent))))
		if exponent < 0 {
			q.Inv(q)
		}
		return real.NewInterval(64, q).String()
	}
	require.Equal(t, "[5.2219444070657625335e+1232, 5.2219444070657625335e+1232]", at(4095))
	require.Equal(t, "[0x.8p+4097, 0x.8p+4097]", at(4096))
	third := real.NewInterval(1000, new(big.Rat).Quo(new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 5000)), big.NewRat(3, 1)))
	require.Equal(t, "[0x.aaaaaaaaaaaaaaabp+4999, 0x.aaaaaaaaaaaaaaabp+4999]", third.String())
	require.Equal(t, "[4.787488730476092679e-1234, 4.787488730476092679e-1234]", at(-4097))
	require.Equal(t, "[0x.8p-4097, 0x.8p-4097]", at(-4098))
	require.Regexp(t, `^\[0x\.[0-9a-f]+p\+12102204, 0x\.[0-9a-f]+p\+12102204\]$`, huge.String())
}

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

// An undecided error names the number, or the domain that would be left, and the step of a run.
func TestUndecidedSaysWhere(t *testing.T) {
	x := real.NewInterval(8, num(0))
	_, err := real.NewInterval(8, num(1)).Quo(x)
	domain := err.(*real.DomainError)
	require.EqualError(t, &real.UndecidedError{Prec: 64, Last: x},
		"exact: the sign of a number in [0, 0] is undecided at a precision of 64 bits")
	require.EqualError(t, &real.UndecidedError{Prec: 64, Domain: domain},
		"exact: undecided at a precision of 64 bits: exact: quotient of [0, 0], expected a divisor other than 0")
	require.EqualError(t, &real.UndecidedError{Prec: 64, Last: x, Step: 1, What: "a loss"},
		"example 1: a loss: exact: the sign of a number in [0, 0] is undecided at a precision of 64 bits")
}
