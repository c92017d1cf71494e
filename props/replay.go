package props

import (
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// shown is the visible state of a learner between two steps.
type shown struct {
	W           measure.Vector // with the weight of the constant coordinate that the learner appends
	B           float64        // the bias; 0 if that weight makes it
	Gamma       float64        // the learner's own margin, NaN if it has none
	Norm        float64        // ‖w‖∗ as the learner follows it, NaN if it does not
	Plus, Minus measure.Vector // the dual points v₊ and v₋, nil if it has none
}

// show returns the visible state of a learner that appends the constant lift, 0 if none.
func show(l algos.Learner, lift float64) shown {
	of := l.State()
	s := classifies(of.Classifier, lift)
	s.Gamma, s.Norm, s.Plus, s.Minus = of.Gamma, of.Norm, of.Plus, of.Minus
	return s
}

// classifies returns a classifier of a learner that appends the constant lift, 0 if none.
func classifies(c theory.Classifier, lift float64) shown {
	s := shown{W: c.W, B: c.B, Gamma: math.NaN(), Norm: math.NaN()}
	if lift != 0 {
		s.W, s.B = append(c.W[:len(c.W):len(c.W)], c.B/lift), 0
	}
	return s
}

// step is a step of a learner.
type step struct {
	Reported theory.Step    // the learner's report
	shown                   // before the step
	Next     shown          // after it
	T        int            // from 1 on
	Y        float64        // the label
	X        measure.Vector // the example, with the constant coordinate that the learner appends
	S        float64        // y(w·x+b)
	XX       float64        // ‖x‖²
}

// replay runs the case's learner over its stream. The error is that of a learner that stops.
func replay(c Case) ([]step, error) {
	x := c.Lifted()
	reported, states, err := observe(c.Learner.New(c.Dim), c)
	steps := make([]step, len(x))
	for t, e := range c.Stream {
		s := step{shown: states[t], T: t + 1, Y: float64(e.Y), X: x[t], XX: x[t].Dot(x[t])}
		if t == len(reported) {
			return nil, s.fault("the learner gave up: %w", err)
		}
		s.Reported, s.Next, s.S = reported[t], states[t+1], s.Y*(s.W.Dot(s.X)+s.B)
		steps[t] = s
	}
	return steps, nil
}

// observe returns a learner's reports of its steps, and its visible states before the first of them and after each. A
// learner that takes many examples at once, such as a program, gets all: it shows its classifier after each update,
// and its margin and norm with each step. The error is that of a learner that stops.
func observe(l algos.Learner, c Case) (reported []theory.Step, states []shown, err error) {
	lift := c.Learner.Bias
	now := show(l, lift)
	states = append(states, now)
	streamed, ok := l.(algos.Streamed)
	if !ok {
		for _, e := range c.Stream {
			s := l.Step(e.X, e.Y)
			if !s.Made() {
				return reported, states, l.State().Err
			}
			reported, states = append(reported, s), append(states, show(l, lift))
		}
		return reported, states, nil
	}
	defer streamed.Reset() // others may have its process
	steps, updates := streamed.Steps(c.Stream, true)
	end := show(l, lift)
	for t, s := range steps {
		if s.Updated && len(updates) > 0 {
			now, updates = classifies(updates[0], lift), updates[1:]
		}
		if now.Gamma, now.Norm = end.Gamma, end.Norm; t+1 < len(steps) {
			now.Gamma, now.Norm = steps[t+1].Target/steps[t+1].Norm, steps[t+1].Norm
		}
		reported, states = append(reported, s), append(states, now)
	}
	return reported, states, l.State().Err
}

// fault returns an error that names the step.
func (s step) fault(format string, values ...any) error {
	return fmt.Errorf("t=%d: "+format, append([]any{s.T}, values...)...)
}

// changed reports whether the learner shows another classifier after the step.
func (s step) changed() bool { return s.B != s.Next.B || !slices.Equal(s.W, s.Next.W) }

// slack bounds the rounding of an inner product of w and x, which is exact on small integers.
func (s step) slack() float64 {
	if measure.OnLattice(s.W) && measure.OnLattice(s.X) {
		return 0
	}
	return measure.Ulps(s.X) * s.W.Norm() * s.X.Norm()
}

// reportedSteps returns the steps as reported, and one more with the learner's own margin and ‖w‖ after the last.
func reportedSteps(steps []step) (reported []theory.Step) {
	last := theory.Step{Target: math.NaN(), Norm: 1}
	for _, s := range steps {
		reported = append(reported, s.Reported)
		if last.Norm = 1; s.Next.Norm > 0 {
			last.Norm = s.Next.Norm
		}
		last.Target = s.Next.Gamma * last.Norm
	}
	return append(reported, last)
}

// showsDualPoints reports whether the learner shows its dual points v₊ and v₋, as OMM does once it has seen both
// classes. A program does not.
func showsDualPoints(s *algos.Spec) bool {
	l := s.New(1)
	if _, program := l.(algos.Streamed); program {
		return false
	}
	l.Step(vec.Dense(1), theory.Positive)
	l.Step(vec.Dense(-1), theory.Negative)
	return l.State().Plus != nil
}

// sameStep compares bit by bit, NaN being NaN.
func sameStep(a, b theory.Step) bool {
	bits := func(s theory.Step) [3]uint64 {
		return [3]uint64{math.Float64bits(s.Score), math.Float64bits(s.Target), math.Float64bits(s.Norm)}
	}
	return bits(a) == bits(b) && a.Decision == b.Decision
}
