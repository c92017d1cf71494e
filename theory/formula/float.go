package formula

import (
	"math"

	"marginlab/internal/num"
)

// float compiles a number to float64. The closures read the values of the terms and
// nothing else, and allocate nothing.
func (n *node) float() func(at []float64) float64 {
	switch n.op {
	case "number":
		v, _ := n.number.Float64()
		return func([]float64) float64 { return v }
	case "term":
		i := n.term
		return func(at []float64) float64 { return at[i] }
	case "?":
		c, x, y := n.kids[0].truth(), n.kids[1].float(), n.kids[2].float()
		return func(at []float64) float64 {
			if c(at) {
				return x(at)
			}
			return y(at)
		}
	case "min":
		return n.fold(math.Min)
	case "max":
		return n.fold(math.Max)
	}
	x := n.kids[0].float()
	switch n.op {
	case "neg":
		return func(at []float64) float64 { return -x(at) }
	case "sqrt":
		return func(at []float64) float64 { return math.Sqrt(x(at)) }
	case "log":
		return func(at []float64) float64 { return num.Log(x(at)) }
	case "exp":
		return func(at []float64) float64 { return num.Exp(x(at)) }
	case "floor":
		return func(at []float64) float64 { return math.Floor(x(at)) }
	case "ceil":
		return func(at []float64) float64 { return math.Ceil(x(at)) }
	case "abs":
		return func(at []float64) float64 { return math.Abs(x(at)) }
	}
	if exponent := n.kids[1]; n.op == "^" && exponent.op == "number" && exponent.number.RatString() == "2" {
		return func(at []float64) float64 { v := x(at); return v * v }
	}
	y := n.kids[1].float()
	switch n.op {
	case "+":
		return func(at []float64) float64 { return x(at) + y(at) }
	case "-":
		return func(at []float64) float64 { return x(at) - y(at) }
	case "*":
		return func(at []float64) float64 { return x(at) * y(at) }
	case "/":
		return func(at []float64) float64 { return x(at) / y(at) }
	case "^":
		return func(at []float64) float64 { return num.Pow(x(at), y(at)) }
	}
	panic("formula: no number has the operation " + n.op)
}

// fold compiles f(…f(x, y)…, z).
func (n *node) fold(f func(x, y float64) float64) func(at []float64) float64 {
	kids := make([]func(at []float64) float64, len(n.kids))
	for i, k := range n.kids {
		kids[i] = k.float()
	}
	return func(at []float64) float64 {
		v := kids[0](at)
		for _, k := range kids[1:] {
			v = f(v, k(at))
		}
		return v
	}
}

// truth compiles a condition.
func (n *node) truth() func(at []float64) bool {
	switch n.op {
	case "!":
		a := n.kids[0].truth()
		return func(at []float64) bool { return !a(at) }
	case "&&":
		a, b := n.kids[0].truth(), n.kids[1].truth()
		return func(at []float64) bool { return a(at) && b(at) }
	case "||":
		a, b := n.kids[0].truth(), n.kids[1].truth()
		return func(at []float64) bool { return a(at) || b(at) }
	case "?":
		c, a, b := n.kids[0].truth(), n.kids[1].truth(), n.kids[2].truth()
		return func(at []float64) bool {
			if c(at) {
				return a(at)
			}
			return b(at)
		}
	}
	x, y := n.kids[0].float(), n.kids[1].float()
	switch n.op {
	case "<":
		return func(at []float64) bool { return x(at) < y(at) }
	case "<=":
		return func(at []float64) bool { return x(at) <= y(at) }
	case "==":
		return func(at []float64) bool { return x(at) == y(at) }
	case "!=":
		return func(at []float64) bool { return x(at) != y(at) }
	}
	panic("formula: no condition has the operation " + n.op)
}
