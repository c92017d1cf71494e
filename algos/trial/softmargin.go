package trial

import (
	"context"
	"math/rand/v2"

	"marginlab/theory"
)

// softMargin approaches the minimiser of the support vector machine's objective through the origin,
//
//	f(w) = λ/2‖w‖² + (1/T) Σ max(0, 1 − y(w·x)),
//
// by ascent of its dual, a coordinate after the other in a random order from a fixed seed: w = Σ α y x/(λT) with 0 ≤
// α ≤ 1 (Hsieh et al., A Dual Coordinate Descent Method for Large-scale Linear SVM, 2008). It ends when f is within a
// relative 1e-6 of the dual, which bounds it from below, or after 100 rounds.
func softMargin(ctx context.Context, examples []theory.Example, dim int, lambda float64) ([]float64, error) {
	const rounds, gap = 100, 1e-6
	T := float64(len(examples))
	w, alpha := make([]float64, dim), make([]float64, len(examples))
	rng := rand.New(rand.NewPCG(1, 0))
	order := rng.Perm(len(examples))
	squares := make([]float64, len(examples))
	for i, e := range examples {
		squares[i] = e.X.SqNorm()
	}
	for range rounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			x, y := examples[i].X, float64(examples[i].Y)
			xx := squares[i]
			if xx == 0 {
				continue
			}
			next := min(1, max(0, alpha[i]+(1-float64(y*x.Dot(w)))*lambda*T/xx))
			x.AddTo(w, (next-alpha[i])*y/(lambda*T))
			alpha[i] = next
		}
		var loss, sum, ww float64
		for i, e := range examples {
			loss += max(0, 1-float64(float64(e.Y)*e.X.Dot(w)))
			sum += alpha[i]
		}
		for _, v := range w {
			ww += float64(v * v)
		}
		if primal, dual := float64(lambda/2*ww)+loss/T, sum/T-float64(lambda/2*ww); primal-dual <= gap*primal {
			break
		}
	}
	return w, nil
}
