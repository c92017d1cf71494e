package formula

import (
	"math"

	"marginlab/internal/num"
	"marginlab/theory/real"
)

// operation is what an operator or a function does, in float64 and exactly. Of one operand,
// y is not read.
type operation struct {
	level   int                        // an operator of two operands binds the tighter, the greater it is; 0 for others
	args    int                        // of a function: 1, or 2 for two or more
	float   func(x, y float64) float64 // nil where own of floats has it
	exact   func(x, y real.Number) (real.Number, error)
	compare func(x, y float64) bool
	holds   func(order int) bool // a comparison, by the order of x and y
}

const (
	comparison = 3
	sign       = 6 // of one operand
	power      = 7
)

// operations are those that a text may name, and "neg". Those that do nothing here are read as
// another one, as x > y is y < x, or join conditions.
var operations = map[string]operation{
	"||": {level: 1}, "or": {level: 1}, "&&": {level: 2}, "and": {level: 2},
	">": {level: comparison}, ">=": {level: comparison},
	"==": {
		level: comparison, holds: func(order int) bool { return order == 0 },
		compare: func(x, y float64) bool { return x == y },
	},
	"!=": {
		level: comparison, holds: func(order int) bool { return order != 0 },
		compare: func(x, y float64) bool { return x != y },
	},
	"<": {
		level: comparison, holds: func(order int) bool { return order < 0 },
		compare: func(x, y float64) bool { return x < y },
	},
	"<=": {
		level: comparison, holds: func(order int) bool { return order <= 0 },
		compare: func(x, y float64) bool { return x <= y },
	},
	"+":     {level: 4, exact: sure(real.Number.Add)},
	"-":     {level: 4, exact: sure(real.Number.Sub)},
	"*":     {level: 5, exact: sure(real.Number.Mul)},
	"/":     {level: 5, exact: real.Number.Quo},
	"^":     {level: power, exact: real.Number.Pow, float: num.Pow},
	"min":   {args: 2, exact: sure(real.Number.Min), float: math.Min},
	"max":   {args: 2, exact: sure(real.Number.Max), float: math.Max},
	"neg":   {exact: alone(real.Number.Neg), float: func(x, _ float64) float64 { return -x }},
	"abs":   {args: 1, exact: alone(real.Number.Abs), float: func(x, _ float64) float64 { return math.Abs(x) }},
	"floor": {args: 1, exact: alone(real.Number.Floor), float: func(x, _ float64) float64 { return math.Floor(x) }},
	"ceil":  {args: 1, exact: alone(real.Number.Ceil), float: func(x, _ float64) float64 { return math.Ceil(x) }},
	"sqrt":  {args: 1, exact: one(real.Number.Sqrt), float: func(x, _ float64) float64 { return math.Sqrt(x) }},
	"log":   {args: 1, exact: one(real.Number.Log), float: func(x, _ float64) float64 { return num.Log(x) }},
	"exp":   {args: 1, exact: one(real.Number.Exp), float: func(x, _ float64) float64 { return num.Exp(x) }},
}

type binary = func(x, y real.Number) (real.Number, error)

func sure(f func(x, y real.Number) real.Number) binary {
	return func(x, y real.Number) (real.Number, error) { return f(x, y), nil }
}

func one(f func(x real.Number) (real.Number, error)) binary {
	return func(x, _ real.Number) (real.Number, error) { return f(x) }
}

func alone(f func(x real.Number) real.Number) binary {
	return func(x, _ real.Number) (real.Number, error) { return f(x), nil }
}
