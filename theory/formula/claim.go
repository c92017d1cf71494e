package formula

import "slices"

// Claim is a bound of a quantity, on the streams that meet a condition.
type Claim struct {
	Quantity *Expr
	Relation string // one of Relations
	Bound    *Expr
	Where    *Expr // nil if there is none
}

// Relations returns the relations that a claim may state between its quantity and its bound. A stream on which the
// two are equal refutes a claim with < or >.
func Relations() []string { return []string{"<=", "<", ">=", ">"} }

const between = "<=, <, >= or > between a quantity and its bound"

// ParseClaim reads QUANTITY RELATION BOUND [where CONDITION]. A quantity that compares is in
// parentheses, as in (r < 2 ? mistakes : updates) <= 3. The error is a *[SyntaxError].
func ParseClaim(text string, words Words) (Claim, error) {
	return attempt(func() Claim {
		p := newParser(text, words)
		c := Claim{Quantity: p.part(false, func() *node {
			quantity := p.expression(comparison + 1)
			if p.peek().text == "=" {
				p.fail(p.peek().pos, "unexpected =, expected %s", between)
			}
			return quantity
		})}
		relation := p.peek()
		if !isRelation(relation) {
			p.unexpected(between)
		}
		p.at++
		c.Relation, c.Bound = relation.text, p.part(false, p.whole)
		if p.accept("where") {
			c.Where = p.part(true, p.whole)
		}
		p.end()
		return c
	})
}

// Compares reports whether a text has a comparison outside of parentheses.
func Compares(text string) bool {
	depth := 0
	return slices.ContainsFunc(scan(text), func(t token) bool {
		switch t.text {
		case "(":
			depth++
		case ")":
			depth--
		}
		return depth == 0 && Words{}.find(t.text).level == comparison
	})
}
