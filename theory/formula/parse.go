package formula

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"marginlab/theory/real"
)

// node is an expression that has been read. A condition is 1 or 0.
type node struct {
	op        string // "number", "term", "?", or the name of an operator or a function
	pos       int    // of its operator or first token, in bytes
	kids      []*node
	number    *big.Rat  // of a number
	term      int       // of a term: its place in Terms
	function  *Function // computes other expressions
	condition bool      // has a truth value
}

const (
	// maxText is the length of the longest expression in bytes.
	maxText = 4096
	// maxChains bounds the nesting of comparisons with two ends, such as 0 < x < 1: each computes its middle twice.
	maxChains = 8
)

// parser reads the tokens of a text. It panics with the [invalid] of a *[SyntaxError].
type parser struct {
	text      string
	words     Words
	tokens    []token // with the end
	at        int
	chains    int
	condition bool // whether a condition is read, else a number
	terms     []Term
}

// parse reads a text that is one expression; its first terms are in the given order.
func parse(text string, words Words, condition bool, names ...string) (*Expr, error) {
	return attempt(func() *Expr {
		p := newParser(text, words)
		e := p.part(condition, p.whole, names...)
		p.end()
		return e
	})
}

func newParser(text string, words Words) *parser {
	text = Plain(strings.ToValidUTF8(text, "\uFFFD"))
	p := &parser{text: text, words: words, tokens: scan(text)}
	if len(text) > maxText {
		p.fail(maxText, "an expression of %d bytes, expected at most %d", len(text), maxText)
	}
	return p
}

// part reads the next expression with read.
func (p *parser) part(condition bool, read func() *node, names ...string) *Expr {
	from := p.peek().pos
	p.condition, p.terms = condition, nil
	for _, name := range names {
		p.terms = append(p.terms, Term{Name: name})
	}
	root := read()
	if misread[p.peek().text] != "" {
		p.unexpected("")
	}
	p.requireType(root, condition)
	float := compile(floats{p.words.Near}, root)
	return &Expr{text: p.text[from:p.tokens[p.at-1].end()], terms: p.terms, root: root, float: float}
}

// end fails unless the text ends here.
func (p *parser) end() {
	if p.peek().text != "" {
		p.unexpected("an operator or the end")
	}
}

// fail panics with a fault at a byte of the text.
func (p *parser) fail(pos int, format string, args ...any) *node {
	runes := utf8.RuneCountInString(p.text[:pos])
	panic(invalid{&SyntaxError{Text: p.text, Pos: runes, Msg: fmt.Sprintf(format, args...)}})
}

// misread maps signs of other languages to the ones of this language.
var misread = map[string]string{
	"**": "^", "//": "/", "|": "||", "&": "&&", "=>": ">=", "=<": "<=", "=": "==, <= or >=", "[": "(",
	"?": "a number, a name or (; a constant to be found comes first, as in <= ?*r^2",
}

// unexpected fails at the next token.
func (p *parser) unexpected(expected string) *node {
	t := p.peek()
	return p.fail(t.pos, "unexpected %s, expected %s", cmp.Or(t.text, "end"), cmp.Or(misread[t.text], expected))
}

func (p *parser) peek() token { return p.tokens[p.at] }

// accept reads the next token if it is this one.
func (p *parser) accept(text string) bool {
	found := p.peek().text == text
	if found {
		p.at++
	}
	return found
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.unexpected("an operator or " + text)
	}
}

// whole reads c ? x : y, or an expression without a choice.
func (p *parser) whole() *node {
	c := p.expression(1)
	if !p.accept("?") {
		return c
	}
	x := p.whole()
	p.expect(":")
	return p.node("?", c.pos, c, x, p.whole())
}

// expression reads operands with operators that bind at least that tightly. Equally tight ones associate to the left,
// except x^y^z, which is x^(y^z).
func (p *parser) expression(least int) *node {
	x := p.operand()
	for {
		op := p.peek()
		level := p.words.find(op.text).level
		if level < least || level == 0 {
			return x
		}
		p.at++
		switch level {
		case comparison:
			x = p.chain(op, x)
		case power:
			x = p.operation(op, x, p.expression(power))
		default:
			x = p.operation(op, x, p.expression(level+1))
		}
	}
}

// chain reads the rest of x < y < z, which is x < y && y < z. There are no chains of == and !=.
func (p *parser) chain(op token, x *node) *node {
	y := p.expression(comparison + 1)
	all := p.operation(op, x, y)
	for isRelation(op) && isRelation(p.peek()) {
		op, x = p.peek(), y
		p.at++
		if p.chains++; p.chains > maxChains {
			p.fail(op.pos, "more than %d comparisons such as 1 < r < 2, expected && in some of them", maxChains)
		}
		y = p.expression(comparison + 1)
		all = p.node("&&", op.pos, all, p.operation(op, x, y))
	}
	return all
}

