package formula

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Claim is a bound of a quantity, on the streams that meet a condition.
type Claim struct {
	Quantity *Expr
	Relation string // one of Relations
	Bound    *Expr
	Where    *Expr // nil if there is none
}

// Relations are what a claim may say of its quantity and its bound. A stream on which the two are
// equal refutes a claim with < or >.
func Relations() []string { return []string{"<=", "<", ">=", ">"} }

var (
	where       = regexp.MustCompile(`\swhere\s`)
	signs       = regexp.MustCompile(`=>|=<|[<>!=]=?|[()]`)
	conjunction = regexp.MustCompile(`&&|\band\b`)
)

// ParseClaim reads QUANTITY RELATION BOUND [where CONDITION]. The relation is the first one outside
// of parentheses that has a number on both sides. The error is a *[SyntaxError].
func ParseClaim(text string, words Words) (c Claim, err error) {
	text = Plain(text)
	end := len(text)
	if at := where.FindStringIndex(text); at != nil {
		end = at[0]
		if c.Where, err = part(text, at[1], len(text), true, words); err != nil {
			return Claim{}, err
		}
	}
	var first error
	for _, at := range relations(text[:end]) {
		c.Relation = text[at[0]:at[1]]
		if c.Quantity, err = part(text, 0, at[0], false, words); err == nil {
			c.Bound, err = bound(text, at[1], end, words)
		}
		if err == nil {
			return c, nil
		}
		first = cmp.Or(first, err)
	}
	return Claim{}, cmp.Or(first, noRelation(text, end))
}

// Compares reports whether a text has a relation outside of parentheses.
func Compares(text string) bool { return len(relations(text)) > 0 }

// relations finds those outside of parentheses.
func relations(text string) [][]int {
	return slices.DeleteFunc(comparisons(text), func(at []int) bool { return !slices.Contains(Relations(), text[at[0]:at[1]]) })
}

// comparisons finds the signs that compare, also those of no relation, outside of parentheses.
func comparisons(text string) (found [][]int) {
	depth := 0
	for _, at := range signs.FindAllStringIndex(text, -1) {
		switch text[at[0]:at[1]] {
		case "(":
			depth++
		case ")":
			depth--
		default:
			if depth == 0 {
				found = append(found, at)
			}
		}
	}
	return found
}

// part reads text[from:to]. The error is at its place in the whole text.
func part(text string, from, to int, condition bool, words Words) (*Expr, error) {
	inside := text[from:to]
	e, err := parse(strings.TrimSpace(inside), words, condition)
	if syntax, ok := errors.AsType[*SyntaxError](err); ok {
		from += len(inside) - len(strings.TrimLeft(inside, " \t\r\n"))
		return nil, fault(text, from, syntax.Pos, "%s", syntax.Msg)
	}
	return e, err
}

// fault is an error so many runes after a byte of the text.
func fault(text string, at, runes int, format string, args ...any) error {
	return &SyntaxError{Text: text, Pos: utf8.RuneCountInString(text[:at]) + runes, Msg: fmt.Sprintf(format, args...)}
}

// ParseBound is [Parse] of the bound of a claim. The error says how to write a condition beside it.
func ParseBound(text string, words Words) (*Expr, error) {
	text = Plain(text)
	return bound(text, 0, len(text), words)
}

func bound(text string, from, to int, words Words) (*Expr, error) {
	e, err := part(text, from, to, false, words)
	if err == nil {
		return e, nil
	}
	for _, at := range conjunction.FindAllStringIndex(text[from:to], -1) {
		and, condition := text[from+at[0]:from+at[1]], strings.TrimSpace(text[from+at[1]:to])
		_, noBound := parse(text[from:from+at[0]], words, false)
		_, noCondition := parse(condition, words, true)
		if noBound == nil && noCondition == nil {
			return nil, fault(text, from+at[0], 0, "a claim is one bound, expected where %s in place of %s %[1]s", condition, and)
		}
	}
	return nil, err
}

// noRelation says what to write for the first sign that compares, where none is a relation.
func noRelation(text string, end int) error {
	const expected = "<=, <, >= or >"
	found := comparisons(text[:end])
	if len(found) == 0 {
		return fault(text, end, 0, "expected %s between a quantity and its bound", expected)
	}
	sign := text[found[0][0]:found[0][1]]
	right := cmp.Or(map[string]string{"=>": ">=", "=<": "<="}[sign], expected)
	return fault(text, found[0][0], 0, "unexpected %s, expected %s", sign, right)
}
