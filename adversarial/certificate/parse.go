package certificate

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/theory/formula"
)

// The words around the parts of a statement. No name in an expression is one of them.
var (
	against = regexp.MustCompile(`\sagainst\s`)
	passes  = regexp.MustCompile(`\s(at\s+rest\s+with)?in\s+(\d+)\s+pass(?:es)?\s*$`)
	where   = regexp.MustCompile(`\swhere\s`)
	units   = regexp.MustCompile(`\sin\s+units\s+of\s+(\w+)\s*$`)
)

// ParseStatement reads a statement as [Statement.String] writes it:
//
//	LEARNER [against LEARNER] [in N passes | at rest within N passes]: QUANTITY <= CLAIM [where CONDITION] [in units of LENGTH]
//
// with >= in place of <= where the bound is from below. The relation is the first one
// outside of parentheses. The error shows the place, as a *[formula.SyntaxError], or says
// what is wrong with a learner.
func ParseStatement(text string) (Statement, error) {
	head, body, found := strings.Cut(text, ":")
	if !found {
		return Statement{}, fault(text, 0, "no colon, expected a learner, a colon and what is claimed of it, as in e-omm: mistakes <= 2 + r^2")
	}
	s := Statement{Passes: 1}
	from, end := len(head)+1, len(text)
	if at := passes.FindStringSubmatchIndex(head); at != nil {
		var err error
		if s.Passes, err = strconv.Atoi(head[at[4]:at[5]]); err != nil || s.Passes < 1 {
			return Statement{}, fault(text, at[4], "passes, expected a number of at least 1")
		}
		s.AtRest, head = at[2] >= 0, head[:at[0]]
	}
	if at := against.FindStringIndex(head); at != nil {
		s.Against, head = strings.TrimSpace(head[at[1]:]), head[:at[0]]
	}
	s.Learner = strings.TrimSpace(head)
	names, err := s.parameters()
	if err != nil {
		return Statement{}, err
	}
	if at := units.FindStringSubmatchIndex(body); at != nil {
		s.Fixed, end = body[at[2]:at[3]], from+at[0]
	}
	claimEnd := end
	if at := where.FindStringIndex(text[from:end]); at != nil {
		claimEnd = from + at[0]
		if s.Where, err = part(text, from+at[1], end, formula.ParseCondition, names); err != nil {
			return Statement{}, err
		}
	}
	at, relation := relationOf(text[from:claimEnd])
	if relation == "" {
		return Statement{}, fault(text, from+at, "expected <= or >= between a quantity and its bound")
	}
	s.Relation = relation
	if s.Quantity, err = part(text, from, from+at, formula.Parse, names); err != nil {
		return Statement{}, err
	}
	s.Claim, err = part(text, from+at+len(relation), claimEnd, formula.Parse, names)
	return s, err
}

// parameters are the names of those of the learner. The error says what is wrong with a
// learner of the statement.
func (s Statement) parameters() ([]string, error) {
	names, err := parametersOf(s.Learner)
	if err == nil && s.Against != "" {
		_, err = parametersOf(s.Against)
	}
	return names, err
}

// parametersOf are the names of a learner's parameters that are no terms: of the exact model,
// which may have a form more, or of the learner, whose parameters may be left out.
func parametersOf(learner string) ([]string, error) {
	names := map[string]bool{}
	if model, err := exact.Parse(learner); err == nil {
		for name := range model.Params() {
			names[name] = true
		}
	} else {
		spec, err := algos.Parse(learner)
		if err != nil {
			return nil, err
		}
		for name := range spec.Params() {
			names[name] = true
		}
	}
	for _, word := range formula.Vocabulary() {
		delete(names, word.Name)
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// part returns text[from:to] without the spaces around it, if it can be read.
func part(text string, from, to int, parse func(string, ...string) (*formula.Expr, error), names []string) (string, error) {
	inside := text[from:to]
	trimmed := strings.TrimSpace(inside)
	_, err := parse(trimmed, names...)
	var syntax *formula.SyntaxError
	if errors.As(err, &syntax) {
		from += len(inside) - len(strings.TrimLeft(inside, " \t\r\n"))
		return "", &formula.SyntaxError{Text: text, Pos: utf8.RuneCountInString(text[:from]) + syntax.Pos, Msg: syntax.Msg}
	}
	return trimmed, err
}

// fault is an error at a byte of the text.
func fault(text string, at int, format string, args ...any) error {
	return &formula.SyntaxError{Text: text, Pos: utf8.RuneCountInString(text[:at]), Msg: fmt.Sprintf(format, args...)}
}

// relationOf finds the first <= or >= outside of parentheses. Without one, it returns the
// place where one would be expected: that of another sign that compares, or the end.
func relationOf(text string) (at int, relation string) {
	depth, other := 0, -1
	for i, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth > 0:
		case strings.HasPrefix(text[i:], "<="), strings.HasPrefix(text[i:], ">="):
			return i, text[i : i+2]
		case other < 0 && strings.ContainsRune("<>=≤≥", c):
			other = i
		}
	}
	if other < 0 {
		other = len(text)
	}
	return other, ""
}
