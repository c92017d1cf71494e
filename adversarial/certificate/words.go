package certificate

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// The terms of statements. With their_ before its name, a term of a run is about the second learner.
var (
	ofStream = strings.Fields("d R Dbar shortest Dplus Dminus D Delta gamma gamma0 r U L1 L2")
	ofRun    = strings.Fields("T mistakes opening_mistakes later_mistakes updates later_updates m mbar gamma3 " +
		"last_gamma errors margin expected_mistakes")
	lengths = strings.Fields("R Dbar shortest Dplus Dminus D Delta gamma gamma0 gamma3 last_gamma margin")
)

const theirs = "their_"

// isLength reports whether a term grows with the features.
func isLength(name string) bool { return slices.Contains(lengths, strings.TrimPrefix(name, theirs)) }

// words returns the words of statements, without the parameters of learners.
var words = sync.OnceValue(func() formula.Words {
	var all []formula.Word
	for _, name := range slices.Concat(ofStream, ofRun) {
		all = append(all, formula.Word{Name: name, Arg: name == "m" || name == "mbar"})
	}
	for _, w := range all[len(ofStream):] {
		all = append(all, formula.Word{Name: theirs + w.Name, Arg: w.Arg})
	}
	return formula.Words{}.And(all...).Define(functions...)
})

// functions lists the functions of statements beyond those of the language; package theory explains them.
var functions = []formula.Function{
	{Name: "kappa0", Params: "delta eta s=2 c=1", Text: `max(0, eta) > delta ? 0 : eta <= 0 ? 1 : eta <= c*delta^s
		? max(0, 1 - (s-1)*c^(1/(1-s))*(eta/delta)^(s/(s-1)))^(1/s) : max(0, 1 - s*eta + c*delta^s)^(1/s)`},
	{Name: "fall", Params: "delta eta s=2 c=1", Text: "-log(kappa0(delta, eta, s, c))"},
	{Name: "excess", Params: "phi", Text: "phi == 0 ? 1 : 2*(phi/(1 - phi) + log(1 - phi))/phi^2"},
	{Name: "excess_mcp", Params: "phi", Text: "phi == 0 ? 1 : -(2*phi + log(1 - 2*phi))/(2*phi^2)"},
	{Name: "recursion", Params: "r s c", Exact: recursion},
}

// recursion returns the largest m with r^s f^m(1) ≥ 1, for f(g) = g(1 − (s−1)(g/c)^{1/(s−1)}) where g ≤ c/2^{s−1}, else
// g(1 − s/2) + c/2^s.
func recursion(f real.Field, x []real.Number) (real.Number, error) {
	const most = 1e4
	short := real.Field{Bits: f.Bits, Exact: min(f.Exact, 1<<10)} // f(g) is twice as long as g
	r, s, c, g := x[0].In(short), x[1].In(short), x[2].In(short), short.Int(1)
	next, err := formula.ParseTerms(
		"g <= c/2^(s-1) ? g*(1 - (s-1)*(g/c)^(1/(s-1))) : g*(1 - s/2) + c/2^s", "g", "s", "c")
	left, wrong := formula.ParseTerms("r^s*g >= 1 ? 1 : 0", "g", "s", "r")
	for m := 0; m < most && cmp.Or(err, wrong) == nil; m++ {
		if g, err = next.Number(short, []real.Number{g, s, c}); err != nil {
			break
		}
		var more real.Number
		if more, wrong = left.Number(short, []real.Number{g, s, r}); wrong == nil && more.IsZero() {
			return f.Int(m), nil
		}
	}
	over := &real.DomainError{Op: "recursion", Of: x[0].Interval(), Expected: "at most 10^4 steps"}
	return real.Number{}, cmp.Or(err, wrong, error(over))
}
