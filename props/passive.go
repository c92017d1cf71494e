package props

import (
	"errors"
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/theory"
)

// The properties of the passive-aggressive family take a = CR², the labels to
// turn, and a rival u in units of 1/R; without them C is the learner's own, no
// label is turned, and u = 0.

// isPassive says that a learner is of the family, isAMIRA that it is one with an
// ε > 0.
func isPassive(s *algos.Spec) bool {
	return in(s, "pa") || in(s, "pa-i") || in(s, "pa-ii") || in(s, "amira")
}

func isAMIRA(s *algos.Spec) bool { return in(s, "amira") }

// PassiveStepsAreTheirFormulas: a learner of the family updates iff s = y(w·x)
// is below 1, AMIRA(ε) iff it is at most 1−ε, by w ← w + τyx with the τ of its
// variant, never at x = 0; after an update that is not cut short, y(w·x) = 1
// (Crammer et al. 2006, Fig. 1; amira.txt, Algorithm 1).
//
// Every example is followed by one where AMIRA has a tie if it has just made
// the margin 1, with ε rounded to eighths; for the others it is the example
// again.
func PassiveStepsAreTheirFormulas(c Case) error {
	c = c.inUnits("C", -2)
	epsilon := 0.0
	if isAMIRA(c.Learner) {
		c.Learner = c.Learner.With("eps", max(1, math.Round(c.Learner.Params()["eps"]*8))/8)
		epsilon = c.Learner.Params()["eps"]
	}
	for _, m := range walk(c.shadowed(1 - epsilon)) {
		below := m.s < 1
		if isAMIRA(c.Learner) {
			below = m.s <= 1-epsilon
		}
		if near(m.s, 1-epsilon, m.slack) && m.slack > 0 {
			below = m.Updated // rounding hides which
		}
		switch {
		case !near(m.Score, m.s, m.slack):
			return fmt.Errorf("t=%d: y(w·x) is told to be %v, and is %v", m.t, m.Score, m.s)
		case !near(m.Norm*m.Norm, dot(m.w, m.w), 0x1p-48*float64(m.t)*m.most*m.most):
			return fmt.Errorf("t=%d: ‖w‖ is told to be %v, and is %v", m.t, m.Norm, norm(m.w))
		case !predicts(m):
			return fmt.Errorf("t=%d: predicted %+d at y(w·x) = %v, y = %+d", m.t, m.Predicted, m.s, m.Y)
		case m.Updated != (below && m.xx > 0):
			return fmt.Errorf("t=%d: updated: %v at y(w·x) = %v, ‖x‖ = %v", m.t, m.Updated, m.s, norm(m.x))
		case !m.Updated && distance(m.w, m.w2) > 0:
			return fmt.Errorf("t=%d: w changed from %v to %v, and no update is told", m.t, m.w, m.w2)
		case !m.Updated:
			continue
		}
		tau, whole := passiveStep(c.Learner, m)
		room := m.slack/math.Sqrt(m.xx) + ulps(m.x)*(norm(m.w)+norm(m.w2))
		if off := distance(m.w2, along(m.w, tau*m.y, m.x)); !(off <= room) {
			return fmt.Errorf("t=%d: w moved by %v along yx, expected tau = %v (y(w·x) = %v, ‖x‖² = %v)", m.t, m.step(), tau, m.s, m.xx)
		}
		if after := m.y * dot(m.w2, m.x); whole && !near(after, 1, 2*room*math.Sqrt(m.xx)) {
			return fmt.Errorf("t=%d: y(w·x) = %v after the update, expected 1", m.t, after)
		}
	}
	return nil
}

// passiveStep is τ, and whether it is to take y(w·x) to 1.
func passiveStep(s *algos.Spec, m stride) (tau float64, whole bool) {
	full, c := (1-m.s)/m.xx, s.Params()["C"]
	switch {
	case in(s, "pa-i"):
		return min(c, full), full < c
	case in(s, "pa-ii"):
		return (1 - m.s) / (m.xx + 0.5/c), false
	}
	return full, true
}

// predicts reports whether the label predicted is sign(w·x), as far as rounding
// lets it be seen.
func predicts(m stride) bool {
	switch {
	case math.Abs(m.s) > m.slack:
		return (m.Predicted == m.Y) == (m.s > 0)
	case m.slack == 0:
		return m.Predicted == theory.Positive
	}
	return true
}

