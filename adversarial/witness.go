package adversarial

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/algos/expr"
	"marginlab/algos/external"
	"marginlab/algos/maxmargin"
	"marginlab/algos/registry"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Own is a learner from outside of this project, which statements name by its expression.
//
// With a Model, the same algorithm over the rational numbers, a stream that refutes a statement about it makes a
// certificate like any other, which is verified with the Model. Without one the stream makes a witness: the certificate
// names the code that ran, and has the answers that it gave in float64. All the rest is exact. A witness never shows
// that a theorem is false. It shows that this implementation does not do what the theorem is about.
type Own struct {
	Learner *algos.Spec
	Model   func(params map[string]*big.Rat, dim int) exact.Learner // nil for none
}

// Find looks up the learner in a statement; see [certificate.Certificate.Verify].
func (o Own) Find(text string) (*certificate.Learner, error) { return find([]Own{o})(text) }

// Learners returns the user's own learners, then those of this project and programs.
func Learners(own []Own) algos.Registry {
	var specs []*algos.Spec
	for _, o := range own {
		specs = append(specs, o.Learner)
	}
	return registry.Learners().And(specs...)
}

// ownOf returns the element of own that the learner belongs to, and whether it is one of these or a program, and so no
// learner of this project.
func ownOf(s *algos.Spec, own []Own) (Own, bool) {
	at := slices.IndexFunc(own, func(o Own) bool { return o.Learner.Kind.Name == s.Kind.Name })
	if at < 0 {
		return Own{}, s.Kind.Code != nil
	}
	return own[at], true
}

// find returns a lookup of programs and the learners of own.
func find(own []Own) certificate.Own {
	return func(text string) (*certificate.Learner, error) {
		spec, err := Learners(own).Parse(text)
		if err != nil {
			return nil, nil // package exact may have it
		}
		o, isOwn := ownOf(spec, own)
		if !isOwn {
			return nil, nil
		}
		k, inner := spec.Kind, spec.Lifted(0)
		params, err := paramsOf(inner)
		if err != nil {
			return nil, err
		}
		var traits exact.Traits
		for trait, has := range map[exact.Traits]bool{
			exact.OwnBias: k.OwnBias, exact.OwnMargin: k.OwnMargin, exact.Normalises: k.Normalises,
			exact.DrawsLabels: k.Random,
		} {
			if has {
				traits |= trait
			}
		}
		l := &certificate.Learner{Spec: exact.NewSpec(inner.String(), params, traits, o.Model)}
		if spec.Bias != 0 {
			if l.Lift, err = (expr.Expr{Name: spec.Constant()}).Rat(); err != nil {
				return nil, err
			}
		}
		if o.Model != nil {
			return l, nil
		}
		code := certificate.Code(*spec.Code())
		l.Answers, l.Code = answersOf(spec), &code
		return l, nil
	}
}

// paramsOf returns the numeric parameters of a learner, as they were written.
func paramsOf(s *algos.Spec) (map[string]*big.Rat, error) {
	params := map[string]*big.Rat{}
	for name, v := range s.Params() {
		params[name] = new(big.Rat).SetFloat64(v)
	}
	for _, a := range s.Written() {
		if a.Text != "" && a.Words == nil {
			v, err := expr.Expr{Name: a.Text}.Rat()
			if err != nil {
				return nil, err
			}
			params[a.Name] = v
		}
	}
	maps.DeleteFunc(params, func(_ string, v *big.Rat) bool { return v == nil })
	return params, nil
}

