package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// MaximumCosine is the family of learners through the origin of BH16: beside
// w they keep ℓ, a lower bound of cos(w, w∗)/γ, and take the step that raises it
// most.
//
//	w_0 = y x,  ℓ_0 = 1/‖x‖  at the first x ≠ 0;  s = y(w·x),  g = s/‖w‖,  N = ‖x‖²
//
//	CMCP    update iff s ≤ 0:          w ← w + ‖w‖/(ℓN) y x,  ℓ² ← ℓ² + 1/N
//	MCP     update iff s ≤ ‖w‖/(2ℓ):   η = max(0, sℓ/‖w‖),
//	                                   w ← w + ‖w‖/(ℓN) y x,  ℓ² ← ℓ² + (1−2η)/N
//	NAROMMA update iff g < 1/ℓ:        if g ≥ ℓN:  w ← y x,  ℓ ← 1/√N,  else
//	                                   w ← w + (1−ℓg)‖w‖/(ℓN−g) y x,  ℓ² ← ℓ² + (ℓg−1)²/(N−g²)
//
// It implements BH16, Section 4 (CMCP, MCP) and Section 3, Fig. 1 (NAROMMA)
// without its step 4, with which Theorem 7, that NAROMMA has the direction and
// ℓ = ‖w‖ of aggressive ROMMA, fails. Invariant: cos(w, w∗) ≥ γℓ, so ℓ ≤ 1/γ.
// Bounds: [theory.Novikoff], [theory.AtLeastGammaStar] (1/ℓ), [theory.ViolationsMCP].
//
// NAROMMA's w falls from R to γ in length, in float64, so that its margin has an error of
// some ε·R²/γ², relative to γ: 10⁻⁹ at R = 10³γ; marginlab run tells where it is more. Aggressive ROMMA keeps the digits.
//
// Only the direction of w matters: where ‖w‖² is far from 1, w is multiplied by a
// power of two. Where ℓ is beyond what separable examples allow,
// w starts anew as yx, ℓ as 1/‖x‖.
type MaximumCosine struct {
	rule cosineRule
	origin
	v   *weights // w
	ell float64  // ℓ; 0 while w = 0
}

// cosineRule decides on an update at g = y(w·x)/‖w‖: the multiple of yx to add
// to w/‖w‖, and the new ℓ². With restart, w becomes yx and ℓ 1/‖x‖ instead.
type cosineRule func(g, ell, xx float64) (tau, ell2 float64, update, restart bool)

func cmcpRule(g, ell, xx float64) (tau, ell2 float64, update, restart bool) {
	return 1 / (ell * xx), float64(ell*ell) + 1/xx, g <= 0, false
}

func mcpRule(g, ell, xx float64) (tau, ell2 float64, update, restart bool) {
	eta := max(0, g*ell)
	return 1 / (ell * xx), float64(ell*ell) + (1-float64(2*eta))/xx, g <= 1/(2*ell), false
}

func naromma(g, ell, xx float64) (tau, ell2 float64, update, restart bool) {
	if g >= ell*xx || xx-float64(g*g) <= roundedSine*xx { // the second only for x antiparallel to w: not separable
		return 0, 0, g < 1/ell, true
	}
	d := 1 - float64(ell*g)
	return d / (float64(ell*xx) - g), float64(ell*ell) + d*d/(xx-float64(g*g)), g < 1/ell, false
}

const (
	// roundedSine is the sin² of an angle to x below which N − g² is rounding alone:
	// x is antiparallel to w.
	roundedSine = 0x1p-51
	// mostEll2 is an ℓ² that no separable examples reach, unless γ is within
	// rounding of 0: of checked ones 1/‖x‖² is at most 1/vec.MinSqNorm.
	mostEll2 = 1e280
	// beside is the ‖τx‖² of a step beside which w is below rounding: the new w is
	// yx, and ℓ is 1/‖x‖.
	beside = 1e40
	// far is beyond which, or below the inverse of which, ‖w‖² is brought back to 1.
	far = 1e200
)

// NewMCP returns an MCP learner. It panics unless the norm is ℓ2, as do the others.
func NewMCP(s Space) *MaximumCosine { return newMaximumCosine(s, mcpRule) }

// NewCMCP returns a CMCP learner.
func NewCMCP(s Space) *MaximumCosine { return newMaximumCosine(s, cmcpRule) }

// NewNAROMMA returns a NAROMMA learner.
func NewNAROMMA(s Space) *MaximumCosine { return newMaximumCosine(s, naromma) }

func newMaximumCosine(s Space, rule cosineRule) *MaximumCosine {
	v := newWeights(s.plain("a maximum cosine learner"))
	return &MaximumCosine{rule: rule, origin: origin{s, v}, v: v}
}

