package real_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
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

// around returns an interval that holds q, as wide as drawn.
func around(t *rapid.T, prec uint, q *big.Rat) real.Interval {
	x := real.NewInterval(prec, q)
	if width := numbers().Draw(t, "width"); rapid.Bool().Draw(t, "wide") {
		other := real.NewInterval(prec, add(q, width))
		x = hullOf(prec, x, other)
	}
	return x
}

// hullOf holds both intervals: their middle ± half of the distance.
func hullOf(prec uint, x, y real.Interval) real.Interval {
	low, high := x.Lower(), x.Upper()
	if y.Lower().Cmp(low) < 0 {
		low = y.Lower()
	}
	if y.Upper().Cmp(high) > 0 {
		high = y.Upper()
	}
	middle := real.NewInterval(prec, quo(add(low, high), num(2)))
	half := real.NewInterval(prec, quo(sub(high, low), num(2)))
	return middle.Add(half.Mul(unit(prec)))
}

// unit returns [−1, 1], which is ⅓−⅓ = [−2^−k, 2^−k] times 2^k.
func unit(prec uint) real.Interval {
	third := real.NewInterval(prec, rat("1/3"))
	zero := third.Sub(third)
	return zero.Mul(real.NewInterval(prec, quo(num(1), zero.Upper())))
}

func holds(t require.TestingT, x real.Interval, q *big.Rat, what string) {
	if !x.Contains(q) {
		require.Failf(t, what, "%v does not hold %s", x, q.RatString())
	}
}

func within(t require.TestingT, outer, inner real.Interval, what string) {
	if outer.Lower().Cmp(inner.Lower()) > 0 || inner.Upper().Cmp(outer.Upper()) > 0 {
		require.Failf(t, what, "%v is not in %v", inner, outer)
	}
}

// narrow: at most so many units in the last place.
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
	rapid.Check(t, func(t *rapid.T) {
		p, q := numbers().Draw(t, "p"), numbers().Draw(t, "q")
		x, y := around(t, precisions().Draw(t, "prec"), p), around(t, precisions().Draw(t, "prec"), q)
		holds(t, x, p, "a rational")
		holds(t, x.Neg(), sub(num(0), p), "-")
		holds(t, x.Add(y), add(p, q), "+")
		holds(t, x.Sub(y), sub(p, q), "-")
		holds(t, x.Mul(y), mul(p, q), "*")
		smaller, larger := p, q
		if p.Cmp(q) > 0 {
			smaller, larger = q, p
		}
		holds(t, x.Min(y), smaller, "min")
		holds(t, x.Max(y), larger, "max")
		low := new(big.Rat).SetInt(new(big.Int).Div(p.Num(), p.Denom())) // Euclid's: rounds down
		holds(t, x.Floor(), low, "floor")
		if p.IsInt() {
			holds(t, x.Ceil(), p, "ceil")
		} else {
			holds(t, x.Ceil(), add(low, num(1)), "ceil")
		}
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
		within(t, x.Round(7), x, "rounding")
		root, err := x.Mul(x).Sqrt()
		if err == nil {
			holds(t, root, new(big.Rat).Abs(p), "root of a square")
		}
	})
}

// What is a number of the precision is an interval of one number.
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
	one(at("-7/2").Ceil(), "-3")
	one(at("7/2").Floor(), "3")
	one(at("7/2").Ceil(), "4")
	one(at("1/3").Ceil(), "1")
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

func TestRootsSquaredHoldTheNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := new(big.Rat).Abs(numbers().Draw(t, "q"))
		prec := precisions().Draw(t, "prec")
		x := real.NewInterval(prec, q)
		root := must(t)(x.Sqrt())
		holds(t, root.Mul(root), q, "√q²")
		atMost(t, mul(root.Lower(), root.Lower()), x.Lower(), "lower end")
		atMost(t, x.Upper(), mul(root.Upper(), root.Upper()), "upper end")
		narrow(t, root, 3)
	})
}

