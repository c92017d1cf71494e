package props

import (
	"math"

	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/props/stream"
)

// randomizedProperties are of the randomized classifier.
func randomizedProperties() []Property {
	return []Property{
		{"randomized", "q_t is z_t·x_t within [-1, 1], and x_t the iterate of FTRL", "O19, Section 1", of("randomized", "randomized(printed)"), stream.Draws{Numbers: stream.Against(1, 0, 2, 0.5)}, 60, RandomizedIsFTRL},
	}
}

// RandomizedIsFTRL: what the randomized classifier reports is y q_t, q_t = z_t·x_t
// within [−1, 1], and x_t = argmin_{‖x‖ ≤ 1/R} ψ_t(x) − ½ Σ y_i z_i·x, with ψ_t(x) =
// R²√(2t)/4 ‖x‖², as printed without R²; so x_t is Σ y_i z_i/(R²√(2t)), or its
// nearest point in the ball (O19, Section 1). It
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
		l := law{a: s.Y * q, unknown: math.Abs(q) < 1 || math.Abs(s.Reported.Score) < 1, in: measure.L2()}
		l.reports = []report{{"|y q_t| - 1", max(0, math.Abs(s.Reported.Score)-1), 0, 0}}
		if lost() < hides {
			l.reports = append(l.reports, report{"y q_t", s.Reported.Score, s.Y * q, lost() * f * sum.Norm() * s.X.Norm()})
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
