package real_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/theory/real"
)

// surds draws q + b√r at 256 bits, often 0, rational or one root, with few r.
func surds() *rapid.Generator[real.Number] {
	return rapid.Custom(func(t *rapid.T) real.Number {
		ratio := func(label string) *big.Rat {
			return big.NewRat(rapid.Int64Range(-3, 3).Draw(t, label), rapid.Int64Range(1, 3).Draw(t, label+" over"))
		}
		f := real.NewField(256)
		root, err := f.Int(rapid.SampledFrom([]int{2, 8, 3, 4}).Draw(t, "r")).Sqrt()
		require.NoError(t, err)
		return root.Times(ratio("b")).Add(f.Rational(ratio("q")))
	})
}

// A number is in the interval that the same operation gives on the intervals, and every comparison agrees with one
// that intervals decide.
func TestNumbersAreInTheirIntervals(t *testing.T) {
	t.Parallel()
	meets := func(t *rapid.T, got real.Number, x real.Interval, what string) {
		order, decided := got.Interval().Cmp(x)
		require.True(t, !decided || order == 0, "%s: %v, expected %v", what, got.Interval(), x)
		narrow(t, got.Interval(), 1<<20)
	}
	alike := 0
	rapid.Check(t, func(t *rapid.T) {
		a, b := surds().Draw(t, "a"), surds().Draw(t, "b")
		x, y := a.Interval(), b.Interval()
		sign, decided := a.Sign()
		require.True(t, decided)
		want, decided := x.Sign()
		require.True(t, decided, "no interval of the drawn numbers but 0 itself holds 0")
		require.Equal(t, want, sign)
		meets(t, a.Neg(), x.Neg(), "negative")
		meets(t, a.Add(b), x.Add(y), "sum")
		meets(t, a.Sub(b), x.Sub(y), "difference")
		meets(t, a.Mul(b), x.Mul(y), "product")
		meets(t, a.Abs(), x.Abs(), "absolute value")
		meets(t, a.Min(b), x.Min(y), "minimum")
		meets(t, a.Max(b), x.Max(y), "maximum")
		meets(t, a.Floor(), x.Floor(), "floor")
		meets(t, a.Ceil(), x.Neg().Floor().Neg(), "ceiling")
		root, err := a.Abs().Sqrt()
		require.NoError(t, err)
		meets(t, root, must(t)(x.Abs().Sqrt()), "root")
		order, decided := a.Cmp(b)
		require.True(t, decided)
		if want, decided := x.Cmp(y); decided {
			require.Equal(t, want, order)
		} else {
			require.Zero(t, order, "%v and %v", x, y)
		}
		n := rapid.IntRange(-4, 4).Draw(t, "n")
		power, err := a.Pow(real.NewField(256).Int(n))
		if a.IsZero() && n < 0 {
			require.ErrorAs(t, err, new(*real.DomainError))
		} else {
			require.NoError(t, err)
			require.True(t, power.Exact())
			meets(t, power, must(t)(x.Pow(real.NewInterval(256, num(n)))), "power")
		}
		if !b.IsZero() {
			ratio, err := a.Quo(b)
			require.NoError(t, err)
			meets(t, ratio, must(t)(x.Quo(y)), "quotient")
		}
		if !a.Add(b).Exact() {
			return
		}
		alike++
		require.True(t, a.Mul(b).Exact() && a.Min(b).Exact() && a.Max(b).Exact())
		same, decided := a.Add(b).Sub(b).Cmp(a)
		require.True(t, decided && same == 0, "a + b − b = a")
		if !b.IsZero() {
			ratio, _ := a.Quo(b)
			same, decided = ratio.Mul(b).Cmp(a)
			require.True(t, decided && same == 0, "a/b·b = a")
		}
	})
	require.Positive(t, alike)
}

// Numbers of one root are exact, and so are operations in which two roots become one.
func TestNumbersOfRootsAreExact(t *testing.T) {
	f := real.NewField(256)
	root := func(n int) real.Number {
		r, err := f.Int(n).Sqrt()
		require.NoError(t, err)
		require.True(t, r.Exact())
		return r
	}
	equals(t, "3/2", must2(t)(f.Rational(rat("9/4")).Sqrt()))
	equals(t, "6", root(3).Mul(root(12)))
	equals(t, "4", root(2).Mul(root(8)))
	equals(t, "0", root(2).Add(root(2)).Sub(root(8)))
	equals(t, "1/2", must2(t)(root(2).Quo(root(8))))
	equals(t, "6", root(2).Mul(root(3)).Mul(root(6))) // of different roots
	equals(t, "2", root(6).Floor())
	equals(t, "-3", root(6).Neg().Floor())
	equals(t, "-2", root(6).Neg().Ceil())
	equals(t, "-4", f.Rational(rat("-3/2")).Sub(root(6)).Floor())
	equals(t, "4", f.Rational(rat("3/2")).Add(root(6)).Ceil())
	equals(t, "8", must2(t)(root(2).Pow(f.Int(6))))
	equals(t, "27/8", must2(t)(f.Rational(rat("9/4")).Pow(f.Rational(rat("3/2")))))
	equals(t, "1", f.Int(1).Add(root(2)).Mul(root(2).Sub(f.Int(1))))
	equals(t, "1", root(2).Sub(f.Int(1)).Add(f.Int(2).Sub(root(2))))
	order, decided := root(2).Add(f.Int(1)).Cmp(root(3).Add(f.Rational(rat("17/25"))))
	require.True(t, decided && order > 0, "2.4142… and 2.4120…")
	require.False(t, root(2).Add(root(3)).Exact(), "a sum of two roots")
	require.False(t, must2(t)(root(2).Sqrt()).Exact(), "a root of a root")
}

