// Package formula is the language of bounds, claims and domains: numbers such as
//
//	2 + r^2
//
// and conditions such as
//
//	1 <= r <= 8 && d == 2
//
// over facts, which are called terms, and parameters. The language knows none of them, but is
// given their names ([Words]), and more functions ([Function]). An expression is read and
// checked once. It is then computed as often as one likes: in float64, for a search that tries
// millions ([Expr.Float]), and with exact terms, for a reader who has to believe the result
// ([Expr.Interval], [Expr.Holds]).
//
//	from loose to tight   of            gives
//	c ? x : y             condition, 2  what x and y are, both numbers or both conditions
//	a || b, a or b        conditions    condition
//	a && b, a and b       conditions    condition
//	== !=                 numbers       condition
//	< <= > >=             numbers       condition; 1 <= r < 8 is 1 <= r && r < 8
//	!c, not c             condition     condition; ! binds tighter than <, so !(r < 8)
//	x + y, x - y          numbers       number
//	x * y, x / y          numbers       number
//	-x, +x                number        number
//	x ^ y                 numbers       number; 2^3^2 is 2^(3^2), -r^2 is -(r^2)
//	( )
//	sqrt log exp floor ceil abs         of a number
//	min(x, …) max(x, …)                 of two numbers or more
//	m(φ)                                a term, with a constant φ such as 9/10
//	12  0.5  .5  1e-3                   the very number that is written
//	gamma  r  mistakes  rho  …          a term or a parameter
//
// The spellings of pages are read too: γ₀, r², ≤, ·, √(r), ln(r), and 2r for 2*r ([Plain]).
//
// In float64 all operations are those of IEEE 754 and package num: 1/0 is +Inf. Logarithms of
// 1 ± x and x^y are not of the rounded sum or power. With exact terms an operation without a
// value is an error.
package formula

import (
	"fmt"
	"slices"
	"strings"
)

// maxText is the length of the longest expression in bytes.
const maxText = 4096

// Expr is an expression that can be computed. It does not change, so that several
// goroutines may use it.
type Expr struct {
	text  string
	terms []Term
	root  *node
	float func(at []float64) float64
}

// Parse reads a number that speaks of the words. The error is a *[SyntaxError].
func Parse(text string, words Words) (*Expr, error) { return parse(text, words, false) }

// ParseCondition reads a condition.
func ParseCondition(text string, words Words) (*Expr, error) { return parse(text, words, true) }

// ParseTerms reads a number whose terms are the names, in their order.
func ParseTerms(text string, names ...string) (*Expr, error) {
	return parse(text, Words{}.With(names...), false, names...)
}

// parse reads an expression whose first terms are in a given order.
func parse(text string, words Words, condition bool, names ...string) (*Expr, error) {
	text = Plain(text)
	switch {
	case len(text) > maxText:
		return nil, fault(text, maxText, 0, "an expression of %d bytes, expected at most %d", len(text), maxText)
	case strings.TrimSpace(text) == "":
		return nil, fault(text, 0, 0, "an empty expression, expected %s", kind(condition))
	}
	tokens, err := scan(text, words)
	if err != nil {
		return nil, err
	}
	p := parser{text: text, words: words, tokens: tokens}
	for _, name := range names {
		p.terms = append(p.terms, Term{Name: name})
	}
	root := p.whole()
	if p.at < len(tokens) {
		p.unexpected()
	}
	p.typed(root, condition)
	if p.err != nil {
		return nil, p.err
	}
	e := &Expr{text: text, terms: p.terms, root: root}
	if condition {
		holds := decide(floats{words.near}, root)
		e.float = func(at []float64) float64 {
			if holds(at) {
				return 1
			}
			return 0
		}
	} else {
		e.float = compile(floats{words.near}, root)
	}
	return e, nil
}

// String returns the text that was read, as [Plain] writes it.
func (e *Expr) String() string { return e.text }

// Terms returns the terms and parameters that the expression speaks of, each once,
// in the order of their first appearance.
func (e *Expr) Terms() []Term { return slices.Clone(e.terms) }

// Float returns the value where the terms have these values, in the order of
// [Expr.Terms]; that of a condition is 1 or 0.
func (e *Expr) Float(at []float64) float64 {
	if len(at) != len(e.terms) {
		panic(fmt.Sprintf("formula: %d values for %d terms", len(at), len(e.terms)))
	}
	return e.float(at)
}

// kind names what an expression may be.
func kind(condition bool) string {
	if condition {
		return "a condition, such as r < 8"
	}
	return "a number, such as 2 + r^2"
}
