package theory

import (
	"cmp"
	"sync"

	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// functions are those of claims beside those of the language. What Go computes is accurate
// where the text cancels.
func functions() []formula.Function {
	return []formula.Function{
		{
			// κ∘(δ,η) (HKNS25, eq. (5)), the factor by which a margin shrinks at least when a point comes in: see
			// [KappaUpper]. There is no value for η > δ, as there is no such point.
			Name: "kappa0", Params: "delta eta s=2 c=1",
			Text: `max(0, eta) > delta ? -1/0 : eta <= 0 ? 1 : eta <= c*delta^s
				? max(0, 1 - (s-1)*c^(1/(1-s))*(eta/delta)^(s/(s-1)))^(1/s)
				: max(0, 1 - s*eta + c*delta^s)^(1/s)`,
			Float: func(x [formula.MaxParams]float64) float64 { return kappaUpper(x[0], x[1], x[2], x[3]) },
		},
		{
			Name: "fall", Params: "delta eta s=2 c=1", Text: "-log(kappa0(delta, eta, s, c))",
			Float: func(x [formula.MaxParams]float64) float64 { return fall(x[0], x[1], x[2], x[3]) },
		},
		{
			Name: "excess", Params: "phi", Text: "phi == 0 ? 1 : 2*(phi/(1 - phi) + log(1 - phi))/phi^2",
			Float: func(x [formula.MaxParams]float64) float64 { return excess(x[0]) },
		},
		{
			Name: "excess_mcp", Params: "phi", Text: "phi == 0 ? 1 : -(2*phi + log(1 - 2*phi))/(2*phi^2)",
			Float: func(x [formula.MaxParams]float64) float64 { return excessMCP(x[0]) },
		},
		{
			Name: "recursion", Params: "r s c", Exact: recursion,
			Float: func(x [formula.MaxParams]float64) float64 { return newDescent(x[1], x[2]).mistakes(x[0]) },
		},
	}
}

// exactly are the f(g) of [descent], and 1 where a margin of g is left.
var exactly = sync.OnceValue(func() (e struct{ next, left *formula.Expr }) {
	var wrong, err error
	e.next, wrong = formula.ParseTerms("g <= c/2^(s-1) ? g*(1 - (s-1)*(g/c)^(1/(s-1))) : g*(1 - s/2) + c/2^s", "g", "s", "c")
	e.left, err = formula.ParseTerms("r^s*g >= 1 ? 1 : 0", "g", "s", "r")
	if err = cmp.Or(wrong, err); err != nil {
		panic(err)
	}
	return e
})

// recursion is [descent.mistakes] of r, s and c, by the recursion alone.
func recursion(f real.Field, x []real.Number) (real.Number, error) {
	const most = 1e4
	e, short := exactly(), real.Field{Bits: f.Bits, Exact: min(f.Exact, 1<<10)} // f(g) is twice as long as g
	r, s, c, g := x[0].In(short), x[1].In(short), x[2].In(short), short.Int(1)
	for m := range int(most) {
		var err error
		if g, err = e.next.Number(short, []real.Number{g, s, c}); err != nil {
			return g, err
		}
		left, err := e.left.Number(short, []real.Number{g, s, r})
		if err != nil {
			return g, err
		}
		if left.IsZero() {
			return f.Int(m), nil
		}
	}
	return real.Number{}, &real.DomainError{Op: "recursion", Of: x[0].Interval(), Expected: "at most 10^4 steps"}
}
