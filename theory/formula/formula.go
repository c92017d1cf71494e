// Package formula is the language of bounds, claims and domains: numbers such as
//
//	2 + r^2
//
// and conditions such as
//
//	1 <= r <= 8 && d == 2
//
// over facts, which are called terms, and parameters. The language has none built in: a caller gives it their names
// ([Words]) and more functions ([Function]). An expression is read and checked once. Then it can be computed any
// number of times: in float64, for a search that tries millions ([Expr.Float]), and with exact terms, for a reader
// who has to trust the result ([Expr.Number]).
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
// In float64 all operations are those of IEEE 754 and package num: 1/0 is +Inf. Logarithms of 1 ± x and of x^y are
// computed without rounding the sum or the power. With exact terms an operation without a value is an error.
package formula

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Expr is an expression that can be computed. It is immutable, so several goroutines may use it.
type Expr struct {
	text  string
	terms []Term
	root  *node
	float func(at []float64) float64
}

// Parse reads an expression of the words whose value is a number. The error is a *[SyntaxError].
func Parse(text string, words Words) (*Expr, error) { return parse(text, words, false) }

// ParseCondition reads a condition.
func ParseCondition(text string, words Words) (*Expr, error) { return parse(text, words, true) }

// ParseTerms reads a number whose terms are the given names, in their order.
func ParseTerms(text string, names ...string) (*Expr, error) {
	return parse(text, Words{}.With(names...), false, names...)
}

// String returns the text that was read, as [Plain] writes it.
func (e *Expr) String() string { return e.text }

// Terms returns the terms and parameters that the expression names, each once,
// in the order of their first appearance.
func (e *Expr) Terms() []Term { return slices.Clone(e.terms) }

// Float returns the value at these values of the terms, in the order of [Expr.Terms]; a condition has the value 1 or
// 0.
func (e *Expr) Float(at []float64) float64 { return e.float(at) }

// invalid is the value with which readers and exact numbers panic.
type invalid struct{ error }

// attempt returns what f returns, or the error that it panics with.
func attempt[T any](f func() T) (x T, err error) {
	defer func() {
		switch stop := recover().(type) {
		case nil:
		case invalid:
			err = stop.error
		default:
			panic(stop)
		}
	}()
	return f(), nil
}

// SyntaxError says what is wrong with an expression, and at which character.
type SyntaxError struct {
	Text string
	Pos  int // in runes
	Msg  string
}

// window is the number of runes of a long text that an error shows on both sides of its place.
const window = 50

// Error returns three lines: what is wrong, the text, and a caret below the place.
func (e *SyntaxError) Error() string {
	printable := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsPrint(r) {
				return r
			}
			return ' '
		}, s)
	}
	runes := []rune(printable(e.Text))
	from, to := max(0, e.Pos-window), min(len(runes), e.Pos+window)
	line, caret := string(runes[from:to]), e.Pos-from+1
	if from > 0 {
		line, caret = "…"+line, caret+1
	}
	if to < len(runes) {
		line += "…"
	}
	return fmt.Sprintf("%s\n    %s\n    %*s", printable(e.Msg), line, caret, "^")
}
