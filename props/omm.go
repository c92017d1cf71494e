package props

import (
	"fmt"
	"math"

	"marginlab/theory"
)

// OpeningIsAlgorithm1: in the initialisation phase an OMM learner predicts +1
// on x_1, then y_1 until the other class appears (omm.txt, Algorithm 1, lines 1
// to 10). An efficient one, and one that keeps violating points only, then has
// the first point of each class for certificates.
func OpeningIsAlgorithm1(c Case) error {
	l, ok := c.Learner.New(c.Dim).(certified)
	if !ok {
		return fmt.Errorf("%s does not show its certificates: it needs Certificates and Gamma", c.Learner)
	}
	var first [2][]float64
	for t, e := range c.Stream {
		step := l.Step(e.X, e.Y)
		expected := theory.Positive
		if t > 0 {
			expected = c.Stream[0].Y
		}
		if !step.Opening || step.Predicted != expected || step.Y != e.Y {
			return fmt.Errorf("t=%d: predicted %+d for %+d (opening: %v), expected %+d in the opening", t+1, step.Predicted, step.Y, step.Opening, expected)
		}
		if k := (1 + e.Y) / 2; first[k] == nil {
			first[k] = expand(e.X, c.Dim)
		}
		p, n := l.Certificates()
		if first[0] == nil || first[1] == nil {
			if p != nil || n != nil || !math.IsNaN(l.Gamma()) {
				return fmt.Errorf("t=%d: v+ = %v, v- = %v with one class seen", t+1, p, n)
			}
			continue
		}
		if p == nil || n == nil {
			return fmt.Errorf("t=%d: no certificates with both classes seen", t+1)
		}
		if !in(c.Learner, "n-omm") && (distance(p, first[1]) != 0 || distance(n, first[0]) != 0) {
			return fmt.Errorf("t=%d: v+ = %v, v- = %v after the opening, expected the first of each class, %v and %v", t+1, p, n, first[1], first[0])
		}
		return nil
	}
	return nil
}

// ScoresAreThoseOfTheCertificates: what an OMM learner tells of a step is
// a_t = y(w·x+b), γ_t = ‖v₊−v₋‖/2 and sign(w·x+b), sign(0) = +1, for
// w = ℓ(v₊−v₋) and b = −½w·(v₊+v₋) (omm.txt, Lemma 3.1 and Algorithm 1).
func ScoresAreThoseOfTheCertificates(c Case) error {
	moments, err := watch(c)
	for _, m := range moments {
		slack := m.room
		if m.strict {
			slack = 1e-14 * (math.Abs(m.a) + m.g) // of the division by the norm
		}
		s := m.y * m.a
		switch {
		case m.Opening:
			return fmt.Errorf("t=%d: still in the opening with both classes seen", m.t)
		case !near(m.A(), m.a, slack):
			return fmt.Errorf("t=%d: a_t is told to be %v, and is %v", m.t, m.A(), m.a)
		case !near(m.Gamma(), m.g, m.noise):
			return fmt.Errorf("t=%d: gamma_t is told to be %v, and is %v", m.t, m.Gamma(), m.g)
		case !near(m.told, m.g2, m.after):
			return fmt.Errorf("t=%d: gamma_t+1 is told to be %v, and is %v", m.t, m.told, m.g2)
		case m.strict && s == 0 && m.Predicted != theory.Positive:
			return fmt.Errorf("t=%d: predicted -1 for a point on the hyperplane, expected sign(0) = +1", m.t)
		case math.Abs(s) > slack && float64(m.Predicted)*s < 0:
			return fmt.Errorf("t=%d: predicted %+d for a point at %v", m.t, m.Predicted, s)
		}
	}
	return err
}