func isRelation(t token) bool { return slices.Contains(Relations(), t.text) }

// operation returns x op y.
func (p *parser) operation(op token, x, y *node) *node {
	switch op.text {
	case "and", "&&":
		if !p.condition && !x.condition && y.condition {
			where := strings.TrimSpace(p.text[op.end():p.peek().pos])
			p.fail(op.pos, "a claim is one bound, expected where %s in place of %s %[1]s", where, op.text)
		}
		op.text = "&&"
	case "or":
		op.text = "||"
	case ">", ">=":
		op.text = "<" + op.text[1:]
		x, y = y, x
	}
	return p.node(op.text, op.pos, x, y)
}

// node returns an operation: of conditions for &&, ||, ! and the branches of c ? x : y if they are conditions, else
// of numbers.
func (p *parser) node(op string, pos int, kids ...*node) *node {
	word, choice := p.words.find(op), op == "?"
	n := &node{op: op, pos: pos, kids: kids, function: word.function}
	conditions := op == "&&" || op == "||" || op == "!" || choice && kids[1].condition
	n.condition = conditions || word.level == comparison
	for i, k := range kids {
		p.requireType(k, conditions || choice && i == 0)
	}
	return n
}

// requireType fails if an expression is a number where a condition is expected, or a condition where a number is.
func (p *parser) requireType(n *node, condition bool) {
	if condition && !n.condition {
		p.fail(n.pos, "this is a number, expected a condition, such as r < 8")
	} else if !condition && n.condition {
		p.fail(n.pos, "this is a condition, expected a number")
	}
}

// operand reads a number, a term, a call, or an expression in parentheses, with its signs.
func (p *parser) operand() *node {
	switch t := p.peek(); {
	case t.far:
		p.fail(t.pos, "the exponent of %s, expected one of at most %d in size", t.text, maxExponent)
	case t.number != nil:
		p.at++
		return &node{op: "number", pos: t.pos, number: t.number}
	case p.accept("("):
		n := p.whole()
		p.expect(")")
		return n
	case p.accept("+"):
		return p.expression(sign)
	case p.accept("-"):
		return p.node("−", t.pos, p.expression(sign))
	case p.accept("!"), p.accept("not"):
		return p.node("!", t.pos, p.expression(sign))
	case t.isName():
		p.at++
		called := p.accept("(")
		if msg := p.words.misused(t.text, called); msg != "" {
			p.fail(t.pos, "%s", msg)
		}
		switch word := p.words.find(t.text); {
		case !called:
			return p.term(t.pos, Term{Name: t.text})
		case word.Arg:
			return p.constant(t)
		default:
			return p.call(t, strings.Fields(word.function.Params))
		}
	}
	return p.unexpected("a number, a name or (")
}

// term returns a term.
func (p *parser) term(pos int, t Term) *node {
	i := slices.IndexFunc(p.terms, func(known Term) bool { return known.String() == t.String() })
	if i < 0 {
		i = len(p.terms)
		p.terms = append(p.terms, t)
	}
	return &node{op: "term", pos: pos, term: i}
}

// call reads the arguments of a function.
func (p *parser) call(f token, params []string) *node {
	var args []*node
	for !p.accept(")") {
		if len(args) > 0 && !p.accept(",") {
			p.unexpected("an operator or )")
		}
		args = append(args, p.whole())
	}
	for len(args) > 2 && (f.text == "min" || f.text == "max") {
		args = append([]*node{p.node(f.text, f.pos, args[:2]...)}, args[2:]...)
	}
	given := len(args)
	for _, param := range params[min(given, len(params)):] {
		if _, value, has := strings.Cut(param, "="); has {
			q, _ := new(big.Rat).SetString(value)
			args = append(args, &node{op: "number", pos: f.pos, number: q})
		}
	}
	if len(args) != len(params) {
		p.fail(f.pos, "%d arguments of %s, expected %[2]s(%s)", given, f.text, strings.Join(params, ", "))
	}
	return p.node(f.text, f.pos, args...)
}

// open is the word that may stand in the place of a constant, as in m(phi).
const open = "phi"

// constant reads the φ of m(φ).
func (p *parser) constant(name token) *node {
	outside := p.terms
	p.terms = nil
	x := p.whole()
	p.expect(")")
	p.requireType(x, false)
	inside := p.terms
	p.terms = outside
	if x.op == "term" && inside[0].String() == open && !p.words.find(open).param {
		return p.term(name.pos, Term{Name: name.text + "(" + open + ")"})
	}
	if len(inside) == 0 {
		phi, _ := (&Expr{root: x}).Number(real.Field{Bits: 64, Exact: 1 << 16}, nil)
		if q, rational := phi.Rational(); rational {
			return p.term(name.pos, Term{Name: name.text, Arg: q})
		}
	}
	return p.fail(x.pos, "no constant in %s( ), expected a ratio of integers, as in %[1]s(1/2)", name.text)
}