// equals requires that a number is the given rational.
func equals(t *testing.T, want string, got real.Number) {
	t.Helper()
	q, rational := got.Rational()
	require.True(t, rational, "%v, expected %s", got.Interval(), want)
	equal(t, rat(want), q, "number")
}

func must2(t require.TestingT) func(x real.Number, err error) real.Number {
	return func(x real.Number, err error) real.Number {
		require.NoError(t, err)
		return x
	}
}

// A number that is longer than its field allows becomes an interval that holds it.
func TestLongNumbersAreIntervals(t *testing.T) {
	q := big.NewRat(1<<40+1, 3)
	require.True(t, real.NewField(41).Rational(q).Exact())
	f := real.NewField(40)
	long := f.Rational(q)
	require.False(t, long.Exact())
	require.True(t, long.Interval().Contains(q))
	require.True(t, f.Int(0).Mul(long).IsZero(), "0 times what is not known is 0")
	require.True(t, long.Mul(f.Int(0)).IsZero())
	_, err := long.Quo(f.Int(0))
	require.ErrorAs(t, err, new(*real.DomainError))
	require.True(t, real.Field{Bits: 2, Exact: 41}.Rational(q).Exact())
	square, ok := f.Int(1 << 30).Square()
	require.True(t, ok, "a square may be longer")
	equal(t, num(1<<60), square, "square")
	_, ok = long.Square()
	require.False(t, ok)
}

// A power is exact up to the length of its field: 3ⁿ counts 3n bits, two for each 3 and one for the denominator. In
// another field it is the same number.
func TestLengthsOfPowers(t *testing.T) {
	for n := range 20 {
		exact := must2(t)(real.Field{Bits: 16, Exact: max(2, 3*n)}.Int(3).Pow(real.NewField(16).Int(n)))
		require.True(t, exact.Exact(), "3^%d", n)
		if n > 0 {
			long := must2(t)(real.Field{Bits: 16, Exact: 3*n - 1}.Int(3).Pow(real.NewField(16).Int(n)))
			require.Equal(t, n <= 10, long.Exact(), "3^%d, which has 16 bits up to n = 10", n)
		}
		there := exact.In(real.NewField(100))
		require.Equal(t, real.NewField(100), there.Field())
		order, decided := there.Cmp(exact)
		require.True(t, decided && order == 0 && there.Exists() && there.Exact())
	}
	wide := real.NewField(64).Enclosed(unit(64))
	require.True(t, wide.Exists() && wide.In(real.NewField(100)).Exists())
	require.False(t, wide.In(real.NewField(100)).Exact())
	require.False(t, real.Number{}.Exists())
}

// Undecided results are enclosed, such as those of [−1, 1] and 0.
func TestUndecidedNumbers(t *testing.T) {
	f := real.NewField(64)
	wide, zero := f.Enclosed(unit(64)), f.Int(0)
	for name, c := range map[string]struct {
		got       real.Number
		low, high int
	}{
		"min": {wide.Min(zero), -1, 0}, "max": {zero.Max(wide), 0, 1}, "||": {wide.Abs(), 0, 1}, "−": {zero.Sub(wide), -1, 1},
		"floor": {wide.Floor(), -1, 1},
	} {
		require.False(t, c.got.Exact(), name)
		equal(t, num(c.low), c.got.Interval().Lower(), name)
		equal(t, num(c.high), c.got.Interval().Upper(), name)
	}
	_, decided := wide.Cmp(zero)
	require.False(t, decided)
	_, decided = wide.Sign()
	require.False(t, decided)
}

// The domains of the functions of numbers.
func TestDomainsOfNumbers(t *testing.T) {
	f := real.NewField(64)
	root2 := must2(t)(f.Int(2).Sqrt())
	for name, g := range map[string]func() (real.Number, error){
		"√−1":      f.Int(-1).Sqrt,
		"√(−√2)":   root2.Neg().Sqrt,
		"log 0":    f.Int(0).Log,
		"e^2^25":   f.Int(1 << 25).Exp,
		"1/0":      func() (real.Number, error) { return f.Int(1).Quo(f.Int(0)) },
		"0^−1":     func() (real.Number, error) { return f.Int(0).Pow(f.Int(-1)) },
		"(−4)^½":   func() (real.Number, error) { return f.Int(-4).Pow(f.Rational(rat("1/2"))) },
		"(−√2)^√2": func() (real.Number, error) { return root2.Neg().Pow(root2) },
	} {
		_, err := g()
		var domain *real.DomainError
		require.ErrorAs(t, err, &domain, name)
		require.False(t, domain.Undecided, name)
	}
	equals(t, "0", must2(t)(f.Int(1).Log()))
	equals(t, "1", must2(t)(f.Int(0).Exp()))
	require.False(t, must2(t)(f.Int(2).Log()).Exact())
	equals(t, "0", must2(t)(f.Int(0).Pow(root2)))
	equals(t, "0", must2(t)(f.Int(0).Sqrt()))
	equals(t, "0", must2(t)(f.Int(0).Pow(f.Rational(rat("1/2")))))
	equals(t, "1", must2(t)(f.Int(0).Pow(f.Int(0))))
}
