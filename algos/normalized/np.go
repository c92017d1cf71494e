package normalized

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/algos"
	"marginlab/internal/num"
)

// NP is the normalised Perceptron on points of ℝ^d: a Perceptron that makes its
// update at the example that it gets most wrong.
//
//	w_0 = 0
//	if YXᵀw_k > 0: w_k is the solution
//	θ_k = 1/(k+1)
//	w_{k+1} = (1−θ_k) w_k + θ_k XY p(w_k),  p(w) = argmin_{p∈Δ} ⟨YXᵀw, p⟩
//
// It implements Algorithm 2 of RP14. The columns of X are the
// x_i/‖x_i‖, without which the theorem does not hold; with printed they are the x_i
// as they are. At most limit iterations are made; the error is then a *LimitError,
// or that of ctx, beside the last iterate; it panics if limit is negative. Weights
// are those of the a_i in w.
// Rows: nkp-iterations; printed, np-printed-novikoff.
func NP(ctx context.Context, points *Linear, printed bool, limit int, observe Observer) (Result, error) {
	if limit < 0 {
		panic("normalized: NP needs limit >= 0")
	}
	length := func(int) float64 { return 1 }
	if printed {
		length = func(i int) float64 { return points.norm[i] }
	}
	scores := make([]float64, points.Len()) // YXᵀw
	w := make([]float64, points.Dim())
	alpha := zero(points) // w = Aᵀα, and Aw
	for k := 0; ; k++ {
		points.scores(alpha.image, w)
		tau := points.Rounding() * num.Sum(alpha.coef)
		halt := alpha.least() > tau
		observe.see(State{K: k, Last: halt, alpha: alpha})
		if halt {
			return alpha.result(Separator, k), nil
		}
		if err := alpha.proceed(ctx, "np", k, limit); err != nil {
			return alpha.result(None, k), err
		}
		theta := 1 / float64(k+1)
		longest := 0.0
		for i, v := range alpha.image {
			scores[i] = length(i) * v
			longest = max(longest, length(i))
		}
		i := first(scores, tau*longest)
		floats.Scale(1-theta, w)
		points.a[i].AddTo(w, theta*length(i))
		floats.Scale(1-theta, alpha.coef)
		alpha.coef[i] += float64(theta * length(i))
	}
}

// limitNKP is how many iterations separate points of a normalised margin: 1/ρ².
func limitNKP(margin float64) int { return iterations(1 / (margin * margin)) }

// iterations is the greatest count that is at most bound, which is known to some roundings:
// 1/0.2² is 25, and a little less in float64.
func iterations(bound float64) int {
	return int(math.Min(math.Floor(bound*(1+8*unit)), math.MaxInt64/2))
}

const npSteps = `a_i = y_i x_i/‖x_i‖  # rule=printed: y_i x_i
w ← 0
repeat for k = 0, 1, …, at most 1/margin²:
  if a_i·w > 0 of all i:
    return w
  θ = 1/(k+1), i = argmin a_i·w
  w ← (1 − θ) w + θ a_i`

// npKind describes NP, which keeps a w in the space of the features: it has no kernel form.
func npKind() algos.Kind {
	printed := func(p []float64) bool { return p[1] == 1 }
	k := batch("np", "normalised Perceptron; as printed on the features as they are", "Algorithm 2", "", nil)
	k.Kernel, k.Checked = nil, []string{"margin=0.1,rule=printed"}
	k.Params = []algos.Param{margin(), {Name: "rule", Words: []string{"mended", "printed"}}}
	k.Pseudocode = npSteps
	k.Families = func(p []float64) []string {
		if printed(p) {
			return []string{"np(rule=printed)"}
		}
		return []string{"nkp"}
	}
	k.Make = Maker(func(ctx context.Context, points Points, p []float64, observe Observer) (Result, error) {
		l, ok := points.(*Linear)
		if !ok {
			return Result{}, errors.New("normalized: np keeps a w in the space of the features, expected features and not a kernel: nkp is for that")
		}
		r, err := NP(ctx, l, printed(p), limitNKP(p[0]), observe)
		if !printed(p) {
			err = below(p[0], err)
		}
		return r, err
	})
	return k
}
