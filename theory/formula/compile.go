package formula

// arithmetic is what expressions are computed with: float64, or an exact number.
type arithmetic[T any] interface {
	// own computes a literal, a term, a call of a function that was given to the language, and
	// what is not computed by its operation; nil for other numbers.
	own(n *node) func(at []T) T
	operation(name string) func(x, y T) T
	comparison(name string) func(x, y T) bool
	// join is a && b or a || b.
	join(name string, a, b func(at []T) bool) func(at []T) bool
}

// compile returns what computes a number where the terms have the values at.
func compile[T any](a arithmetic[T], n *node) func(at []T) T {
	if f := a.own(n); f != nil {
		return f
	}
	if n.op == "?" {
		return choose(decide(a, n.kids[0]), compile(a, n.kids[1]), compile(a, n.kids[2]))
	}
	x, f := compile(a, n.kids[0]), a.operation(n.op)
	if len(n.kids) == 1 {
		return func(at []T) T { v := x(at); return f(v, v) }
	}
	for _, k := range n.kids[1:] {
		left, y := x, compile(a, k)
		x = func(at []T) T { return f(left(at), y(at)) }
	}
	return x
}

// decide returns what computes a condition.
func decide[T any](a arithmetic[T], n *node) func(at []T) bool {
	switch n.op {
	case "!":
		x := decide(a, n.kids[0])
		return func(at []T) bool { return !x(at) }
	case "&&", "||":
		return a.join(n.op, decide(a, n.kids[0]), decide(a, n.kids[1]))
	case "?":
		return choose(decide(a, n.kids[0]), decide(a, n.kids[1]), decide(a, n.kids[2]))
	}
	x, y, f := compile(a, n.kids[0]), compile(a, n.kids[1]), a.comparison(n.op)
	return func(at []T) bool { return f(x(at), y(at)) }
}

func choose[T, V any](c func(at []T) bool, x, y func(at []T) V) func(at []T) V {
	return func(at []T) V {
		if c(at) {
			return x(at)
		}
		return y(at)
	}
}
