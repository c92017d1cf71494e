package normalized

import (
	"context"
	"math"
)

// snkpvn is the smoothed normalised kernel Perceptron–Von Neumann, SNKPVN(q,δ). An iteration takes a product by G.
// ‖p‖_G ≤ δ means ‖p‖_G² ≤ δ² + τ: see [Verify], which refuses a δ² that is not above τ. It always ends, unless
// rounding hides the end, as it may where δ² is near τ.
type snkpvn struct {
	*smoothed
	loop       int
	q          *combination
	norm       float64 // ‖q‖_G
	delta, tau float64
}

// newSNKPVN smooths by the prox with that name.
func newSNKPVN(q *combination, delta float64, word string) *snkpvn {
	d := halfSquare
	switch word {
	case "entropy":
		d = relativeEntropy
		q.raise()
	case "norm":
		d = squaredNorm
	}
	return &snkpvn{newSmoothed(q.clone(), d(q.coef)), 0, q, math.Sqrt(q.sqNorm()), delta, q.G.Rounding()}
}

func (m *snkpvn) goal() goal { return goal{limit: m.iterations(m.delta), eps: m.delta} }

func (m *snkpvn) certificate() (Certificate, *combination) {
	kind, c := m.alpha.separator()
	if kind == None && m.p.within(m.delta, m.tau) {
		return Combination, m.p
	}
	return kind, c
}

func (m *snkpvn) state() State {
	s := m.smoothed.state()
	s.Loop, s.Start, s.StartNorm, s.Delta = m.loop, m.q.coef, m.norm, m.delta
	return s
}

// isnkpvn runs the iterated smoothed normalised kernel Perceptron–Von Neumann, ISNKPVN(γ,ε).
//
// It is Algorithm 7 of RP14, except for the end: printed is "if δ_t < ε", after the call. As ‖q_{t+1}‖_G ≤ δ_t, that
// is met at most a loop later. But as printed it asks for δ_t = 0, which no call may reach, where ‖q_t‖_G = 0
// already, as for 1/n with two opposite points. Here q_0 is tested first, too.
//
// ‖q‖_G ≤ ε means ‖q‖_G² ≤ ε² + τ: see [Verify]. A call with δ_t ≤ ε, the last one, need not do more; the others,
// which have to decrease ‖q‖_G, get no τ.
func isnkpvn(ctx context.Context, G Points, gamma, eps float64, word string, observe Observer) (Result, error) {
	total, q := 0, uniform(G)
	for t := 0; ; t++ {
		if q.within(eps, G.Rounding()) {
			r := q.result(Combination, total, eps)
			r.Loops = t
			return r, nil
		}
		call := newSNKPVN(q, math.Sqrt(q.sqNorm())/gamma, word)
		if call.loop = t; call.delta > eps {
			call.tau = 0
		}
		r, err := run(ctx, "snkp-vn", call, call.goal(), observe)
		total += r.Iterations
		if err != nil || r.Certificate == Separator {
			r.Iterations, r.Loops = total, t+1
			return r, err
		}
		q = call.p
	}
}

// leastWeight is the least weight of q with the entropy, which needs logarithms of the weights. A call of ISNKPVN
// lowers weights by factors, so that many calls would make them underflow. Then log(1/min q) would have no bound, and
// a weight of 0 could not grow again. leastWeight is below all rounding.
const leastWeight = 1e-300

// raise raises the weights that are below leastWeight.
func (c *combination) raise() {
	for i, v := range c.coef {
		c.coef[i] = max(v, leastWeight)
	}
}