// UpdatesAreThoseOfTheRule: an OMM learner updates iff a_t < ργ_t, or
// a_t = ργ_t with ρ < 1, or at a mistake (omm.txt, Algorithm 1, with the repair
// without which Theorem 4.1 is false), and its classifier changes at updates
// only.
func UpdatesAreThoseOfTheRule(c Case) error {
	moments, err := watch(c)
	rho := c.Learner.Params()["rho"]
	for _, m := range moments {
		short := m.room
		if rho == 1 && !m.in.euclidean() {
			short += 2e-9 * m.g // the learner's own tolerance at ties
		}
		below := m.a < rho*m.g-short || m.a < -m.room
		above := m.a > rho*m.g+m.room
		if m.strict { // A against ½ρ‖w̃‖², both exact
			turn := rho * m.square / 2
			below = m.score < turn || m.score == turn && rho < 1
			above = !below
		}
		switch {
		case below && !m.Updated:
			return fmt.Errorf("t=%d: no update at a_t = %v, gamma_t = %v, rho = %v (predicted %+d for %+d)", m.t, m.a, m.g, rho, m.Predicted, m.Y)
		case above && m.Updated && !m.Mistake():
			return fmt.Errorf("t=%d: an update at a_t = %v, gamma_t = %v, rho = %v", m.t, m.a, m.g, rho)
		case m.changed && !m.Updated:
			return fmt.Errorf("t=%d: the classifier changed, and no update is told", m.t)
		}
	}
	return err
}

// RepeatsTeachNothing: an example that is seen again at once is not learned from
// again. After an update with β < 1 it has a_t = γ_t, and after one with β = 1
// it is v_y itself (omm.txt, Algorithm 1); a learner that updates at a_t = γ_t up
// to rounding, with ρ = 1, never comes to rest.
func RepeatsTeachNothing(c Case) error {
	doubled := c
	doubled.Stream = nil
	for _, e := range c.Stream {
		doubled.Stream = append(doubled.Stream, e, e)
	}
	moments, err := watch(doubled)
	for _, m := range moments {
		// The learners take 1e-12 of γ_t for a tie; m.noise is 4e-12 of γ_t, and
		// the rounding, which is to be far below that.
		again := m.t%2 == 0 && m.Updated && m.noise < 4.1e-12*m.g
		switch {
		case m.in.p < 2: // where ℓ is steep, rounding makes a_t what it likes; γ_t stays
			again = m.t%2 == 0 && m.Updated && m.g2 < m.g*(1-0x1p-40)-m.noise
		case !m.in.euclidean():
			again = m.t%2 == 0 && m.Updated && m.noise < 1e-11*m.g
		}
		if again {
			return fmt.Errorf("t=%d: an update at a_t = %v, gamma_t = %v, by the same example as the step before", m.t, m.a, m.g)
		}
	}
	return err
}

// UpdatesTakeTheLeastNorm: an update of efficient OMM moves the certificate of
// x's class to the point of the segment [v_y, x] that is nearest to the other
// certificate, which stays (omm.txt, Algorithm 1 and eq. (7)).
func UpdatesTakeTheLeastNorm(c Case) error {
	moments, err := watch(c)
	for _, m := range moments {
		from, to, fixed := m.own(), m.moved(), m.across()
		if distance(fixed, m.stayed()) != 0 {
			return fmt.Errorf("t=%d: the certificate of the other class moved from %v to %v", m.t, fixed, m.stayed())
		}
		if !m.Updated {
			if distance(from, to) != 0 {
				return fmt.Errorf("t=%d: a certificate moved from %v to %v without an update", m.t, from, to)
			}
			continue
		}
		dist, beta := m.in.toSegment(fixed, from, m.x)
		if !near(2*m.g2, dist, 2*m.noise) {
			return fmt.Errorf("t=%d: 2gamma_t+1 = %v, expected the distance %v of the other certificate from the segment", m.t, 2*m.g2, dist)
		}
		if !m.in.euclidean() {
			if err := m.leads(); err != nil {
				return err
			}
			continue
		}
		// The foot of a perpendicular of length 2γ on a segment as long as z:
		// a direction known to noise/‖z‖ moves it by 2γ times as much.
		z := minus(m.x, from)
		slack := m.noise + min(norm(z), 2*m.g*m.noise/norm(z))
		if off := norm(along(minus(to, from), -beta, z)); off > slack {
			return fmt.Errorf("t=%d: v_y is %v, %.3g off the point of the segment nearest the other certificate, %v (beta = %v)", m.t, to, off, along(from, beta, z), beta)
		}
	}
	return err
}

