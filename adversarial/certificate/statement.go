package certificate

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"marginlab/theory/formula"
)

// Statement says: for every stream of its domain, Quantity Relation Claim.
type Statement struct {
	Learner  string `json:"learner"`  // as omm(rho=1/2)
	Against  string `json:"against"`  // a second learner over the same stream, or ""
	Quantity string `json:"quantity"` // a number in the language of package formula
	Relation string `json:"relation"` // one of formula.Relations; "" means "<="
	Claim    string `json:"claim"`    // a number
	Where    string `json:"where"`    // the domain, a condition, or ""
	Passes   int    `json:"passes"`   // how often the stream is repeated; 0 means 1
	// AtRest repeats the stream until a whole pass changes nothing, at most Passes times; a stream that does not get
	// there is outside of the domain.
	AtRest bool `json:"at_rest"`
	// Fixed is "" or a length, such as "D": all lengths are measured in it, and U in its inverse. A stream where
	// it is 0 is outside of the domain.
	Fixed string `json:"fixed"`
	// Classes is the number of classes for a learner of many classes. The labels of the stream are then the classes 0,
	// 1, …, and all terms are about the differences ΔΦ of the examples, through the origin; see package multiclass. It
	// is 0 for learners of two classes.
	Classes int `json:"classes,omitempty"`
}

// DefaultClasses is the number of classes in a statement about a learner of many classes that does not state it.
const DefaultClasses = 3

// String writes the statement in a line, which [ParseStatement] reads: e-omm: mistakes <= 2 + r^2/4 where r < 3. It
// puts a quantity that compares outside of parentheses into parentheses, so that the line has its relation first.
func (s Statement) String() string {
	s = s.Normal()
	if formula.Compares(s.Quantity) {
		s.Quantity = "(" + s.Quantity + ")"
	}
	line := fmt.Sprintf("%s: %s %s %s", s.Subject(), s.Quantity, s.Relation, s.Claim)
	if s.Where != "" {
		line += " where " + s.Where
	}
	if s.Fixed != "" {
		line += " in units of " + s.Fixed
	}
	return line
}

// Subject returns what the statement is about, the line before its colon: e-omm against n-omm in 2 passes.
func (s Statement) Subject() string {
	subject := s.Learner
	if s.Classes > 0 {
		subject += fmt.Sprintf(" of %d classes", s.Classes)
	}
	if s.Against != "" {
		subject += " against " + s.Against
	}
	switch {
	case s.AtRest:
		subject += fmt.Sprintf(" at rest within %d passes", s.Passes)
	case s.Passes > 1:
		subject += fmt.Sprintf(" in %d passes", s.Passes)
	}
	return subject
}

// FromBelow reports whether the claim is a lower bound.
func (s Statement) FromBelow() bool { return strings.HasPrefix(s.Relation, ">") }

// Strict reports whether a stream on which quantity and claim are equal refutes the statement.
func (s Statement) Strict() bool { return s.Relation == "<" || s.Relation == ">" }

// Opposite returns the relation of quantity and claim on a stream that refutes the statement.
func (s Statement) Opposite() string {
	return map[string]string{"<=": ">", "<": ">=", ">=": "<", ">": "<="}[s.Normal().Relation]
}

// Label returns a label of the stream as text: +1 or −1, or the number of a class.
func (s Statement) Label(y int) string {
	if s.Classes > 0 {
		return strconv.Itoa(y)
	}
	return fmt.Sprintf("%+d", y)
}

// Normal fills in what may be left out, and writes the expressions in ASCII.
func (s Statement) Normal() Statement {
	s.Quantity, s.Claim, s.Where = formula.Plain(s.Quantity), formula.Plain(s.Claim), formula.Plain(s.Where)
	s.Relation, s.Passes = cmp.Or(s.Relation, "<="), cmp.Or(s.Passes, 1)
	return s
}

// parts lists the names of a statement's expressions in errors.
var parts = [...]string{"quantity", "claim", "where"}

// Parse parses the expressions of the statement in the given words. Where is nil if there is none.
func (s Statement) Parse(words formula.Words) (c formula.Claim, err error) {
	s = s.Normal()
	read := func(part int, text string, parse func(string, formula.Words) (*formula.Expr, error)) *formula.Expr {
		e, wrong := parse(text, words)
		if _, condition := formula.ParseCondition(text, words); wrong != nil && condition == nil {
			wrong = fmt.Errorf("%s is a condition, expected a number: where %[1]s restricts a claim to the streams on which "+
				"it holds, and '%s: X <= Y' claims an inequality", text, s.Learner)
		}
		if wrong != nil {
			err = cmp.Or(err, fmt.Errorf("%s: %w", parts[part], wrong))
		}
		return e
	}
	c.Quantity, c.Relation = read(0, s.Quantity, formula.Parse), s.Relation
	c.Bound = read(1, s.Claim, formula.Parse)
	if s.Where != "" {
		c.Where = read(2, s.Where, formula.ParseCondition)
	}
	return c, err
}
