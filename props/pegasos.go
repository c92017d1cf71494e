package props

import (
	"math"

	"marginlab/props/measure"
)

// PegasosIsItsAlgorithm: Pegasos takes w_t to (1−1/t)w_t, plus yx/(λt) iff
// y(w_t·x) < 1, and onto the ball ‖w‖ ≤ 1/√λ if it projects; the mean that it shows is that
// of w_1 to w_t (Shalev-Shwartz, Singer, Srebro 2007, Fig. 1). It takes a = λ/R².
func PegasosIsItsAlgorithm(c Case) error {
	c = c.InUnits("lambda", 2)
	lambda, projects := c.Learner.Params()["lambda"], c.Learner.Params()["project"] == 1
	c.Learner = c.Learner.With("classifier", 1)
	means, err := replay(c)
	if err != nil {
		return err
	}
	c.Learner = c.Learner.With("classifier", 0)
	steps, err := replay(c)
	sum, size, longest := make(measure.Vector, len(c.Lifted()[0])), 0.0, 0.0
	for i, s := range steps {
		t, norm := float64(s.T), s.W.Norm()
		longest = max(longest, norm)
		room := s.slack() + 0x1p-50*math.Abs(s.S)
		if err := s.decides(rule{score: s.S, slack: room, norm: norm, lost: 0x1p-46 * t * longest * longest, turn: 1}); err != nil {
			return err
		}
		next := s.W.Times(1 - 1/t)
		if s.Reported.Updated {
			next = next.Plus(s.Y/(lambda*t), s.X)
		}
		// ‖w‖² is followed; where it falls by cancelling, what is left is rounded.
		around := norm + s.X.Norm()/(lambda*t)
		off := 8 * measure.Ulps(s.X) * around
		if projects {
			off += 0x1p-46 * t * around
			next = next.Times(1 / max(1, next.Norm()*math.Sqrt(lambda)))
		}
		sum, size = sum.Plus(1, s.W), size+norm
		mean := sum.Times(1 / t)
		switch {
		case !(s.Next.W.Distance(next) <= off):
			return s.fault("w = %v after the step, expected %v (before: %v)", s.Next.W, next, s.W)
		case !sameStep(s.Reported, means[i].Reported):
			return s.fault("the step is %+v, and %+v where the mean is kept", s.Reported, means[i].Reported)
		case !(means[i].Next.W.Distance(mean) <= 1e-9*(size+s.Next.W.Norm())/t):
			return s.fault("the mean is %v, expected %v", means[i].Next.W, mean)
		}
	}
	return err
}

// rule is when a learner that no exact model follows updates, and what it reports.
type rule struct {
	score, slack float64 // y(w·x), and how far rounding may have moved it
	norm, lost   float64 // ‖w‖, and how far rounding may have moved its square
	turn         float64 // an update iff the score is below it, and x ≠ 0
	mistakes     bool    // and at each mistake
}

// decides holds a step against a rule.
func (s step) decides(r rule) error {
	must, never := s.XX > 0 && (r.score < r.turn-r.slack || r.mistakes && s.Reported.Mistake()),
		s.XX == 0 || r.score > r.turn+r.slack && !(r.mistakes && s.Reported.Mistake())
	switch predicted := float64(s.Reported.Predicted) * s.Y; {
	case !near(s.Reported.Score, r.score, r.slack):
		return s.fault("y(w·x) is reported to be %v, and is %v", s.Reported.Score, r.score)
	case !near(s.Reported.Norm*s.Reported.Norm, r.norm*r.norm, r.lost):
		return s.fault("‖w‖ is reported to be %v, and is %v", s.Reported.Norm, r.norm)
	case r.score > r.slack && predicted < 0 || r.score < -r.slack && predicted > 0, r.score == 0 && r.slack == 0 && predicted*s.Y < 0:
		return s.fault("predicted %+d for %+d at y(w·x) = %v", s.Reported.Predicted, s.Reported.Y, r.score+0)
	case must && !s.Reported.Updated || never && s.Reported.Updated:
		return s.fault("updated: %v at y(w·x) = %v, ‖x‖² = %v, ‖w‖ = %v", s.Reported.Updated, r.score+0, s.XX, r.norm)
	}
	return nil
}

// near reports |a−b| ≤ slack; NaN is near nothing.
func near(a, b, slack float64) bool { return math.Abs(a-b) <= slack }
