package normalized

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// isnkp is the iterated smoothed normalised kernel Perceptron: SNKP, and beside it smoothed Perceptrons on
// shifted points, which shrink a combination q by γ each. An iteration takes two products by G.
//
// As isnkp-vn with prox=norm, it answers the open question of RP14: with √ln n, like SNKP, it separates what is
// separable with ρ > ε, and it converges linearly in ε where the origin is inside the hull. For s ≤ |ρ| the hull
// contains −s·Σ q_j a_j/‖q‖_G, so the hull of the shifted points contains the origin, and the entropy of SNKP reaches
// it with √ln n from the uniform weights, for every q.
//
// It always ends, within 2√(2 ln n)/ε iterations, unless rounding hides the end.
type isnkp struct {
	snkp
	dual       *shrinking
	shrunk     int // how often q was shrunk
	gamma, eps float64
}

func newISNKP(G Points, gamma, eps float64) *isnkp {
	return &isnkp{newSNKP(G), newShrinking(uniform(G), 1, gamma), 0, gamma, eps}
}

func (m *isnkp) certificate() (Certificate, *combination) {
	kind, c := m.snkp.certificate()
	for _, near := range []*combination{m.p, m.dual.q} {
		if kind == None && near.within(m.eps, near.G.Rounding()) {
			return Combination, near
		}
	}
	return kind, c
}

func (m *isnkp) step(k int) {
	m.snkp.step(k)
	switch q, failed := m.dual.look(); {
	case q != nil:
		m.shrunk++
		m.dual = newShrinking(q, m.dual.shift, m.gamma)
	case failed:
		m.dual = newShrinking(m.dual.q, max(m.dual.shift/2, m.eps), m.gamma)
	default:
		m.dual.step(m.dual.k)
		m.dual.k++
	}
}

func (m *isnkp) state() State {
	s := m.snkp.state()
	s.Loop, s.Shrunk, s.StartNorm, s.Delta = m.shrunk, m.dual.q.coef, m.dual.norm, m.dual.shift
	return s
}

// shrinking is SNKP on points shifted along a combination q; its iterate k looks for a combination shorter by γ.
type shrinking struct {
	*smoothed
	q                  *combination
	norm, shift, gamma float64 // ‖q‖_G, s
	k                  int
	limit              float64
}

func newShrinking(q *combination, shift, gamma float64) *shrinking {
	norm := math.Sqrt(q.sqNorm())
	points := &shifted{Points: q.G, by: make([]float64, q.G.Len()), square: shift * shift}
	if norm > 0 { // else q is within any ε
		blend(points.by, 0, shift/norm, q.image)
	}
	longest, d := 1+shift, entropy(q.G.Len())
	d.mu = 2 * longest * longest
	return &shrinking{
		smoothed: newSmoothed(uniform(points), d),
		q:        q, norm: norm, shift: shift, gamma: gamma,
		limit: 2 * gamma * longest * math.Sqrt(2*d.most) / (shift + norm),
	}
}

// look returns the shorter combination, nil if iterate k has none, and whether it failed: Lemma 23 promises one by
// now.
func (s *shrinking) look() (shorter *combination, failed bool) {
	if most := (s.shift + s.norm) / s.gamma; s.p.sqNorm() <= most*most {
		q := s.q.clone()
		blend(q.coef, s.shift/(s.shift+s.norm), s.norm/(s.shift+s.norm), s.p.coef)
		q.refresh()
		if q.sqNorm() <= s.norm*s.norm/(s.gamma*s.gamma) {
			return q, false
		}
	}
	return nil, float64(s.k+1) >= s.limit
}

// shifted are the points a_i + b of the Hilbert space of G, which are not of norm 1.
type shifted struct {
	Points
	by     []float64 // ⟨a_i,b⟩
	square float64   // ‖b‖²
}

// Mul stores the products by the Gram matrix of the shifted points in dst: (Gp)_i + ⟨a_i,b⟩Σp + Σ⟨a_j,b⟩p_j + ‖b‖²Σp.
func (s *shifted) Mul(dst, p []float64) {
	s.Points.Mul(dst, p)
	sum := num.Sum(p)
	num.AddScaled(dst, sum, s.by)
	floats.AddConst(num.Dot(s.by, p)+float64(sum*s.square), dst)
}
