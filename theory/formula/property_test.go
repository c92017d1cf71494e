package formula_test

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/theory/formula"
)

// sample is an expression with its own meaning: its text, and its value in float64 with a bound of that value's
// error.
type sample struct {
	text string
	at   func(x []float64) (v, err float64)
}

const (
	names = "r gamma T"
	// slack times 2⁻⁵³ is more than the relative error of an operation, of package
	// math (at most 1 unit) and of the error bound itself.
	slack = 8 * 0x1p-53
	// least is the size below which the error of a result is not relative.
	least = 1e-290
)

// spread returns the value and its error bound, of a function that is monotone on [a−e, a+e]. The slack covers the
// rounding at its ends.
func spread(f func(float64) float64, a, e float64) (float64, float64) {
	v, low, high := f(a), f(a-e), f(a+e)
	return v, (math.Max(math.Abs(low-v), math.Abs(high-v)) + slack*math.Max(math.Abs(v), math.Max(math.Abs(low), math.Abs(high)))) * 1.01
}

func numbers(depth int) *rapid.Generator[sample] {
	return rapid.Custom(func(t *rapid.T) sample {
		if depth == 0 {
			return leaf(t)
		}
		x := numbers(rapid.IntRange(0, depth-1).Draw(t, "depth")).Draw(t, "x")
		y := numbers(rapid.IntRange(0, depth-1).Draw(t, "depth")).Draw(t, "y")
		unary := func(name string, f func(float64) float64) sample {
			return sample{name + "(" + x.text + ")", func(at []float64) (float64, float64) {
				a, e := x.at(at)
				return spread(f, a, e)
			}}
		}
		binary := func(format string, f func(a, ea, b, eb float64) (float64, float64)) sample {
			return sample{fmt.Sprintf(format, x.text, y.text), func(at []float64) (float64, float64) {
				a, ea := x.at(at)
				b, eb := y.at(at)
				v, e := f(a, ea, b, eb)
				return v, (e + slack*math.Abs(v)) * 1.01
			}}
		}
		switch op := rapid.SampledFrom(strings.Fields("+ - * / ^ neg sqrt log exp floor ceil abs min max ?")).Draw(t, "op"); op {
		case "+":
			return binary("(%s + %s)", func(a, ea, b, eb float64) (float64, float64) { return a + b, ea + eb })
		case "-":
			return binary("(%s-%s)", func(a, ea, b, eb float64) (float64, float64) { return a - b, ea + eb })
		case "*":
			return binary("(%s * %s)", func(a, ea, b, eb float64) (float64, float64) {
				if a != 0 && b != 0 && math.Abs(a*b) < least {
					eb = math.Inf(1)
				}
				return a * b, math.Abs(a)*eb + math.Abs(b)*ea + ea*eb
			})
		case "/":
			return binary("(%s / %s)", func(a, ea, b, eb float64) (float64, float64) {
				if !(math.Abs(b) > eb) || a != 0 && math.Abs(a/b) < least {
					return a / b, math.Inf(1)
				}
				return a / b, (ea + math.Abs(a/b)*eb) / (math.Abs(b) - eb)
			})
		case "min":
			return binary("min(%s, %s)", func(a, ea, b, eb float64) (float64, float64) { return math.Min(a, b), math.Max(ea, eb) })
		case "max":
			return binary("max(%s, %s)", func(a, ea, b, eb float64) (float64, float64) { return math.Max(a, b), math.Max(ea, eb) })
		case "neg":
			return unary("-", func(a float64) float64 { return -a })
		case "sqrt":
			return unary("sqrt", math.Sqrt)
		case "log":
			return unary("log", math.Log)
		case "exp":
			return sample{"exp(" + x.text + ")", func(at []float64) (float64, float64) {
				a, e := x.at(at)
				v, err := spread(math.Exp, a, e)
				if v < least {
					err = math.Inf(1)
				}
				return v, err
			}}
		case "floor":
			return unary("floor", math.Floor)
		case "ceil":
			return unary("ceil", math.Ceil)
		case "abs": // is not monotone
			return sample{"abs(" + x.text + ")", func(at []float64) (float64, float64) { a, e := x.at(at); return math.Abs(a), e }}
		case "?":
			c := conditions(0).Draw(t, "c")
			return sample{"(" + c.text + " ? " + x.text + " : " + y.text + ")", func(at []float64) (float64, float64) {
				holds, undecided := c.at(at)
				v, e := y.at(at)
				if holds == 1 {
					v, e = x.at(at)
				}
				if undecided > 0 {
					e = math.Inf(1)
				}
				return v, e
			}}
		default: // ^ of a positive number, or a small integer power
			n := rapid.SampledFrom([]float64{-2, -1, 0, 1, 2, 3, 0.5, 1.5}).Draw(t, "n")
			return sample{fmt.Sprintf("(%s)^%v", x.text, n), func(at []float64) (float64, float64) {
				a, e := x.at(at)
				f := func(a float64) float64 {
					if n == 2 {
						return a * a
					}
					return math.Pow(a, n)
				}
				v, err := spread(f, a, e)
				if n != 0 && !(math.Abs(a) > e) && e > 0 || (a+e)-(a+e) != 0 || a != 0 && math.Abs(v) < least { // x^0 is 1 for any x
					err = math.Inf(1)
				}
				return v, err
			}}
		}
	})
}