// answersOf returns the answers of a run in float64. All coordinates must be float64 numbers.
func answersOf(s *algos.Spec) certificate.Answering {
	return func(stream []exact.Example, r exact.Repeat) (all []exact.Decision, passes int, err error) {
		if err := certificate.AreFloats(stream); err != nil {
			return nil, 0, err
		}
		examples := Rounded(stream)
		l := s.New(len(stream[0].X))
		if streamed, is := l.(algos.Streamed); is {
			defer streamed.Reset() // others may share its process
		}
		passes, err = r.Over(1, func(int) (changed bool, err error) {
			pass, err := algos.Learn(context.Background(), l, slices.Values(examples), true)
			for i, step := range pass.Steps {
				all = append(all, exact.Decision{
					Y: stream[i].Y, Predicted: int(step.Predicted), Updated: step.Updated, Opening: step.Opening,
				})
			}
			if err != nil && !errors.As(err, new(*external.Error)) {
				err = &exact.NoValueError{Reason: err.Error()}
			}
			return pass.Updates > 0, err
		})
		return all, passes, err
	}
}

// Rerun runs the learner of a witness again: one of own, or one that the expression in the statement makes. The error
// is a *[certificate.RefusedError] where its answers differ.
func Rerun(c *certificate.Certificate, own ...Own) error {
	if !c.IsWitness() {
		panic("adversarial: Rerun of a certificate that is no witness")
	}
	l, err := find(own)(c.Statement.Learner)
	if err == nil && (l == nil || l.Answers == nil) {
		err = fmt.Errorf("learner %q: expected the one of the witness, %s", c.Statement.Learner, c.Code)
	}
	if err != nil {
		return err
	}
	steps, _, err := l.Answers(c.Stream, exact.Repeat{Passes: max(1, c.Statement.Passes), Rest: c.Statement.AtRest})
	if err != nil {
		return err
	}
	if len(steps) != len(c.Answers) {
		return &certificate.RefusedError{Reason: fmt.Sprintf("answers: %s gives %d when it runs again, %d are stated",
			c.Code, len(steps), len(c.Answers))}
	}
	for t, d := range steps {
		if d.Y = c.Answers[t].Y; d != c.Answers[t] {
			return &certificate.RefusedError{Reason: fmt.Sprintf("answers[%d]: %s answers %+d (updated: %v, opening: %v) "+
				"when it runs again, which is not as stated", t, c.Code, d.Predicted, d.Updated, d.Opening)}
		}
	}
	return nil
}

// Exact returns a stream of dense examples in exact numbers.
func Exact(examples []theory.Example) []exact.Example {
	stream := make([]exact.Example, len(examples))
	for i, e := range examples {
		stream[i] = exact.Example{X: exact.Floats(e.X.Value...), Y: int(e.Y)}
	}
	return stream
}

// Rounded returns the stream in float64.
func Rounded(stream []exact.Example) []theory.Example {
	examples := make([]theory.Example, len(stream))
	for i, e := range stream {
		x := make([]float64, len(e.X))
		for k, v := range e.X {
			x[k], _ = v.Float64()
		}
		examples[i] = theory.Example{X: vec.Dense(x...), Y: theory.Label(e.Y)}
	}
	return examples
}

// propose returns the rounded multipliers of the float64 solver, or nil where it has none.
func propose(p *big.Rat, stream []exact.Example, origin bool) exact.Vector {
	exponent, _ := p.Float64()
	d, examples := len(stream[0].X), Rounded(stream)
	if theory.CheckAll(examples, d) != nil {
		return nil
	}
	options := maxmargin.Options{Origin: origin, Norm: vec.P(exponent), Tolerance: 1e-13}
	s, err := maxmargin.Solve(context.Background(), examples, d, options)
	if err != nil {
		return nil
	}
	lambda := exact.NewVector(len(stream))
	convex(lambda, s.PlusWeights)
	convex(lambda, s.MinusWeights)
	return lambda
}

// convex sets multipliers to weights, rounded to multiples of a unit that makes their sum 1.
func convex(lambda exact.Vector, weights []maxmargin.Weight) {
	units, sum := make([]int64, len(weights)), int64(0)
	for i, w := range weights {
		units[i] = int64(w.Lambda * (1 << 50))
		sum += units[i]
	}
	for i, w := range weights {
		lambda[w.Example].SetFrac64(units[i], sum)
	}
}
