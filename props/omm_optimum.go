package props

import (
	"math"

	"marginlab/props/replay"
	"marginlab/theory"
)

// UpdatesPayForTheOptimum: with r = D/γ∗, A = γ_t/γ∗ and 0 ≤ φ < 1, an update at a_t ≤ φγ∗ takes A to
// an A' with A'² ≤ φA + r²/4 where 2A(A−φ) > r², and else raises E(1/A²) by 1/r², where E(h) is the
// integral of (1 − φ√x)^−2 from 0 to h (Theorem S4). That is so of any γ∗ up to the maximum margin.
func UpdatesPayForTheOptimum(c Case) error {
	steps, err := replay.Certificates(c)
	if err != nil || len(steps) == 0 {
		return err
	}
	star, _, err := c.Metric().Geometry(c.Stream, c.Dim, theory.View{})
	if err != nil || !star.Separable {
		return err
	}
	gamma := star.Lower * (1 - 1e-9)
	for _, s := range steps {
		lost := 1e-9 + 8*(s.Noise/s.G+s.NoiseAfter/s.G2)
		if !s.Reported.Updated || !(lost < 1e-3) || !(min(s.G, s.G2) >= gamma) {
			continue
		}
		before, after, r := s.G/gamma, s.G2/gamma, star.D*(1+1e-9)/gamma
		for _, phi := range []float64{0, 0.25, 0.5, 0.75, s.A / gamma} {
			if phi < 0 || phi >= 1 || s.A > phi*gamma*(1+lost) {
				continue
			}
			if early := 2*before*(before-phi) - r*r; early > 0 {
				if after*after > (phi*before+r*r/4)*(1+lost) {
					return s.Fault("gamma_t = %v fell to %v, expected %v at most, at a_t = %v, phi = %v", s.G, s.G2, gamma*math.Sqrt(phi*before+r*r/4), s.A, phi)
				}
				continue
			}
			// E rises from h to h2 by ∫ 2x/(1−φx)² dx between their roots.
			rise := spent(phi, 1/after) - spent(phi, 1/before)
			if slack := lost * 8 / (1 - phi) / (1 - phi); rise*r*r < 1-slack*(1+r*r) {
				return s.Fault("E rose by %v/r² at a_t = %v, gamma_t = %v, expected 1/r² (phi = %v)", rise*r*r, s.A, s.G, phi)
			}
		}
	}
	return nil
}

// spent is E(x²) = ∫₀ˣ 2y/(1−φy)² dy, for 0 ≤ x ≤ 1.
func spent(phi, x float64) float64 {
	if p := phi * x; p > 0.01 {
		return 2 * (p/(1-p) + math.Log1p(-p)) / phi / phi
	}
	return x * x * (1 + 4./3*phi*x + 3./2*phi*phi*x*x + 8./5*phi*phi*phi*x*x*x)
}
