package formula

import (
	"math"
	"math/big"

	"marginlab/internal/num"
)

// arithmetic computes expressions in one kind of number: float64, or exact numbers.
type arithmetic[T any] interface {
	number(q *big.Rat) T
	call(f *Function, x [MaxParams]T) T
	holds(x T) bool
	// special returns a function for an expression that [compile] does not compute in its usual way, nil for other
	// expressions.
	special(n *node) func(at []T) T
}

// compile returns a function that computes an expression at the values of its terms.
func compile[T any](a arithmetic[T], n *node) func(at []T) T {
	if f := a.special(n); f != nil {
		return f
	}
	kids := make([]func(at []T) T, len(n.kids))
	for i, k := range n.kids {
		kids[i] = compile(a, k)
	}
	switch n.op {
	case "number":
		x := a.number(n.number)
		return func([]T) T { return x }
	case "term":
		return func(at []T) T { return at[n.term] }
	case "&&", "||":
		return func(at []T) T {
			if x := kids[0](at); a.holds(x) == (n.op == "||") { // x decides
				return x
			}
			return kids[1](at)
		}
	case "?":
		return func(at []T) T {
			if a.holds(kids[0](at)) {
				return kids[1](at)
			}
			return kids[2](at)
		}
	}
	return func(at []T) T {
		var x [MaxParams]T
		for i, k := range kids {
			x[i] = k(at)
		}
		return a.call(n.function, x)
	}
}

// floats is the arithmetic of float64. What it compiles allocates only for functions that are texts. Each operation
// is in its own function, so that no product is fused with a sum.
type floats struct{ near float64 } // see [Words]

func (floats) number(q *big.Rat) float64 { v, _ := q.Float64(); return v }

func (floats) call(f *Function, x [MaxParams]float64) float64 { return f.Float(x) }

func (floats) holds(x float64) bool { return x != 0 }

// special compiles operations on two numbers, logarithms, and x^y − 1, which is computed without rounding the power.
func (f floats) special(n *node) func(at []float64) float64 {
	switch {
	case n.op == "-" && n.kids[0].op == "^" && n.kids[0].kids[1].op != "number" && n.kids[1].is(1):
		log := f.logarithm(n.kids[0])
		return func(at []float64) float64 {
			v, l := log(at)
			if l-l == 0 {
				return num.Expm1(l)
			}
			return v - 1
		}
	case n.op == "log":
		log := f.logarithm(n.kids[0])
		return func(at []float64) float64 { _, l := log(at); return l }
	case n.function == nil || n.function.pair == nil:
		return nil
	}
	x, y, operation := compile(f, n.kids[0]), compile(f, n.kids[1]), n.function.pair
	if f.near == 0 || n.op != "==" && n.op != "!=" {
		return func(at []float64) float64 { return operation(x(at), y(at)) }
	}
	return func(at []float64) float64 {
		v, w := x(at), y(at)
		if math.Abs(v-w) <= f.near*min(math.Abs(v), math.Abs(w), math.MaxFloat64) { // an infinity is not near a number
			w = v
		}
		return operation(v, w)
	}
}

// logarithm compiles a number with its logarithm. The logarithm of 1 ± x or x^y is computed without rounding that
// number.
func (f floats) logarithm(n *node) func(at []float64) (v, log float64) {
	switch sign := 1.; n.op {
	case "-":
		sign = -1
		fallthrough
	case "+":
		one, x := n.kids[0], n.kids[1]
		if n.op == "+" && x.is(1) {
			one, x = x, one
		}
		if one.is(1) {
			x := compile(f, x)
			return func(at []float64) (v, log float64) { v = float64(sign * x(at)); return 1 + v, num.Log1p(v) }
		}
	case "^":
		base, y := f.logarithm(n.kids[0]), compile(f, n.kids[1])
		return func(at []float64) (v, log float64) {
			x, log := base(at)
			power := y(at)
			v = raise(x, power)
			if log = float64(log * power); log-log == 0 {
				return v, log
			}
			return v, num.Log(v)
		}
	}
	x := compile(f, n)
	return func(at []float64) (v, log float64) { v = x(at); return v, num.Log(v) }
}

// is reports whether n is the literal v.
func (n *node) is(v int64) bool { return n.op == "number" && n.number.Cmp(big.NewRat(v, 1)) == 0 }
