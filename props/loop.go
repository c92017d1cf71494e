package props

import (
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/theory"
)

// RunIsTheLoop: algos.Run is the loop of steps, one an example. Its mistakes are the steps whose predicted label
// differs from the revealed one, and its updates the steps with a change (HKNS25, Section 4).
func RunIsTheLoop(c Case) error {
	tr, err := run(c, 0)
	if err != nil {
		return err
	}
	steps, err := replay(c)
	if err != nil {
		return err
	}
	if tr.Learner != c.Learner.String() || len(tr.Steps) != len(c.Stream) {
		return fmt.Errorf("the trace is of %d steps of %q, expected %d of %q", len(tr.Steps), tr.Learner, len(c.Stream), c.Learner)
	}
	last := theory.Classifier{}
	for t, s := range steps {
		if !sameStep(s.Reported, tr.Steps[t]) {
			return s.fault("the run's step is %+v, that of the loop %+v", tr.Steps[t], s.Reported)
		}
		last = theory.Classifier{W: s.Next.W, B: s.Next.B}
	}
	if lift := c.Learner.Bias; lift != 0 {
		last = theory.Classifier{W: last.W[:c.Dim], B: last.W[c.Dim] * lift}
	}
	count := func(what func(theory.Step) bool) (n int) {
		for _, s := range steps {
			if what(s.Reported) {
				n++
			}
		}
		return n
	}
	wrong := func(s theory.Step) bool { return s.Predicted*s.Y < 0 }
	got, want := [3]int{tr.Mistakes, tr.OpeningMistakes(), tr.Updates}, [3]int{count(wrong),
		count(func(s theory.Step) bool { return s.Opening && wrong(s) }),
		count(func(s theory.Step) bool { return s.Updated })}
	if got != want {
		return fmt.Errorf("the run counts mistakes, those in the opening and updates as %d; there were %d", got, want)
	}
	if !slices.Equal(tr.Classifier.W, last.W) || !isNear(tr.Classifier.B, last.B, 0x1p-50*math.Abs(last.B)) {
		return fmt.Errorf("the run's last classifier is %v, the loop's %v", tr.Classifier, last)
	}
	return nil
}

// ClassifierPredicts: a learner predicts by its visible classifier before the step, and changes it only at updates.
// The first classifier that separates the whole stream is found at τ, and γ̄ is the margin of the last one
// (algos.Separation, theory.Classifier.Margin).
func ClassifierPredicts(c Case) error {
	watcher := algos.NewSeparation(c.Stream)
	tr, err := run(c, 0, watcher.Updated)
	if err != nil {
		return err
	}
	steps, err := replay(c)
	x := c.Lifted()
	extent := measure.Widest(x, x)
	tau, maybe := 0, map[int]bool{} // maybe: steps after which rounding hides whether it separates
	for _, s := range steps {
		slack := 0x1p-45 * float64(c.Dim+1) * (s.W.Norm()*s.X.Norm() + math.Abs(s.B))
		if gamma := s.Reported.Gamma(); gamma > 0 { // w is known to rounding/γ, which moves far scores
			slack *= 1 + extent/gamma
		}
		if score := s.Y * s.S; math.Abs(score) > slack && float64(s.Reported.Predicted)*score < 0 {
			return s.fault("predicted %+d, and the classifier's score is %v", s.Reported.Predicted, score)
		}
		if !s.Reported.Updated && s.changed() && !c.Learner.Kind.Restless {
			return s.fault("the classifier changed from %v to %v, and no update is reported", s.shown, s.Next)
		}
		if !s.Reported.Updated || tau != 0 {
			continue
		}
		least, slack := ownMargin(s.Next, c.Stream, x, c.Dim)
		if least > slack {
			tau = s.T
		} else if slack > 0 && least > -slack {
			maybe[s.T] = true
		}
	}
	if got, _ := watcher.Tau(); got != tau && !maybe[got] {
		return fmt.Errorf("tau = %d, expected %d", got, tau)
	}
	if len(steps) == 0 {
		return err
	}
	last, w := steps[len(steps)-1].Next, tr.Classifier.W
	least, slack := ownMargin(last, c.Stream, x, c.Dim)
	if got := tr.Classifier.Margin(c.Stream); !isNear(got, max(0, least), slack+0x1p-50*math.Abs(least)) {
		return fmt.Errorf("the last classifier's margin is reported to be %v, and is %v", got, max(0, least))
	}
	if in := c.Metric(); !in.Euclidean() && measure.Vector(w).Norm() > 0 {
		times := measure.Vector(w).Norm() / in.Dual(w)
		room := (slack + 0x1p-45*float64(c.Dim+1)*math.Abs(least)) * times * in.Units(c.Dim) / measure.Units(c.Dim)
		if got := tr.Classifier.MarginIn(c.Learner.Norm, c.Stream); !isNear(got, max(0, least*times), room) {
			return fmt.Errorf("the last classifier's margin in the norm is reported to be %v, and is %v", got, max(0, least*times))
		}
	}
	return err
}

