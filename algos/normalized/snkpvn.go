package normalized

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/algos"
)

// SNKPVN is the smoothed normalised kernel Perceptron–Von Neumann, SNKPVN(q,δ).
//
//	α_0 = q, μ_0 = 2n, p_0 = p^q_{μ_0}(α_0)
//	if Gα_k > 0: α_k is the solution
//	if ‖p_k‖_G ≤ δ: return p_k
//	θ_k, α_{k+1}, μ_{k+1}, p_{k+1}: see smoothed
//
// with p^q_μ(α) = argmin_{p∈Δ} ⟨p,α⟩_G + ½μ‖p−q‖² = Project(q − Gα/μ). It implements
// Algorithm 6 of RP14, which has < δ, a product by G an
// iteration. With the entropy around q for ½‖p−q‖², μ_0 is 2 and p^q_μ(α) is in proportion
// to q_i e^{−(Gα)_i/μ}. ‖p_k‖_G ≤ δ is ‖p_k‖_G² ≤ δ² + τ: see [Verify], which refuses a δ² that
// is not above τ. q is in Δ, the uniform one if nil. It always ends, within 2√(2n)/δ
// iterations, with the entropy 2√(2 ln(1/min q))/δ; the error is that of ctx, beside the
// last iterate, or a *LimitError if rounding hides the end, as it may where δ² is near τ. It
// panics unless 0 < δ < ∞ and q is in Δ, of as many weights as points, with the entropy above 0.
// Rows: snkp-vn-iterations, snkp-vn-dual.
func SNKPVN(ctx context.Context, G Points, d Distance, q []float64, delta float64, observe Observer) (Result, error) {
	if !positiveNumber(delta) {
		panic("normalized: SNKPVN needs delta > 0")
	}
	start := uniform(G)
	if q != nil {
		if len(q) != G.Len() {
			panic("normalized: SNKPVN needs a q of as many weights as points")
		}
		if !inSimplex(q) {
			panic("normalized: SNKPVN needs a q of weights of at least 0 and of sum 1")
		}
		if d == Entropy && floats.Min(q) == 0 {
			panic("normalized: SNKPVN with the entropy needs a q of weights above 0")
		}
		copy(start.coef, q)
		start.refresh()
	}
	c, kind, k, err := snkpvn(ctx, d, start, delta, G.Rounding(), 0, observe)
	if kind == Combination {
		return c.solution(delta, k), err
	}
	return c.result(kind, k), err
}

// snkpvn returns α_k or p_k, which of them it is, and k. A p_k is one of ‖p_k‖_G² ≤ δ² + τ.
func snkpvn(ctx context.Context, d Distance, q *combination, delta, tau float64, loop int, observe Observer) (*combination, Certificate, int, error) {
	limit := iterations(2 * math.Sqrt(2*d.most(q.coef)) / delta)
	startNorm := math.Sqrt(q.sqNorm())
	near, mu := d.around(q.coef)
	s := newSmoothed(q.clone(), mu, near)
	for k := 0; ; k++ {
		positive := s.alpha.positive()
		within := !positive && s.p.within(delta, tau)
		state := s.state(k)
		state.Loop, state.Start, state.StartNorm, state.Delta, state.Last = loop, q.coef, startNorm, delta, positive || within
		observe.see(state)
		switch {
		case positive:
			return s.alpha, Separator, k, nil
		case within:
			return s.p, Combination, k, nil
		}
		if err := s.alpha.proceed(ctx, "snkp-vn", k, limit); err != nil {
			return s.alpha, None, k, err
		}
		s.step(k)
	}
}

const snkpvnSteps = `q_i = ratio^(i−1)/(1 + ratio + … + ratio^(n−1))
p_μ(α) = argmin_{p∈Δ} pᵀGα + ½μ‖p − q‖²  # prox=entropy: μ Σ p_i log(p_i/q_i)
α ← q, μ ← 2n  # prox=entropy: 2
p ← p_μ(α)
repeat for k = 0, 1, …:
  if Gα > 0:
    return α
  if ‖p‖_G ≤ delta:  # as printed: <
    return p`

// snkpvnKind describes SNKP-VN.
func snkpvnKind() algos.Kind {
	k := batch("snkp-vn", "smoothed NKP–Von Neumann: a separator, or a p of norm at most delta", "Algorithm 6", snkpvnSteps+smoothedSteps,
		func(ctx context.Context, points Points, p []float64, observe Observer) (Result, error) {
			d := Distance(p[1])
			return SNKPVN(ctx, points, d, d.falling(points.Len(), p[2]), p[0], observe)
		})
	k.Families = byDistance(1, "snkp-vn")
	k.Params = []algos.Param{accuracy("delta"), distance(), {Name: "ratio", Default: 1, Low: 0, High: 1}}
	k.Checked = []string{"delta=0.01", "delta=0.01,prox=entropy"}
	return k
}

// falling are n weights q in proportion to 1, ratio, ratio², …: the uniform ones at ratio = 1, nil
// for them, and the first point alone at 0. The entropy needs weights above 0, and has none below
// leastWeight.
func (d Distance) falling(n int, ratio float64) []float64 {
	if ratio == 1 {
		return nil
	}
	q, sum, v := make([]float64, n), 0., 1.
	for i := range q {
		q[i] = v
		sum += v
		v = float64(v * ratio)
	}
	for i := range q {
		if q[i] /= sum; d == Entropy {
			q[i] = max(q[i], leastWeight)
		}
	}
	return q
}

// distance is the parameter of those that smooth by a distance from their q.
func distance() algos.Param { return algos.Param{Name: "prox", Words: []string{"square", "entropy"}} }

// byDistance are the families by the parameter of that number: with the entropy they have
// theorems of their own.
func byDistance(number int, families ...string) func(p []float64) []string {
	return func(p []float64) []string {
		if Distance(p[number]) == HalfSquare {
			return families
		}
		var all []string
		for _, f := range families {
			all = append(all, f+"(prox=entropy)")
		}
		return all
	}
}
