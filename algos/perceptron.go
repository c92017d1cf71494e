package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Perceptron is Rosenblatt's Perceptron through the origin, and in a norm ‖·‖_p the
// p-norm Perceptron.
//
//	θ_1 = 0;  w = ∇½‖θ‖²;  ŷ = sign(w·x);  if y(w·x) ≤ 0:  θ ← θ + y x
//
// In ℓ2, where w = θ, it implements the algorithm of HKNS25, Example 5.1, in other
// norms that of Grove, Littlestone, Schuurmans (2001): the update is on a
// non-positive margin, so also at a tie where sign(0) = +1 is right. Bound:
// perceptron-novikoff.
type Perceptron struct{ linear }

// NewPerceptron returns a Perceptron, w = 0.
func NewPerceptron(s Space) *Perceptron { return &Perceptron{newLinear(s)} }

// Step implements [Learner]; a_t is y(w·x), in the scale of w.
func (p *Perceptron) Step(x vec.Vector, y theory.Label) theory.Step {
	step := judge(p.w.Dot(x), y, p.w.Norm(), math.NaN())
	if step.Score <= 0 && p.space.Square(x) > 0 { // x = 0 changes nothing
		p.w.Add(float64(y), x)
		step.Updated = true
	}
	return step
}

// Wants implements [Kernelized].
func (p *Perceptron) Wants(x vec.Vector, y theory.Label) bool {
	return float64(y)*p.w.Dot(x) <= 0 && p.space.Square(x) > 0
}

const perceptronSteps = `θ ← 0
for each (x, y):
  w = ∇½‖θ‖²  # θ itself in ℓ2; the norm is that of p
  predict sign(w·x)
  if y(w·x) ≤ 0 and x ≠ 0:
    θ ← θ + y x`

// perceptronKind describes the Perceptron.
func perceptronKind() Kind {
	return Kind{
		Name: "perceptron", Default: true,
		Params:     []Param{exponent(vec.MinExponent)},
		Pseudocode: perceptronSteps,
		Summary:    "Perceptron through the origin, the p-norm Perceptron",
		Source:     "HKNS25, Example 5.1; Rosenblatt 1958; Grove, Littlestone, Schuurmans 2001",
		Traits: Traits{Families: []string{"perceptron", "perceptron(last)"}, Turn: turnsAt(0), Kernel: true,
			Degree: Degree2},
		New: func(s Space, _ Args) Learner { return NewPerceptron(s) },
	}
}