func leaf(t *rapid.T) sample {
	if i := rapid.IntRange(-2, 2).Draw(t, "term"); i >= 0 {
		return sample{strings.Fields(names)[i], func(x []float64) (float64, float64) { return x[i], slack * x[i] }}
	}
	text := rapid.SampledFrom([]string{"0", "1", "2", "3.5", "0.1", "1e-3", "7", "10", ".25", "1/3"}).Draw(t, "literal")
	q := rat(text)
	v, exactly := q.Float64()
	e := slack * v
	if exactly {
		e = 0
	}
	return sample{text: "(" + text + ")", at: func([]float64) (float64, float64) { return v, e }}
}

// conditions have the value 1 or 0, and an error of 1 where it is uncertain.
func conditions(depth int) *rapid.Generator[sample] {
	return rapid.Custom(func(t *rapid.T) sample {
		if depth > 0 && rapid.Bool().Draw(t, "joined") {
			a, b := conditions(depth-1).Draw(t, "a"), conditions(depth-1).Draw(t, "b")
			op := rapid.SampledFrom([]string{"&&", "or"}).Draw(t, "op")
			return sample{"!(" + a.text + " " + op + " " + b.text + ")", func(at []float64) (float64, float64) {
				v, e := a.at(at)
				w, f := b.at(at)
				if op == "or" {
					return 1 - math.Max(v, w), math.Max(e, f)
				}
				return 1 - math.Min(v, w), math.Max(e, f)
			}}
		}
		x, y := numbers(2).Draw(t, "x"), numbers(2).Draw(t, "y")
		op := rapid.SampledFrom([]string{"<", "<=", ">", ">=", "==", "!="}).Draw(t, "op")
		return sample{"(" + x.text + " " + op + " " + y.text + ")", func(at []float64) (v, err float64) {
			a, ea := x.at(at)
			b, eb := y.at(at)
			if !(math.Abs(a-b) > 2*(ea+eb)) {
				err = 1
			}
			if map[string]bool{"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}[op] {
				v = 1
			}
			return v, err
		}}
	})
}

// point draws the squares of the terms; half of them are squares of rationals.
func point(t *rapid.T) (floats []float64, values []value) {
	for _, name := range strings.Fields(names) {
		q := big.NewRat(rapid.Int64Range(0, 60).Draw(t, name), rapid.Int64Range(1, 12).Draw(t, "over"))
		if rapid.Bool().Draw(t, "rational") {
			q.Mul(q, q)
		}
		square, _ := q.Float64()
		floats, values = append(floats, math.Sqrt(square)), append(values, root(q))
	}
	return floats, values
}

// A value in float64 equals the one of the operations in their order. It is within its error bound of the interval,
// which is narrow.
func TestFloatIsInTheInterval(t *testing.T) {
	runs, finite, decided := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		x, values := point(t)
		f := numbers(4).Draw(t, "f")
		e := parse(t, "0*r*gamma*T + "+f.text)
		v, err := f.at(x)
		got := e.Float(x)
		logarithm := strings.Contains(f.text, "log") && (math.Abs(v-got) <= err || err != err) // then more exact
		require.True(t, v == got || math.IsNaN(v) && math.IsNaN(got) || logarithm, "%s: %v, expected %v ± %v", e, got, v, err)
		if y, failed := interval(e, 200, values); err < 1e300 && v-v == 0 {
			require.NoError(t, failed, "%v", e)
			finite++
			widened := new(big.Rat).SetFloat64(err)
			middle := new(big.Rat).SetFloat64(got)
			require.LessOrEqual(t, new(big.Rat).Sub(middle, widened).Cmp(y.Upper()), 0, "%s: %v ± %v, %v", e, v, err, y)
			require.GreaterOrEqual(t, new(big.Rat).Add(middle, widened).Cmp(y.Lower()), 0, "%s: %v ± %v, %v", e, v, err, y)
		}
		c := conditions(2).Draw(t, "c")
		e, failed := formula.ParseCondition("r*0 == 0*gamma*T && "+c.text, words())
		require.NoError(t, failed)
		if v, err := c.at(x); err == 0 {
			require.Equal(t, v, e.Float(x), "%v", e)
			if holds, failed := holds(e, values, 400); failed == nil {
				require.Equal(t, v == 1, holds, "%v", e)
				decided++
			}
		}
	})
	// about a half of the values are finite, and a third of the conditions decided
	require.Greater(t, 20*finite, runs, "the generator gives finite values")
	require.Greater(t, 20*decided, runs, "the generator gives decided conditions")

}

// A higher precision gives a part of the interval.
func TestIntervalsNest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, values := point(t)
		e := parse(t, "0*r*gamma*T + "+numbers(4).Draw(t, "f").text)
		outer, err := interval(e, 30, values)
		inner, errInner := interval(e, 400, values)
		if err == nil {
			require.NoError(t, errInner, "%v", e)
			require.LessOrEqual(t, outer.Lower().Cmp(inner.Lower()), 0, "%s: %v %v", e, outer, inner)
			require.GreaterOrEqual(t, outer.Upper().Cmp(inner.Upper()), 0, "%s: %v %v", e, outer, inner)
		}
	})
}
