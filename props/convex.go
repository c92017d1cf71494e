package props

import (
	"fmt"
	"math"

	"marginlab/algos"
)

func isPegasos(s *algos.Spec) bool { return in(s, "pegasos") }

// PegasosIsItsAlgorithm: Pegasos takes w_t to (1−1/t)w_t, plus yx/(λt) iff
// y(w_t·x) < 1, and onto the ball ‖w‖ ≤ 1/√λ if it projects; the mean that it
// shows is that of w_1 to w_t (Shalev-Shwartz, Singer, Srebro 2007, Fig. 1). It
// takes a = λ/R².
func PegasosIsItsAlgorithm(c Case) error {
	c = c.inUnits("lambda", 2)
	params := c.Learner.Params()
	lambda, projects := params["lambda"], params["project"] == 1
	reach := longest(lifted(c.Stream, c.Dim, c.Learner.Lift()))
	mean := c
	mean.Learner = c.Learner.With("classifier", 1)
	averaged := walk(mean)
	c.Learner = c.Learner.With("classifier", 0)
	var sum []float64
	size := 0.0
	for i, m := range walk(c) {
		t := float64(m.t)
		exact := m.t <= 2 && m.slack == 0 && onLattice([][]float64{{1 / lambda}}) && !projects
		room := 4*ulps(m.x)*norm(m.w)*norm(m.x) + 0x1p-50*math.Abs(m.s)
		below := m.s < 1
		if near(m.s, 1, room) && !exact {
			below = m.Updated // rounding hides which
		}
		switch {
		case !near(m.Score, m.s, room):
			return fmt.Errorf("t=%d: y(w·x) is told to be %v, and is %v", m.t, m.Score, m.s)
		case !near(m.Norm*m.Norm, dot(m.w, m.w), 0x1p-46*t*m.most*m.most):
			return fmt.Errorf("t=%d: ‖w‖ is told to be %v, and is %v", m.t, m.Norm, norm(m.w))
		case math.Abs(m.s) > room && !predicts(m):
			return fmt.Errorf("t=%d: predicted %+d at y(w·x) = %v, y = %+d", m.t, m.Predicted, m.s, m.Y)
		case m.Updated != (below && m.xx > 0):
			return fmt.Errorf("t=%d: updated: %v at y(w·x) = %v, ‖x‖ = %v", m.t, m.Updated, m.s, norm(m.x))
		case !sameStep(m.Step, averaged[i].Step):
			return fmt.Errorf("t=%d: the step is %+v, and %+v where the mean is kept", m.t, m.Step, averaged[i].Step)
		}
		next := along(make([]float64, len(m.w)), 1-1/t, m.w)
		if m.Updated {
			next = along(next, m.y/(lambda*t), m.x)
		}
		// ‖w‖² is followed; where it falls by cancelling, what is left is rounded.
		around := norm(m.w) + norm(m.x)/(lambda*t)
		slack := 8 * ulps(m.x) * around
		if length := norm(next) * math.Sqrt(lambda); projects {
			slack += 0x1p-46 * t * around
			next = along(make([]float64, len(next)), 1/max(1, length), next)
			if most := (1 + slack*math.Sqrt(lambda)) / math.Sqrt(lambda); !(norm(m.w2) <= most) {
				return fmt.Errorf("t=%d: ‖w‖ = %v, 1/√lambda = %v", m.t, norm(m.w2), 1/math.Sqrt(lambda))
			}
		} else if most := reach / lambda; !(norm(m.w2) <= most+slack) {
			return fmt.Errorf("t=%d: ‖w‖ = %v, R/lambda = %v", m.t, norm(m.w2), most)
		}
		if off := distance(m.w2, next); !(off <= slack) {
			return fmt.Errorf("t=%d: w = %v, expected %v", m.t+1, m.w2, next)
		}
		if sum == nil {
			sum = make([]float64, len(m.w))
		}
		sum = along(sum, 1, m.w)
		size += norm(m.w)
		own := along(make([]float64, len(sum)), 1/t, sum)
		if off := distance(averaged[i].w2, own); !(off <= 1e-9*(size+norm(m.w2))/t) {
			return fmt.Errorf("t=%d: the mean is %v, expected %v", m.t, averaged[i].w2, own)
		}
	}
	return nil
}

// PegasosRegret: after every step the mean of Pegasos' objective f_t(w_t) =
// λ/2‖w_t‖² + ℓ_t is at most that of any u, with ‖u‖ ≤ 1/√λ if it projects, and
// c(1+ln T)/(2λT) more, c = (√λ+R)² projected, 4R² not (Shalev-Shwartz, Singer,
// Srebro 2007, Theorem 1). It takes a = λ/R², the labels to turn, and u·R.
func PegasosRegret(c Case) error {
	c = c.inUnits("lambda", 2)
	if len(c.A) > 1 {
		c = c.flipped(c.A[1])
	}
	params := c.Learner.Params()
	lambda, projects := params["lambda"], params["project"] == 1
	c.Learner = c.Learner.With("classifier", 0)
	star, direction, err := throughOrigin(c, c.Learner.Lift())
	if err != nil {
		return err
	}
	zero := make([]float64, star.Dim)
	rivals := [][]float64{zero, c.rival(star.Dim, star.DBar)}
	if star.Separable {
		rivals = append(rivals, along(zero, 1/star.Lower, direction))
	}
	steps := walk(c)
	for _, u := range rivals {
		if long := norm(u) * math.Sqrt(lambda); projects && long > 1 {
			u = along(zero, 1/long, u)
		}
		own, theirs, reach := 0.0, 0.0, 0.0
		for _, m := range steps {
			own += lambda/2*dot(m.w, m.w) + m.loss()
			theirs += lambda/2*dot(u, u) + m.lossOf(u)
			reach = max(reach, m.xx)
			most := 4 * reach
			if projects {
				most = lambda + 2*math.Sqrt(lambda*reach) + reach
			}
			t := float64(m.t)
			if bound := theirs/t + most*(1+math.Log(t))/(2*lambda*t); !(own/t <= bound*(1+1e-9)) {
				return fmt.Errorf("t=%d: the objective is %v in the mean, the bound %v (%v of u = %v)", m.t, own/t, bound, theirs/t, u)
			}
		}
	}
	return nil
}

