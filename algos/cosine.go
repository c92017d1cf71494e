package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// MaximumCosine is the framework of BH16, through the origin: beside w it keeps ℓ, a lower
// bound of cos(w, w∗)/γ, and takes the step that a bound on the cosine after it asks for,
// a [CosineRule]. Lemma 1 is what such a bound comes from:
//
//	w_0 = y x,  ℓ_0 = 1/‖x‖  at the first x ≠ 0;  g = y(w·x)/‖w‖,  N = ‖x‖²
//	w ← w + τ‖w‖ y x:  cos(w, w∗) ≥ γ(ℓ+τ)/√(1 + 2gτ + Nτ²)  for every τ ≥ 0
//
// CMCP, MCP and NAROMMA are three of these learners; [OwnCosine] makes a learner of a rule
// of one's own. Invariant: cos(w, w∗) ≥ γℓ, so ℓ ≤ 1/γ. Rows: mcp-cosine,
// mcp-mistakes, mcp-violations.
//
// NAROMMA's w falls from R to γ in length, in float64, so that its margin has an error of
// some ε·R²/γ², relative to γ: 10⁻⁹ at R = 10³γ; marginlab run tells where it is more. Aggressive ROMMA keeps the digits.
//
// Only the direction of w matters: where ‖w‖² is far from 1, w is multiplied by a
// power of two. Where ℓ is beyond what separable examples allow,
// w starts anew as yx, ℓ as 1/‖x‖.
type MaximumCosine struct {
	linear
	rule CosineRule
	ell  float64 // ℓ; 0 while w = 0
}

// CosineRule decides on the step at an example, given g = y(w·x)/‖w‖, ℓ and N = ‖x‖² > 0.
type CosineRule func(g, ell, xx float64) CosineStep

// CosineStep is w ← w + τ‖w‖ y x.
type CosineStep struct {
	Update bool    // else nothing changes
	Tau    float64 // τ ≥ 0; at +Inf w becomes y x, and ℓ becomes 1/‖x‖
	Ell2   float64 // the new ℓ², at most (ℓ+τ)²/(1 + 2gτ + Nτ²)
}

const (
	// mostEll2 is an ℓ² that no separable examples reach, unless γ is within
	// rounding of 0: of checked ones 1/‖x‖² is at most 1/vec.MinSqNorm.
	mostEll2 = 1e280
	// beside is the ‖τx‖² of a step beside which w is below rounding: the new w is
	// yx, and ℓ is 1/‖x‖.
	beside = 1e40
	// far is beyond which, or below the inverse of which, ‖w‖² is brought back to 1.
	far = 1e200
)

// NewMaximumCosine returns the learner of a rule. It panics unless the norm is ℓ2.
func NewMaximumCosine(s Space, rule CosineRule) *MaximumCosine {
	s.needs("a maximum cosine learner", false)
	return &MaximumCosine{linear: newLinear(s), rule: rule}
}

// Reset implements [Learner].
func (m *MaximumCosine) Reset() {
	m.linear.Reset()
	m.ell = 0
}

// Step implements [Learner]; a_t is y(w·x), in the scale of w. The learner's own
// margin is 1/ℓ.
func (m *MaximumCosine) Step(x vec.Vector, y theory.Label) theory.Step {
	wx, xx := m.w.DotSq(x)
	norm := m.w.Norm()
	step := judge(wx, y, norm, math.NaN())
	if xx == 0 {
		return step // x = 0 changes nothing
	}
	to := CosineStep{Update: true, Tau: math.Inf(1)}
	if m.ell > 0 {
		step.Target = norm / m.ell
		to = m.rule(step.Score/norm, m.ell, xx)
	}
	if !to.Update {
		return step
	}
	if to.Ell2 <= mostEll2 && to.Tau*xx*to.Tau <= beside {
		m.w.Add(to.Tau*norm*float64(y), x)
		m.ell = math.Sqrt(to.Ell2)
	} else {
		m.w.Clear()
		m.w.Add(float64(y), x)
		m.ell = 1 / math.Sqrt(xx)
	}
	m.bringBack()
	step.Updated = true
	return step
}

// bringBack multiplies w by a power of two where ‖w‖² is far from 1. Where w = 0,
// as x was antiparallel to it, there is no direction to keep: the next x starts
// anew.
func (m *MaximumCosine) bringBack() {
	switch ww := m.w.SqNorm(); {
	case ww == 0:
		m.ell = 0
	case ww > far, ww < 1/far:
		_, e := math.Frexp(m.w.Norm())
		m.w.Scale(math.Ldexp(1, -e))
	}
}

// State implements [Learner]; γ_t is 1/ℓ, NaN while w = 0.
func (m *MaximumCosine) State() State {
	s := m.linear.State()
	if m.ell > 0 {
		s.Gamma = 1 / m.ell
	}
	return s
}

// cosineOpening is how the learners of the family begin.
const cosineOpening = `w ← 0
for each (x, y):
  predict sign(w·x)
  if w = 0 and x ≠ 0:
    w ← y x, ℓ ← 1/‖x‖
`

// cosineKind describes a learner of the framework, but for its rule.
func cosineKind(name, summary, source, steps string) Kind {
	return Kind{
		Name: name, Default: true, Summary: summary, Source: source,
		Pseudocode: cosineOpening + steps,
		Traits:     Traits{OwnMargin: true, Degree: Degree1},
	}
}

// OwnCosine describes the learner of a bound on the cosine of one's own. Its cosine and its
// ℓ are held to the theorems of the framework, mcf-cosine, whose hypothesis is that the rule's ℓ²
// is at most what Lemma 1 allows.
func OwnCosine(name string, rule CosineRule) Kind {
	return Kind{
		Name: name, Code: &Code{Name: name}, Traits: Traits{Families: []string{name, "mcf"}, OwnMargin: true},
		New: func(s Space, _ Args) Learner { return NewMaximumCosine(s, rule) },
	}
}
