package props

import (
	"fmt"

	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/theory"
)

// pace is a step of a learner as the learner told it, between the classifiers
// that it showed before and after.
type pace struct {
	theory.Step
	t             int       // from 1 on
	y             float64   // the label
	x             []float64 // the example, with the constant coordinate that the learner appends
	w, w2         []float64 // before the step and after it
	b, b2         float64   // the biases; 0 where the constant coordinate makes them
	gamma, gamma2 float64   // the margin, as the learner told it beside the step
	changed       bool      // Classifier gave something else after the step
}

// paces runs the case's learner over its stream.
func paces(c Case) ([]pace, error) {
	l, ok := c.Learner.New(c.Dim).(interface {
		algos.Learner
		Gamma() float64
	})
	if !ok {
		return nil, fmt.Errorf("%s does not show its margin: it needs Gamma", c.Learner)
	}
	lift := c.Learner.Lift()
	show := func() ([]float64, float64) {
		at := l.Classifier()
		if lift != 0 {
			return append(at.W[:c.Dim:c.Dim], at.B/lift), 0
		}
		return at.W, at.B
	}
	all := make([]pace, len(c.Stream))
	x := lifted(c.Stream, c.Dim, lift)
	w, b := show()
	gamma := l.Gamma()
	for t, e := range c.Stream {
		p := pace{Step: l.Step(e.X, e.Y), t: t + 1, y: float64(e.Y), x: x[t], w: w, b: b, gamma: gamma}
		w, b = show()
		gamma = l.Gamma()
		p.w2, p.b2, p.gamma2 = w, b, gamma
		p.changed = !sameClassifier(theory.Classifier{W: p.w, B: p.b}, theory.Classifier{W: w, B: b})
		all[t] = p
	}
	return all, nil
}

// units is how many units in the last place a sum of d products may be off, of
// vectors that have been through a few operations themselves.
func units(d int) float64 { return 16 * float64(d+4) * 0x1p-52 }

// anySparse reports whether an example is stored as sparse.
func anySparse(stream []theory.Example) bool {
	for _, e := range stream {
		if e.X.IsSparse() {
			return true
		}
	}
	return false
}

// oneOf draws one of the values, for a parameter of the learner.
func oneOf(values ...float64) *rapid.Generator[[]float64] {
	return rapid.SliceOfN(rapid.SampledFrom(values), 1, 1)
}

// tuned is c with its number for the parameter of that name, if its learner has
// one and the number is in [0, 1].
func (c Case) tuned(name string) Case {
	if len(c.A) > 0 && c.A[0] >= 0 && c.A[0] <= 1 {
		c.Learner = c.Learner.With(name, c.A[0])
	}
	return c
}
