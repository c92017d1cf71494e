package normalized

import (
	"marginlab/internal/num"
)

// smoothedSteps are those of an iteration.
const smoothedSteps = `
  θ = 2/(k+3)
  α ← (1 − θ)(α + θp) + θ² p_μ(α)
  μ ← (1 − θ) μ
  p ← (1 − θ) p + θ p_μ(α)`

// prox is a distance d on Δ from its centre, by which −⟨p,α⟩_G is smoothed.
type prox struct {
	d      func(p []float64) float64
	argmin func(dst, image []float64, mu float64) // p_μ(α), from Gα
}

// smoothed is the recursion that Algorithms 4 and 6 share.
type smoothed struct {
	prox
	alpha, p *combination // α_k, p_k
	mu       float64      // μ_k
	pMu      *combination // p_{μ_k}(α_k)
}

// newSmoothed has α_0 as given, the centre of d, μ_0, and p_0 = p_{μ_0}(α_0).
func newSmoothed(alpha *combination, mu float64, d prox) *smoothed {
	s := &smoothed{prox: d, alpha: alpha, mu: mu, pMu: zero(alpha.G)}
	s.smooth()
	s.p = s.pMu.clone()
	return s
}

// smooth makes p_μ(α).
func (s *smoothed) smooth() {
	s.argmin(s.pMu.coef, s.alpha.image, s.mu)
	s.pMu.refresh()
}

// step makes iterate k+1 of iterate k. G is multiplied once, with p_μ(α).
//
//	θ_k = 2/(k+3)
//	α_{k+1} = (1−θ_k)(α_k + θ_k p_k) + θ_k² p_{μ_k}(α_k)
//	μ_{k+1} = (1−θ_k) μ_k
//	p_{k+1} = (1−θ_k) p_k + θ_k p_{μ_{k+1}}(α_{k+1})
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

// objective is L(α) = max_{p∈Δ} −⟨p,α⟩_G + ½‖α‖_G².
func objective(alpha *combination) float64 { return -alpha.least() + float64(alpha.sqNorm()/2) }

// smoothObjective is L_μ(α) = −⟨p,α⟩_G − μd + ½‖α‖_G² at p = p_μ(α), where d = d(p).
func smoothObjective(alpha *combination, pMu []float64, mu, d float64) float64 {
	return -num.Dot(pMu, alpha.image) - float64(mu*d) + float64(alpha.sqNorm()/2)
}
