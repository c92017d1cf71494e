package normalized

import (
	"context"
	"math"
	"slices"

	"marginlab/algos"
)

// snkpvn is the smoothed normalised kernel Perceptron–Von Neumann, SNKPVN(q,δ). An iteration takes
// a product by G. ‖p‖_G ≤ δ is ‖p‖_G² ≤ δ² + τ: see [Verify], which refuses a δ² that is not above τ.
// It always ends, but where rounding hides the end, as it may where δ² is near τ.
type snkpvn struct {
	*smoothed
	loop       int
	q          *combination
	norm       float64 // ‖q‖_G
	delta, tau float64
}

func newSNKPVN(q *combination, delta float64, entropic bool) *snkpvn {
	d := halfSquare(q.coef)
	if entropic {
		d = relativeEntropy(q.coef)
	}
	return &snkpvn{newSmoothed(q.clone(), d), 0, q, math.Sqrt(q.sqNorm()), delta, q.G.Rounding()}
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
		func(ctx context.Context, points Points, a algos.Args, observe Observer) (Result, error) {
			least, entropic := 0., a.Is("prox", "entropy")
			if entropic { // it needs weights above 0
				least = leastWeight
			}
			m := newSNKPVN(weighted(points, falling(points.Len(), a.Num("ratio"), least)), a.Num("delta"), entropic)
			return run(ctx, "snkp-vn", m, m.goal(), observe)
		})
	k.Given = byDistance("snkp-vn")
	k.Params = []algos.Param{accuracy("delta"), distance(), {Name: "ratio", Default: 1, Low: 0, High: 1}}
	k.Checked = []string{"delta=0.01", "delta=0.01,prox=entropy"}
	return k
}

// distance is the parameter of those that smooth by a distance from their q: ½‖p − q‖² of RP14,
// or the entropy.
func distance() algos.Param { return algos.Param{Name: "prox", Words: []string{"square", "entropy"}} }

// byDistance sets the families by the distance: with the entropy they have theorems of their own.
func byDistance(families ...string) func(algos.Args, *algos.Traits) {
	return func(a algos.Args, t *algos.Traits) {
		t.Families = slices.Clone(families)
		for i := range families {
			if a.Is("prox", "entropy") {
				t.Families[i] += "(prox=entropy)"
			}
		}
	}
}
