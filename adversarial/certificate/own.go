package certificate

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/algos/expr"
	"marginlab/algos/external"
	"marginlab/algos/registry"
	"marginlab/theory"
)

// Own is a learner from outside of this project, for statements to name by its expression.
//
// With a Model, the same algorithm over the rational numbers, a stream that refutes a
// statement about it makes a certificate like any other, which is verified with the Model.
// Without one it makes a witness: the certificate has the Code that ran, and the answers that
// it gave in float64. All the rest of it is exact. A witness never says that a theorem is
// false. It says that this implementation does not do what the theorem is about.
type Own struct {
	Learner *algos.Spec
	Model   func(params map[string]*big.Rat, dim int) exact.Learner // nil for none
}

// Learners are the learners of this project and programs, after those of one's own.
func Learners(own []Own) algos.Registry {
	var specs []*algos.Spec
	for _, o := range own {
		specs = append(specs, o.Learner)
	}
	return registry.Learners().And(specs...)
}

// named returns the one of own whose kind the learner is of.
func named(s *algos.Spec, own []Own) (Own, bool) {
	at := slices.IndexFunc(own, func(o Own) bool { return o.Learner.Kind.Name == s.Kind.Name })
	if at < 0 {
		return Own{}, false
	}
	return own[at], true
}

// isOwn reports whether a learner is not of this project.
func isOwn(s *algos.Spec, own []Own) bool {
	_, is := named(s, own)
	return is || s.Kind.Code != nil
}

// answering gives the answers of a learner to a stream, step by step, and says how many
// passes it made. Its error is an [exact.NotAtRestError], or says why there are none.
type answering func(stream []exact.Example, r exact.Repeat) ([]exact.Decision, int, error)

// answersOf are those of a run in float64. The coordinates have to be numbers of float64.
func answersOf(s *algos.Spec) answering {
	return func(stream []exact.Example, r exact.Repeat) (all []exact.Decision, passes int, err error) {
		if err := isFloats(stream); err != nil {
			return nil, 0, err
		}
		examples := Rounded(stream)
		l := s.New(len(stream[0].X))
		streamed, _ := l.(algos.Streamed)
		var answers []theory.Step
		if streamed != nil {
			defer streamed.Reset() // others may have its process
		}
		passes, err = r.Over(len(stream), func(i int) (bool, error) {
			if streamed != nil && i == 0 {
				if answers, _ = streamed.Steps(examples, false); len(answers) < len(examples) {
					return false, l.State().Err
				}
			}
			var step theory.Step
			if streamed != nil {
				step = answers[i]
			} else {
				step = l.Step(examples[i].X, examples[i].Y)
			}
			if !step.Made() {
				err := l.State().Err
				if errors.As(err, new(*external.Error)) {
					return false, err
				}
				return false, noValue(err.Error())
			}
			all = append(all, exact.Decision{Y: stream[i].Y, Predicted: int(step.Predicted), Updated: step.Updated, Opening: step.Opening})
			return step.Updated, nil
		})
		return all, passes, err
	}
}

// isFloats is nil if float64 has all coordinates.
func isFloats(stream []exact.Example) error {
	for i, e := range stream {
		for k, x := range e.X {
			if _, exactly := x.Float64(); !exactly {
				return noValue(fmt.Sprintf("stream[%d].x[%d] is %s, expected a number that float64 has: the learner has no exact model", i, k, x.RatString()))
			}
		}
	}
	return nil
}

// stated gives the answers that a witness states.
func (c *Certificate) stated(stream []exact.Example, r exact.Repeat) (all []exact.Decision, passes int, err error) {
	if err := isFloats(stream); err != nil {
		return nil, 0, err
	}
	given := c.Runs.Learner
	passes, err = r.Over(len(stream), func(i int) (bool, error) {
		at := len(all)
		if at == len(given) {
			return false, refuse("runs.learner: %d answers, expected one more at least", at)
		}
		d := given[at]
		if d.Predicted != +1 && d.Predicted != -1 {
			return false, refuse("runs.learner[%d].predicted: stated %d, expected 1 or -1", at, d.Predicted)
		}
		all = append(all, exact.Decision{Y: stream[i].Y, Predicted: d.Predicted, Updated: d.Updated, Opening: d.Opening})
		return d.Updated, nil
	})
	if err == nil && len(all) < len(given) {
		err = refuse("runs.learner: %d answers, expected %d", len(given), len(all))
	}
	return all, passes, err
}

// IsWitness reports whether the answers of a learner without an exact model are what the
// certificate rests on. See [Own].
func (c *Certificate) IsWitness() bool { return c.Code != nil }

// problem reads the statement of the certificate: that of a witness without its learner.
func (c *Certificate) problem(own []Own) (*Problem, error) {
	if !c.IsWitness() {
		return Compile(c.Statement, own...)
	}
	e, err := expr.Parse(c.Statement.Learner)
	if err != nil {
		return nil, fmt.Errorf("learner %w", err)
	}
	l := &side{answers: c.stated, code: c.Code, params: map[string]*big.Rat{}}
	if e.Name == "bias" && len(e.Args) == 2 {
		if l.lift, err = e.Args[1].Value.Rat(); err != nil {
			return nil, fmt.Errorf("learner %q: the constant coordinate is %w", c.Statement.Learner, err)
		}
		e = e.Args[0].Value
	}
	l.name = e.String()
	if spec, err := Learners(own).Make(e); err == nil && isOwn(spec, own) { // it is made, and not run
		if l.params, err = paramsOf(spec.Lifted(0)); err != nil {
			return nil, err
		}
	} else {
		for _, arg := range e.Args {
			if v, err := arg.Value.Rat(); err == nil && arg.Key != "" {
				l.params[arg.Key] = v
			}
		}
	}
	return read(c.Statement, l, own)
}

// Rerun runs the learner of a witness again, which is one of own or one that the expression
// in the statement makes. The error is a *[RefusedError] where it answers otherwise.
func (c *Certificate) Rerun(own ...Own) error {
	if !c.IsWitness() {
		panic("certificate: Rerun of a certificate that is no witness")
	}
	s := c.Statement.normal()
	l, err := readSide(s.Learner, own)
	if err != nil {
		return fmt.Errorf("learner %w", err)
	}
	if l.answers == nil {
		return fmt.Errorf("learner %q: expected the one of the witness, %s", s.Learner, c.Code)
	}
	answers, _, err := l.answers(c.Stream, exact.Repeat{Passes: s.Passes, Rest: s.AtRest})
	if err != nil {
		return err
	}
	for t, is := range decisions(answers) {
		if t >= len(c.Runs.Learner) || is != c.Runs.Learner[t] {
			return refuse("runs.learner[%d]: %s answers %+v when it runs again, which is not as stated", t, c.Code, is)
		}
	}
	if len(answers) < len(c.Runs.Learner) {
		return refuse("runs.learner: %s gives %d answers when it runs again, %d are stated", c.Code, len(answers), len(c.Runs.Learner))
	}
	return nil
}