// The ends of √v are the very next numbers: one unit more, and the square is past v.
func TestRootsAreCorrectlyRounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 500 {
		prec := uint(2 + rng.IntN(70))
		v := real.NewInterval(prec, big.NewRat(1+rng.Int64N(1<<40), 1+rng.Int64N(1<<20)))
		root := must(t)(real.NewInterval(prec, v.Lower()).Sqrt())
		above := must(t)(real.NewInterval(prec, v.Upper()).Sqrt())
		equal(t, root.Lower(), must(t)(v.Sqrt()).Lower(), "lower end")
		equal(t, above.Upper(), must(t)(v.Sqrt()).Upper(), "upper end")
		if root.Lower().Cmp(root.Upper()) == 0 {
			equal(t, v.Lower(), mul(root.Lower(), root.Lower()), "an exact root")
			continue
		}
		require.Negative(t, mul(root.Lower(), root.Lower()).Cmp(v.Lower()))
		require.Positive(t, mul(root.Upper(), root.Upper()).Cmp(v.Lower()))
		middle := quo(add(root.Lower(), root.Upper()), num(2))
		between := real.NewInterval(prec, middle) // no number of the precision is between
		equal(t, root.Lower(), between.Lower(), "lower end")
		equal(t, root.Upper(), between.Upper(), "upper end")
	}
}

func TestExpOfLogHoldsTheNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := new(big.Rat).Abs(numbers().Draw(t, "q"))
		if q.Sign() == 0 {
			q = num(1)
		}
		prec := precisions().Draw(t, "prec")
		x := real.NewInterval(prec, q)
		log := must(t)(x.Log())
		holds(t, must(t)(log.Exp()), q, "exp log q")
		holds(t, must(t)(must(t)(must(t)(x.Log()).Neg().Exp()).Mul(x).Sqrt()), num(1), "√(x/x)")
		inverse := real.NewInterval(prec, quo(num(1), q))
		holds(t, log.Add(must(t)(inverse.Log())), num(0), "log q + log 1/q")
		// x^(1/2) and √x are one number
		power, root := must(t)(x.Pow(real.NewInterval(prec, rat("1/2")))), must(t)(x.Sqrt())
		order, decided := power.Cmp(root)
		require.True(t, !decided || order == 0, "%v %v", power, root)
	})
}

// Known to 50 places, cut off.
func TestConstants(t *testing.T) {
	at := func(s string) real.Interval { return real.NewInterval(200, rat(s)) }
	for _, c := range []struct {
		name string
		x    real.Interval
		want string
	}{
		{"log 2", must(t)(at("2").Log()), "0.69314718055994530941723212145817656807550013436025"},
		{"log 10", must(t)(at("10").Log()), "2.30258509299404568401799145468436420760110148862877"},
		{"-log 1/10", must(t)(at("1/10").Log()).Neg(), "2.30258509299404568401799145468436420760110148862877"},
		{"e", must(t)(at("1").Exp()), "2.71828182845904523536028747135266249775724709369995"},
		{"1/e", must(t)(at("-1").Exp()), "0.36787944117144232159552377016146086744581113103176"},
		{"root 2", must(t)(at("2").Sqrt()), "1.41421356237309504880168872420969807856967187537694"},
		{"2^(1/2)", must(t)(at("2").Pow(at("1/2"))), "1.41421356237309504880168872420969807856967187537694"},
		{"2^-(1/2)", must(t)(at("2").Pow(at("-1/2"))), "0.70710678118654752440084436210484903928483593768847"},
	} {
		t.Run(c.name, func(t *testing.T) {
			low := rat(c.want)
			atMost(t, low, c.x.Upper(), "lower bound")
			atMost(t, c.x.Lower(), add(low, rat("1e-50")), "upper bound")
			if c.name != "-log 1/10" { // of an interval
				narrow(t, c.x, 1)
			}
		})
	}
}