// ownMargin returns min y(w·x+b)/‖w‖ over the stream, ‖w‖ without the weight of a constant coordinate, 0 where w = 0,
// and how far rounding may have moved it.
func ownMargin(s shown, stream []theory.Example, x []measure.Vector, d int) (least, slack float64) {
	size := s.W[:d].Norm()
	if size < 0x1p-500 { // its square underflows
		size = math.Ldexp(s.W[:d].Times(0x1p600).Norm(), -600)
	}
	if size == 0 {
		return 0, 0
	}
	least, slack = math.Inf(1), 0x1p-48*float64(len(s.W)+1)*(measure.Longest(x)*s.W.Norm()+math.Abs(s.B))/size
	if measure.OnLattice(append(slices.Clone(x), s.W, measure.Vector{s.B})...) {
		slack = 0
	}
	for t, e := range stream {
		least = min(least, float64(e.Y)*(s.W.Dot(x[t])+s.B)/size)
	}
	return least, slack
}

// showsItsPredictor reports whether the learner predicts by its visible classifier: a learner that shows a mean, or
// draws lots, does not.
func showsItsPredictor(s *algos.Spec) bool {
	l := s.New(1)
	_, program := l.(algos.Streamed)
	return !(!program && l.State().Drifts || s.Kind.Random)
}

// movesDualPoints reports whether the learner shows its v₊ and v₋, and moves one of them at an update instead of
// solving the offline problem anew.
func movesDualPoints(s *algos.Spec) bool { return showsDualPoints(s) && !s.Kind.Solves }

// RepeatsTeachNothing: a learner does not learn from an example that is repeated at once. After an update with β < 1
// it has a_t = γ_t, and after one with β = 1 it is v_y itself (HKNS25, Algorithm 1); a learner that updates at a_t =
// γ_t up to rounding, with ρ = 1, never comes to rest.
func RepeatsTeachNothing(c Case) error {
	doubled, in, reach := c, c.Metric(), 0.0
	doubled.Stream = nil
	for _, e := range c.Stream {
		doubled.Stream = append(doubled.Stream, e, e)
	}
	steps, err := replay(doubled)
	for _, s := range steps {
		if s.Plus == nil || s.Minus == nil {
			continue
		}
		reach = max(reach, in.Longest([]measure.Vector{s.Plus, s.Minus, s.X}))
		gamma, next := in.Norm(s.Plus.Minus(s.Minus))/2, in.Norm(s.Next.Plus.Minus(s.Next.Minus))/2
		lost := in.Units(c.Dim) * reach / next
		if c.Sparse() { // it follows squares
			lost *= 4 * max(1, reach/next)
		}
		again := s.T%2 == 0 && s.Reported.Updated
		if in.P < 2 { // where ℓ is steep, rounding makes a_t arbitrary; γ_t is unaffected
			again = again && next < gamma*(1-0x1p-40-lost)
		}
		if again && lost < 8e-13 { // the learners take 1e-12 of γ_t for a tie
			return s.fault("an update at a_t = %v, gamma_t = %v, by the same example as the step before",
				s.Reported.A(), gamma)
		}
	}
	return err
}

// TraitsAreThoseOfTheRun: the traits of a learner's Kind are true of the run. A learner shows a bias or a margin only
// if it has its own; its rule turns where Turn says, or at ρ·γ_t; and a second pass changes nothing if the traits say
// so.
func TraitsAreThoseOfTheRun(c Case) error {
	kind := c.Learner.Kind
	rho, compares := c.Learner.Params()["rho"]
	if kind.Degree != algos.Unsaid && compares != (kind.Degree == algos.Degree1) {
		return fmt.Errorf("of degree %v, and with a rho: %v, expected Degree1 of the learners that compare a_t with "+
			"rho·gamma_t, and of no others", kind.Degree.Power(), compares)
	}
	steps, err := replay(c)
	longest, greatest := measure.Longest(c.Lifted()), 0.0
	for _, s := range steps {
		size, reported := s.W.Norm(), s.Reported
		greatest = max(greatest, size, reported.Norm)
		if reported.Opening {
			continue
		}
		turn := c.Learner.Turn(reported.Gamma())
		if compares && kind.Turn == nil {
			turn = rho * reported.Target
		}
		slack := 1e-6*math.Abs(turn) + 1e-9*greatest*longest
		switch {
		case !kind.OwnBias && s.Next.B != 0:
			return s.fault("the bias is %v, expected none of a learner through the origin", s.Next.B)
		case !kind.OwnMargin && !math.IsNaN(reported.Target):
			return s.fault("gamma_t = %v, expected no margin of its own", reported.Gamma())
		case kind.UnitNorm && size > 0 && !isNear(size, 1, 1e-9):
			return s.fault("|w| = %v, expected 1", size)
		case reported.Updated && reported.Norm > 0 && reported.Score > turn+slack:
			return s.fault("an update at y(w·x+b) = %v, expected none above %v", reported.Score, turn)
		case !reported.Updated && !kind.OwnMargin && reported.Score < turn-slack && s.XX > 0:
			return s.fault("no update at y(w·x+b) = %v, expected one below %v", reported.Score, turn)
		}
	}
	if n := len(steps); err == nil && kind.OnePass && n > 0 {
		c.Stream = append(c.Stream[:n:n], c.Stream...)
		twice, err := replay(c)
		if err != nil {
			return err
		}
		if gamma, again := steps[n-1].Next.Gamma, twice[2*n-1].Next.Gamma; math.Abs(again-gamma) > 1e-6*gamma {
			return fmt.Errorf("gamma = %v after a pass, and %v after another one, expected the same", gamma, again)
		}
	}
	return err
}
