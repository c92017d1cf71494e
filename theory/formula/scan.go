package formula

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxExponent bounds the exponent of a literal: 1e300 is a float64.
const maxExponent = 300

// token is a piece of the text. pos is in runes.
type token struct {
	pos    int
	text   string
	number *big.Rat // of a literal, else nil
}

// ends reports whether an operand may end with the token.
func (t token) ends() bool {
	first, _ := utf8.DecodeRuneInString(t.text)
	return t.number != nil || t.text == ")" || unicode.IsLetter(first) && !isWordOperator(t.text)
}

var (
	literal  = regexp.MustCompile(`^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`)
	word     = regexp.MustCompile(`^[\pL_][\pL\p{Nd}_]*`)
	operator = regexp.MustCompile(`^(?:<=|>=|==|!=|&&|\|\||[-+*/^()<>!?:,])`)
)

// scan cuts the text into tokens. It refuses what is not of the language, and names
// that mean nothing or are misused. A literal is read exactly.
func scan(text string, words Words) (tokens []token, err error) {
	pos := 0
	for rest := text; rest != ""; {
		fail := func(format string, args ...any) ([]token, error) {
			return nil, &SyntaxError{Text: text, Pos: pos, Msg: fmt.Sprintf(format, args...)}
		}
		first, size := utf8.DecodeRuneInString(rest)
		t := token{pos: pos, text: rest[:size]}
		switch {
		case unicode.IsSpace(first):
			rest = rest[size:]
			pos++
			continue
		case literal.MatchString(rest):
			t.text = literal.FindString(rest)
			after := rest[len(t.text):]
			if next, _ := utf8.DecodeRuneInString(after); unicode.IsLetter(next) || next == '_' || next == '.' {
				return fail("%s%c is not a number, expected an operator after %s", t.text, next, t.text)
			}
			if t.number, err = readNumber(t.text); err != nil {
				return fail("%v", err)
			}
		case word.MatchString(rest):
			t.text = word.FindString(rest)
			called := strings.HasPrefix(strings.TrimLeftFunc(rest[len(t.text):], unicode.IsSpace), "(")
			if msg := misused(t.text, called, words); msg != "" {
				return fail("%s", msg)
			}
		default:
			if msg := foreign(rest); msg != "" {
				return fail("%s", msg)
			}
			t.text = operator.FindString(rest)
		}
		tokens = append(tokens, t)
		rest = rest[len(t.text):]
		pos += utf8.RuneCountInString(t.text)
	}
	return tokens, nil
}

// readNumber returns the very number that a decimal literal stands for.
func readNumber(text string) (*big.Rat, error) {
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		if e, err := strconv.Atoi(text[i+1:]); err != nil || e > maxExponent || e < -maxExponent {
			return nil, fmt.Errorf("the exponent of %s, expected one of at most %d in size", text, maxExponent)
		}
	}
	q, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil, fmt.Errorf("%s, expected a decimal number", text)
	}
	return q, nil
}

// misused says what is wrong with a word that stands for itself or is called.
func misused(name string, called bool, words Words) string {
	term, known := words.byName[name]
	switch {
	case isWordOperator(name), words.isFunction(name) && called, term.Arg && called:
		return ""
	case term.Arg:
		return fmt.Sprintf("%s without its constant, expected as in %s(1/2)", name, name)
	case words.isFunction(name):
		return fmt.Sprintf("%s is a function, expected as in %s(…)", name, name)
	case called && known:
		return fmt.Sprintf("%s is not a function, expected an operator before (", name)
	case called:
		return fmt.Sprintf("no function is called %s%s", name, alternatives(name, words, true))
	case known:
		return ""
	}
	if words.hint != nil {
		if msg := words.hint(name, words); msg != "" {
			return msg
		}
	}
	return fmt.Sprintf("nothing is called %s%s", name, alternatives(name, words, false))
}
