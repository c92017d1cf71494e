package claim

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/expr-lang/expr/ast"
)

// node is a checked expression. Its op is "number", "term", "?", an operator or the
// name of a function, where x > y is y < x, x**y and pow(x, y) are x^y, and "neg" is
// the unary minus.
type node struct {
	op        string
	kids      []*node
	number    *big.Rat // of a number
	term      int      // of a term: its place in Terms
	condition bool     // has a truth value
}

// maxNodes is more than any expression has, but for nested chains such as
// 0 < (0 < (…) < 1 ? x : y) < 1, whose middle is in two comparisons.
const maxNodes = 1 << 14

// checker turns the parser's tree into nodes.
type checker struct {
	text    string
	numbers map[int]token // the literals by their places
	terms   []Term
	nodes   int
}

func (c *checker) fail(at ast.Node, format string, args ...any) error {
	return &SyntaxError{Text: c.text, Pos: at.Location().From, Msg: fmt.Sprintf(format, args...)}
}

// typed is check for what has to be a condition, or a number.
func (c *checker) typed(at ast.Node, condition bool) (*node, error) {
	n, err := c.check(at)
	switch {
	case err != nil:
		return nil, err
	case condition && !n.condition:
		return nil, c.fail(at, "this is a number, expected a condition, such as r < 8")
	case !condition && n.condition:
		return nil, c.fail(place(at), "this is a condition, expected a number")
	}
	return n, nil
}

// place is where to point at: the parser puts c ? x : y behind its end.
func place(at ast.Node) ast.Node {
	if t, ok := at.(*ast.ConditionalNode); ok {
		return place(t.Cond)
	}
	return at
}

// all checks operands of one type.
func (c *checker) all(op string, condition, operands bool, at ...ast.Node) (*node, error) {
	n := &node{op: op, condition: condition}
	for _, a := range at {
		kid, err := c.typed(a, operands)
		if err != nil {
			return nil, err
		}
		n.kids = append(n.kids, kid)
	}
	return n, nil
}

func (c *checker) check(at ast.Node) (*node, error) {
	if c.nodes++; c.nodes > maxNodes {
		return nil, c.fail(at, "chains of comparisons within chains, expected a shorter expression")
	}
	switch n := at.(type) {
	case *ast.IntegerNode:
		return &node{op: "number", number: c.numbers[n.Location().From].number}, nil
	case *ast.IdentifierNode:
		return c.termNode(Term{Name: n.Value}), nil
	case *ast.UnaryNode:
		switch n.Operator {
		case "+":
			return c.typed(n.Node, false)
		case "-":
			return c.all("neg", false, false, n.Node)
		}
		kid, err := c.check(n.Node)
		if err == nil && !kid.condition {
			return nil, c.fail(n, "%s of a number, expected a condition, as in %s(r < 8)", n.Operator, n.Operator)
		}
		return &node{op: "!", kids: []*node{kid}, condition: true}, err
	case *ast.BinaryNode:
		return c.binary(n)
	case *ast.ConditionalNode:
		return c.choice(n)
	case *ast.CallNode:
		if name, ok := n.Callee.(*ast.IdentifierNode); ok {
			return c.call(n, name.Value, n.Arguments)
		}
	case *ast.BuiltinNode: // the parser has a min of its own
		return c.call(n, n.Name, n.Arguments)
	}
	return nil, c.fail(at, "unexpected %v, expected numbers, names, functions and operators only", at)
}

func (c *checker) termNode(t Term) *node {
	i := slices.IndexFunc(c.terms, t.equal)
	if i < 0 {
		i = len(c.terms)
		c.terms = append(c.terms, t)
	}
	return &node{op: "term", term: i}
}

func (c *checker) binary(at *ast.BinaryNode) (n *node, err error) {
	switch op := at.Operator; op {
	case "+", "-", "*", "/", "^":
		return c.all(op, false, false, at.Left, at.Right)
	case "**":
		return c.all("^", false, false, at.Left, at.Right)
	case "<", "<=", "==", "!=":
		return c.all(op, true, false, at.Left, at.Right)
	case ">", ">=":
		if n, err = c.all("<"+op[1:], true, false, at.Left, at.Right); err != nil {
			return nil, err
		}
		slices.Reverse(n.kids)
		return n, nil
	case "&&", "and":
		return c.all("&&", true, true, at.Left, at.Right)
	case "||", "or":
		return c.all("||", true, true, at.Left, at.Right)
	default:
		return nil, c.fail(at, "unexpected operator %s", op)
	}
}

// choice checks c ? x : y.
func (c *checker) choice(at *ast.ConditionalNode) (*node, error) {
	n, err := c.all("?", false, true, at.Cond)
	if err != nil {
		return nil, err
	}
	x, err := c.check(at.Exp1)
	if err != nil {
		return nil, err
	}
	y, err := c.typed(at.Exp2, x.condition)
	if err != nil {
		return nil, err
	}
	n.kids = append(n.kids, x, y)
	n.condition = x.condition
	return n, nil
}

func (c *checker) call(at ast.Node, name string, args []ast.Node) (*node, error) {
	if takesConstant(name) {
		return c.constantTerm(at, name, args)
	}
	i := slices.IndexFunc(functions(), func(f function) bool { return f.name == name })
	if i < 0 {
		return nil, c.fail(at, "no function is called %s%s", name, alternatives(name, nil, true))
	}
	switch f := functions()[i]; {
	case len(args) < f.least && f.least < f.most:
		return nil, c.fail(at, "%d arguments of %s, expected %d or more", len(args), name, f.least)
	case len(args) < f.least || len(args) > f.most:
		return nil, c.fail(at, "%d arguments of %s, expected %d", len(args), name, f.least)
	}
	if name == "pow" {
		name = "^"
	}
	return c.all(name, false, false, args...)
}

// constantTerm checks m(φ).
func (c *checker) constantTerm(at ast.Node, name string, args []ast.Node) (*node, error) {
	if len(args) != 1 {
		return nil, c.fail(at, "%d arguments of %s, expected one constant, as in %s(1/2)", len(args), name, name)
	}
	inner := checker{text: c.text, numbers: c.numbers, nodes: c.nodes}
	arg, err := inner.typed(args[0], false)
	if err != nil {
		return nil, err
	}
	c.nodes = inner.nodes
	if len(inner.terms) > 0 {
		return nil, c.fail(place(args[0]), "%s of %v, expected a constant, as in %s(1/2)", name, inner.terms[0], name)
	}
	phi, err := newEvaluator(64, nil).number(arg)
	q, rational := phi.Rational()
	if err != nil || !rational {
		return nil, c.fail(place(args[0]), "%s of what is no ratio of integers, expected a constant, as in %s(1/2)", name, name)
	}
	return c.termNode(Term{Name: name, Arg: q}), nil
}
