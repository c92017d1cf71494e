package theory

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"marginlab/theory/formula"
)

// Claim makes a guarantee of one's own, on the learners of a family, from a line such as
//
//	eager: updates <= 3*(R/gamma0)^2
//	eager: mistakes <= beta*r^2 where r >= 2
//	eager: margin > gamma/2
//
// A learner is of the families that its Kind says, or else of one with its own name. The
// quantity, the bound and the condition are in the language of package formula, as those of
// `marginlab hunt` are. The names of params are parameters of the learner. The claim speaks of
// streams that are separable through the origin if it has gamma0, of separable ones if it has
// gamma or r, and else of any stream. Its ID is the line, and its Status a conjecture.
//
// Claim panics where [ParseClaim] has an error.
func Claim(line string, params ...string) Guarantee {
	g, err := ParseClaim(line, params...)
	if err != nil {
		panic("theory: " + err.Error())
	}
	return g
}

// ParseClaim is [Claim] for a line from outside. The error says what of it cannot be read,
// and what was expected.
func ParseClaim(line string, params ...string) (Guarantee, error) {
	g, err := parseClaim(line, params)
	if err != nil {
		return Guarantee{}, fmt.Errorf("claim %q: %w", line, err)
	}
	return g, nil
}

func parseClaim(line string, params []string) (g Guarantee, err error) {
	family, body, found := strings.Cut(line, ":")
	if !found {
		return g, fmt.Errorf("no colon, expected a family of learners, a colon and what is claimed, as in perceptron: updates <= (R/gamma0)^2")
	}
	for _, name := range []string{"s", "c", "q"} {
		if slices.Contains(params, name) {
			return g, fmt.Errorf("parameter %s, expected another name: in guarantees it is of the smoothness of a norm", name)
		}
	}
	claim, err := formula.ParseClaim(body, Words().With(params...))
	if err != nil {
		return g, err
	}
	g.AtLeast, g.Strict = claim.Relation[0] == '>', len(claim.Relation) == 1
	value, err := newReader(claim.Quantity, params)
	if err != nil {
		return g, err
	}
	limit, err := newReader(claim.Bound, params)
	if err != nil {
		return g, err
	}
	where := reader{of: func(Setting) float64 { return 1 }}
	if claim.Where != nil {
		if where, err = newReader(claim.Where, params); err != nil {
			return g, err
		}
	}
	g.ID, g.Claim, g.Source, g.Status = strings.TrimSpace(line), strings.TrimSpace(body), "a claim of one's own", Conjectured
	g.Learner, g.Formula, g.Where = strings.TrimSpace(family), limit.text, where.text
	if err := g.looksAt(slices.Concat(value.names, limit.names, where.names)); err != nil {
		return g, err
	}
	g.Quantity = Quantity{
		Name: value.text, Term: value.text,
		Real: slices.ContainsFunc(value.names, func(name string) bool {
			return IsLength(name) || name == "r" || name == "expected_mistakes"
		}),
		Readings: func(s Setting) iter.Seq2[Setting, float64] {
			if v := value.of(s); !math.IsNaN(v) && where.of(s) == 1 {
				return once(s, v)
			}
			return func(func(Setting, float64) bool) {}
		},
	}
	vacuous := math.Inf(1)
	if g.AtLeast {
		vacuous = math.Inf(-1)
	}
	g.Bound = func(s Setting) float64 {
		if v := limit.of(s); where.of(s) == 1 && !math.IsNaN(v) && v != -vacuous { // log(0) has no value
			return v
		}
		return vacuous
	}
	return g, nil
}

// looksAt sets the view of the stream by the names that a claim speaks of.
func (g *Guarantee) looksAt(names []string) error {
	through, bias := slices.Contains(names, "gamma0"), slices.Contains(names, "gamma") || slices.Contains(names, "r")
	switch {
	case through && bias:
		return fmt.Errorf("it speaks of gamma0 and of gamma, expected one of them: a guarantee looks at the stream in one way")
	case through:
		g.View, g.Assumption = origin, separableOrigin
	case bias:
		g.View, g.Assumption = asGiven, separable
	default:
		g.AnyStream, g.Assumption = true, anyStream
	}
	return nil
}

// reader computes an expression at a setting.
type reader struct {
	text  string
	names []string
	of    func(Setting) float64
}

func newReader(e *formula.Expr, params []string) (reader, error) {
	r := reader{text: e.String()}
	var values []func(Setting) float64
	for _, t := range e.Terms() {
		value := measured(t)
		switch {
		case slices.Contains(params, t.Name):
			value = func(s Setting) float64 { return s.Param(t.Name) }
		case value == nil:
			return r, fmt.Errorf("%s: expected a term of the stream, or of the learner's run alone", t)
		}
		values, r.names = append(values, value), append(r.names, t.Name)
	}
	r.of = func(s Setting) float64 {
		at := make([]float64, len(values))
		for i, value := range values {
			at[i] = value(s)
		}
		return e.Float(at)
	}
	return r, nil
}

// measured is how a term is read, nil if a setting does not have it.
func measured(t formula.Term) func(Setting) float64 {
	reading := func(q Quantity) func(Setting) float64 {
		return func(s Setting) float64 {
			for _, v := range q.Readings(s) {
				return v
			}
			return math.NaN()
		}
	}
	switch t.Name {
	case "d":
		return func(s Setting) float64 { return float64(s.Dim) }
	case "R", "Dbar":
		return func(s Setting) float64 { return s.DBar }
	case "shortest":
		return func(s Setting) float64 { return s.Shortest }
	case "Dplus":
		return func(s Setting) float64 { return s.DPlus }
	case "Dminus":
		return func(s Setting) float64 { return s.DMinus }
	case "D":
		return func(s Setting) float64 { return s.D }
	case "Delta":
		return func(s Setting) float64 { return s.Delta }
	case "gamma", "gamma0":
		return func(s Setting) float64 { return s.Gamma }
	case "r":
		return func(s Setting) float64 { return s.R() }
	case "T":
		return func(s Setting) float64 { return float64(max(s.Trace.Seen, len(s.Trace.Steps))) }
	case "m":
		phi, _ := t.Arg.Float64()
		return func(s Setting) float64 {
			if s.Trace.partial() && phi > s.Rho {
				return math.NaN()
			}
			return float64(s.Trace.Violations(phi))
		}
	case "margin":
		return func(s Setting) float64 { return s.Margin }
	case "mistakes":
		return reading(AllMistakes)
	case "later_mistakes":
		return reading(Mistakes)
	case "opening_mistakes":
		return reading(OpeningMistakes)
	case "updates":
		return reading(Updates)
	case "later_updates":
		return reading(LaterUpdates)
	case "gamma3":
		return reading(FirstMargin)
	case "last_gamma":
		return reading(LastMargin)
	case "expected_mistakes":
		return func(s Setting) float64 {
			if s.Trace.partial() {
				return math.NaN()
			}
			return reading(ExpectedMistakes)(s)
		}
	}
	return nil
}
