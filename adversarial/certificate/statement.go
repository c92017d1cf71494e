package certificate

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
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
	name   string
	params map[string]*big.Rat
}

var (
	learnerForm = regexp.MustCompile(`^\s*([a-z][a-z-]*)\s*(?:\(([^()]*)\))?\s*$`)
	optionForm  = regexp.MustCompile(`^\s*([A-Za-z][A-Za-z0-9]*)\s*=\s*([A-Za-z0-9./+-]+)\s*$`)
	// decimal has a short exponent: 1e999999999 is a number, but not one to write out.
	decimal = regexp.MustCompile(`^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$`)
	ratio   = regexp.MustCompile(`^-?\d+(/\d+)?$`)
)

// parseLearner reads a name with options, in any order: numbers are parameters,
// read exactly (0.1 is 1/10), words are part of the name.
func parseLearner(text string) (learner, error) {
	form := learnerForm.FindStringSubmatch(text)
	if form == nil {
		return learner{}, fmt.Errorf("%q, expected a name with optional parameters as in omm(rho=1/2)", text)
	}
	l := learner{name: form[1], params: map[string]*big.Rat{}}
	var words []string
	if strings.TrimSpace(form[2]) != "" {
		for option := range strings.SplitSeq(form[2], ",") {
			pair := optionForm.FindStringSubmatch(option)
			if pair == nil {
				return learner{}, fmt.Errorf("%q: option %q, expected key=value", text, option)
			}
			key, value := pair[1], pair[2]
			switch {
			case !strings.ContainsAny(value[:1], "+-.0123456789"):
				words = append(words, key+"="+value)
			case !decimal.MatchString(value) && !ratio.MatchString(value):
				return learner{}, fmt.Errorf("%q: %s is %q, expected a decimal number or a ratio of integers", text, key, value)
			case l.params[key] != nil:
				return learner{}, fmt.Errorf("%q: %s is given twice, expected it once", text, key)
			default:
				number, ok := new(big.Rat).SetString(value)
				if !ok {
					return learner{}, fmt.Errorf("%q: %s is %q, expected a denominator other than 0", text, key, value)
				}
				l.params[key] = number
			}
		}
	}
	if len(words) > 0 {
		l.name += "(" + strings.Join(words, ",") + ")"
	}
	return l, nil
}
