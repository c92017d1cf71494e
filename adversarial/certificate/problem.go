package certificate

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"marginlab/algos/exact"
	"marginlab/algos/expr"
	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// Problem is a statement that has been read.
type Problem struct {
	Statement
	QuantityExpr, ClaimExpr *formula.Expr
	WhereExpr               *formula.Expr // nil if there is none
	relation, equality      *formula.Expr // of quantity and claim, one condition each: rational numbers are compared exactly
	learner, against        *side         // against is nil if there is none
	params                  map[string]*big.Rat
	p                       *big.Rat // of the norm, nil for ℓ₂
}

// Limit bounds the work.
type Limit = exact.Limit

// Compile reads a statement. Its learners are those of one's own, by their expressions, or
// else of this project. The error says what is wrong, where, and what was expected: a
// *[formula.SyntaxError] inside where an expression is.
func Compile(s Statement, own ...Own) (*Problem, error) {
	learner, err := readSide(s.Learner, own)
	if err != nil {
		return nil, fmt.Errorf("learner %w", err)
	}
	return read(s, learner, own)
}

// read reads a statement about a learner that has been read.
func read(s Statement, learner *side, own []Own) (*Problem, error) {
	p := &Problem{Statement: s.normal(), learner: learner}
	err := p.seesAll()
	if err != nil {
		return nil, err
	}
	if s.Against != "" {
		if p.against, err = readSide(s.Against, own); err != nil {
			return nil, fmt.Errorf("against %w", err)
		}
		if p.against.model == nil {
			return nil, fmt.Errorf("against %q, expected a learner with an exact model: one without is the first of a statement, as in %[1]s against perceptron", s.Against)
		}
	}
	if err = p.count(); err != nil {
		return nil, err
	}
	if p.p, err = p.norm(); err != nil {
		return nil, err
	}
	if !slices.Contains(formula.Relations(), p.Relation) {
		return nil, fmt.Errorf("relation %q, expected %s", p.Relation, expr.OneOf(formula.Relations()))
	}
	if p.Passes < 0 {
		return nil, fmt.Errorf("passes %d, expected at least 1", p.Passes)
	}
	if s.Fixed != "" && !theory.IsLength(s.Fixed) {
		return nil, fmt.Errorf("fixed %q, expected a term that is a length, such as D", s.Fixed)
	}
	if s.Fixed != "" {
		if err := p.has(s.Fixed); err != nil {
			return nil, fmt.Errorf("fixed: %w", err)
		}
		if p.learner.kind.Normalises {
			return nil, fmt.Errorf("fixed %q, expected none: %s normalises the features, its margins are no lengths of the stream", s.Fixed, p.learner.name)
		}
	}
	return p, p.parse()
}

// Provable returns nil if a stream can refute the statement: each learner has an exact
// model, or is one's own, whose answers count. Otherwise the error, an
// *[exact.NoModelError], names the learner that has none in its norm.
func (p *Problem) Provable() error {
	for _, l := range []*side{p.learner, p.against} {
		if l == nil || l.model == nil {
			continue
		}
		if err := l.model.Exists(); err != nil {
			return err
		}
	}
	return nil
}