// isRandomized says that a learner is the randomized classifier, of either ψ.
func isRandomized(s *algos.Spec) bool { return in(s, "randomized") || in(s, "randomized(printed)") }

func isRandomizedScaled(s *algos.Spec) bool { return in(s, "randomized") }

func isRandomizedPrinted(s *algos.Spec) bool { return in(s, "randomized(printed)") }

// RandomizedIsFTRL: what the randomized classifier tells is y q_t, q_t = z_t·x_t
// within [−1, 1], and x_t = argmin_{‖x‖ ≤ 1/R} ψ_t(x) − ½ Σ y_i z_i·x, with ψ_t(x) =
// R²√(2t)/4 ‖x‖², as printed without R²; so x_t is Σ y_i z_i/(R²√(2t)), or its
// nearest point in the ball (online-linear-classification.txt, Section 1). It
// takes a = R in units of the longest z.
func RandomizedIsFTRL(c Case) error {
	c = c.inUnits("R", 1)
	radius, printed := c.Learner.Params()["R"], isRandomizedPrinted(c.Learner)
	x := lifted(c.Stream, c.Dim, c.Learner.Lift())
	sum := make([]float64, len(x[0]))
	seen, most := 0.0, 0.0
	factor := func(t int) float64 { // of the sum
		r := radius
		if r == 0 {
			r = seen
		}
		if r == 0 {
			return 0
		}
		f := 1 / math.Sqrt(2*float64(t))
		if !printed {
			f /= r * r
		}
		return min(f, 1/(r*norm(sum)))
	}
	const hides = 0.1 // of 1/‖Σ y z‖ nothing is known
	// lost is what rounding may change in the sum, relatively: it is of vectors as
	// long as most, and its square is followed unless all have all coordinates.
	lost := func(sum []float64) float64 {
		cancelled := 1.0
		if own := norm(sum); own > 0 {
			cancelled = max(1, most/own)
		}
		if !c.full() {
			cancelled *= cancelled
		}
		return 16 * ulps(sum) * float64(len(c.Stream)) * cancelled
	}
	for _, m := range walk(c) {
		seen = max(seen, norm(m.x))
		f := factor(m.t)
		q := max(-1, min(1, f*dot(sum, m.x)))
		l := lost(sum)
		slack := l * f * norm(sum) * norm(m.x)
		switch {
		case l < hides && !near(m.Score, m.y*q, slack) || math.Abs(m.Score) > 1:
			return fmt.Errorf("t=%d: y q_t is told to be %v, and is %v", m.t, m.Score, m.y*q)
		case q == 1 && m.Score == m.y && m.Predicted < 0, q == -1 && m.Score == -m.y && m.Predicted > 0:
			return fmt.Errorf("t=%d: predicted %+d at q = %v", m.t, m.Predicted, q)
		case m.Updated != (m.xx > 0):
			return fmt.Errorf("t=%d: updated: %v at ‖z‖ = %v", m.t, m.Updated, norm(m.x))
		}
		sum = along(sum, m.y, m.x)
		most = max(most, norm(m.x), norm(sum))
		next := along(make([]float64, len(sum)), factor(m.t+1), sum)
		if off, l := distance(m.w2, next), lost(sum); l < hides && !(off <= l*norm(next)) {
			return fmt.Errorf("t=%d: x_t = %v, expected %v", m.t+1, m.w2, next)
		}
	}
	return nil
}

// RandomizedRegret: after every step Σ ½(1−y q_t), the mistakes to be expected of
// the randomized classifier, are at most √(2T)/2 more than those of any u with
// ‖u‖ ≤ 1/R that predicts as it does; with R = 0, R is the greatest ‖z‖ so far
// (online-linear-classification.txt, Theorem 1, with R² in ψ). It takes a = R in
// units of the longest z, the labels to turn, and u.
func RandomizedRegret(c Case) error { return c.inUnits("R", 1).regret(0.5) }

// regret holds the mistakes to be expected against those of any u and f·√(2T).
func (c Case) regret(f float64) error {
	if len(c.A) > 1 {
		c = c.flipped(c.A[1])
	}
	radius := c.Learner.Params()["R"]
	if radius > 0 && longest(lifted(c.Stream, c.Dim, c.Learner.Lift())) > radius*(1+1e-12) {
		return nil // not a stream that the theorem speaks of
	}
	steps := walk(c)
	x := steps[0].x
	sum, seen, expected := make([]float64, len(x)), radius, 0.0
	for T, m := range steps {
		expected += (1 - m.Score) / 2
		sum = along(sum, m.y, m.x)
		if radius == 0 {
			seen = max(seen, norm(m.x))
		}
		if seen == 0 {
			continue
		}
		t := float64(T + 1)
		for _, u := range [][]float64{sum, c.rival(len(x), seen)} {
			if length := norm(u) * seen; u != nil && length > 0 {
				u = along(make([]float64, len(x)), 1/length, u)
			}
			bound := t/2 - dot(u, sum)/2 + f*math.Sqrt(2*t)
			if expected > bound*(1+1e-9)+1e-9 {
				return fmt.Errorf("t=%d: %v mistakes are to be expected, the bound is %v, of u = %v", m.t, expected, bound, u)
			}
		}
	}
	return nil
}
