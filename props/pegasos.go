package props

import (
	"math"

	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/props/stream"
)

// pegasosProperties are of Pegasos.
func pegasosProperties() []Property {
	return []Property{
		{"pegasos", "w_t and the mean are Fig. 1's; |w| <= 1/√lambda projected", "Shalev-Shwartz, Singer, Srebro 2007, Fig. 1", of("pegasos"), stream.Draws{Numbers: stream.Against(1, 0.1, 0.001, 1e-6, 10, 1e-18)}, 60, PegasosIsItsAlgorithm},
	}
}

// PegasosIsItsAlgorithm: Pegasos takes w_t to (1−1/t)w_t, plus yx/(λt) iff
// y(w_t·x) < 1, and onto the ball ‖w‖ ≤ 1/√λ if it projects, so that ‖w‖ ≤ R/λ if not; the
// mean that it shows is that of w_1 to w_t (Shalev-Shwartz, Singer, Srebro 2007, Fig. 1).
// It takes a = λ/R².
func PegasosIsItsAlgorithm(c Case) error {
	c = c.InUnits("lambda", 2)
	lambda, projects := c.Learner.Params()["lambda"], c.Learner.Params()["project"] == 1
	reach := measure.Longest(c.Lifted())
	c.Learner = c.Learner.With("classifier", 1)
	means, err := replay.Run(c)
	if err != nil {
		return err
	}
	c.Learner = c.Learner.With("classifier", 0)
	steps, err := replay.Run(c)
	sum, size := make(measure.Vector, len(c.Lifted()[0])), 0.0
	for i, s := range steps {
		t, norm := float64(s.T), s.W.Norm()
		room := 4*measure.Ulps(s.X)*norm*s.X.Norm() + 0x1p-50*math.Abs(s.S)
		l := law{a: s.S, slack: room, in: measure.L2(), reports: []report{
			{"y(w·x)", s.Reported.Score, s.S, room},
			{"‖w‖²", s.Reported.Norm * s.Reported.Norm, norm * norm, 0x1p-46 * t * s.Longest * s.Longest},
		}}
		if l.turns(s.S, 1, room, false); s.T <= 2 && s.Slack == 0 && measure.OnLattice(measure.Vector{1 / lambda}) && !projects {
			l.turns(s.S, 1, 0, false)
		}
		if s.XX == 0 {
			l.never()
		}
		l.w = s.W.Times(1 - 1/t)
		if s.Reported.Updated {
			l.w = l.w.Plus(s.Y/(lambda*t), s.X)
		}
		// ‖w‖² is followed; where it falls by cancelling, what is left is rounded.
		around := norm + s.X.Norm()/(lambda*t)
		l.off = 8 * measure.Ulps(s.X) * around
		most := reach/lambda + l.off
		if projects {
			l.off += 0x1p-46 * t * around
			l.w, most = l.w.Times(1/max(1, l.w.Norm()*math.Sqrt(lambda))), 1/math.Sqrt(lambda)+l.off
		}
		if err := l.holds(s); err != nil {
			return err
		}
		sum, size = sum.Plus(1, s.W), size+norm
		mean := sum.Times(1 / t)
		switch off := means[i].Next.W.Distance(mean); {
		case !(s.Next.W.Norm() <= most):
			return s.Fault("‖w‖ = %v, expected at most %v", s.Next.W.Norm(), most)
		case !sameStep(s.Reported, means[i].Reported):
			return s.Fault("the step is %+v, and %+v where the mean is kept", s.Reported, means[i].Reported)
		case !(off <= 1e-9*(size+s.Next.W.Norm())/t):
			return s.Fault("the mean is %v, expected %v", means[i].Next.W, mean)
		}
	}
	return err
}
