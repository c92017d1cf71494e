package formula

import (
	"fmt"
	"math/big"

	"marginlab/theory/real"
)

// parser reads the tokens of an expression from the first to the last. After an error
// there are no more of them.
type parser struct {
	text   string
	words  Words
	tokens []token
	at     int
	terms  []Term
	err    *SyntaxError // the first
}

// fail ends the reading. It returns what can stand for the expression that failed.
func (p *parser) fail(pos int, format string, args ...any) *node {
	if p.err == nil {
		p.err = &SyntaxError{Text: p.text, Pos: pos, Msg: fmt.Sprintf(format, args...)}
	}
	p.at = len(p.tokens)
	return number(pos, new(big.Rat))
}

// peek returns the next token, one without text behind the last.
func (p *parser) peek() token {
	if p.at == len(p.tokens) {
		return token{}
	}
	return p.tokens[p.at]
}

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
		p.unexpected()
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

// expression reads operands with operators that bind so tightly at least. What binds
// as tightly is read from the left, but x^y^z is x^(y^z).
func (p *parser) expression(least int) *node {
	x := p.operand()
	for {
		op := p.peek()
		level := operations[op.text].level
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

// chain reads the rest of x < y < z, which is x < y && y < z. Of == and != there are no
// chains.
func (p *parser) chain(op token, x *node) *node {
	y := p.expression(comparison + 1)
	all := p.operation(op, x, y)
	ordering := func(t token) bool { return operations[t.text].level == comparison && t.text != "==" && t.text != "!=" }
	for ordering(op) && ordering(p.peek()) {
		op, x = p.peek(), y
		p.at++
		y = p.expression(comparison + 1)
		all = p.node("&&", op.pos, all, p.operation(op, x, y))
	}
	return all
}

// operand reads a number, a term, a call, or what is in parentheses, with its signs.
func (p *parser) operand() *node {
	t := p.peek()
	switch {
	case t.number != nil:
		p.at++
		return number(t.pos, t.number)
	case t.text == "(":
		p.at++
		n := p.whole()
		p.expect(")")
		return n
	case t.text == "+" || t.text == "-" || t.text == "!" || t.text == "not":
		p.at++
		return p.signed(t, p.expression(sign))
	case t.ends() && t.text != ")":
		p.at++
		if p.accept("(") {
			return p.call(t)
		}
		return p.term(t.pos, Term{Name: t.text})
	}
	return p.unexpected()
}

func (p *parser) signed(op token, x *node) *node {
	switch {
	case op.text == "+":
		p.typed(x, false)
		return x
	case op.text == "-":
		return p.node("neg", op.pos, x)
	case !x.condition:
		return p.fail(op.pos, "%s of a number, expected a condition, as in %s(r < 8)", op.text, op.text)
	}
	return p.node("!", op.pos, x)
}

// call reads the arguments of a function, or of a term with a constant.
func (p *parser) call(name token) *node {
	if p.words.byName[name.text].Arg {
		return p.constant(name)
	}
	args, f := p.arguments(), operations[name.text]
	switch given := p.words.byName[name.text].function; { // the scanner has refused other names
	case given != nil:
		return p.defined(name, given, args)
	case f.args == 1 && len(args) != 1:
		return p.fail(name.pos, "%d arguments of %s, expected 1", len(args), name.text)
	case len(args) < f.args:
		return p.fail(name.pos, "%d arguments of %s, expected %d or more", len(args), name.text, f.args)
	}
	return p.node(name.text, name.pos, args...)
}

// arguments reads all up to the closing parenthesis.
func (p *parser) arguments() (args []*node) {
	for !p.accept(")") && p.err == nil {
		if len(args) > 0 {
			p.expect(",")
		}
		args = append(args, p.whole())
	}
	return args
}

// open is the word that may stand in the place of a constant, as in m(phi).
const open = "phi"

// constant reads the φ of m(φ).
func (p *parser) constant(name token) *node {
	outside := p.terms
	p.terms = nil
	args := p.arguments()
	inside := p.terms
	p.terms = outside
	if p.err == nil && len(args) != 1 {
		return p.fail(name.pos, "%d arguments of %s, expected one constant, as in %[2]s(1/2)", len(args), name.text)
	}
	if p.err == nil {
		p.typed(args[0], false)
	}
	if p.err != nil {
		return number(name.pos, new(big.Rat))
	}
	wrong := "what is no ratio of integers"
	if len(inside) > 0 {
		if wrong = inside[0].String(); args[0].op == "term" && wrong == open && !p.words.byName[open].param {
			return p.term(name.pos, Term{Name: name.text + "(" + open + ")"})
		}
	} else if phi, err := (&Expr{root: args[0]}).Number(real.Field{Bits: 64, Exact: exactBits}, nil); err == nil {
		if q, rational := phi.Rational(); rational {
			return p.term(name.pos, Term{Name: name.text, Arg: q})
		}
	}
	return p.fail(args[0].pos, "%s of %s, expected a constant, as in %[1]s(1/2)", name.text, wrong)
}
