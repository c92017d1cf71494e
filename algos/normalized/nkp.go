package normalized

import (
	"context"

	"marginlab/algos"
)

// NKP is the normalised kernel Perceptron.
//
//	α_0 = 0
//	if Gα_k > 0: α_k is the solution
//	θ_k = 1/(k+1)
//	α_{k+1} = (1−θ_k) α_k + θ_k p(α_k),  p(α) = argmin_{p∈Δ} ⟨p,α⟩_G
//
// It implements Algorithm 3 of RP14, a row of G an iteration. At
// most limit iterations are made; the error is then a *LimitError, or that of ctx,
// beside the last iterate. It panics if limit is negative. Bound:
// nkp-iterations.
func NKP(ctx context.Context, G Points, limit int, observe Observer) (Result, error) {
	if limit < 0 {
		panic("normalized: NKP needs limit >= 0")
	}
	alpha := zero(G)
	for k := 0; ; k++ {
		if k%max(refreshEvery, G.Len()) == 0 {
			alpha.refresh()
		}
		halt := alpha.positive()
		observe.see(State{K: k, Last: halt, alpha: alpha})
		if halt {
			return alpha.result(Separator, k), nil
		}
		if err := alpha.proceed(ctx, "nkp", k, limit); err != nil {
			return alpha.result(None, k), err
		}
		theta := 1 / float64(k+1)
		alpha.toward(theta, alpha.argmin())
	}
}

const nkpSteps = `α ← 0
repeat for k = 0, 1, …, at most 1/margin²:
  if Gα > 0:
    return α
  θ = 1/(k+1), i = argmin (Gα)_i
  α ← (1 − θ) α + θ e_i`

// nkpKind describes NKP.
func nkpKind() algos.Kind {
	k := batch("nkp", "normalised kernel Perceptron", "Algorithm 3", nkpSteps,
		func(ctx context.Context, points Points, p []float64, observe Observer) (Result, error) {
			r, err := NKP(ctx, points, limitNKP(p[0]), observe)
			return r, below(p[0], err)
		}, "nkp")
	k.Params, k.Checked = []algos.Param{margin()}, []string{"margin=0.01"}
	return k
}
