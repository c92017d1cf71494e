package certificate

import (
	"fmt"
	"math/big"
	"strings"

	"marginlab/theory/expr"
)

// Statement says: for every stream of its domain, Quantity Relation Claim.
type Statement struct {
	Learner  string `json:"learner"`  // as omm(rho=1/2)
	Against  string `json:"against"`  // a second learner over the same stream, or ""
	Quantity string `json:"quantity"` // a number in the language of package formula
	Relation string `json:"relation"` // "<=" (as also "" says) or ">="
	Claim    string `json:"claim"`    // a number
	Where    string `json:"where"`    // the domain, a condition, or ""
	Passes   int    `json:"passes"`   // how often the stream is repeated; 0 says 1
	// AtRest: the stream is repeated until a whole pass changes nothing, at most
	// Passes times; one that does not get there is outside of the domain.
	AtRest bool `json:"at_rest"`
	// Fixed is "" or a length, such as "D": all lengths are measured in it, and
	// U in its inverse. A stream where it is 0 is outside of the domain.
	Fixed string `json:"fixed"`
}

// String writes the statement in a line: e-omm: mistakes <= 2 + r^2/4 where r < 3.
func (s Statement) String() string {
	s = s.normal()
	var b strings.Builder
	b.WriteString(s.Learner)
	if s.Against != "" {
		b.WriteString(" against " + s.Against)
	}
	switch {
	case s.AtRest:
		fmt.Fprintf(&b, " at rest within %d passes", s.Passes)
	case s.Passes > 1:
		fmt.Fprintf(&b, " in %d passes", s.Passes)
	}
	fmt.Fprintf(&b, ": %s %s %s", s.Quantity, s.Relation, s.Claim)
	if s.Where != "" {
		b.WriteString(" where " + s.Where)
	}
	if s.Fixed != "" {
		b.WriteString(" in units of " + s.Fixed)
	}
	return b.String()
}

// normal fills in what may be left out.
func (s Statement) normal() Statement {
	if s.Relation == "" {
		s.Relation = "<="
	}
	if s.Passes == 0 {
		s.Passes = 1
	}
	return s
}

// learner is a parsed expression such as omm(rho=1/2, rule=printed): the name by
// which package exact knows it, omm(rule=printed), and its parameters.
type learner struct {
	expr.Expr // as it was written
	name      string
	params    map[string]*big.Rat
}

// parseLearner reads a name with options, in any order: numbers are parameters,
// read exactly (0.1 is 1/10), words are part of the name.
func parseLearner(text string) (learner, error) {
	e, err := expr.Parse(text)
	if err != nil {
		return learner{}, err
	}
	l := learner{Expr: e, params: map[string]*big.Rat{}}
	words := expr.Expr{Name: e.Name}
	for _, option := range e.Args {
		key, value := option.Key, option.Value
		switch {
		case key == "" || value.Name == "" || value.Args != nil:
			return learner{}, fmt.Errorf("%q: option %q, expected key=value", text, option)
		case !value.IsNumber():
			words.Args = append(words.Args, option)
		case l.params[key] != nil:
			return learner{}, fmt.Errorf("%q: %s is given twice, expected it once", text, key)
		default:
			if l.params[key], err = value.Rat(); err != nil {
				return learner{}, fmt.Errorf("%q: %s is %w", text, key, err)
			}
		}
	}
	l.name = words.String()
	return l, nil
}
