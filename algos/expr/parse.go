package expr

import (
	"fmt"
	"strings"
	"unicode"
)

// Error says what is wrong with the parentheses and commas of an expression.
type Error struct{ Text, Msg string }

func (e *Error) Error() string { return fmt.Sprintf("%q: %s", e.Text, e.Msg) }

// maxDepth bounds how deeply expressions are nested. The deepest of use are three
// deep, as one-vs-rest(bias(omm(rho=0.5),1)); a text from outside may be anything.
const maxDepth = 100

// Parse reads one expression. The error is an *[Error]; the name is read also then.
func Parse(text string) (Expr, error) {
	p := parser{text: strings.TrimSpace(text)}
	e, err := p.expr(0)
	if err == nil && p.text[p.at:] != "" {
		err = p.misplaced(p.text[p.at:])
	}
	return e, err
}

// ParseList reads expressions with commas between. The error is an *[Error] whose text
// is that of the one that is wrong.
func ParseList(text string) ([]Expr, error) {
	var all []Expr
	for more := true; more; {
		p := parser{text: strings.TrimSpace(text)}
		e, err := p.expr(0)
		if err != nil {
			return nil, err
		}
		if text, more = strings.CutPrefix(p.text[p.at:], ","); !more && text != "" {
			return nil, p.misplaced(text)
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

func (p *parser) fail(format string, args ...any) error {
	return &Error{Text: p.text, Msg: fmt.Sprintf(format, args...)}
}

// misplaced says what is wrong with the rest after a whole expression.
func (p *parser) misplaced(rest string) error {
	before := strings.TrimSpace(p.text[:p.at])
	switch rest[0] {
	case ')':
		return p.fail("unexpected ) after %q, it closes no parenthesis", before)
	case ',':
		return p.fail("unexpected comma after %q, expected one expression", before)
	}
	return p.fail("unexpected %q after %q, expected a closing parenthesis at the end", rest, before)
}

// word reads up to one of the ends that is in no quotes, or to the end of the text, and
// leaves out the spaces around.
func (p *parser) word(ends string) string {
	from := p.at
	for p.at < len(p.text) && !strings.ContainsRune(ends, rune(p.text[p.at])) {
		p.at += 1 + p.quoted()
	}
	return strings.TrimSpace(p.text[from:p.at])
}

// quoted is how many bytes there are after the present one up to the quote that closes it, 0
// if it is no quote that begins a word or an argument.
func (p *parser) quoted() int {
	here := p.text[p.at]
	if here != '\'' && here != '"' || p.at > 0 && !strings.ContainsRune(" \t\n(,=", rune(p.text[p.at-1])) {
		return 0
	}
	return strings.IndexByte(p.text[p.at+1:], here) + 1
}

// accept goes over the character c if it is the next.
func (p *parser) accept(c byte) bool {
	if p.at == len(p.text) || p.text[p.at] != c {
		return false
	}
	p.at++
	return true
}

// expr reads an expression and the spaces after it.
func (p *parser) expr(depth int) (Expr, error) {
	if depth > maxDepth {
		return Expr{}, p.fail("expected at most %d parentheses in each other", maxDepth)
	}
	e := Expr{Name: p.word("(),")}
	if !p.accept('(') {
		return e, nil
	}
	e.Args = []Arg{}
	for more := true; more; more = p.accept(',') {
		a, err := p.arg(depth + 1)
		if err != nil {
			return e, err
		}
		e.Args = append(e.Args, a)
	}
	if p.at == len(p.text) {
		return e, p.fail("expected a closing parenthesis at the end")
	}
	if !p.accept(')') {
		return e, p.fail("unexpected %q after %q, expected a comma or a closing parenthesis", p.text[p.at:], strings.TrimSpace(p.text[:p.at]))
	}
	if a := e.Args[0]; len(e.Args) == 1 && a.Key == "" && a.Value.Name == "" && a.Value.Args == nil {
		e.Args = []Arg{} // nothing between the parentheses
	}
	p.at = len(p.text) - len(strings.TrimLeftFunc(p.text[p.at:], unicode.IsSpace))
	return e, nil
}

// arg reads an argument: what stands before its first = is the key.
func (p *parser) arg(depth int) (a Arg, err error) {
	from := p.at
	if a.Key = p.word("=(),"); a.Key == "" || !p.accept('=') {
		a.Key, p.at = "", from
	}
	a.Value, err = p.expr(depth)
	return a, err
}
