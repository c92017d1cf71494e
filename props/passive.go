package props

import (
	"math"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/props/stream"
)

// passiveProperties are of the passive-aggressive family.
func passiveProperties() []Property {
	return []Property{
		{"passive", "updates are those of the family's formulas", "Crammer et al. 2006, Fig. 1; ZH13, Algorithm 1", of("passive-aggressive"), stream.Draws{Numbers: stream.Against(1, 0.1, 0.01, 10)}, 60, PassiveStepsAreTheirFormulas},
		{"passive-losses", "losses are within Lemma 1", "Crammer et al. 2006, Lemma 1", of("passive-aggressive"), stream.Draws{Numbers: stream.Against(1, 0.1, 0.01, 10)}, 60, PassiveLossesAreBounded},
		{"amira", "an update adds d(1+a) to |w|² and at least gamma·d to w·w*; sum d <= (2-eps)/gamma², |w| <= (2-eps)/gamma, the updates by their margin within Theorem A1", "ZH13, Theorem 1; Theorem A1", of("amira", "pa"), stream.Draws{}, 60, AMIRAStaysWithinItsBounds},
	}
}

// The properties of the passive-aggressive family take a = CR², the labels to
// swap, and a comparator u in units of 1/R; without them C is the learner's own, no
// label is swapped, and u = 0.

// PassiveStepsAreTheirFormulas: a learner of the family updates iff s = y(w·x)
// is below 1, AMIRA(ε) iff it is at most 1−ε, by w ← w + τyx, never at x = 0, with
//
//	PA, AMIRA  τ = (1−s)/‖x‖²
//	PA-I       τ = min(C, (1−s)/‖x‖²)
//	PA-II      τ = (1−s)/(‖x‖² + 1/2C)
//
// (Crammer et al. 2006, Fig. 1; ZH13, Algorithm 1). So the margin after the update,
// y(w·x+b), is s + τ‖x‖²: 1 for PA and AMIRA.
//
// Every example is followed by one where AMIRA has a tie if it has just made
// the margin 1, with ε rounded to eighths; for the others it is the example
// again.
func PassiveStepsAreTheirFormulas(c Case) error {
	c = c.InUnits("C", -2)
	epsilon, tie := 0.0, in(c.Learner, "amira")
	if tie {
		epsilon = max(1, math.Round(c.Learner.Params()["eps"]*8)) / 8
		c.Learner = c.Learner.With("eps", epsilon)
	}
	steps, err := replay.Run(c.Doubled(1 - epsilon))
	if err != nil {
		return err
	}
	for _, s := range steps {
		if !s.Reported.Updated {
			continue
		}
		after, want := s.Y*(s.Next.W.Dot(s.X)+s.Next.B), s.S+passiveStep(c.Learner, s)*s.XX
		if slack := 2*s.Slack + 2*measure.Ulps(s.X)*(1+(s.W.Norm()+s.Next.W.Norm())*s.X.Norm()); !near(after, want, slack) {
			return s.Fault("the margin y(w·x+b) is %v after the update, expected %v", after, want)
		}
	}
	return obey(steps, func(s replay.Step) law {
		l := law{a: s.S, slack: s.Slack, in: measure.L2(), reports: []report{
			{"y(w·x)", s.Reported.Score, s.S, s.Slack},
			{"‖w‖²", s.Reported.Norm * s.Reported.Norm, s.W.Dot(s.W), 0x1p-48 * float64(s.T) * s.Longest * s.Longest},
		}}
		if l.turns(s.S, 1-epsilon, s.Slack, tie); s.XX == 0 {
			l.never()
		}
		if s.Reported.Updated {
			l.w = s.W.Plus(passiveStep(c.Learner, s)*s.Y, s.X)
			l.off = s.Slack/math.Sqrt(s.XX) + measure.Ulps(s.X)*(s.W.Norm()+s.Next.W.Norm())
		}
		return l
	})
}

// passiveStep is τ.
func passiveStep(l *algos.Spec, s replay.Step) float64 {
	c := l.Params()["C"]
	switch {
	case in(l, "pa-i"):
		return min(c, (1-s.S)/s.XX)
	case in(l, "pa-ii"):
		return (1 - s.S) / (s.XX + 0.5/c)
	}
	return (1 - s.S) / s.XX
}

