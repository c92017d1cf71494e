package certificate

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"marginlab/algos/exact"
	"marginlab/algos/expr"
	"marginlab/theory/formula"
)

// MostClasses is the greatest number of classes of a statement.
const MostClasses = 32

// Limit bounds the work.
type Limit = exact.Limit

// Problem is a compiled statement.
type Problem struct {
	Statement
	learner, against *Learner // against is nil if there is none
	Norm             *big.Rat // the p of the norm that lengths are measured in, nil for ℓ₂
	// Propose returns multipliers that may prove the maximum margin of a stream in the norm ‖·‖_p more closely than
	// those of ℓ₂, nil for none. It is called only where a certificate is made, and need not be trusted.
	Propose func(p *big.Rat, stream []exact.Example, origin bool) exact.Vector

	claim formula.Claim // its Where is never nil
}

// Compile compiles a statement. Its learners are the user's own, by their expressions, or else of package exact. The
// error says what is wrong, where, and what was expected: a *[formula.SyntaxError] inside where an expression is.
func Compile(s Statement, own ...Own) (*Problem, error) {
	learner, err := learnerOf(s.Learner, own)
	if err != nil {
		return nil, fmt.Errorf("learner %w", err)
	}
	return compile(s, learner, own)
}

// compile compiles a statement about a learner that has been parsed.
func compile(s Statement, learner *Learner, own []Own) (*Problem, error) {
	p := &Problem{Statement: s.Normal(), learner: learner}
	var err error
	if s.Against != "" {
		if p.against, err = learnerOf(s.Against, own); err != nil {
			return nil, fmt.Errorf("against %w", err)
		}
		switch {
		case p.against.Answers != nil:
			return nil, fmt.Errorf("against %q, expected a learner with an exact model: one without is the first of a "+
				"statement, as in %[1]s against perceptron", s.Against)
		case learner.Exponent().Cmp(p.against.Exponent()) != 0:
			return nil, fmt.Errorf("against %q, expected a learner in the norm of %s: there is one geometry",
				s.Against, s.Learner)
		}
	}
	if q := learner.Exponent(); q.Cmp(big.NewRat(2, 1)) != 0 {
		p.Norm = q
	}
	if err = p.count(); err != nil {
		return nil, err
	}
	switch {
	case !slices.Contains(formula.Relations(), p.Relation):
		return nil, fmt.Errorf("relation %q, expected %s", p.Relation, expr.OneOf(formula.Relations()))
	case p.Passes < 0:
		return nil, fmt.Errorf("passes %d, expected at least 1", p.Passes)
	case s.Fixed != "" && !isLength(s.Fixed):
		return nil, fmt.Errorf("fixed %q, expected a term that is a length, such as D", s.Fixed)
	case s.Fixed != "" && learner.Has(exact.Normalises):
		return nil, fmt.Errorf("fixed %q, expected none: %s normalises the features, "+
			"its margins are no lengths of the stream", s.Fixed, learner.Name)
	case s.Fixed != "" && p.has(s.Fixed) != nil:
		return nil, fmt.Errorf("fixed: %w", p.has(s.Fixed))
	}
	return p, p.parse()
}

// count sets the number of classes of the learners of many classes, and returns an error if it is wrong.
func (p *Problem) count() error {
	for _, l := range []*Learner{p.learner, p.against} {
		switch many := l != nil && l.Has(exact.ManyClasses); {
		case l == nil:
		case !many && p.Classes != 0:
			return fmt.Errorf("%q learns two classes, expected a learner of many, or no number of classes", l.Name)
		case many && p.Classes == 0 && l == p.against:
			return fmt.Errorf("against %q, expected a learner of two classes, as %s is", l.Name, p.learner.Name)
		case many:
			if p.Classes = cmp.Or(p.Classes, DefaultClasses); p.Classes < 2 || p.Classes > MostClasses {
				return fmt.Errorf("classes %d, expected from 2 to %d", p.Classes, MostClasses)
			}
			l.Spec = l.Of(p.Classes)
		}
	}
	return nil
}

// Names returns the names of the learner's parameters, without those that name a term, such as R of randomized: in a
// statement they mean the term.
func (p *Problem) Names() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(p.learner.Params)), words().Has)
}

// parse parses the expressions. It refuses terms for which no stream has a value.
func (p *Problem) parse() (err error) {
	s := p.Statement
	s.Where = cmp.Or(s.Where, "0 == 0")
	if p.claim, err = s.Parse(words().With(p.Names()...)); err != nil {
		return err
	}
	for i, e := range p.expressions() {
		for _, t := range e.Terms() {
			if err := p.has(t.Name); err != nil {
				return fmt.Errorf("%s: %w", parts[i], err)
			}
		}
	}
	return nil
}

