package formula

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"marginlab/algos/expr"
)

// SyntaxError says what is wrong with an expression, and at which character.
type SyntaxError struct {
	Text string
	Pos  int // in runes
	Msg  string
}

// window is how many runes of a long text an error shows on both sides of its place.
const window = 50

// Error returns three lines: what is wrong, the text, and a caret below the place.
func (e *SyntaxError) Error() string {
	runes := []rune(e.Text)
	for i, c := range runes {
		if !unicode.IsPrint(c) {
			runes[i] = ' '
		}
	}
	from, to := max(0, e.Pos-window), min(len(runes), e.Pos+window)
	before, after := "", ""
	if from > 0 {
		before = "…"
	}
	if to < len(runes) {
		after = "…"
	}
	caret := strings.Repeat(" ", utf8.RuneCountInString(before)+e.Pos-from) + "^"
	return fmt.Sprintf("%s\n    %s%s%s\n    %s", e.Msg, before, string(runes[from:to]), after, caret)
}

// unexpected fails at the next token: what was expected there follows from the tokens
// before it.
func (p *parser) unexpected() *node {
	found := token{pos: utf8.RuneCountInString(p.text), text: "end"}
	if p.at < len(p.tokens) {
		found = p.tokens[p.at]
	}
	before := p.tokens[:p.at]
	expected := []string{"a number", "a name", "("}
	if len(before) > 0 && before[len(before)-1].ends() {
		expected = []string{"an operator"}
		count := func(text string) (n int) {
			for _, t := range before {
				if t.text == text {
					n++
				}
			}
			return n
		}
		if count("(") > count(")") {
			expected = append(expected, ")")
		}
		if count("?") > count(":") {
			expected = append(expected, ":")
		}
		if len(expected) == 1 && p.at < len(p.tokens) {
			expected = append(expected, "the end")
		}
	}
	return p.fail(found.pos, "unexpected %s, expected %s", found.text, expr.OneOf(expected))
}

// foreign explains what is not of the language at the beginning of rest, "" if an operator is there.
func foreign(rest string) string {
	sign := operator.FindString(rest)
	for _, c := range [][2]string{
		{"**", "^"}, {"//", "one / for a quotient"}, {"|", "||"}, {"&", "&&"}, {"=>", ">="}, {"=<", "<="}, {"=", "=="}, {"[", "("},
	} {
		if strings.HasPrefix(rest, c[0]) && len(sign) < 2 {
			return fmt.Sprintf("unexpected %s, expected %s", c[0], c[1])
		}
	}
	if sign != "" {
		return ""
	}
	first, _ := utf8.DecodeRuneInString(rest)
	return fmt.Sprintf("unexpected %q, expected numbers, names, functions and operators only", first)
}

// alternatives names what a wrong name may have meant: functions, where it is
// called, else terms and parameters.
func alternatives(name string, words Words, called bool) string {
	var all, params []string
	for f, op := range operations {
		if called && op.args > 0 {
			all = append(all, f)
		}
	}
	slices.Sort(all)
	for _, w := range words.list {
		if called == (w.Arg || w.function != nil) {
			all = append(all, w.Name)
		}
		if w.param {
			params = append(params, w.Name)
		}
	}
	switch like := expr.DidYouMean(name, all); {
	case like != "" && len(name) > 1:
		return like
	case like != "": // the same letter in another case
		meant, ok := words.byName[strings.ToUpper(name)]
		if !ok {
			meant = words.byName[strings.ToLower(name)]
		}
		return strings.TrimSuffix(like, "?") + " (" + meant.Help + ")?"
	case called:
		return ", expected " + expr.OneOf(all)
	case len(params) > 0:
		return ", expected a term such as " + words.such + ", or one of the parameters " + strings.Join(params, ", ")
	}
	return ", expected a term such as " + words.such
}
