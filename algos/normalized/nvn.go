package normalized

import (
	"context"
	"math"

	"marginlab/algos"
)

// NVN is the Von Neumann–Gilbert algorithm on normalised points: w_k = XYp_k goes to
// the point nearest the origin of the segment from it to a_j.
//
//	p_0 = 1/n
//	if ‖p_k‖_G ≤ ε: p_k is an ε-solution
//	j = argmin_i (Gp_k)_i; if that is above 0, w_k separates
//	θ_k = argmin_{λ∈[0,1]} ‖(1−λ)w_k + λa_j‖
//	p_{k+1} = (1−θ_k) p_k + θ_k e_j
//
// It implements Algorithm 5 of RP14, which does not say that it
// halts at a separator, a row of G an iteration. The certificates are held in the
// order printed, ‖p_k‖_G ≤ ε as ‖p_k‖_G² ≤ ε² + τ: see [Verify], which refuses an ε²
// that is not above τ. It always ends, within ⌈1/ε²⌉ iterations; the error is that
// of ctx, beside the last iterate, or a *LimitError if rounding hides the end, as
// it may where ε² is near τ. It panics unless 0 < ε < ∞. Bounds:
// nvn-iterations, nvn-dual, nvn-linear.
func NVN(ctx context.Context, G Points, eps float64, observe Observer) (Result, error) {
	if !positiveNumber(eps) {
		panic("normalized: NVN needs eps > 0")
	}
	limit := iterations(math.Ceil(1 / (eps * eps)))
	p := uniform(G)
	for k := 0; ; k++ {
		if k%max(refreshEvery, G.Len()) == 0 {
			p.refresh()
		}
		within := p.within(eps, G.Rounding())
		positive := !within && p.positive()
		observe.see(State{K: k, Last: within || positive, p: p})
		switch {
		case within:
			return p.solution(eps, k), nil
		case positive:
			return p.result(Separator, k), nil
		}
		if err := p.proceed(ctx, "nvn", k, limit); err != nil {
			return p.result(None, k), err
		}
		j := p.argmin()
		// ‖(1−λ)w + λa_j‖² = (1−λ)²s + 2λ(1−λ)c + λ², s = ‖w‖², c = w·a_j, ‖a_j‖ = 1
		s, c := p.sqNorm(), p.image[j]
		theta := min(1, max(0, (s-c)/(s-2*c+1)))
		p.toward(theta, j)
	}
}

// solution is the result p of norm at most ε.
func (c *combination) solution(eps float64, iterations int) Result {
	r := c.result(Combination, iterations)
	r.Epsilon = eps
	return r
}

const nvnSteps = `p ← 1/n
repeat:
  if ‖p‖_G ≤ eps, or Gp > 0:
    return p  # near the origin; or a separator, which is not printed
  j = argmin (Gp)_i
  θ = argmin ‖(1 − θ) p + θ e_j‖_G over 0 ≤ θ ≤ 1
  p ← (1 − θ) p + θ e_j`

// nvnKind describes NVN.
func nvnKind() algos.Kind {
	k := batch("nvn", "normalised Von Neumann–Gilbert: a separator, or a p of norm at most eps", "Algorithm 5", nvnSteps,
		func(ctx context.Context, points Points, p []float64, observe Observer) (Result, error) {
			return NVN(ctx, points, p[0], observe)
		}, "nvn")
	k.Params, k.Checked = []algos.Param{accuracy("eps")}, []string{"eps=0.01"}
	return k
}