func TestFunctionsAtFloats(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 13))
	at := func(v float64) real.Interval { return real.NewInterval(53, new(big.Rat).SetFloat64(v)) }
	near := func(want float64, x real.Interval) {
		t.Helper()
		low, _ := x.Lower().Float64()
		high, _ := x.Upper().Float64()
		require.LessOrEqual(t, high, math.Nextafter(low, math.Inf(1)), "one unit wide")
		// math.Log and math.Exp err by less than one unit
		require.GreaterOrEqual(t, want, math.Nextafter(low, math.Inf(-1)))
		require.LessOrEqual(t, want, math.Nextafter(high, math.Inf(1)))
	}
	for range 500 {
		v := math.Exp(rng.NormFloat64() * math.Exp(rng.NormFloat64()*2))
		if v < 1e-300 || v > 1e300 {
			continue
		}
		near(math.Log(v), must(t)(at(v).Log()))
		near(math.Sqrt(v), must(t)(at(v).Sqrt()))
		w := rng.NormFloat64() * math.Exp(rng.NormFloat64()*2)
		if math.Abs(w) > 690 {
			continue
		}
		near(math.Exp(w), must(t)(at(w).Exp()))
	}
	// not at subnormal numbers, where math.Log of amd64 is wrong (-709.1 at 2^-1074)
	for _, v := range []float64{1 - 0x1p-53, 1 + 0x1p-52, 0.7, 1.4, 0.5, 2, 4, 0x1p-1022, math.MaxFloat64} {
		near(math.Log(v), must(t)(at(v).Log()))
	}
	for _, v := range []float64{0x1p-60, -0x1p-60, math.Ln2, -math.Ln2, math.Ln2 / 2, 709, -700} {
		near(math.Exp(v), must(t)(at(v).Exp()))
	}
}

// A higher precision gives a part of the interval, and a narrower one.
func TestIntervalsNestWithThePrecision(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 19))
	for range 25 {
		q := big.NewRat(1+rng.Int64N(1<<40), 1+rng.Int64N(1<<40))
		for name, f := range map[string]func(x real.Interval) real.Interval{
			"itself": func(x real.Interval) real.Interval { return x },
			"root":   func(x real.Interval) real.Interval { return must(t)(x.Sqrt()) },
			"log":    func(x real.Interval) real.Interval { return must(t)(x.Log()) },
			"exp": func(x real.Interval) real.Interval {
				return must(t)(x.Min(real.NewInterval(x.Prec(), num(9))).Exp())
			},
			"power": func(x real.Interval) real.Interval { return must(t)(x.Pow(real.NewInterval(x.Prec(), rat("-4/3")))) },
		} {
			outer := f(real.NewInterval(8, q))
			for prec := uint(16); prec <= 512; prec *= 2 {
				inner := f(real.NewInterval(prec, q))
				within(t, outer, inner, name)
				width, before := sub(inner.Upper(), inner.Lower()), sub(outer.Upper(), outer.Lower())
				atMost(t, mul(num(2), width), before, name+" is half as wide at least")
				outer = inner
			}
		}
	}
}

