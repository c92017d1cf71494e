package formula

import (
	"math"
	"math/big"

	"marginlab/internal/num"
)

// floats is the arithmetic of float64. Nothing that it compiles allocates.
type floats struct{ near float64 } // see [Words.Near]

func (floats) operation(name string) func(x, y float64) float64 { return operations[name].float }

func (f floats) comparison(name string) func(x, y float64) bool {
	if f.near > 0 && (name == "==" || name == "!=") {
		return func(x, y float64) bool {
			equal := x == y || math.Abs(x-y) <= f.near*min(math.Abs(x), math.Abs(y), math.MaxFloat64) // no infinity is near
			return equal == (name == "==")
		}
	}
	return operations[name].compare
}

func (floats) join(name string, a, b func(at []float64) bool) func(at []float64) bool {
	if name == "&&" {
		return func(at []float64) bool { return a(at) && b(at) }
	}
	return func(at []float64) bool { return a(at) || b(at) }
}

// own has sums and products too, so that they take no call. Each is in a function of its own:
// they cannot be fused.
func (f floats) own(n *node) func(at []float64) float64 {
	kid := func(i int) func(at []float64) float64 { return compile(f, n.kids[i]) }
	switch n.op {
	case "number":
		v, _ := n.number.Float64()
		return func([]float64) float64 { return v }
	case "term":
		i := n.term
		return func(at []float64) float64 { return at[i] }
	case "+":
		x, y := kid(0), kid(1)
		return func(at []float64) float64 { return x(at) + y(at) }
	case "-":
		x, y := kid(0), kid(1)
		if power := n.kids[0]; power.op == "^" && power.kids[1].op != "number" && n.kids[1].is(1) {
			return f.lessOne(power)
		}
		return func(at []float64) float64 { return x(at) - y(at) }
	case "*":
		x, y := kid(0), kid(1)
		return func(at []float64) float64 { return x(at) * y(at) }
	case "/":
		x, y := kid(0), kid(1)
		return func(at []float64) float64 { return x(at) / y(at) }
	case "^":
		if n.kids[1].is(2) {
			x := kid(0)
			return func(at []float64) float64 { v := x(at); return v * v }
		}
	case "log":
		return f.logarithm(n.kids[0])
	}
	if n.function == nil {
		return nil
	}
	var kids []func(at []float64) float64
	for i := range n.kids {
		kids = append(kids, kid(i))
	}
	return func(at []float64) float64 {
		var x [MaxParams]float64
		for i, k := range kids {
			x[i] = k(at)
		}
		return n.function.Float(x)
	}
}

// lessOne compiles x^y − 1, which is not of the rounded power.
func (f floats) lessOne(n *node) func(at []float64) float64 {
	whole, log, y := compile(f, n), f.logarithm(n.kids[0]), compile(f, n.kids[1])
	return func(at []float64) float64 {
		if l := log(at); l-l == 0 {
			return num.Expm1(y(at) * l)
		}
		return whole(at) - 1
	}
}

// is reports a literal.
func (n *node) is(v int64) bool { return n.op == "number" && n.number.Cmp(big.NewRat(v, 1)) == 0 }

// logarithm compiles the logarithm of a number. That of 1 ± x or x^y is not of the rounded
// number.
func (f floats) logarithm(n *node) func(at []float64) float64 {
	whole := compile(f, n)
	if n.op == "+" || n.op == "-" || n.op == "^" {
		one, x := n.kids[0], n.kids[1]
		if n.op == "+" && x.is(1) {
			one, x = x, one
		}
		switch v := compile(f, x); {
		case n.op == "+" && one.is(1) && x.op != "number":
			return func(at []float64) float64 { return num.Log1p(v(at)) }
		case n.op == "-" && one.is(1) && x.op != "number":
			return func(at []float64) float64 { return num.Log1p(-v(at)) }
		case n.op == "^":
			base := compile(f, one)
			return func(at []float64) float64 {
				if b := base(at); b > 0 && b-b == 0 && b != 1 {
					return v(at) * num.Log(b)
				}
				return num.Log(whole(at))
			}
		}
	}
	return func(at []float64) float64 { return num.Log(whole(at)) }
}
