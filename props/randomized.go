package props

import (
	"math"

	"marginlab/props/measure"
	"marginlab/props/replay"
)

// RandomizedIsFTRL: what the randomized classifier tells is y q_t, q_t = z_t·x_t
// within [−1, 1], and x_t = argmin_{‖x‖ ≤ 1/R} ψ_t(x) − ½ Σ y_i z_i·x, with ψ_t(x) =
// R²√(2t)/4 ‖x‖², as printed without R²; so x_t is Σ y_i z_i/(R²√(2t)), or its
// nearest point in the ball (online-linear-classification.txt, Section 1). It
// takes a = R in units of the longest z.
func RandomizedIsFTRL(c Case) error {
	c = c.InUnits("R", 1)
	radius, printed := c.Learner.Params()["R"], in(c.Learner, "randomized(printed)")
	sum, longest, most := make(measure.Vector, len(c.Lifted()[0])), 0.0, 0.0
	factor := func(t int) float64 { // of the sum
		r := radius
		if r == 0 {
			r = longest
		}
		if r == 0 {
			return 0
		}
		f := 1 / math.Sqrt(2*float64(t))
		if !printed {
			f /= r * r
		}
		return min(f, 1/(r*sum.Norm()))
	}
	full := true
	for _, e := range c.Stream {
		full = full && len(e.X.Value) >= c.Dim
	}
	const hides = 0.1 // of 1/‖Σ y z‖ nothing is known
	// lost is what rounding may change in the sum, relatively: it is of vectors as
	// long as most, and its square is followed unless all have all coordinates.
	lost := func() float64 {
		cancelled := 1.0
		if own := sum.Norm(); own > 0 {
			cancelled = max(1, most/own)
		}
		if !full {
			cancelled *= cancelled
		}
		return 16 * measure.Ulps(sum) * float64(len(c.Stream)) * cancelled
	}
	steps, err := replay.Run(c)
	if err != nil {
		return err
	}
	return obey(steps, func(s replay.Step) law {
		longest = max(longest, s.X.Norm())
		f, score := factor(s.T), sum.Dot(s.X)
		q := max(-1, min(1, f*score))
		l := law{a: s.Y * q, unknown: math.Abs(q) < 1 || math.Abs(s.Told.Score) < 1, in: measure.L2()}
		l.tells = []told{{"|y q_t| - 1", max(0, math.Abs(s.Told.Score)-1), 0, 0}}
		if lost() < hides {
			l.tells = append(l.tells, told{"y q_t", s.Told.Score, s.Y * q, lost() * f * sum.Norm() * s.X.Norm()})
		}
		if l.always(); s.XX == 0 {
			l.never()
		}
		sum = sum.Plus(s.Y, s.X)
		most = max(most, s.X.Norm(), sum.Norm())
		if lost() < hides {
			l.w = sum.Times(factor(s.T + 1))
			l.off = lost() * l.w.Norm()
		}
		return l
	})
}

// RandomizedRegret: after every step Σ ½(1−y q_t), the mistakes to be expected of
// the randomized classifier, are at most √(2T)/2 more than those of any u with
// ‖u‖ ≤ 1/R that predicts as it does; with R = 0, R is the greatest ‖z‖ so far
// (online-linear-classification.txt, Theorem 1, with R² in ψ). It takes a = R in
// units of the longest z, the labels to swap, and u.
func RandomizedRegret(c Case) error { return regret(c.InUnits("R", 1), 0.5) }

// regret holds the mistakes to be expected against those of any u and f·√(2T).
func regret(c Case, f float64) error {
	if len(c.A) > 1 {
		c = c.Flipped(c.A[1])
	}
	radius := c.Learner.Params()["R"]
	if radius > 0 && measure.Longest(c.Lifted()) > radius*(1+1e-12) {
		return nil // not a stream that the theorem speaks of
	}
	steps, err := replay.Run(c)
	sum, longest, expected := make(measure.Vector, len(c.Lifted()[0])), radius, 0.0
	for _, s := range steps {
		expected += (1 - s.Told.Score) / 2
		sum = sum.Plus(s.Y, s.X)
		if radius == 0 {
			longest = max(longest, s.X.Norm())
		}
		if longest == 0 {
			continue
		}
		t := float64(s.T)
		for _, u := range []measure.Vector{sum, c.Rival(len(sum), longest)} {
			u = u.Unit().Times(1 / longest)
			bound := t/2 - u.Dot(sum)/2 + f*math.Sqrt(2*t)
			if expected > bound*(1+1e-9)+1e-9 {
				return s.Fault("%v mistakes are to be expected, the bound is %v, of u = %v", expected, bound, u)
			}
		}
	}
	return err
}
