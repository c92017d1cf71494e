package normalized

import (
	"context"
	"math"

	"marginlab/algos"
)

// ISNKPVN is the iterated smoothed normalised kernel Perceptron–Von Neumann,
// ISNKPVN(γ,ε).
//
//	q_0 = 1/n
//	δ_t = ‖q_t‖_G/γ
//	q_{t+1} = SNKPVN(q_t, δ_t); if that is a separator, it is the solution
//	if ‖q_{t+1}‖_G ≤ ε: q_{t+1} is an ε-solution
//
// It implements Algorithm 7 of RP14, but for the end: printed is
// "if δ_t < ε", after the call. As ‖q_{t+1}‖_G ≤ δ_t that is met a loop later at worst;
// and it asks for δ_t = 0, which no call may reach, where ‖q_t‖_G = 0 already, as that
// of 1/n is for two opposite points. Here q_0 is looked at first, too.
//
// ‖q_{t+1}‖_G ≤ ε is ‖q_{t+1}‖_G² ≤ ε² + τ: see [Verify], which refuses an ε² that is not
// above τ. A call with δ_t ≤ ε, the last one, need not do more; the others, which
// have to make ‖q‖_G less, get no τ.
//
// It always ends: a call makes at most 2√(2n)/δ_t iterations, with the entropy
// 2√(2 ln(1/min q_t))/δ_t, where no weight of a q_t is below 10⁻³⁰⁰. The error is that of ctx,
// beside the last iterate, or a *LimitError if rounding hides the end, as it may where ε² is
// near τ. It panics unless 1 < γ < ∞ and 0 < ε < ∞.
// Rows: isnkp-vn-loops, isnkp-vn-loops-dual,
// isnkp-vn-iterations, isnkp-vn-iterations-linear.
func ISNKPVN(ctx context.Context, G Points, d Distance, gamma, eps float64, observe Observer) (Result, error) {
	if !(positiveNumber(gamma) && gamma > 1 && positiveNumber(eps)) {
		panic("normalized: ISNKPVN needs gamma > 1 and eps > 0")
	}
	total := 0
	q := uniform(G)
	for t := 0; ; t++ {
		if q.within(eps, G.Rounding()) {
			r := q.solution(eps, total)
			r.Loops = t
			return r, nil
		}
		delta := math.Sqrt(q.sqNorm()) / gamma
		tau := 0.0
		if delta <= eps {
			tau = G.Rounding()
		}
		next, kind, k, err := snkpvn(ctx, d, q, delta, tau, t, observe)
		total += k
		if err != nil || kind == Separator {
			r := next.result(kind, total)
			r.Loops = t + 1
			return r, err
		}
		if q = next; d == Entropy {
			q.raise()
		}
	}
}

// leastWeight is where ISNKPVN keeps weights of q, with the entropy. A call lowers them by
// factors, so that those of many calls would underflow. Then log(1/min q) had no bound, and a
// weight of 0 could not grow again. It is below all rounding.
const leastWeight = 1e-300

// raise raises the weights that are below leastWeight.
func (c *combination) raise() {
	for i, v := range c.coef {
		c.coef[i] = max(v, leastWeight)
	}
}

const isnkpvnSteps = `q ← 1/n
repeat:
  if ‖q‖_G ≤ eps:  # as printed: delta < eps, after the call
    return q
  q ← what snkp-vn returns from q with delta = ‖q‖_G/gamma  # or with prox=entropy
  if it is a separator:
    return q`

// isnkpvnKind describes ISNKP-VN.
func isnkpvnKind() algos.Kind {
	k := batch("isnkp-vn", "iterated smoothed NKP–Von Neumann: a separator, or a p of norm at most eps", "Algorithm 7", isnkpvnSteps,
		func(ctx context.Context, points Points, p []float64, observe Observer) (Result, error) {
			return ISNKPVN(ctx, points, Distance(p[2]), p[0], p[1], observe)
		})
	k.Families = byDistance(2, "snkp-vn", "isnkp-vn")
	k.Params = []algos.Param{factor(), accuracy("eps"), distance()}
	k.Checked = []string{"eps=0.01", "eps=0.01,prox=entropy"}
	return k
}

// factor is the parameter γ of those that shrink a combination by γ.
func factor() algos.Param { return algos.Param{Name: "gamma", Default: 2, Low: 1.001, High: 1e6} }
