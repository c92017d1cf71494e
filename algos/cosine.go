package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// MaximumCosine is the framework of BH16, through the origin. Beside w it keeps ℓ, a lower bound of cos(w, w∗)/γ, and
// takes the step given by a bound on the cosine after it, a [CosineRule]. Such a bound comes from Lemma 1, where g =
// y(w·x)/‖w‖ and N = ‖x‖²:
//
//	w ← w + τ‖w‖ y x:  cos(w, w∗) ≥ γ(ℓ+τ)/√(1 + 2gτ + Nτ²)  for every τ ≥ 0
//
// CMCP, MCP and NAROMMA are three of these learners; [OwnCosine] makes a learner of a caller's own rule. Invariant:
// cos(w, w∗) ≥ γℓ, so ℓ ≤ 1/γ. Rows: mcp-cosine, mcp-mistakes, mcp-violations.
//
// The length of NAROMMA's w falls from R to γ, in float64, so that its margin has an error of some ε·R²/γ², relative
// to γ: 10⁻⁹ at R = 10³γ. `marginlab run` reports a greater error. Aggressive ROMMA keeps the digits.
//
// Only the direction of w matters: where ‖w‖² is far from 1, w is multiplied by a power of two. Where ℓ exceeds what
// separable examples allow, w starts anew as yx, ℓ as 1/‖x‖.
type MaximumCosine struct {
	linear
	rule CosineRule
	ell  float64 // ℓ; 0 while w = 0
}

// CosineRule decides the step at an example, given g = y(w·x)/‖w‖, ℓ and N = ‖x‖² > 0.
type CosineRule func(g, ell, xx float64) CosineStep

// CosineStep is the step w ← w + τ‖w‖ y x.
type CosineStep struct {
	Update bool    // if false, nothing changes
	Tau    float64 // τ ≥ 0; at +Inf w becomes y x, and ℓ becomes 1/‖x‖
	Ell2   float64 // the new ℓ², at most (ℓ+τ)²/(1 + 2gτ + Nτ²)
}

const (
	// mostEll2 is an ℓ² that no separable examples reach, unless γ is within rounding of 0: for checked ones 1/‖x‖²
	// is at most 1/vec.MinSqNorm.
	mostEll2 = 1e280
	// beside is the least ‖τx‖² of a step that makes w negligible: the new w is yx, and ℓ is 1/‖x‖.
	beside = 1e40
	// far bounds ‖w‖²: above it, or below its inverse, w is brought back to a length near 1.
	far = 1e200
)

func newCosine(s Space, rule CosineRule) *MaximumCosine {
	return &MaximumCosine{linear: newLinear(s, 0), rule: rule}
}

func (m *MaximumCosine) Reset() {
	m.linear.Reset()
	m.ell = 0
}

// Step implements [Learner]; a_t is y(w·x), in the scale of w. The learner's own margin is 1/ℓ.
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
		m.w.Grow(to.Tau*norm*float64(y), x, wx, xx)
		m.ell = math.Sqrt(to.Ell2)
	} else {
		m.w.Clear()
		m.w.Grow(float64(y), x, 0, xx)
		m.ell = 1 / math.Sqrt(xx)
	}
	m.bringBack()
	step.Updated = true
	return step
}

// bringBack multiplies w by a power of two where ‖w‖² is far from 1. Where w = 0, because x was antiparallel to it,
// no direction is left: the next x starts anew.
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

// mcpRule returns the rule of MCP(ρ), 0 ≤ ρ ≤ ½, of CMCP at ρ = 0:
//
//	update iff g ≤ ρ/ℓ:  η = max(0, ℓg),  τ = 1/(ℓN),  ℓ² ← ℓ² + (1−2η)/N
//
// It implements BH16, Section 4: Lemma 8 (CMCP), Fig. 2 (MCP, ρ = ½). If strict, it updates only where ℓ grows: not
// where η = ½, and not where rounding makes η equal to ½. If sharp, ℓ is the greatest that Lemma 1 allows for max(0,
// g): ℓ² ← (ℓ+τ)²/(1 + 2max(0, g)τ + Nτ²), which grows by at least 1/(N(ℓ²N+2)).
func mcpRule(rho float64, strict, sharp bool) CosineRule {
	return func(g, ell, xx float64) CosineStep {
		if g > rho/ell {
			return CosineStep{}
		}
		right, tau := max(0, g), 1/(ell*xx)
		s := CosineStep{true, tau, float64(ell*ell) + (1-float64(2*right*ell))/xx}
		if sharp {
			reach := ell + tau
			s.Ell2 = reach * reach / (1 + float64(2*right*tau) + float64(tau*tau*xx))
		}
		s.Update = !(strict && g > 0 && math.Sqrt(s.Ell2) <= ell)
		return s
	}
}

// NAROMMARule is the rule of NAROMMA, with the best τ. It implements BH16, Fig. 1, without its step 4, with which
// Theorem 7, that NAROMMA has the direction and ℓ = ‖w‖ of aggressive ROMMA, fails.
func NAROMMARule(g, ell, xx float64) CosineStep {
	if g >= 1/ell {
		return CosineStep{}
	}
	if g >= ell*xx || xx-float64(g*g) <= roundedSine*xx { // the second only for x antiparallel to w: not separable
		return CosineStep{true, math.Inf(1), 1 / xx}
	}
	d := 1 - float64(ell*g)
	return CosineStep{true, d / (float64(ell*xx) - g), float64(ell*ell) + d*d/(xx-float64(g*g))}
}

// roundedSine is the sin² of an angle to x below which N − g² is only rounding: x is antiparallel to w.
const roundedSine = 0x1p-51

// OwnCosine describes the learner of a caller's own bound on the cosine. Its cosine and ℓ are checked against the
// theorems of the framework, mcf-cosine, whose hypothesis is that the rule's ℓ² is at most what Lemma 1 allows.
func OwnCosine(name string, rule CosineRule) Kind {
	return Kind{
		Name: name, Code: &Code{Name: name}, Traits: Traits{Families: []string{name, "mcf"}, OwnMargin: true},
		New: func(s Space, _ Args) Learner { return newCosine(s, rule) },
	}
}
