// Package replay runs a learner over the stream of a case and measures every step
// afresh, from what the learner shows of itself before and after it.
//
//	Step       what the learner reported, what it shows, and y(w·x+b)
//	Certified  a step of OMM, seen through v₊ and v₋
//	Dual       a step of ROMMA or PUMMA, seen through v = w/‖w‖²
//	Cosine     a step of a maximum cosine learner, seen through ‖w‖ and ℓ
//	Rounding   how far a length that a learner computes may be off
//
// What rounding may have done to a number is a field beside it, derived where it is
// computed. It is 0 as long as all numbers were exact, so that ties can be held to the
// letter.
package replay

import (
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/props/stream"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Shown is what a learner shows of itself between two steps.
type Shown struct {
	W           measure.Vector // with the weight of the constant coordinate that the learner appends
	B           float64        // the bias; 0 where that weight makes it
	Gamma       float64        // the learner's own margin, NaN if it has none
	Norm        float64        // ‖w‖∗ as the learner follows it, NaN if it does not
	Plus, Minus measure.Vector // the dual certificates v₊ and v₋, nil if it has none
}

// Certifies reports whether the learner shows its dual points v₊ and v₋, as OMM does once it has seen both
// classes. A program does not.
func Certifies(s *algos.Spec) bool {
	l := s.New(1)
	if _, program := l.(algos.Streamed); program {
		return false
	}
	l.Step(vec.Dense(1), theory.Positive)
	l.Step(vec.Dense(-1), theory.Negative)
	return l.State().Plus != nil
}

// Show returns what a learner shows that appends the constant lift, 0 if none.
func Show(l algos.Learner, lift float64) Shown {
	of := l.State()
	s := showing(of.Classifier, lift)
	s.Gamma, s.Norm, s.Plus, s.Minus = of.Gamma, of.Norm, of.Plus, of.Minus
	return s
}

// showing is a classifier of a learner that appends the constant lift, 0 if none.
func showing(at theory.Classifier, lift float64) Shown {
	s := Shown{W: at.W, B: at.B, Gamma: math.NaN(), Norm: math.NaN()}
	if lift != 0 {
		s.W, s.B = append(at.W[:len(at.W):len(at.W)], at.B/lift), 0
	}
	return s
}

// Step is a step of a learner.
type Step struct {
	Reported theory.Step    // what the learner reported of it
	Shown                   // before the step
	Next     Shown          // after it
	T        int            // from 1 on
	Y        float64        // the label
	X        measure.Vector // the example, with the constant coordinate that the learner appends
	S        float64        // y(w·x+b)
	XX       float64        // ‖x‖²

	// Slack is how far rounding may have moved the learner's y(w·x) from S: one inner
	// product, which is exact on small integers.
	Slack float64
	// Longest is the greatest ‖w‖ whose rounding a ‖w‖² that is followed may still hold.
	// Learners renew it when as many coordinates as there are have changed: at every
	// step, if every example has all of them.
	Longest float64
}

// Run returns the steps of the case's learner over its stream. The error is that of a
// learner that gives up.
func Run(c stream.Case) ([]Step, error) {
	x := c.Lifted()
	reported, shown, err := told(c.Learner.New(c.Dim), c)
	full, longest := true, 0.0
	for _, e := range c.Stream {
		full = full && len(e.X.Value) >= c.Dim
	}
	steps := make([]Step, len(x))
	for t, e := range c.Stream {
		s := Step{Shown: shown[t], T: t + 1, Y: float64(e.Y), X: x[t], XX: x[t].Dot(x[t])}
		if t == len(reported) {
			return nil, s.Fault("the learner gave up: %w", err)
		}
		s.Reported, s.Next, s.S = reported[t], shown[t+1], s.Y*(s.W.Dot(s.X)+s.B)
		if !measure.OnLattice(s.W) || !measure.OnLattice(s.X) {
			s.Slack = measure.Ulps(s.X) * s.W.Norm() * s.X.Norm()
		}
		if s.Longest = s.W.Norm(); !full {
			longest = max(longest, s.Longest)
			s.Longest = longest
		}
		steps[t] = s
	}
	return steps, nil
}

// told is what a learner reports of its steps, and shows before the first of them and after
// each. One that takes many examples at once, as a program does, is given all: it shows its
// classifier after each update, and its margin and norm with each step. The error is that of a
// learner that gives up.
func told(l algos.Learner, c stream.Case) (reported []theory.Step, shown []Shown, err error) {
	lift := c.Learner.Bias
	now := Show(l, lift)
	shown = append(shown, now)
	if streamed, ok := l.(algos.Streamed); ok {
		defer streamed.Reset() // others may have its process
		steps, states := streamed.Steps(c.Stream, true)
		end := Show(l, lift)
		for t, s := range steps {
			if s.Updated && len(states) > 0 {
				now, states = showing(states[0], lift), states[1:]
			}
			if now.Gamma, now.Norm = end.Gamma, end.Norm; t+1 < len(steps) {
				now.Gamma, now.Norm = steps[t+1].Target/steps[t+1].Norm, steps[t+1].Norm
			}
			reported, shown = append(reported, s), append(shown, now)
		}
		return reported, shown, l.State().Err
	}
	for _, e := range c.Stream {
		s := l.Step(e.X, e.Y)
		if !s.Made() {
			return reported, shown, l.State().Err
		}
		reported, shown = append(reported, s), append(shown, Show(l, lift))
	}
	return reported, shown, nil
}

// Fault is an error that says at which step.
func (s Step) Fault(format string, values ...any) error {
	return fmt.Errorf("t=%d: "+format, append([]any{s.T}, values...)...)
}

// Changed reports whether the learner shows another classifier after the step.
func (s Step) Changed() bool {
	changed := s.B != s.Next.B
	for i := range s.W {
		changed = changed || s.W[i] != s.Next.W[i]
	}
	return changed
}

// Tau returns how far the learner went along yx, y(w_t+1−w_t)·x/‖x‖².
func (s Step) Tau() float64 { return s.Y * s.Next.W.Minus(s.W).Dot(s.X) / s.XX }

// Loss returns the hinge loss of w_t, and LossOf that of u.
func (s Step) Loss() float64 { return max(0, 1-s.S) }

// LossOf returns the hinge loss of u.
func (s Step) LossOf(u measure.Vector) float64 { return max(0, 1-s.Y*u.Dot(s.X)) }