// leads holds an update in another norm than ℓ2 against its definition.
func (m moment) leads() error {
	s := segment{in: m.in, from: m.own(), to: m.moved(), end: m.x, seen: m.across(), off: m.off}
	if err := s.leads(); err != nil {
		return fmt.Errorf("t=%d: v_y: %w", m.t, err)
	}
	return nil
}

// CertificatesStayInTheirHulls: v₊ and v₋ are convex combinations of the
// examples of their class seen so far (omm.txt, Lemma 4.1, proof).
func CertificatesStayInTheirHulls(c Case) error {
	moments, err := watch(c)
	x := points(c.Stream, c.Dim)
	for _, m := range moments {
		if !m.Updated {
			continue
		}
		plus, minus := split(c.Stream[:m.t], x)
		for _, v := range []struct {
			name string
			at   []float64
			hull [][]float64
		}{{"v+", m.p2, plus}, {"v-", m.n2, minus}} {
			hull := seenFrom(v.at, v.hull)
			slack := float64(m.t)*m.off + 1e-12*longest(hull) // and the referee's own rounding
			if r := apart([][]float64{make([]float64, c.Dim)}, hull); r.lower > slack {
				return fmt.Errorf("t=%d: %s = %v is %.3g outside the hull of the %d examples of its class", m.t, v.name, v.at, r.lower, len(v.hull))
			}
		}
	}
	return err
}

// MarginsFallToGammaStar: γ_t ≥ γ∗ and γ_t+1 ≤ γ_t (omm.txt, Lemma 4.1 and the
// proof of Theorem 4.1).
func MarginsFallToGammaStar(c Case) error {
	moments, star, err := watchWithGeometry(c)
	if err != nil || len(moments) == 0 {
		return err
	}
	for _, m := range moments {
		if m.g2 > m.g+m.noise {
			return fmt.Errorf("t=%d: gamma_t grew from %v to %v", m.t, m.g, m.g2)
		}
		if slack := float64(m.t) * m.noise; min(m.g, m.g2) < star.Lower-slack {
			return fmt.Errorf("t=%d: gamma_t fell from %v to %v, below gamma* = %v", m.t, m.g, m.g2, star.Gamma)
		}
	}
	return nil
}

// UpdatesShrinkTheMargin: at an update with a_t < γ_t,
// γ_t+1/γ_t ≤ κ∘(D_y/2γ_t, (γ_t−a_t)/2γ_t) ≤ κ(r, a_t/γ_t), with D_y the
// diameter of x's class (omm.txt, Lemma 4.4).
func UpdatesShrinkTheMargin(c Case) error {
	moments, star, err := watchWithGeometry(c)
	if err != nil || len(moments) == 0 {
		return err
	}
	for _, m := range moments {
		if !m.Updated || m.a >= m.g {
			continue
		}
		dy := star.DPlus
		if m.y < 0 {
			dy = star.DMinus
		}
		e := m.room / m.g
		eta := (m.g-m.a)/(2*m.g) - e
		first := m.in.kappa(dy/(2*m.g)+e, eta) + e
		second := m.in.kappa(star.D/(2*star.Lower)+e*m.g/star.Lower, eta) + e
		if ratio := m.g2 / m.g; ratio > first || ratio > second {
			return fmt.Errorf("t=%d: gamma_t+1/gamma_t = %v, kappa0(D_y/2gamma_t, (gamma_t-a_t)/2gamma_t) = %v, kappa(r, a_t/gamma_t) = %v", m.t, ratio, first, second)
		}
	}
	return nil
}

// near reports |a−b| ≤ slack; NaN is near nothing.
func near(a, b, slack float64) bool { return math.Abs(a-b) <= slack }