// PassiveLossesAreBounded: of the steps τ_t taken and the losses ℓ_t had,
// against those ℓ∗_t of any u, after every step
//
//	Σ τ_t (2ℓ_t − τ_t‖x_t‖² − 2ℓ∗_t) ≤ ‖u‖²
//
// (Crammer et al. 2006, Lemma 1), and Σ ℓ_t² or the mistakes are within
// Theorems 2 to 5. The stream is the one given, the same with some labels turned, and
// that of unit vectors; u is the one given, w∗/γ, and half of it.
func PassiveLossesAreBounded(c Case) error {
	star, direction, err := throughOrigin(c, c.Learner.Lift())
	if err != nil {
		return err
	}
	turned := c
	if len(c.A) > 1 {
		turned = c.flipped(c.A[1])
	}
	for _, d := range []Case{c, turned, turned.normalised()} {
		d = d.inUnits("C", -2)
		reach := longest(lifted(d.Stream, d.Dim, d.Learner.Lift()))
		rivals := [][]float64{c.rival(star.Dim, reach)}
		if star.Separable && reach > 0 {
			best := along(make([]float64, star.Dim), star.DBar/reach/star.Lower, direction)
			rivals = append(rivals, best, along(make([]float64, star.Dim), 0.5, best))
		}
		steps := walk(d)
		for _, u := range rivals {
			var sum passiveSum
			for _, m := range steps {
				if err := sum.add(d.Learner, m, u); err != nil {
					return fmt.Errorf("t=%d: %w, u = %v, on %s", m.t, err, u, d)
				}
			}
		}
	}
	return nil
}

// passiveSum is what the theorems speak of, up to a step.
type passiveSum struct {
	paid            float64 // Σ τ(2ℓ − τ‖x‖² − 2ℓ∗)
	losses, squares float64 // Σ ℓ²; Σ ℓ∗²
	rivals          float64 // Σ ℓ∗
	mistakes        int     // updates at y(w·x) ≤ 0
	reach, shortest float64 // max ‖x‖², min ‖x‖²
	slack           float64 // of paid
}

func (p *passiveSum) add(s *algos.Spec, m stride, u []float64) error {
	if p.reach == 0 {
		p.shortest = math.Inf(1)
	}
	p.reach, p.shortest = max(p.reach, m.xx), min(p.shortest, m.xx)
	l, star := m.loss(), m.lossOf(u)
	p.losses, p.squares, p.rivals = p.losses+l*l, p.squares+star*star, p.rivals+star
	if m.Updated {
		tau := m.step()
		p.paid += tau * (2*l - tau*m.xx - 2*star)
		// ‖w−u‖² falls by as much, and w is rounded, as is 1−s.
		size := norm(m.w) + norm(m.w2) + norm(u)
		p.slack += 8 * ulps(m.x) * (size*size + tau)
		if m.s <= 0 {
			p.mistakes++
		}
	}
	uu, c := dot(u, u)+p.slack, s.Params()["C"]
	const e = 1e-9
	if !(p.paid <= uu*(1+e)) {
		return fmt.Errorf("beyond Lemma 1: sum tau(2l - tau‖x‖² - 2l*) = %v, ‖u‖² = %v", p.paid, dot(u, u))
	}
	switch {
	case in(s, "pa") && p.rivals == 0 && !(p.losses <= uu*p.reach*(1+e)):
		return fmt.Errorf("beyond Theorem 2: sum l² = %v, R²‖u‖² = %v", p.losses, uu*p.reach)
	case in(s, "pa") && near(p.reach, 1, 1e-12) && near(p.shortest, 1, 1e-12):
		if q := math.Sqrt(uu) + 2*math.Sqrt(p.squares); !(p.losses <= q*q*(1+e)) {
			return fmt.Errorf("beyond Theorem 3: sum l² = %v, (‖u‖ + 2√(sum l*²))² = %v", p.losses, q*q)
		}
	case in(s, "pa-i"):
		if bound := max(p.reach, 1/c) * (uu + 2*c*p.rivals); !(float64(p.mistakes) <= bound*(1+e)) {
			return fmt.Errorf("beyond Theorem 4: %d mistakes, max(R², 1/C)(‖u‖² + 2C sum l*) = %v", p.mistakes, bound)
		}
	case in(s, "pa-ii"):
		if bound := (p.reach + 0.5/c) * (uu + 2*c*p.squares); !(p.losses <= bound*(1+e)) {
			return fmt.Errorf("beyond Theorem 5: sum l² = %v, (R² + 1/2C)(‖u‖² + 2C sum l*²) = %v", p.losses, bound)
		}
	}
	return nil
}

