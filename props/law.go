package props

import (
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/theory"
)

// law is what an algorithm says of a step: what the learner reports of it, whether it
// updates, and to where. Every number has how far rounding may have moved it.
type law struct {
	reports []report

	a, slack        float64 // y(w·x+b): the label predicted is its sign, times y
	unknown         bool    // it is not: the predictions are drawn
	must, mustNever bool    // an update; neither where rounding hides which

	in  measure.Metric
	w   measure.Vector // the next w, nil where the step says nothing of it
	off float64        // in the dual norm
}

// report is a number that the learner reports, beside what it is.
type report struct {
	what                string
	reported, is, slack float64
}

// turns decides on an update at a: below the turn, or at it if a tie updates.
func (l *law) turns(a, turn, slack float64, tie bool) {
	l.must = a < turn-slack || slack == 0 && a == turn && tie
	l.mustNever = a > turn+slack || slack == 0 && a == turn && !tie
}

// always and never decide without a turn.
func (l *law) always() { l.must, l.mustNever = true, false }
func (l *law) never()  { l.must, l.mustNever = false, true }

// holds holds the law against the step. Adding 0 makes 0 of −0.
func (l law) holds(s replay.Step) error {
	for _, n := range l.reports {
		if !near(n.reported, n.is, n.slack) && !(math.IsNaN(n.reported) && math.IsNaN(n.is)) {
			return s.Fault("%s is reported to be %v, and is %v", n.what, n.reported, n.is)
		}
	}
	predicted := float64(s.Reported.Predicted) * s.Y
	switch updated := s.Reported.Updated; {
	case !l.unknown && (l.a > l.slack && predicted < 0 || l.a < -l.slack && predicted > 0),
		!l.unknown && l.a == 0 && l.slack == 0 && s.Reported.Predicted != theory.Positive:
		return s.Fault("predicted %+d for %+d at y(w·x+b) = %v", s.Reported.Predicted, s.Reported.Y, l.a+0)
	case l.must && !updated || l.mustNever && updated:
		return s.Fault("updated: %v at y(w·x+b) = %v, ‖x‖ = %v, ‖w‖ = %v", updated, l.a+0, math.Sqrt(s.XX), s.W.Norm())
	case !updated && l.w == nil && s.Changed():
		return s.Fault("the classifier changed, and no update is reported")
	case l.w != nil && !(l.in.Dual(s.Next.W.Minus(l.w)) <= l.off):
		return s.Fault("w = %v after the step, expected %v (before: %v)", s.Next.W, l.w, s.W)
	}
	return nil
}

// obey holds the law of each step.
func obey(steps []replay.Step, of func(replay.Step) law) error {
	for _, s := range steps {
		if err := of(s).holds(s); err != nil {
			return err
		}
	}
	return nil
}

// near reports |a−b| ≤ slack; NaN is near nothing.
func near(a, b, slack float64) bool { return math.Abs(a-b) <= slack }

// in reports whether the learner is of one of the families.
func in(s *algos.Spec, families ...string) bool {
	return slices.ContainsFunc(families, func(f string) bool { return slices.Contains(s.Families(), f) })
}

// of returns the learners of the families.
func of(families ...string) func(*algos.Spec) bool {
	return func(s *algos.Spec) bool { return in(s, families...) }
}
