// Package expr reads the expressions by which learners, kernels and data sets are written.
//
//	list = expr { "," expr }
//	expr = text [ "(" [ arg { "," arg } ] ")" ]
//	arg  = [ key "=" ] expr
//
// A text is a name or a literal: all up to the next parenthesis or comma, without the spaces around it.
// Quotes, single or double, that begin a word of a text keep parentheses and commas in it, and stay, as in
// exec(sh -c 'a, b'). The reader of the expression says what a name or a literal means.
package expr

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// Expr is a name with arguments, such as omm(rho=1/2), or only a name or literal, such as yes or 0.1.
type Expr struct {
	Name string // a name, or a literal as written
	Args []Arg  // nil without parentheses
}

// Arg is an argument of an expression, with a key or by its position.
type Arg struct {
	Key   string // "" if by position
	Value Expr
}

// String returns the expression without spaces; [Parse] makes the same Expr from it.
func (e Expr) String() string {
	if e.Args == nil {
		return e.Name
	}
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = a.String()
	}
	return e.Name + "(" + strings.Join(args, ",") + ")"
}

// String returns the argument as it stands in an expression.
func (a Arg) String() string {
	if a.Key == "" {
		return a.Value.String()
	}
	return a.Key + "=" + a.Value.String()
}

// IsNumber reports whether the literal begins like a number and not like a word.
func (e Expr) IsNumber() bool {
	return e.Args == nil && e.Name != "" && strings.ContainsRune("+-.0123456789", rune(e.Name[0]))
}

// Float reads a number as [strconv.ParseFloat] does, or a ratio of two.
func (e Expr) Float() (float64, error) {
	if e.Args != nil {
		return 0, errors.New("expected a number")
	}
	above, below, ratio := strings.Cut(e.Name, "/")
	x, err := strconv.ParseFloat(strings.TrimSpace(above), 64)
	if err != nil || !ratio {
		return x, err
	}
	y, err := strconv.ParseFloat(strings.TrimSpace(below), 64)
	return x / y, err
}

// exact matches numbers with a short exponent: 1e999999999 is a number, but not one to write out.
var exact = regexp.MustCompile(`^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$|^-?\d+/\d+$`)

// Rat reads a decimal number or a ratio of integers exactly: 0.1 is 1/10.
func (e Expr) Rat() (*big.Rat, error) {
	if e.Args != nil || !exact.MatchString(e.Name) {
		return nil, fmt.Errorf("%q, expected a decimal number or a ratio of integers", e)
	}
	above, below, ratio := strings.Cut(e.Name, "/")
	q, _ := new(big.Rat).SetString(above)
	if !ratio {
		return q, nil
	}
	d, _ := new(big.Int).SetString(below, 10) // a Rat would read 1/010 as 1/8
	if d.Sign() == 0 {
		return nil, fmt.Errorf("%q, expected a denominator other than 0", e)
	}
	return q.Quo(q, new(big.Rat).SetInt(d)), nil
}

// Error says what is wrong with the parentheses and commas of an expression.
type Error struct{ Text, Msg string }

func (e *Error) Error() string { return fmt.Sprintf("%q: %s", e.Text, e.Msg) }

// maxDepth bounds the nesting of expressions: a text from outside may be anything.
const maxDepth = 100

// Parse reads one expression. The error is an *[Error]; the name is set even then.
func Parse(text string) (Expr, error) {
	p := parser{text: strings.TrimSpace(text)}
	e, err := p.expr(0)
	if err == nil && p.rest() != "" {
		err = p.misplaced()
	}
	return e, err
}

// ParseList reads expressions separated by commas. The error is an *[Error] whose text begins with the wrong
// expression.
func ParseList(text string) ([]Expr, error) {
	var all []Expr
	for more := true; more; {
		p := parser{text: strings.TrimSpace(text)}
		e, err := p.expr(0)
		if err != nil {
			return nil, err
		}
		if text, more = strings.CutPrefix(p.rest(), ","); !more && text != "" {
			return nil, p.misplaced()
		}
		all = append(all, e)
	}
	return all, nil
}

// parser is at a byte of the text.
type parser struct {
	text string
	at   int
}

func (p *parser) rest() string { return p.text[p.at:] }

func (p *parser) fail(format string, args ...any) error {
	return &Error{Text: p.text, Msg: fmt.Sprintf(format, args...)}
}

// misplaced returns the error of a rest after a whole expression.
func (p *parser) misplaced() error {
	before := strings.TrimSpace(p.text[:p.at])
	switch p.rest()[0] {
	case ')':
		return p.fail("unexpected ) after %q, it closes no parenthesis", before)
	case ',':
		return p.fail("unexpected comma after %q, expected one expression", before)
	}
	return p.fail("unexpected %q after %q, expected a closing parenthesis at the end", p.rest(), before)
}

// word reads up to one of the ends, or to the end of the text, without the spaces around. In quotes that begin a word
// or an argument, the ends have no effect.
func (p *parser) word(ends string) string {
	from := p.at
	for ; p.at < len(p.text) && !strings.ContainsRune(ends, rune(p.text[p.at])); p.at++ {
		quote, begins := p.text[p.at], p.at == 0 || strings.ContainsRune(" \t\n(,=", rune(p.text[p.at-1]))
		if begins && (quote == '\'' || quote == '"') {
			p.at += strings.IndexByte(p.text[p.at+1:], quote) + 1 // 0 if no other closes it
		}
	}
	return strings.TrimSpace(p.text[from:p.at])
}

// accept skips the character if it is the next.
func (p *parser) accept(c string) bool {
	is := strings.HasPrefix(p.rest(), c)
	if is {
		p.at++
	}
	return is
}

// expr reads an expression and the spaces after it.
func (p *parser) expr(depth int) (Expr, error) {
	if depth > maxDepth {
		return Expr{}, p.fail("expected at most %d parentheses in each other", maxDepth)
	}
	e := Expr{Name: p.word("(),")}
	if !p.accept("(") {
		return e, nil
	}
	e.Args = []Arg{}
	for more := true; more; more = p.accept(",") {
		from := p.at // the text before the first = of an argument is its key
		key := p.word("=(),")
		if key == "" || !p.accept("=") {
			key, p.at = "", from
		}
		value, err := p.expr(depth + 1)
		if err != nil {
			return e, err
		}
		e.Args = append(e.Args, Arg{key, value})
	}
	if p.rest() == "" {
		return e, p.fail("expected a closing parenthesis at the end")
	}
	if !p.accept(")") {
		before := strings.TrimSpace(p.text[:p.at])
		return e, p.fail("unexpected %q after %q, expected a comma or a closing parenthesis", p.rest(), before)
	}
	if a := e.Args[0]; len(e.Args) == 1 && a.Key == "" && a.Value.Name == "" && a.Value.Args == nil {
		e.Args = []Arg{} // nothing between the parentheses
	}
	p.at = len(p.text) - len(strings.TrimLeftFunc(p.rest(), unicode.IsSpace))
	return e, nil
}