// parse reads the expressions.
func (p *Problem) parse() error {
	var err error
	p.params = maps.Clone(p.learner.params)
	if p.learner.batch == nil {
		// R is the length, not the parameter
		maps.DeleteFunc(p.params, func(name string, _ *big.Rat) bool { return theory.Words().Has(name) })
	}
	words := p.words()
	for _, part := range []struct {
		name, text string
		into       **formula.Expr
		parse      func(string, formula.Words) (*formula.Expr, error)
	}{
		{"quantity", p.Quantity, &p.QuantityExpr, formula.Parse},
		{"claim", p.Claim, &p.ClaimExpr, formula.Parse},
		{"where", p.Where, &p.WhereExpr, formula.ParseCondition},
	} {
		if part.name == "where" && part.text == "" {
			continue
		}
		if *part.into, err = part.parse(part.text, words); err != nil {
			if _, wrong := formula.ParseCondition(part.text, words); wrong == nil {
				err = fmt.Errorf("%s is a condition, expected a number: where %[1]s restricts a claim to the streams on which it holds, and '%s: X <= Y' claims an inequality", part.text, p.Learner)
			}
			return fmt.Errorf("%s: %w", part.name, err)
		}
		for _, t := range (*part.into).Terms() {
			if err := p.has(t.Name); err != nil {
				return fmt.Errorf("%s: %w", part.name, err)
			}
		}
		if err := valued(*part.into); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	whole := func(relation string) (*formula.Expr, error) {
		return formula.ParseCondition(fmt.Sprintf("(%s\n) %s (%s\n)", p.Quantity, relation, p.Claim), words)
	}
	if p.relation, err = whole(p.Relation); err == nil {
		p.equality, err = whole("==")
	}
	if err != nil {
		return fmt.Errorf("quantity and claim as one condition: %w", err)
	}
	return nil
}

// valued is the error that an expression without terms has no value, as log(0).
func valued(e *formula.Expr) error {
	if len(e.Terms()) > 0 {
		return nil
	}
	_, err := e.Interval(1<<10, nil)
	var none *real.DomainError
	if errors.As(err, &none) && !none.Undecided {
		return fmt.Errorf("%s has no value: %w", e, err)
	}
	return nil
}

// words are those of claims, the parameters, and a batch algorithm's own terms. A parameter
// with the name of a term, as gamma of isnkp-vn, is that.
func (p *Problem) words() formula.Words {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(p.params)), theory.Words().Has)
	if p.learner.batch != nil {
		names = append(names, batchTerms()...)
	}
	return theory.Words().With(names...)
}

// inDomain reports whether the stream is in the domain.
func (p *Problem) inDomain(f *facts) (bool, error) {
	if p.WhereExpr == nil {
		return true, nil
	}
	return f.holds(p.WhereExpr)
}

func (f *facts) holds(condition *formula.Expr) (bool, error) {
	at, err := f.values(condition)
	if err != nil {
		return false, err
	}
	return condition.Holds(at, f.limit.Prec)
}

// Refuted reports whether the stream (and the rival, nil if none) is in the domain
// and contradicts the statement there, exactly. It is false where a term has no
// value. The error is an *[real.UndecidedError] or an *[exact.TooLongError], when
// the limit does not suffice to tell, or that there is no stream to speak of.
func (p *Problem) Refuted(stream []exact.Example, rival exact.Vector, limit Limit) (bool, error) {
	if err := p.check(stream, rival); err != nil {
		return false, err
	}
	return p.inside(p.facts(stream, rival, limit), p.relation, false)
}

// inside reports whether the stream is in the domain, and the condition has this value there. It is
// false where a term has none.
func (p *Problem) inside(f *facts, condition *formula.Expr, value bool) (bool, error) {
	in, err := p.inDomain(f)
	if err == nil && in {
		in, err = f.holds(condition)
		in = in == value
	}
	if isOutside(err) {
		return false, nil
	}
	return in && err == nil, err
}

// isOutside reports that an error says that an expression has no value.
func isOutside(err error) bool {
	var domain *real.DomainError
	return errors.Is(err, errNoValue) || errors.As(err, &domain)
}

// check returns what is wrong with the form of a stream or a rival.
func (p *Problem) check(stream []exact.Example, rival exact.Vector) error {
	if len(stream) == 0 {
		return errors.New("certificate: the stream is empty, expected an example")
	}
	d := len(stream[0].X)
	if d == 0 {
		return errors.New("certificate: stream[0].x is empty, expected a coordinate")
	}
	for i, e := range stream {
		switch {
		case len(e.X) != d:
			return fmt.Errorf("certificate: stream[%d].x has %d coordinates, expected %d", i, len(e.X), d)
		case slices.Contains(e.X, nil):
			return fmt.Errorf("certificate: stream[%d].x[%d] is null, expected a number", i, slices.Index(e.X, nil))
		case p.Classes == 0 && e.Y != 1 && e.Y != -1:
			return fmt.Errorf("certificate: stream[%d].y is %d, expected 1 or -1", i, e.Y)
		case p.Classes > 0 && (e.Y < 0 || e.Y >= p.Classes):
			return fmt.Errorf("certificate: stream[%d].y is %d, expected a class from 0 to %d", i, e.Y, p.Classes-1)
		}
	}
	if p.learner.lift != nil {
		d++
	}
	d *= max(1, p.Classes)
	if rival != nil && len(rival) != d {
		return fmt.Errorf("certificate: rival has %d coordinates, expected %d", len(rival), d)
	}
	if i := slices.Index(rival, nil); i >= 0 {
		return fmt.Errorf("certificate: rival[%d] is null, expected a number", i)
	}
	return nil
}
