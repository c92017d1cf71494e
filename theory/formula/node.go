package formula

import (
	"math/big"
	"slices"
)

// node is an expression that has been read. Its op is "number", "term", "?", "!" or one of the
// operations, or the name of the function that was given to the language.
type node struct {
	op        string
	pos       int // of its operator or first token, in runes
	kids      []*node
	size      int      // the nodes of which it is made
	number    *big.Rat // of a number
	function  *function
	term      int  // of a term: its place in Terms
	condition bool // has a truth value
}

// maxNodes is more than any expression has, but for nested chains such as
// 0 < (0 < (…) < 1 ? x : y) < 1, whose middle is in two comparisons.
const maxNodes = 1 << 14

// node returns an operation: of conditions &&, ||, ! and what c ? x : y chooses between, else of
// numbers.
func (p *parser) node(op string, pos int, kids ...*node) *node {
	n := &node{op: op, pos: pos, kids: kids, size: 1}
	operands, conditions := kids, op == "&&" || op == "||" || op == "!"
	if op == "?" {
		p.typed(kids[0], true)
		operands, conditions = kids[1:], kids[1].condition
	}
	n.condition = conditions || operations[op].level == comparison
	for _, k := range operands {
		p.typed(k, conditions)
	}
	for _, k := range kids {
		n.size += k.size
	}
	if n.size > maxNodes {
		return p.fail(n.pos, "chains of comparisons within chains, expected a shorter expression")
	}
	return n
}

// typed reports an expression that is not a condition, or not a number, as it should be.
func (p *parser) typed(n *node, condition bool) {
	switch {
	case condition && !n.condition:
		p.fail(n.pos, "this is a number, expected a condition, such as r < 8")
	case !condition && n.condition:
		p.fail(n.pos, "this is a condition, expected a number")
	}
}

// operation returns x op y.
func (p *parser) operation(op token, x, y *node) *node {
	switch op.text {
	case "and":
		return p.node("&&", op.pos, x, y)
	case "or":
		return p.node("||", op.pos, x, y)
	case ">", ">=":
		p.typed(x, false)
		return p.node("<"+op.text[1:], op.pos, y, x)
	}
	return p.node(op.text, op.pos, x, y)
}

// number returns a literal.
func number(pos int, q *big.Rat) *node { return &node{op: "number", pos: pos, size: 1, number: q} }

// term returns a term.
func (p *parser) term(pos int, t Term) *node {
	i := slices.IndexFunc(p.terms, t.equal)
	if i < 0 {
		i = len(p.terms)
		p.terms = append(p.terms, t)
	}
	return &node{op: "term", pos: pos, size: 1, term: i}
}
