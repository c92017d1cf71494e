package formula

import (
	"math"

	"marginlab/internal/num"
	"marginlab/theory/real"
)

// How tightly operators bind. Other words have the level 0.
const (
	comparison = 3
	sign       = 6 // with one operand
	power      = 7
)

// operators are the operators of the language. The ones without a function join conditions, or are read as another
// one: x > y as y < x. In a text - stands for −, the operator with one operand.
var operators = []Word{
	{Name: "or", level: 1}, {Name: "||", level: 1}, {Name: "and", level: 2}, {Name: "&&", level: 2},
	{Name: "not"}, {Name: "where"},
	{Name: ">", level: comparison}, {Name: ">=", level: comparison},
	compares("<", func(x, y float64) bool { return x < y }),
	compares("<=", func(x, y float64) bool { return x <= y }),
	compares("==", func(x, y float64) bool { return x == y }),
	compares("!=", func(x, y float64) bool { return x != y }),
	operation("+", 4, func(x, y float64) float64 { return x + y }, real.Number.Add),
	operation("-", 4, func(x, y float64) float64 { return x - y }, real.Number.Sub),
	operation("*", 5, func(x, y float64) float64 { return x * y }, real.Number.Mul),
	operation("/", 5, func(x, y float64) float64 { return x / y }, real.Number.Quo),
	operation("^", power, raise, real.Number.Pow),
	operation("−", sign, func(x float64) float64 { return -x }, real.Number.Neg),
	operation("!", sign, func(x float64) float64 { return 1 - x }, not),
}

// builtins are the functions of the language. Min and max take two arguments or more.
var builtins = []Word{
	operation("abs", 0, math.Abs, real.Number.Abs),
	operation("ceil", 0, math.Ceil, real.Number.Ceil),
	operation("exp", 0, num.Exp, real.Number.Exp),
	operation("floor", 0, math.Floor, real.Number.Floor),
	operation("log", 0, num.Log, real.Number.Log),
	operation("max", 0, math.Max, real.Number.Max),
	operation("min", 0, math.Min, real.Number.Min),
	operation("sqrt", 0, math.Sqrt, real.Number.Sqrt),
}

// operation returns a word with a meaning in float64 and an exact one, both with one operand or with two.
func operation(name string, level int, float, exact any) Word {
	f := &Function{Name: name, Params: "x y"}
	switch float := float.(type) {
	case func(x float64) float64:
		f.Params, f.Float = "x", func(x [MaxParams]float64) float64 { return float(x[0]) }
	case func(x, y float64) float64:
		f.pair = float
	}
	f.Exact = func(_ real.Field, x []real.Number) (real.Number, error) {
		switch exact := exact.(type) {
		case func(x real.Number) real.Number:
			return exact(x[0]), nil
		case func(x, y real.Number) real.Number:
			return exact(x[0], x[1]), nil
		case func(x real.Number) (real.Number, error):
			return exact(x[0])
		}
		return exact.(func(x, y real.Number) (real.Number, error))(x[0], x[1])
	}
	return Word{Name: name, level: level, function: f}
}

func not(x real.Number) real.Number { return x.Field().Int(1).Sub(x) }

func raise(x, y float64) float64 {
	if y == 2 { // quickly
		return x * x
	}
	return num.Pow(x, y)
}

// compares returns a comparison, with the value 1 or 0. It decides intervals if all orders of numbers in them give
// the same result.
func compares(name string, holds func(x, y float64) bool) Word {
	float := func(x, y float64) float64 {
		if holds(x, y) {
			return 1
		}
		return 0
	}
	return operation(name, comparison, float, func(x, y real.Number) (real.Number, error) {
		least, decided := x.Cmp(y)
		most := least
		if !decided {
			a, b := x.Interval(), y.Interval()
			least, most = a.Lower().Cmp(b.Upper()), a.Upper().Cmp(b.Lower())
		}
		truth := float(float64(least), 0)
		for order := least; order <= most; order++ {
			if float(float64(order), 0) != truth {
				of := x.Interval().Sub(y.Interval())
				return x, &real.DomainError{Op: "comparison with 0", Of: of, Expected: "a sign", Undecided: true}
			}
		}
		return x.Field().Int(int(truth)), nil
	})
}
