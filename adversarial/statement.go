package adversarial

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/theory"
	"marginlab/theory/formula"
)

// The words around the parts of a statement, before its colon and at its end. None of them is a name in an expression.
var (
	subject = regexp.MustCompile(`^\s*(.*?)(?:\s+of\s+(\d+)\s+classes)?(?:\s+(?:against|vs\.?)\s+(.*?))?` +
		`(?:\s+(at\s+rest\s+with)?in\s+(\d+)\s+pass(?:es)?)?\s*$`)
	endless = regexp.MustCompile(`\sat\s+rest\s*$`)
	units   = regexp.MustCompile(`\sin\s+units\s+of\s+(\w+)\s*$`)
)

// ParseStatement reads a statement as [certificate.Statement.String] writes it:
//
//	LEARNER [of N classes] [against LEARNER] [in N passes | at rest within N passes]: CLAIM [in units of LENGTH]
//
// with a claim as [formula.ParseClaim] reads it. The learners may be the user's own. The error shows the place, as a
// *[formula.SyntaxError], or says what is wrong with a learner.
func ParseStatement(text string, own ...Own) (s certificate.Statement, err error) {
	colon := strings.IndexByte(blankParens(text), ':')
	if colon < 0 {
		return s, fault(text, 0, 0, "no colon, expected a learner, a colon and what is claimed of it, "+
			"as in e-omm: mistakes <= 2 + r^2")
	}
	head, body := text[:colon], formula.Plain(text[colon+1:])
	text = head + ":" + body
	of, at := subject.FindStringSubmatch(head), subject.FindStringSubmatchIndex(head)
	s.Learner, s.Against, s.AtRest, s.Passes = of[1], of[3], of[4] != "", 1
	if bare := endless.FindStringIndex(head); bare != nil {
		return certificate.Statement{}, fault(text, bare[0]+1, 0, "at rest, expected at rest within N passes")
	}
	if n := of[2]; n != "" {
		if s.Classes, err = strconv.Atoi(n); err != nil || s.Classes < 2 || s.Classes > certificate.MostClasses {
			return certificate.Statement{}, fault(text, at[4], 0, "classes, expected a number from 2 to %d",
				certificate.MostClasses)
		}
	}
	if n := of[5]; n != "" {
		if s.Passes, err = strconv.Atoi(n); err != nil || s.Passes < 1 {
			return certificate.Statement{}, fault(text, at[10], 0, "passes, expected a number of at least 1")
		}
	}
	names, err := parametersOf(s.Learner, own)
	if err == nil && s.Against != "" {
		_, err = parametersOf(s.Against, own)
	}
	if err != nil {
		return certificate.Statement{}, err
	}
	from, end := len(head)+1, len(text)
	if at := units.FindStringSubmatchIndex(body); at != nil {
		s.Fixed, end = body[at[2]:at[3]], from+at[0]
	}
	claim, err := formula.ParseClaim(text[from:end], theory.Words().With(names...))
	if syntax, ok := errors.AsType[*formula.SyntaxError](err); ok {
		return certificate.Statement{}, fault(text, from, syntax.Pos, "%s", syntax.Msg)
	}
	s.Quantity, s.Relation, s.Claim = claim.Quantity.String(), claim.Relation, claim.Bound.String()
	if claim.Where != nil {
		s.Where = claim.Where.String()
	}
	return s, nil
}

// blankParens returns the text with everything in parentheses blanked.
func blankParens(text string) string {
	plain, depth := []byte(text), 0
	for i, c := range plain {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth > 0:
			plain[i] = ' '
		}
	}
	return string(plain)
}