// Reset implements [Renewable].
func (m *MaximumCosine) Reset() {
	m.origin.Reset()
	m.ell = 0
}

// Step implements [Learner]; a_t is y(w·x), in the scale of w. The learner's own
// margin is 1/ℓ.
func (m *MaximumCosine) Step(x vec.Vector, y theory.Label) (step theory.Step) {
	score, xx := x.DotSq(m.v.w)
	norm := math.Sqrt(m.v.ww)
	step = theory.Step{Score: float64(y) * score, Target: math.NaN(), Norm: norm, Decision: theory.Decision{Y: y, Predicted: theory.Sign(score)}}
	if xx == 0 {
		return step // x = 0 changes nothing
	}
	if m.ell == 0 {
		m.restart(x, y, xx)
		step.Updated = true
		return step
	}
	step.Target = norm / m.ell
	tau, ell2, update, restart := m.rule(step.Score/norm, m.ell, xx)
	switch {
	case !update:
		return step
	case restart || !(ell2 <= mostEll2 && tau*xx*tau <= beside):
		m.restart(x, y, xx)
	default:
		m.v.Add(x, tau*norm*float64(y), score, xx)
		m.ell = math.Sqrt(ell2)
		m.bringBack()
	}
	step.Updated = true
	return step
}

// bringBack multiplies w by a power of two where ‖w‖² is far from 1. Where w = 0,
// as x was antiparallel to it, there is no direction to keep: the next x starts
// anew.
func (m *MaximumCosine) bringBack() {
	switch {
	case m.v.ww == 0:
		m.ell = 0
	case m.v.ww > far, m.v.ww < 1/far:
		_, e := math.Frexp(m.Norm())
		m.v.scale(math.Ldexp(1, -e))
	}
}

// restart makes w = yx, ℓ = 1/‖x‖.
func (m *MaximumCosine) restart(x vec.Vector, y theory.Label, xx float64) {
	m.v.clear()
	m.v.Add(x, float64(y), 0, xx)
	m.ell = 1 / math.Sqrt(xx)
	m.bringBack()
}

// Gamma returns 1/ℓ, NaN while w = 0.
func (m *MaximumCosine) Gamma() float64 {
	if m.ell == 0 {
		return math.NaN()
	}
	return 1 / m.ell
}

// cosineOpening is how the learners of the family begin.
const cosineOpening = `w ← 0
for each (x, y):
  predict sign(w·x)
  if w = 0 and x ≠ 0:
    w ← y x, ℓ ← 1/‖x‖
`

const mcpSteps = `  else if y(w·x) ≤ ‖w‖/(2ℓ) and x ≠ 0:
    η = max(0, y(w·x) ℓ/‖w‖)
    w ← w + ‖w‖/(ℓ‖x‖²) y x, ℓ² ← ℓ² + (1 − 2η)/‖x‖²`

const cmcpSteps = `  else if y(w·x) ≤ 0 and x ≠ 0:
    w ← w + ‖w‖/(ℓ‖x‖²) y x, ℓ² ← ℓ² + 1/‖x‖²`

const narommaSteps = `  else if y(w·x)/‖w‖ < 1/ℓ and x ≠ 0:
    g = y(w·x)/‖w‖, N = ‖x‖²
    if g ≥ ℓN:
      w ← y x, ℓ ← 1/√N
    else:
      w ← w + (1 − ℓg)‖w‖/(ℓN − g) y x, ℓ² ← ℓ² + (ℓg − 1)²/(N − g²)`

// mcpKind describes MCP.
func mcpKind() Kind {
	return cosineKind("mcp", "maximum cosine Perceptron", "BH16, Fig. 2", 0.5, mcpSteps, NewMCP, "mcp")
}

// cmcpKind describes CMCP.
func cmcpKind() Kind {
	return cosineKind("cmcp", "conservative maximum cosine Perceptron", "BH16, Section 4", 0, cmcpSteps, NewCMCP, "mcp", "cmcp")
}

// narommaKind describes NAROMMA.
func narommaKind() Kind {
	k := cosineKind("naromma", "aggressive ROMMA in the maximum cosine framework", "BH16, Fig. 1 without step 4", 1, narommaSteps, NewNAROMMA, "naromma")
	k.Falls = "a-romma"
	return k
}

// cosineKind describes a learner of the family that updates at a_t ≤ ργ_t.
func cosineKind(name, summary, source string, rho float64, steps string, make func(s Space) *MaximumCosine, families ...string) Kind {
	return Kind{
		Name: name, Default: true, Summary: summary, Source: source,
		Pseudocode: cosineOpening + steps,
		Also:       also("rho", rho), Families: always(append(families, "cosine")...),
		OwnMargin: true, Degree: Degree1,
		New: func(s Space, _ []float64, _ *Spec) Learner { return make(s) },
	}
}