// PassiveLossesAreBounded: of the steps τ_t taken and the losses ℓ_t had,
// against those ℓ∗_t of any u, after every step
//
//	Σ τ_t (2ℓ_t − τ_t‖x_t‖² − 2ℓ∗_t) ≤ ‖u‖²
//
// (Crammer et al. 2006, Lemma 1), from which Theorems 2 to 5 follow, rows of the table.
// The stream is the one given, the same with some labels swapped, and that of unit
// vectors; u is the one given, w∗/γ, and half of it.
func PassiveLossesAreBounded(c Case) error {
	star, direction, err := throughOrigin(c)
	if err != nil {
		return err
	}
	swapped := c
	if len(c.A) > 1 {
		swapped = c.Flipped(c.A[1])
	}
	for _, d := range []Case{c, swapped, swapped.Normalised()} {
		d = d.InUnits("C", -2)
		reach := measure.Longest(d.Lifted())
		comparators := []measure.Vector{c.Comparator(star.Dim, reach)}
		if star.Separable && reach > 0 {
			best := direction.Times(star.DBar / reach / star.Lower)
			comparators = append(comparators, best, best.Times(0.5))
		}
		steps, err := replay.Run(d)
		if err != nil {
			return err
		}
		for _, u := range comparators {
			paid, slack := 0.0, 0.0
			for _, s := range steps {
				if !s.Reported.Updated {
					continue
				}
				tau := s.Tau()
				paid += tau * (2*s.Loss() - tau*s.XX - 2*s.LossOf(u))
				// ‖w−u‖² falls by as much, and w is rounded, as is 1−s.
				size := s.W.Norm() + s.Next.W.Norm() + u.Norm()
				slack += 8 * measure.Ulps(s.X) * (size*size + tau)
				if uu := u.Dot(u); !(paid <= (uu+slack)*(1+1e-9)) {
					return s.Fault("sum tau(2l - tau‖x‖² - 2l*) = %v, ‖u‖² = %v, u = %v, on %s", paid, uu, u, d)
				}
			}
		}
	}
	return nil
}

// AMIRAStaysWithinItsBounds: an update of AMIRA(ε) at a = y(w·x), with d = (1−a)/‖x‖², raises
// ‖w‖² by d(1+a), and w·w∗ by γd at least. So after every step, with X and Y the Σd of the
// updates at a > 0 and at a ≤ 0, and U₊ and U₀ their numbers,
//
//	‖w‖² ≤ (2−ε)X + Y,  γ(X+Y) ≤ ‖w‖ ≤ (2−ε)/γ,  X+Y ≤ (2−ε)/γ²,  Y ≤ 1/γ²,
//	U₀ ≤ (R/γ)²,  (εU₊+U₀)² ≤ (R/γ)²((2−ε)εU₊+U₀)
//
// (ZH13, proof of Theorem 1; Theorem A1). PA is AMIRA(0).
func AMIRAStaysWithinItsBounds(c Case) error {
	star, direction, err := throughOrigin(c)
	if err != nil {
		return err
	}
	all, err := replay.Run(c)
	epsilon := c.Learner.Params()["eps"]
	var x, y, above, within float64
	g, q := star.Lower, star.DBar/star.Lower
	for _, s := range all {
		if !s.Reported.Updated {
			continue
		}
		d, w := s.Tau(), s.Next.W.Norm()
		u := 8 * measure.Ulps(s.X)
		noise := u * (w + s.W.Norm()) * (w + s.W.Norm() + 1/math.Sqrt(s.XX))
		if grown := s.Next.W.Dot(s.Next.W) - s.W.Dot(s.W); !near(grown, d*(1+s.S), noise) {
			return s.Fault("‖w‖² grew by %v, d(1+a) = %v at a = %v", grown, d*(1+s.S), s.S)
		}
		if !star.Separable {
			continue
		}
		if progress := s.Next.W.Minus(s.W).Dot(direction); !(progress >= g*d*(1-1e-9)-u*(w+s.W.Norm())) {
			return s.Fault("w·w* grew by %v, gamma·d = %v", progress, g*d)
		}
		if s.S > 0 {
			x, above = x+d, above+1
		} else {
			y, within = y+d, within+1
		}
		e := 1e-9 + float64(s.T)*u*q*q // a step is seen in w, which is rounded
		for _, claim := range []struct {
			what        string
			value, most float64
		}{
			{"‖w‖²", w * w, (2-epsilon)*x + y},
			{"gamma·sum d", g * (x + y), w},
			{"gamma‖w‖", g * w, 2 - epsilon},
			{"gamma²·sum d", g * g * (x + y), 2 - epsilon},
			{"gamma²·sum d at a <= 0", g * g * y, 1},
			{"#(a <= 0)", within, q * q},
			{"eps·#(a > 0) + #(a <= 0)", epsilon*above + within, q * math.Sqrt((2-epsilon)*epsilon*above+within)},
		} {
			if !(claim.value <= claim.most*(1+e)) {
				return s.Fault("%s = %v, expected at most %v", claim.what, claim.value, claim.most)
			}
		}
	}
	return err
}