// parametersOf returns the names of a learner's parameters that are not terms. The learner may exist only in package
// exact.
func parametersOf(learner string, own []Own) (names []string, err error) {
	spec, err := parseOnline(learner, own)
	model, wrong := exact.Parse(learner)
	switch {
	case err == nil:
		names = slices.Collect(maps.Keys(spec.Params()))
	case wrong == nil:
		names = slices.Collect(maps.Keys(model.Of(certificate.DefaultClasses).Params))
	default:
		return nil, err
	}
	slices.Sort(names)
	return slices.DeleteFunc(names, theory.Words().Has), nil
}

// fault returns an error that is located the given number of runes after a byte of the text.
func fault(text string, at, runes int, format string, args ...any) error {
	pos := utf8.RuneCountInString(text[:at]) + runes
	return &formula.SyntaxError{Text: text, Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// Problem is a statement compiled for both arithmetics: exact numbers for certificates, float64 for hunts.
type Problem struct {
	*certificate.Problem
	Float formula.Claim // its sides are those that a ratio compares: see balance
}

// Compile compiles a statement. Its learners are the user's own, found by their expressions, or else this project's.
// The error says what is wrong, where, and what was expected: a *[formula.SyntaxError] inside where an expression is.
func Compile(s certificate.Statement, own ...Own) (*Problem, error) {
	p := &Problem{}
	if names, err := parametersOf(s.Learner, own); err == nil { // otherwise the error comes from below
		words := theory.Words().With(names...) // whose errors know better what people write than those of certificates do
		if p.Float, err = s.Parse(words); err != nil {
			return nil, err
		}
		for _, side := range []*formula.Expr{p.Float.Quantity, p.Float.Bound} {
			if len(side.Terms()) == 0 && math.IsNaN(0*side.Float(nil)) {
				return nil, fmt.Errorf("claim: %s has no value in float64, expected a number", side)
			}
		}
		balance(&p.Float.Quantity, &p.Float.Bound, words)
		balance(&p.Float.Bound, &p.Float.Quantity, words)
	}
	var err error
	if p.Problem, err = certificate.Compile(s, find(own)); err != nil {
		return nil, err
	}
	p.Propose = propose
	return p, nil
}

// balance rewrites A - B <= 0 as A <= B, whose ratio shows how near a stream comes. The minus is the last sign outside
// of parentheses.
func balance(difference, zero **formula.Expr, words formula.Words) {
	if len((*zero).Terms()) > 0 || (*zero).Float(nil) != 0 {
		return
	}
	text := (*difference).String()
	at := strings.LastIndexAny(blankParens(text), "+-")
	if at < 0 || text[at] != '-' || strings.Contains(text, "?") {
		return
	}
	a, err := formula.Parse(text[:at], words)
	if b, wrong := formula.Parse(text[at+1:], words); err == nil && wrong == nil {
		*difference, *zero = a, b
	}
}

// Sides returns the statement with the sides that a ratio compares: A <= B for A - B <= 0.
func (p *Problem) Sides() certificate.Statement {
	s := p.Statement
	s.Quantity, s.Claim = strings.TrimSpace(p.Float.Quantity.String()), strings.TrimSpace(p.Float.Bound.String())
	return s
}

// Provable returns an error if a conjecture cannot be parsed, or if one of its learners has no exact model in its norm,
// so that nothing that a hunt finds could be proved.
func (c Conjecture) Provable() (err error) {
	if _, c.Learner, err = ParseLearner(c.Learner, c.Own...); err == nil && c.Against != "" {
		_, c.Against, err = ParseLearner(c.Against, c.Own...)
	}
	if err == nil {
		_, err = Compile(c.Statement, c.Own...)
	}
	return err
}

// Same reports whether two statements say the same, up to spaces, and to parameters that have their default value.
func Same(a, b certificate.Statement) bool { return normalText(a) == normalText(b) }

func normalText(s certificate.Statement) string {
	for _, learner := range []*string{&s.Learner, &s.Against} {
		if spec, err := algos.Parse(*learner); err == nil {
			*learner = spec.String()
		}
	}
	return strings.Join(strings.Fields(s.String()), "")
}
