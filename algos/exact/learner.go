package exact

import (
	"fmt"
	"maps"
	"math/big"
)

// Learner is an online linear classifier of ℚ^d. An x of another dimension, and
// a label that is not +1 or −1, panics.
type Learner interface {
	// Step predicts the label of x, then learns from the revealed y. It may
	// keep x, which the caller must not change afterwards.
	Step(x Vector, y int) Step
	// Classifier returns the present classifier sign(w·x + b), in the learner's
	// own scale. Neither is to be changed.
	Classifier() (w Vector, b *big.Rat)
}

// New makes a learner for ℚ^dim by its name, if all its numbers are rational. Its
// parameters must be given, but for those that have defaults, and no others. The
// error says what was expected. [RunNamed] runs these and those with roots too.
func New(name string, params map[string]*big.Rat, dim int) (Learner, error) {
	k, err := find(name, params)
	if err != nil {
		return nil, err
	}
	if model, _, err := k.enclose(dim, params); err != nil || model != nil {
		return nil, fmt.Errorf("learner %q: its numbers are not rational, expected one whose are", name)
	}
	return k.New(dim, params), nil
}

// Params returns the parameters of a learner that were given, with those that its
// name stands for: rho = 1 of e-omm, 0 of ce-omm, 1−eps of romma, and so on, and
// p = 2 where the learner has others.
func Params(name string, given map[string]*big.Rat) (map[string]*big.Rat, error) {
	k, err := find(name, given)
	if err != nil {
		return nil, err
	}
	all := maps.Clone(given)
	if all == nil {
		all = map[string]*big.Rat{}
	}
	if k.has("p") && all["p"] == nil {
		all["p"] = integer(2)
	}
	if k.Also != nil {
		maps.Copy(all, k.Also(given))
	}
	return all, nil
}

// Trace is the run of one learner over one stream.
type Trace struct {
	Steps           []Step
	Mistakes        int
	Updates         int
	OpeningMistakes int // of the Mistakes, those of the initialisation phase
}

// InfeasibleError says that the update at a step (counted from 1) has no solution,
// which proves that the examples so far are not separable.
type InfeasibleError struct{ Step int }

func (e *InfeasibleError) Error() string {
	return fmt.Sprintf("example %d: no classifier meets the constraints of the update, expected a separable stream", e.Step)
}

// Run lets l learn from the stream, and returns what happened. The error is an
// *[InfeasibleError]; the trace ends with that step.
func Run(l Learner, stream []Example) (Trace, error) {
	var tr Trace
	for i, e := range stream {
		s := l.Step(e.X, e.Y)
		tr.Steps = append(tr.Steps, s)
		if s.Mistake() {
			tr.Mistakes++
			if s.Opening {
				tr.OpeningMistakes++
			}
		}
		if s.Updated {
			tr.Updates++
		}
		if s.Infeasible {
			return tr, &InfeasibleError{Step: i + 1}
		}
	}
	return tr, nil
}
