package normalized

import (
	"math"

	"marginlab/internal/num"
)

// prox is a distance d on Δ from its centre, by which −⟨p,α⟩_G is smoothed.
type prox struct {
	d      func(p []float64) float64
	argmin func(dst, image []float64, mu float64) // p_μ(α), from Gα
	mu     float64                                // μ_0
	most   float64                                // an upper bound of μ_0 d(p)/2 on Δ
}

// iterations returns the number of iterations after which an iterate is as short as most, or that separate points of
// that normalised margin.
func (d prox) iterations(most float64) int { return iterations(2 * math.Sqrt(2*d.most) / most) }

// smoothed is the common recursion of Algorithms 4 and 6.
type smoothed struct {
	prox
	alpha, p *combination // α_k, p_k
	mu       float64      // μ_k
	pMu      *combination // p_{μ_k}(α_k)
}

// newSmoothed starts at the given α_0, the centre of d, and p_0 = p_{μ_0}(α_0).
func newSmoothed(alpha *combination, d prox) *smoothed {
	s := &smoothed{prox: d, alpha: alpha, mu: d.mu, pMu: zero(alpha.G)}
	s.smooth()
	s.p = s.pMu.clone()
	return s
}

// smooth computes p_μ(α).
func (s *smoothed) smooth() {
	s.argmin(s.pMu.coef, s.alpha.image, s.mu)
	s.pMu.refresh()
}

// step multiplies once by G, with p_μ(α).
func (s *smoothed) step(k int) {
	theta := 2 / float64(k+3)
	s.alpha.mix(1-theta, (1-theta)*theta, s.p)
	s.alpha.mix(1, theta*theta, s.pMu)
	s.mu *= 1 - theta
	if (k+1)%refreshEvery == 0 {
		s.alpha.refresh()
		s.p.refresh()
	}
	s.smooth()
	s.p.mix(1-theta, theta, s.pMu)
}

func (s *smoothed) state() State {
	state := stateOf(s.alpha, s.p)
	state.PMu, state.Mu, state.d = s.pMu.coef, s.mu, s.d
	return state
}

// objective returns L(α) = max_{p∈Δ} −⟨p,α⟩_G + ½‖α‖_G².
func objective(alpha *combination) float64 { return -alpha.least() + float64(alpha.sqNorm()/2) }

// smoothObjective returns L_μ(α) = −⟨p,α⟩_G − μd + ½‖α‖_G² at p = p_μ(α), where d = d(p).
func smoothObjective(alpha *combination, pMu []float64, mu, d float64) float64 {
	return -num.Dot(pMu, alpha.image) - float64(mu*d) + float64(alpha.sqNorm()/2)
}

// snkp is the smoothed normalised kernel Perceptron. An iteration takes a product by G.
type snkp struct{ *smoothed }

func newSNKP(G Points) snkp                             { return snkp{newSmoothed(uniform(G), entropy(G.Len()))} }
func (m snkp) certificate() (Certificate, *combination) { return m.alpha.separator() }