// expressions returns the quantity, the claim and the domain.
func (p *Problem) expressions() []*formula.Expr {
	return []*formula.Expr{p.claim.Quantity, p.claim.Bound, p.claim.Where}
}

// has returns nil if a stream can have a value for the term.
func (p *Problem) has(name string) error {
	l := p.learner
	own, isTheirs := strings.CutPrefix(name, theirs)
	if isTheirs {
		l = p.against
	}
	switch {
	case l == nil:
		return fmt.Errorf("%s, expected a second learner (against), which there is not", name)
	case l.Answers != nil && slices.Contains(ofRun, own) && counted[own] == nil:
		return fmt.Errorf("%s of %s, expected a count of its answers, such as mistakes or updates: "+
			"only they are exact of a learner without an exact model", name, l.Name)
	case p.Classes > 0 && slices.Contains([]string{"gamma", "r", "D", "Dplus", "Dminus", "Delta"}, own):
		return fmt.Errorf("%s of %s, expected a term that the differences of many classes have, "+
			"such as gamma0, R or mistakes", name, l.Name)
	case !l.Has(exact.OwnMargin) && slices.Contains([]string{"m", "mbar", "gamma3", "last_gamma"}, own):
		return fmt.Errorf("%s of %s, expected a learner with a margin of its own, such as e-omm", name, l.Name)
	case own == "mbar" && l.Has(exact.Normalises):
		return fmt.Errorf("mbar of %s, expected a learner of the examples as they are: "+
			"its a_t are of examples of length 1", l.Name)
	case own == "mbar" && isTheirs && cmp.Or(p.learner.Lift, new(big.Rat)).Cmp(cmp.Or(l.Lift, new(big.Rat))) != 0:
		return fmt.Errorf("%s of %s, expected a learner on the points of %s: gamma and gamma0 are theirs",
			name, p.Against, p.Learner)
	case own == "expected_mistakes" && !l.Has(exact.DrawsLabels):
		return fmt.Errorf("%s of %s, expected the learner randomized", name, l.Name)
	}
	return nil
}

// Terms returns the terms of the quantity, the claim and the domain, each once.
func (p *Problem) Terms() (all []formula.Term) {
	for _, e := range p.expressions() {
		for _, t := range e.Terms() {
			if !slices.ContainsFunc(all, func(known formula.Term) bool { return known.String() == t.String() }) {
				all = append(all, t)
			}
		}
	}
	return all
}

// streamOf returns the stream that the terms are about: the statement's stream as the learner sees it, with its
// constant coordinate if it has one, and with many classes the differences.
func (p *Problem) streamOf(stream []exact.Example, l *Learner) []exact.Example {
	stream = l.Lifted(stream)
	if p.Classes > 0 {
		return exact.Differences(stream, p.Classes)
	}
	return stream
}

// check returns an error if the form of a stream or a comparator is wrong.
func (p *Problem) check(stream []exact.Example, comparator exact.Vector) error {
	if len(stream) == 0 || len(stream[0].X) == 0 {
		return errors.New("stream is empty, expected examples with coordinates")
	}
	d := len(stream[0].X)
	for i, e := range stream {
		switch {
		case len(e.X) != d:
			return fmt.Errorf("stream[%d].x has %d coordinates, expected %d", i, len(e.X), d)
		case slices.Contains(e.X, nil):
			return fmt.Errorf("stream[%d].x[%d] is null, expected a number", i, slices.Index(e.X, nil))
		case p.Classes == 0 && e.Y != 1 && e.Y != -1:
			return fmt.Errorf("stream[%d].y is %d, expected 1 or -1", i, e.Y)
		case p.Classes > 0 && (e.Y < 0 || e.Y >= p.Classes):
			return fmt.Errorf("stream[%d].y is %d, expected a class from 0 to %d", i, e.Y, p.Classes-1)
		}
	}
	if p.learner.Lift != nil {
		d++
	}
	d *= max(1, p.Classes)
	if comparator != nil && len(comparator) != d {
		return fmt.Errorf("comparator has %d coordinates, expected %d", len(comparator), d)
	}
	if i := slices.Index(comparator, nil); i >= 0 {
		return fmt.Errorf("comparator[%d] is null, expected a number", i)
	}
	if p.Passes > mostSteps/len(stream) {
		return fmt.Errorf("%d examples and %d passes, expected at most %d steps in all", len(stream), p.Passes, mostSteps)
	}
	return nil
}

// mostSteps limits the steps of a run, each of which is kept with its numbers.
const mostSteps = 100_000
