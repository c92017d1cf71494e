package props

import (
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/theory"
)

// comesToRest says that a learner makes finitely many updates on a separable
// stream, however often it sees it, and that something is proved of its margin
// then: AMIRA and ROMMA at 0 < ε < 1, PUMMA at δ > 0, ALMA as in Theorem 3.
func comesToRest(s *algos.Spec) bool {
	p := s.Params()
	switch {
	case in(s, "amira"), in(s, "romma"):
		return p["eps"] > 0 && p["eps"] < 1
	case in(s, "pumma"):
		return p["delta"] > 0
	}
	// Of ALMA with a constant coordinate the property would have to normalise (x, c).
	return in(s, "alma") && s.Lift() == 0 && near(p["B"]*p["alpha"], math.Sqrt(8), 1e-12) && near(p["C"], math.Sqrt2, 1e-12)
}

// restOf are the updates that a learner may take to come to rest, and the part of
// the margin γ that it has then, given the greatest length R of what it adds:
// with Δ = R for PUMMA.
//
//	AMIRA(ε)  (2−ε)/ε·R²/γ²              (1−ε)/(2−ε)   amira.txt, Theorems 1 and 3
//	ROMMA(ε)  R²/(ε²γ²)                  1−ε           amira.txt, Section 4.1
//	PUMMA(δ)  (Δ²/γ²−4)/δ²               1−δ           omm.txt, Section B.5
//	ALMA(α)   2/γ²·(2/α−1)² + 8/α − 4    1−α           Gentile 2001, Theorem 3
//
// In ℓp, p ≥ 2, γ² is γ²/(p−1) in the last, and PUMMA's bound p−1 times as large. Below
// p = 2 an update of PUMMA shrinks γ_t ≤ Δ/2 by κ̄(D/γ, δ/2) at least.
func restOf(s *algos.Spec, norm metric, reach, d, gamma float64) (updates, part float64) {
	p, q := s.Params(), reach/gamma
	_, smooth := norm.smoothness()
	switch e := p["eps"]; {
	case in(s, "amira"):
		return (2 - e) / e * q * q, (1 - e) / (2 - e)
	case in(s, "romma"):
		return q * q / (e * e), 1 - e
	case in(s, "pumma") && norm.p < 2:
		updates = math.Inf(1) // where κ̄ rounds to 1
		if k := norm.kappa(max(d/gamma, p["delta"]/2), p["delta"]/2); k < 1 {
			updates = math.Log(q/2) / -math.Log(k)
		}
		return updates, 1 - p["delta"]
	case in(s, "pumma"):
		return smooth * (q*q - 4) / (p["delta"] * p["delta"]), 1 - p["delta"]
	}
	a := p["alpha"]
	return 2*smooth*q*q*(2/a-1)*(2/a-1) + 8/a - 4, 1 - a
}

// mostSteps is how long a learner is let run over a stream, again and again.
const mostSteps = 3000

// RestHasAMargin: over the stream again and again, the learner makes no more
// updates than its theorem allows, and when a pass makes none, its margin on the
// stream that it sees, through the origin, normalised or with a bias as it may
// be, is at least that of its theorem.
func RestHasAMargin(c Case) error {
	seen, view := c.seenBy()
	norm := c.metric()
	star, err := norm.offline(seen, c.Dim, view)
	if err != nil || !star.Separable {
		return err
	}
	reach := star.DBar
	if !view.Origin {
		reach = star.Delta
	}
	// w is known to noise/γ, and x is as far away as the longest.
	noise := rounding{c: c, reach: norm.farthest(lifted(seen, c.Dim, view.Lift))}.of(star.Lower) / star.Lower
	e := 1e-9 + 8*noise*(1+star.DBar/star.Lower)
	if e > 1e-3 {
		return nil // rounding hides what the theorem speaks of
	}
	bound, part := restOf(c.Learner, norm, reach*(1+e), star.D*(1+e), star.Lower)
	l := c.Learner.New(c.Dim)
	updates, rests := c.settle(l, bound)
	if float64(updates) > bound {
		return fmt.Errorf("%d updates, the bound is %v (R or Delta = %v, gamma = %v)", updates, bound, reach, star.Gamma)
	}
	if !rests {
		return nil
	}
	last := l.Classifier()
	if view.Origin && c.Learner.Lift() == 0 && last.B != 0 {
		return fmt.Errorf("the classifier has the bias %v", last.B)
	}
	w := whole(last, view.Lift)
	least, scale := math.Inf(1), norm.dual(w)
	for t, x := range lifted(seen, c.Dim, view.Lift) {
		at := dot(w, x)
		if !view.Origin {
			at += last.B
		}
		least = min(least, float64(seen[t].Y)*at/scale)
	}
	if norm.p < 2 && least*scale < part*(1-e) {
		return nil // not at rest by the rule: float64 does not have the v that it asks for
	}
	if !(least >= part*star.Lower*(1-e)) {
		return fmt.Errorf("the margin at rest is %v, after %d updates, expected at least %v of gamma = %v", least, updates, part, star.Gamma)
	}
	return nil
}

// settle lets l learn from the stream again and again until a pass makes no
// update, and counts them. It gives up where there are more than most, or no
// end in sight.
func (c Case) settle(l algos.Learner, most float64) (updates int, rests bool) {
	for steps := 0; steps < mostSteps; steps += len(c.Stream) {
		rests = true
		for _, e := range c.Stream {
			step := l.Step(e.X, e.Y)
			if rests = rests && !step.Updated; step.Updated && !step.Opening {
				updates++
			}
		}
		if rests || float64(updates) > most {
			return updates, rests
		}
	}
	return updates, false
}

// seenBy is the stream as the learner sees it, and the view of it that its
// theorem speaks of.
func (c Case) seenBy() ([]theory.Example, theory.View) {
	switch {
	case in(c.Learner, "pumma"):
		return c.Stream, theory.View{}
	case in(c.Learner, "alma"):
		return c.mapped(c.metric().direction).Stream, theory.View{Origin: true}
	}
	return c.Stream, theory.View{Origin: true, Lift: c.Learner.Lift()}
}