// e^±(2²⁴) can be computed with, and no more.
func TestExpAtItsLimits(t *testing.T) {
	largest := real.NewInterval(64, num(1<<24))
	x, y := must(t)(largest.Exp()), must(t)(largest.Neg().Exp())
	holds(t, x.Mul(y), num(1), "e^v e^-v")
	narrow(t, x.Mul(y), 8)
	holds(t, must(t)(x.Log()), num(1<<24), "log e^v")
	power := must(t)(real.NewInterval(64, num(2)).Pow(real.NewInterval(64, num(1<<16))))
	_, err := power.Pow(real.NewInterval(64, num(1<<9)))
	require.Error(t, err)
	_, err = power.Pow(real.NewInterval(64, num(-1<<9)))
	require.Error(t, err)
	over := real.NewInterval(64, num(1<<24+1))
	for _, v := range []real.Interval{over, over.Neg()} {
		_, err := v.Exp()
		var e *real.DomainError
		require.ErrorAs(t, err, &e)
		require.False(t, e.Undecided)
	}
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

func TestDecide(t *testing.T) {
	root2 := func(prec uint) real.Interval { return must(t)(real.NewInterval(prec, num(2)).Sqrt()) }
	minus := func(q string) func(prec uint) (real.Interval, error) { // √2 − q
		return func(prec uint) (real.Interval, error) {
			return root2(prec).Sub(real.NewInterval(prec, rat(q))), nil
		}
	}
	sign, err := real.Decide(minus("1.4142"), 64)
	require.NoError(t, err)
	require.Equal(t, 1, sign)
	// 50 places take more than 128 bits
	_, err = real.Decide(minus("1.41421356237309504880168872420969807856967187537695"), 128)
	require.Error(t, err)
	sign, err = real.Decide(minus("1.41421356237309504880168872420969807856967187537695"), 1000)
	require.NoError(t, err)
	require.Equal(t, -1, sign)

	// (√2)² = 2 is decided at no precision
	asked := []uint(nil)
	_, err = real.Decide(func(prec uint) (real.Interval, error) {
		asked = append(asked, prec)
		return root2(prec).Mul(root2(prec)).Sub(real.NewInterval(prec, num(2))), nil
	}, 300)
	var undecided *real.UndecidedError
	require.ErrorAs(t, err, &undecided)
	require.Equal(t, uint(300), undecided.Prec)
	require.Nil(t, undecided.Domain)
	holds(t, undecided.Last, num(0), "last")
	require.Equal(t, []uint{64, 128, 256, 300}, asked)

	// 2 − 2 is
	sign, err = real.Decide(func(prec uint) (real.Interval, error) {
		return real.NewInterval(prec, num(2)).Sub(real.NewInterval(prec, num(2))), nil
	}, 10)
	require.NoError(t, err)
	require.Zero(t, sign)

	// the logarithm of what is positive at a high precision only
	tiny := func(prec uint) (real.Interval, error) {
		x, _ := minus("1.41421356237309504880168872420969807856967187537694")(prec)
		return x.Log()
	}
	sign, err = real.Decide(tiny, 1000)
	require.NoError(t, err)
	require.Equal(t, -1, sign)
	_, err = real.Decide(tiny, 100)
	require.ErrorAs(t, err, &undecided)
	require.NotNil(t, undecided.Domain)

	// and what has no value at any
	_, err = real.Decide(func(prec uint) (real.Interval, error) { return real.NewInterval(prec, num(-1)).Log() }, 1000)
	var domain *real.DomainError
	require.ErrorAs(t, err, &domain)
	require.NotErrorAs(t, err, &undecided)
}

func BenchmarkInterval(b *testing.B) {
	for _, prec := range []uint{64, 200, 1000} {
		x := real.NewInterval(prec, rat("17/4"))
		for name, f := range map[string]func() (real.Interval, error){"log": x.Log, "exp": x.Exp, "root": x.Sqrt} {
			b.Run(fmt.Sprintf("function=%s/bits=%d", name, prec), func(b *testing.B) {
				for b.Loop() {
					if _, err := f(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// Far ends are shown in powers of two: their decimals would take minutes.
func TestIntervalString(t *testing.T) {
	require.Equal(t, "[1.5, 1.5]", real.NewInterval(64, big.NewRat(3, 2)).String())
	huge, err := real.NewInterval(64, big.NewRat(1<<23, 1)).Exp()
	require.NoError(t, err)
	require.Regexp(t, `^\[0x\.[0-9a-f]+p\+12102204, 0x\.[0-9a-f]+p\+12102204\]$`, huge.String())
}
