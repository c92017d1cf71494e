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

	"marginlab/algos/exact"
	"marginlab/theory/formula"
)

// The words around the parts of a statement. No name in an expression is one of them.
var (
	against = regexp.MustCompile(`\sagainst\s`)
	passes  = regexp.MustCompile(`\s(at\s+rest\s+with)?in\s+(\d+)\s+pass(?:es)?\s*$`)
	classes = regexp.MustCompile(`\sof\s+(\d+)\s+classes\s*$`)
	atRest  = regexp.MustCompile(`\sat\s+rest\s*$`)
	where   = regexp.MustCompile(`\swhere\s`)
	units   = regexp.MustCompile(`\sin\s+units\s+of\s+(\w+)\s*$`)
)

// ParseStatement reads a statement as [Statement.String] writes it:
//
//	LEARNER [of N classes] [against LEARNER] [in N passes | at rest within N passes]: QUANTITY <= CLAIM [where CONDITION] [in units of LENGTH]
//
// with >= in place of <= where the bound is from below. The relation is the first one
// outside of parentheses. The learners may be one's own. The error shows the place, as a *[formula.SyntaxError], or says
// what is wrong with a learner.
func ParseStatement(text string, own ...Own) (Statement, error) {
	head, body, found := afterLearners(text)
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
	} else if at := atRest.FindStringIndex(head); at != nil {
		return Statement{}, fault(text, at[0]+1, "at rest, expected at rest within N passes")
	}
	if at := against.FindStringIndex(head); at != nil {
		s.Against, head = strings.TrimSpace(head[at[1]:]), head[:at[0]]
	}
	if at := classes.FindStringSubmatchIndex(head); at != nil {
		var err error
		if s.Classes, err = strconv.Atoi(head[at[2]:at[3]]); err != nil || s.Classes < 2 || s.Classes > MostClasses {
			return Statement{}, fault(text, at[2], "classes, expected a number from 2 to %d", MostClasses)
		}
		head = head[:at[0]]
	}
	s.Learner = strings.TrimSpace(head)
	names, err := s.parameters(own)
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
		return Statement{}, fault(text, from+at, "%s", noRelation(text[from:claimEnd], at))
	}
	s.Relation = relation
	if s.Quantity, err = part(text, from, from+at, formula.Parse, names); err != nil {
		return Statement{}, err
	}
	from += at + len(relation)
	if s.Claim, err = part(text, from, claimEnd, formula.Parse, names); err != nil {
		if at, and, condition := joined(text[from:claimEnd], names); and != "" {
			return s, fault(text, from+at, oneBound, condition, and)
		}
	}
	return s, err
}

// conjunction is what joins two conditions.
var conjunction = regexp.MustCompile(`&&|\band\b`)

const oneBound = "a claim is one bound, expected where %s in place of %s %[1]s"

// joined finds the && or the word that joins a claim and a condition, "" if none does.
func joined(text string, names []string) (at int, and, condition string) {
	for _, found := range conjunction.FindAllStringIndex(text, -1) {
		_, noClaim := formula.Parse(text[:found[0]], names...)
		_, noCondition := formula.ParseCondition(text[found[1]:], names...)
		if noClaim == nil && noCondition == nil {
			return found[0], text[found[0]:found[1]], strings.TrimSpace(text[found[1]:])
		}
	}
	return 0, "", ""
}

// noRelation says what to write for the sign at a place of a text that has no <= or >=.
func noRelation(text string, at int) string {
	before, rest := strings.TrimSpace(text[:at]), text[at:]
	for _, sign := range []struct{ wrong, right string }{
		{"=>", ">="}, {"=<", "<="}, {"≥", ">="}, {"≤", "<="}, {"=", "<= or >="},
	} {
		if strings.HasPrefix(rest, sign.wrong) {
			return fmt.Sprintf("unexpected %s, expected %s", sign.wrong, sign.right)
		}
	}
	after := strings.TrimSpace(strings.TrimLeft(rest, "<>"))
	if before == "" || after == "" {
		return "expected <= or >= between a quantity and its bound"
	}
	return fmt.Sprintf("a claim has <= or >=, expected %s %c= %s, or, if this is a condition, a claim before it: QUANTITY <= CLAIM where %s %[2]c %[3]s",
		before, rest[0], after, before)
}

// afterLearners cuts the text at the first colon outside of parentheses.
func afterLearners(text string) (head, body string, found bool) {
	depth := 0
	for i, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ':' && depth <= 0:
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}

// parameters are the names of those of the learner. The error says what is wrong with a
// learner of the statement.
func (s Statement) parameters(own []Own) ([]string, error) {
	names, err := parametersOf(s.Learner, own)
	if err == nil && s.Against != "" {
		_, err = parametersOf(s.Against, own)
	}
	return names, err
}

// parametersOf are the names of a learner's parameters that are no terms: of the exact model,
// which may have a form more, or of the learner, whose parameters may be left out.
func parametersOf(learner string, own []Own) ([]string, error) {
	names := map[string]bool{}
	spec, wrong := Learners(own).Parse(learner)
	model, err := exact.Parse(learner)
	switch {
	case err == nil && (wrong != nil || !isOwn(spec, own)):
		for name := range model.Of(DefaultClasses).Params() {
			names[name] = true
		}
	case wrong != nil:
		return nil, wrong
	default:
		for name := range spec.Params() {
			names[name] = true
		}
	}
	for _, word := range formula.Vocabulary() {
		delete(names, word.Name)
	}
	if wrong == nil && isBatch(spec) {
		for _, name := range batchTerms() {
			names[name] = true
		}
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
