package props

import (
	"context"
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
)

// RunIsTheLoop: algos.Run is the loop of steps, one an example; its mistakes
// are the steps whose predicted label is not the revealed one, its updates
// those with a change, and m(φ) the steps after the opening with a_t ≤ φγ_t
// (omm.txt, Section 4).
func RunIsTheLoop(c Case) error {
	tr, err := c.Learner.Run(context.Background(), c.Dim, slices.Values(c.Stream))
	if err != nil {
		return fmt.Errorf("the run ended early: %w", err)
	}
	if tr.Learner != c.Learner.String() || len(tr.Steps) != len(c.Stream) {
		return fmt.Errorf("the trace is of %d steps of %q, expected %d of %q", len(tr.Steps), tr.Learner, len(c.Stream), c.Learner)
	}
	l := c.Learner.New(c.Dim)
	mistakes, opening, updates := 0, 0, 0
	count := map[float64]int{-1: 0, 0: 0, 0.5: 0, 1: 0}
	for t, e := range c.Stream {
		step := l.Step(e.X, e.Y)
		if !sameStep(step, tr.Steps[t]) {
			return fmt.Errorf("t=%d: the run's step is %+v, that of the loop %+v", t+1, tr.Steps[t], step)
		}
		if step.Predicted*e.Y < 0 {
			mistakes++
			if step.Opening {
				opening++
			}
		}
		if step.Updated {
			updates++
		}
		for phi := range count {
			if !step.Opening && step.Score <= phi*step.Target {
				count[phi]++
			}
		}
	}
	if tr.Mistakes != mistakes || tr.OpeningMistakes() != opening || tr.Updates != updates {
		return fmt.Errorf("the run counts %d mistakes, %d in the opening, and %d updates; there were %d, %d and %d", tr.Mistakes, tr.OpeningMistakes(), tr.Updates, mistakes, opening, updates)
	}
	for phi, m := range count {
		if got := tr.Violations(phi); got != m {
			return fmt.Errorf("m(%v) = %d, expected %d", phi, got, m)
		}
	}
	if !sameClassifier(tr.Classifier, l.Classifier()) {
		return fmt.Errorf("the run's last classifier is %v, that of the loop %v", tr.Classifier, l.Classifier())
	}
	return nil
}

// sameStep compares bit by bit, NaN being NaN.
func sameStep(a, b theory.Step) bool {
	bits := func(s theory.Step) [3]uint64 {
		return [3]uint64{math.Float64bits(s.Score), math.Float64bits(s.Target), math.Float64bits(s.Norm)}
	}
	return bits(a) == bits(b) && a.Y == b.Y && a.Predicted == b.Predicted && a.Updated == b.Updated && a.Opening == b.Opening
}

// ClassifierPredicts: a learner predicts by the classifier that it shows before
// the step, and changes it at updates only. The first classifier that separates
// the whole stream is found at τ, and γ̄ is the margin of the last one
// (algos.Separation, theory.Classifier.Margin).
func ClassifierPredicts(c Case) error {
	x := points(c.Stream, c.Dim)
	watcher := algos.NewSeparation(c.Stream)
	if _, err := c.Learner.Run(context.Background(), c.Dim, slices.Values(c.Stream), watcher); err != nil {
		return fmt.Errorf("the run ended early: %w", err)
	}
	l := c.Learner.New(c.Dim)
	spread := widest(x, x)
	tau, maybe := 0, map[int]bool{} // maybe: steps after which rounding hides whether it separates
	before := l.Classifier()
	for t, e := range c.Stream {
		score := dot(before.W, x[t]) + before.B
		slack := 0x1p-45 * float64(c.Dim+1) * (norm(before.W)*norm(x[t]) + math.Abs(before.B))
		step := l.Step(e.X, e.Y)
		if gamma := step.Gamma(); gamma > 0 { // w is known to rounding/γ, which turns what is as far away as spread
			slack *= 1 + spread/gamma
		}
		if math.Abs(score) > slack && float64(step.Predicted)*score < 0 {
			return fmt.Errorf("t=%d: predicted %+d, and the classifier's score is %v", t+1, step.Predicted, score)
		}
		after := l.Classifier()
		if !step.Updated && !sameClassifier(before, after) && !c.Learner.Core().Kind.Restless {
			return fmt.Errorf("t=%d: the classifier changed from %v to %v, and no update is told", t+1, before, after)
		}
		before = after
		if step.Updated && tau == 0 {
			least, slack := ownMargin(after, c.Stream, x)
			if least > slack {
				tau = t + 1
			} else if slack > 0 && least > -slack {
				maybe[t+1] = true
			}
		}
	}
	if got, _ := watcher.Tau(); got != tau && !maybe[got] {
		return fmt.Errorf("tau = %d, expected %d", got, tau)
	}
	if len(c.Stream) > 0 {
		least, slack := ownMargin(before, c.Stream, x)
		if got := before.Margin(c.Stream); !near(got, max(0, least), slack+0x1p-50*math.Abs(least)) {
			return fmt.Errorf("the last classifier's margin is told to be %v, and is %v", got, max(0, least))
		}
		if in, n := c.metric(), c.Learner.Norm(); !in.euclidean() && norm(before.W) > 0 {
			times := norm(before.W) / in.dual(before.W)
			least, slack := least*times, (slack+0x1p-45*float64(c.Dim+1)*math.Abs(least))*times*in.units(c.Dim)/units(c.Dim)
			if got := before.MarginIn(n, c.Stream); !near(got, max(0, least), slack) {
				return fmt.Errorf("the last classifier's margin in the norm is told to be %v, and is %v", got, max(0, least))
			}
		}
	}
	return nil
}

// ownMargin is min y(w·x+b)/‖w‖ over the stream, 0 where w = 0, with what
// rounding may have moved it.
func ownMargin(c theory.Classifier, stream []theory.Example, x [][]float64) (least, slack float64) {
	size := norm(c.W)
	if size < 0x1p-500 { // its square underflows
		size = powerNorm(c.W, 2)
	}
	if size == 0 {
		return 0, 0
	}
	least, slack = math.Inf(1), 0x1p-48*float64(len(c.W)+1)*(longest(x)+math.Abs(c.B)/size)
	if onLattice(append(slices.Clone(x), c.W, []float64{c.B})) {
		slack = 0
	}
	for t, e := range stream {
		least = min(least, float64(e.Y)*(dot(c.W, x[t])+c.B)/size)
	}
	return least, slack
}

// showsItsPredictor reports whether the learner predicts by the classifier that
// it shows: one that shows a mean, or draws lots, does not.
func showsItsPredictor(s *algos.Spec) bool {
	l, ok := s.New(1).(algos.Drifting)
	return !(ok && l.Drifts() || s.Core().Kind.Random)
}
