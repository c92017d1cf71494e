package certificate

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"marginlab/algos/exact"
	"marginlab/algos/expr"
)

// Learner is a learner of a statement. A statement about bias(L, c) is about L on the points (x, c): so are its
// lengths, margins and comparators. The run of a second learner is on its own points.
type Learner struct {
	Name   string              // without the constant coordinate
	Params map[string]*big.Rat // that claims may name
	Lift   *big.Rat            // the constant coordinate of every example, nil for none
	exact.Traits

	// One of these is there, unless the learner has no exact model.
	Model   *exact.Spec // on the lifted points
	Batch   *exact.Spec
	Answers Answering
	Code    *Code // of a learner with Answers
}

// Answering gives the answers of a program to a stream, step by step, and the number of passes that it made.
// Its error may be a *[exact.NoValueError].
type Answering func(stream []exact.Example, r exact.Repeat) (steps []exact.Decision, passes int, err error)

// Own finds a learner that is not in package exact, by its expression: nil where the text names another one.
type Own func(text string) (*Learner, error)

// learnerOf reads a learner: one of own, or else of package exact.
func learnerOf(text string, own []Own) (*Learner, error) {
	for _, find := range own {
		if l, err := find(text); l != nil || err != nil {
			return l, err
		}
	}
	e, err := expr.Parse(text)
	if err != nil {
		return nil, err
	}
	e, lift, err := exact.Unlift(e)
	if err != nil {
		return nil, err
	}
	if lift == nil { // errors quote the text as it is
		e = expr.Expr{Name: text}
	}
	m, err := exact.Parse(e.String())
	if err != nil {
		return nil, err
	}
	if m.IsBatch() && lift != nil {
		return nil, fmt.Errorf("%q: %s sees all examples at once, expected a learner through the origin", text, m.Name())
	} else if m.IsBatch() {
		return &Learner{Name: text, Params: m.Params(), Batch: m}, nil
	}
	l := &Learner{Name: m.Name(), Params: m.Params(), Lift: lift, Traits: m.Traits(), Model: m}
	if lift != nil && l.Bias {
		return nil, fmt.Errorf("%q: %s has a bias of its own, expected a learner through the origin", text, l.Name)
	}
	return l, nil
}

// optimum is the name of the γ∗ that m̄(φ) is about.
func (l *Learner) optimum() string {
	if l.Bias {
		return "gamma"
	}
	return "gamma0"
}

// norm is the p of the norm that the learner learns in.
func (l *Learner) norm() *big.Rat { return cmp.Or(l.Params["p"], big.NewRat(2, 1)) }

// lifted is the stream of the points that the learner gets.
func (l *Learner) lifted(stream []exact.Example) []exact.Example {
	if l.Lift == nil {
		return stream
	}
	points := slices.Clone(stream)
	for i, e := range points {
		points[i].X = append(e.X[:len(e.X):len(e.X)], l.Lift)
	}
	return points
}

// problem reads the statement of a certificate: that of a witness without its learner, whose answers are stated.
func (c *Certificate) problem(own []Own) (*Problem, error) {
	if !c.IsWitness() {
		return Compile(c.Statement, own...)
	}
	e, err := expr.Parse(c.Statement.Learner)
	if err != nil {
		return nil, fmt.Errorf("learner %w", err)
	}
	l := &Learner{Answers: c.stated, Code: c.Code, Params: map[string]*big.Rat{}}
	if e, l.Lift, err = exact.Unlift(e); err != nil {
		return nil, fmt.Errorf("learner %w", err)
	}
	l.Name = e.String()
	for _, arg := range e.Args {
		if v, err := arg.Value.Rat(); err == nil && arg.Key != "" {
			l.Params[arg.Key] = v
		} else if as, err := exact.Parse(arg.Value.String()); err == nil && arg.Key == "as" { // what it is held to be
			maps.Copy(l.Params, as.Params())
		}
	}
	for _, find := range own {
		if known, err := find(c.Statement.Learner); known != nil && err == nil {
			l.Params = known.Params
		}
	}
	return compile(c.Statement, l, own)
}

// stated gives the answers that a witness states.
func (c *Certificate) stated(stream []exact.Example, r exact.Repeat) (all []exact.Decision, passes int, err error) {
	if err := AreFloats(stream); err != nil {
		return nil, 0, err
	}
	passes, err = r.Over(len(stream), func(i int) (bool, error) {
		at := len(all)
		if at == len(c.Answers) {
			return false, refuse("answers: %d, expected one more at least", at)
		}
		d := c.Answers[at]
		if d.Predicted != +1 && d.Predicted != -1 {
			return false, refuse("answers[%d].predicted: stated %d, expected 1 or -1", at, d.Predicted)
		}
		all = append(all, exact.Decision{Y: stream[i].Y, Predicted: d.Predicted, Updated: d.Updated, Opening: d.Opening})
		return d.Updated, nil
	})
	if err == nil && len(all) < len(c.Answers) {
		err = refuse("answers: %d, expected %d", len(c.Answers), len(all))
	}
	return all, passes, err
}

// AreFloats is nil if float64 has all coordinates: a program has only these.
func AreFloats(stream []exact.Example) error {
	for i, e := range stream {
		for k, x := range e.X {
			if _, exactly := x.Float64(); !exactly {
				return &exact.NoValueError{Reason: fmt.Sprintf("stream[%d].x[%d] is %s, expected a number that float64 has: the learner has no exact model", i, k, x.RatString())}
			}
		}
	}
	return nil
}

func refuse(format string, args ...any) error { return &RefusedError{fmt.Sprintf(format, args...)} }
