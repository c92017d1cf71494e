package certificate

import (
	"fmt"
	"maps"
	"math/big"

	"marginlab/algos/exact"
)

// Learner is a learner of a statement. A statement about bias(L, c) is about L on the points (x, c), and so are its
// lengths, margins and comparators. A second learner runs on its own points.
type Learner struct {
	*exact.Spec
	Answers Answering // of a program, which has no exact model
	Code    *Code     // of a learner with Answers
}

// Answering returns the answers of a program to a stream, step by step, and the number of passes that it made. Its
// error may be a *[exact.NoValueError].
type Answering func(stream []exact.Example, r exact.Repeat) (steps []exact.Decision, passes int, err error)

// Own looks up a learner outside package exact by its expression. It returns nil if the text names another learner.
type Own func(text string) (*Learner, error)

// learnerOf parses a learner: one of own, or else of package exact.
func learnerOf(text string, own []Own) (*Learner, error) {
	for _, find := range own {
		if l, err := find(text); l != nil || err != nil {
			return l, err
		}
	}
	m, err := exact.Parse(text)
	return &Learner{Spec: m}, err
}

// problem compiles the statement of a certificate. A witness needs no learner: it states the answers.
func (c *Certificate) problem(own []Own) (*Problem, error) {
	if !c.IsWitness() {
		return Compile(c.Statement, own...)
	}
	e, lift, err := exact.Unlift(c.Statement.Learner)
	if err != nil {
		return nil, fmt.Errorf("learner %w", err)
	}
	params := map[string]*big.Rat{}
	for _, arg := range e.Args {
		if v, err := arg.Value.Rat(); err == nil && arg.Key != "" {
			params[arg.Key] = v
		} else if as, err := exact.Parse(arg.Value.String()); err == nil && arg.Key == "as" { // declared as this learner
			maps.Copy(params, as.Params)
		}
	}
	for _, find := range own {
		if known, err := find(c.Statement.Learner); known != nil && err == nil {
			params = known.Params
		}
	}
	l := &Learner{Spec: exact.NewSpec(e.String(), params, 0, nil), Answers: c.replay, Code: c.Code}
	l.Lift = lift
	return compile(c.Statement, l, own)
}

// replay returns the answers that a witness states.
func (c *Certificate) replay(stream []exact.Example, r exact.Repeat) (all []exact.Decision, passes int, err error) {
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
		d.Y = stream[i].Y
		all = append(all, d)
		return d.Updated, nil
	})
	if err == nil && len(all) < len(c.Answers) {
		err = refuse("answers: %d, expected %d", len(c.Answers), len(all))
	}
	return all, passes, err
}

// AreFloats returns nil if all coordinates are float64 numbers: a program can read no others.
func AreFloats(stream []exact.Example) error {
	for i, e := range stream {
		for k, x := range e.X {
			if _, exactly := x.Float64(); !exactly {
				return &exact.NoValueError{Reason: fmt.Sprintf("stream[%d].x[%d] is %s, "+
					"expected a number that float64 has: the learner has no exact model", i, k, x.RatString())}
			}
		}
	}
	return nil
}

func refuse(format string, args ...any) error { return &RefusedError{fmt.Sprintf(format, args...)} }
