package normalized

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/algos"
	"marginlab/internal/num"
)

// ISNKP is the iterated smoothed normalised kernel Perceptron: SNKP, and beside it
// smoothed Perceptrons on shifted points, which shrink a combination q by γ each.
//
//	q = 1/n, s = 1
//	an iteration is one of SNKP's, and one of SNKP's on the points a_i + s·Σ q_j a_j/‖q‖_G:
//	  if that p has ‖p‖ ≤ (s + ‖q‖_G)/γ there, q ← (sq + ‖q‖_G p)/(s + ‖q‖_G), and it starts anew
//	  if it has no such p after 2γ(1+s)√(2 ln n)/(s + ‖q‖_G) iterations, s ← max(s/2, ε), and it starts anew
//	if Gα > 0 for SNKP's α, it is the solution
//	if ‖p‖_G ≤ ε or ‖q‖_G ≤ ε, that is an ε-solution
//
// It answers the question that RP14 leaves open: with √ln n, as SNKP, it separates what is
// separable with ρ > ε, and it converges linearly in ε where the origin is inside the hull. For s ≤ |ρ|
// the hull holds −s·Σ q_j a_j/‖q‖_G, so the hull of the shifted points holds the origin,
// and the entropy of SNKP reaches it with √ln n from the uniform weights, whatever q is.
//
// An iteration makes two products by G. The ε-solution is of norm² ≤ ε² + τ: see
// [Verify]. It always ends, within 2√(2 ln n)/ε iterations; the error is that of ctx,
// beside the last iterate, or a *LimitError if rounding hides the end. It panics unless
// 1 < γ < ∞ and 0 < ε < ∞. Rows: snkp-iterations, isnkp-dual,
// isnkp-linear.
func ISNKP(ctx context.Context, G Points, gamma, eps float64, observe Observer) (Result, error) {
	if !(positiveNumber(gamma) && gamma > 1 && positiveNumber(eps)) {
		panic("normalized: ISNKP needs gamma > 1 and eps > 0")
	}
	limit := limitSNKP(G.Len(), eps)
	primal := newSmoothed(uniform(G), 2, aroundUniform())
	dual := newShrinking(uniform(G), 1, gamma)
	shrunk, tau := 0, G.Rounding()
	for k := 0; ; k++ {
		positive := primal.alpha.positive()
		near := nearest(eps, tau, primal.p, dual.q)
		state := primal.state(k)
		state.Loop, state.Shrunk, state.StartNorm, state.Delta = shrunk, dual.q.coef, dual.norm, dual.shift
		state.Last = positive || near != nil
		observe.see(state)
		switch {
		case positive:
			return primal.alpha.result(Separator, k), nil
		case near != nil:
			return near.solution(eps, k), nil
		}
		if err := primal.alpha.proceed(ctx, "isnkp", k, limit); err != nil {
			return primal.alpha.result(None, k), err
		}
		primal.step(k)
		switch q, failed := dual.look(); {
		case q != nil:
			shrunk++
			dual = newShrinking(q, dual.shift, gamma)
		case failed:
			dual = newShrinking(dual.q, max(dual.shift/2, eps), gamma)
		default:
			dual.step(dual.k)
			dual.k++
		}
	}
}

// nearest is the first of norm² at most ε² + τ, nil if none is.
func nearest(eps, tau float64, all ...*combination) *combination {
	for _, c := range all {
		if c.within(eps, tau) {
			return c
		}
	}
	return nil
}

// shrinking is SNKP on points that are shifted along a combination q, whose iterate k looks
// for a combination shorter by γ.
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
	longest := 1 + shift
	return &shrinking{
		smoothed: newSmoothed(uniform(points), 2*longest*longest, aroundUniform()),
		q:        q, norm: norm, shift: shift, gamma: gamma,
		limit: 2 * gamma * longest * math.Sqrt(2*num.Log(float64(q.G.Len()))) / (shift + norm),
	}
}

// look returns the shorter combination, nil if iterate k has none, and whether it should have.
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

// Mul stores the products by the Gram matrix of the shifted points in dst:
// (Gp)_i + ⟨a_i,b⟩Σp + Σ⟨a_j,b⟩p_j + ‖b‖²Σp.
func (s *shifted) Mul(dst, p []float64) {
	s.Points.Mul(dst, p)
	sum := num.Sum(p)
	num.AddScaled(dst, sum, s.by)
	floats.AddConst(num.Dot(s.by, p)+float64(sum*s.square), dst)
}

const isnkpSteps = `q ← 1/n, s ← 1
repeat:
  α, p ← those of the next iteration of snkp
  if Gα > 0:
    return α
  if ‖p‖_G ≤ eps or ‖q‖_G ≤ eps:
    return p or q  # the one that is so
  b = s·Σ q_j a_j/‖q‖_G
  π ← the p of the next iteration of snkp on the points a_i + b
  if ‖Σ π_j a_j + b‖ ≤ (s + ‖q‖_G)/gamma:
    q ← (s q + ‖q‖_G π)/(s + ‖q‖_G)  # and snkp on the points a_i + b starts anew
  else if it has had 2 gamma (1 + s)√(2 ln n)/(s + ‖q‖_G) iterations:
    s ← max(s/2, eps)  # and snkp on the points a_i + b starts anew`

// isnkpKind describes ISNKP.
func isnkpKind() algos.Kind {
	k := batch("isnkp", "iterated smoothed NKP on shifted points: a separator, or a p of norm at most eps, linearly", "", isnkpSteps,
		func(ctx context.Context, points Points, p []float64, observe Observer) (Result, error) {
			return ISNKP(ctx, points, p[0], p[1], observe)
		}, "snkp", "isnkp")
	k.Source = "the open question of RP14"
	k.Params = []algos.Param{factor(), accuracy("eps")}
	k.Checked = []string{"eps=0.01"}
	return k
}
