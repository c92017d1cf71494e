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

// The ends of √v are the nearest numbers: one unit more, and the square is past v.
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
		between := real.NewInterval(prec, middle) // no number of the precision is between the ends
		equal(t, root.Lower(), between.Lower(), "lower end")
		equal(t, root.Upper(), between.Upper(), "upper end")
	}
}

func TestExpOfLogHoldsTheNumber(t *testing.T) {
	t.Parallel()
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

// The constants to 50 places, cut off.
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
	t.Parallel()
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
	t.Parallel()
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
				requireWithin(t, outer, inner, name)
				width, before := sub(inner.Upper(), inner.Lower()), sub(outer.Upper(), outer.Lower())
				atMost(t, mul(num(2), width), before, name+" is half as wide at least")
				outer = inner
			}
		}
	}
}

// e^±(2²⁴) can be computed, and larger ones cannot.
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
