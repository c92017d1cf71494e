package normalized

import (
	"context"
	"math"

	"marginlab/algos"
)

// isnkpvn runs the iterated smoothed normalised kernel Perceptron–Von Neumann, ISNKPVN(γ,ε).
//
// It is Algorithm 7 of RP14, but for the end: printed is "if δ_t < ε", after the call. As
// ‖q_{t+1}‖_G ≤ δ_t that is met a loop later at worst; and it asks for δ_t = 0, which no call may
// reach, where ‖q_t‖_G = 0 already, as that of 1/n is for two opposite points. Here q_0 is looked
// at first, too.
//
// ‖q‖_G ≤ ε is ‖q‖_G² ≤ ε² + τ: see [Verify]. A call with δ_t ≤ ε, the last one, need not do more;
// the others, which have to make ‖q‖_G less, get no τ.
func isnkpvn(ctx context.Context, G Points, gamma, eps float64, entropic bool, observe Observer) (Result, error) {
	total, q := 0, uniform(G)
	for t := 0; ; t++ {
		if q.within(eps, G.Rounding()) {
			r := q.result(Combination, total, eps)
			r.Loops = t
			return r, nil
		}
		call := newSNKPVN(q, math.Sqrt(q.sqNorm())/gamma, entropic)
		if call.loop = t; call.delta > eps {
			call.tau = 0
		}
		r, err := run(ctx, "snkp-vn", call, call.goal(), observe)
		total += r.Iterations
		if err != nil || r.Certificate == Separator {
			r.Iterations, r.Loops = total, t+1
			return r, err
		}
		if q = call.p; entropic {
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
		func(ctx context.Context, points Points, a algos.Args, observe Observer) (Result, error) {
			return isnkpvn(ctx, points, a.Num("gamma"), a.Num("eps"), a.Is("prox", "entropy"), observe)
		})
	k.Given = byDistance("snkp-vn", "isnkp-vn")
	k.Params = []algos.Param{factor(), accuracy("eps"), distance()}
	k.Checked = []string{"eps=0.01", "eps=0.01,prox=entropy"}
	return k
}

// factor is the parameter γ of those that shrink a combination by γ.
func factor() algos.Param { return algos.Param{Name: "gamma", Default: 2, Low: 1.001, High: 1e6} }