// AMIRAStaysWithinItsBounds: after every step of AMIRA(ε), with d = (1−a)/‖x‖²
// of the updates, Σd ≤ (2−ε)/γ², ‖w‖ ≤ (2−ε)/γ, and ε times the updates at
// a > 0 and the updates at a ≤ 0 are together at most (2−ε)(R/γ)² (amira.txt,
// proof of Theorem 1, and sharper).
func AMIRAStaysWithinItsBounds(c Case) error {
	star, _, err := throughOrigin(c, c.Learner.Lift())
	if err != nil || !star.Separable {
		return err
	}
	epsilon := c.Learner.Params()["eps"]
	steps, weighted := 0.0, 0.0
	q := star.DBar / star.Lower
	for _, m := range walk(c) {
		if m.Updated {
			steps += m.step()
			if m.s > 0 {
				weighted += epsilon
			} else {
				weighted++
			}
		}
		e := 1e-9 + float64(m.t)*ulps(m.x)*q*q/epsilon // a step is seen in w, which is rounded
		switch g := star.Lower; {
		case !(steps*g*g <= (2-epsilon)*(1+e)):
			return fmt.Errorf("t=%d: sum d = %v, (2-eps)/gamma² = %v", m.t, steps, (2-epsilon)/(g*g))
		case !(norm(m.w2)*g <= (2-epsilon)*(1+e)):
			return fmt.Errorf("t=%d: ‖w‖ = %v, (2-eps)/gamma = %v", m.t, norm(m.w2), (2-epsilon)/g)
		case !(weighted <= (2-epsilon)*q*q*(1+e)):
			return fmt.Errorf("t=%d: eps·#(a > 0) + #(a <= 0) = %v, (2-eps)R²/gamma² = %v", m.t, weighted, (2-epsilon)*q*q)
		}
	}
	return nil
}

// AMIRAUpdatesOnAnyStream: on any stream of unit vectors, after every step
// AMIRA(ε)'s updates are at most, for a unit vector u and g > 0, with D² =
// Σ max(0, g − y u·x)² over them,
//
//	(√(2−ε) + √ε D)²/(εg²)  if D ≤ √(ε/(2−ε)),  else  2(1+D²)/(εg²)
//
// (what holds of amira.txt, Theorem 4).
func AMIRAUpdatesOnAnyStream(c Case) error {
	turned := c.normalised()
	turned.A = c.A
	if len(c.A) > 1 {
		turned = turned.flipped(c.A[1])
	}
	if c.Learner.Lift() != 0 {
		return nil // the lifted vectors are not of equal length
	}
	_, direction, err := throughOrigin(c.normalised(), 0)
	if err != nil {
		return err
	}
	epsilon := c.Learner.Params()["eps"]
	steps := walk(turned)
	for _, u := range [][]float64{c.rival(c.Dim, 1), direction} {
		if u == nil || norm(u) == 0 {
			continue
		}
		u = along(make([]float64, c.Dim), 1/norm(u), u)
		for _, g := range []float64{0.01, 0.1, 0.3, 1} {
			updates, squares := 0, 0.0
			for _, m := range steps {
				if !m.Updated {
					continue
				}
				updates++
				lack := max(0, g-m.y*dot(u, m.x))
				squares += lack * lack
				q := math.Sqrt(2-epsilon) + math.Sqrt(epsilon*squares)
				bound := q * q
				if squares > epsilon/(2-epsilon) {
					bound = 2 * (1 + squares)
				}
				if bound /= epsilon * g * g; float64(updates) > bound*(1+1e-9) {
					return fmt.Errorf("t=%d: %d updates, the bound is %v at g = %v, D = %v, u = %v, on %s", m.t, updates, bound, g, math.Sqrt(squares), u, turned)
				}
			}
		}
	}
	return nil
}

// PassiveLearnersAreAlike: MIRA is AMIRA(1), and PA is AMIRA(0), PA-I and PA-II
// at C = ∞ and at a C that rounding cannot tell from it, step for step.
func PassiveLearnersAreAlike(c Case) error {
	named := func(expr string) algos.Learner {
		s, err := algos.Parse(expr)
		if err != nil {
			panic(err)
		}
		return s.New(c.Dim)
	}
	space := algos.Space{Dim: c.Dim}
	return errors.Join(
		c.sameSteps(named("mira"), named("amira(eps=1)"), "mira and amira(eps=1)"),
		c.sameSteps(named("pa"), algos.NewAMIRA(space, 0), "pa and AMIRA(0)"),
		c.sameSteps(named("pa"), algos.NewPA1(space, math.Inf(1)), "pa and PA-I(Inf)"),
		c.sameSteps(named("pa"), algos.NewPA1(space, 1e300), "pa and PA-I(1e300)"),
		c.sameSteps(named("pa"), algos.NewPA2(space, math.Inf(1)), "pa and PA-II(Inf)"),
		c.sameSteps(named("pa"), algos.NewPA2(space, 1e300), "pa and PA-II(1e300)"),
	)
}

// sameSteps reports the first step of two learners that is not the same bit by
// bit.
func (c Case) sameSteps(a, b algos.Learner, names string) error {
	for t, e := range c.Stream {
		if p, q := a.Step(e.X, e.Y), b.Step(e.X, e.Y); !sameStep(p, q) || !sameClassifier(a.Classifier(), b.Classifier()) {
			return fmt.Errorf("%s: t=%d: %+v to %v and %+v to %v", names, t+1, p, a.Classifier(), q, b.Classifier())
		}
	}
	return nil
}
