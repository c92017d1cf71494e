package normalized

import (
	"context"
	"math"

	"marginlab/algos"
	"marginlab/internal/num"
)

// SNKP is the smoothed normalised kernel Perceptron.
//
//	α_0 = 1/n, μ_0 = 2, p_0 = p_{μ_0}(α_0)
//	if Gα_k > 0: α_k is the solution
//	θ_k, α_{k+1}, μ_{k+1}, p_{k+1}: see smoothed
//
// with p_μ(α) = argmin_{p∈Δ} ⟨p,α⟩_G + μd(p) = e^{−Gα/μ}/‖e^{−Gα/μ}‖₁ and d(p) = Σ p_i log
// p_i + log n. It implements Algorithm 4 of RP14, a product by
// G an iteration. At most limit iterations are made; the error is then a
// *LimitError, or that of ctx, beside the last iterate. It panics if limit is
// negative.
// Rows: snkp-iterations, snkp-dual.
func SNKP(ctx context.Context, G Points, limit int, observe Observer) (Result, error) {
	if limit < 0 {
		panic("normalized: SNKP needs limit >= 0")
	}
	s := newSmoothed(uniform(G), 2, aroundUniform())
	for k := 0; ; k++ {
		state := s.state(k)
		state.Last = s.alpha.positive()
		observe.see(state)
		if state.Last {
			return s.alpha.result(Separator, k), nil
		}
		if err := s.alpha.proceed(ctx, "snkp", k, limit); err != nil {
			return s.alpha.result(None, k), err
		}
		s.step(k)
	}
}

// limitSNKP is how many iterations separate n points of a normalised margin ρ: k+1 ≤
// 2√(2 ln n)/ρ.
func limitSNKP(n int, margin float64) int {
	return iterations(2 * math.Sqrt(2*num.Log(float64(n))) / margin)
}

const snkpSteps = `p_μ(α) = e^{−Gα/μ}/‖e^{−Gα/μ}‖₁
α ← 1/n, μ ← 2
p ← p_μ(α)
repeat for k = 0, 1, …, at most 2√(2 ln n)/margin:
  if Gα > 0:
    return α`

// snkpKind describes SNKP.
func snkpKind() algos.Kind {
	k := batch("snkp", "smoothed normalised kernel Perceptron", "Algorithm 4", snkpSteps+smoothedSteps,
		func(ctx context.Context, points Points, p []float64, observe Observer) (Result, error) {
			r, err := SNKP(ctx, points, limitSNKP(points.Len(), p[0]), observe)
			return r, below(p[0], err)
		}, "snkp")
	k.Params, k.Checked = []algos.Param{margin()}, []string{""}
	return k
}
