package props

import (
	"math"

	"marginlab/props/measure"
	"marginlab/props/replay"
)

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
		l := law{a: s.S, slack: room, in: measure.L2(), tells: []told{
			{"y(w·x)", s.Told.Score, s.S, room},
			{"‖w‖²", s.Told.Norm * s.Told.Norm, norm * norm, 0x1p-46 * t * s.Longest * s.Longest},
		}}
		if l.turns(s.S, 1, room, false); s.T <= 2 && s.Slack == 0 && measure.OnLattice(measure.Vector{1 / lambda}) && !projects {
			l.turns(s.S, 1, 0, false)
		}
		if s.XX == 0 {
			l.never()
		}
		l.w = s.W.Times(1 - 1/t)
		if s.Told.Updated {
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
		case !sameStep(s.Told, means[i].Told):
			return s.Fault("the step is %+v, and %+v where the mean is kept", s.Told, means[i].Told)
		case !(off <= 1e-9*(size+s.Next.W.Norm())/t):
			return s.Fault("the mean is %v, expected %v", means[i].Next.W, mean)
		}
	}
	return err
}

// PegasosRegret: after every step the mean of Pegasos' objective f_t(w_t) =
// λ/2‖w_t‖² + ℓ_t is at most that of any u, with ‖u‖ ≤ 1/√λ if it projects, and
// c(1+ln T)/(2λT) more, c = (√λ+R)² projected, 4R² not (Shalev-Shwartz, Singer,
// Srebro 2007, Theorem 1). It takes a = λ/R², the labels to swap, and u·R.
func PegasosRegret(c Case) error {
	c = c.InUnits("lambda", 2)
	if len(c.A) > 1 {
		c = c.Flipped(c.A[1])
	}
	lambda, projects := c.Learner.Params()["lambda"], c.Learner.Params()["project"] == 1
	c.Learner = c.Learner.With("classifier", 0)
	star, direction, err := throughOrigin(c)
	if err != nil {
		return err
	}
	rivals := []measure.Vector{make(measure.Vector, star.Dim), c.Rival(star.Dim, star.DBar)}
	if star.Separable {
		rivals = append(rivals, direction.Times(1/star.Lower))
	}
	steps, err := replay.Run(c)
	for _, u := range rivals {
		if long := u.Norm() * math.Sqrt(lambda); projects && long > 1 {
			u = u.Times(1 / long)
		}
		own, theirs, reach := 0.0, 0.0, 0.0
		for _, s := range steps {
			own += lambda/2*s.W.Dot(s.W) + s.Loss()
			theirs += lambda/2*u.Dot(u) + s.LossOf(u)
			reach = max(reach, s.XX)
			most := 4 * reach
			if projects {
				most = lambda + 2*math.Sqrt(lambda*reach) + reach
			}
			t := float64(s.T)
			if bound := theirs/t + most*(1+math.Log(t))/(2*lambda*t); !(own/t <= bound*(1+1e-9)) {
				return s.Fault("the objective is %v in the mean, the bound %v (%v of u = %v)", own/t, bound, theirs/t, u)
			}
		}
	}
	return err
}
