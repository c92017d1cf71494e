package algos

import (
	"math"
	"slices"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Perceptron is Rosenblatt's Perceptron through the origin.
//
//	w_1 = 0;  ŷ = sign(w·x);  if y(w·x) ≤ 0:  w ← w + y x
//
// It implements the algorithm of omm.txt, Example 5.1: the update is on a
// non-positive margin, so also at a tie where sign(0) = +1 is right. Bound:
// [theory.Novikoff].
type Perceptron struct {
	w  []float64
	ww float64 // ‖w‖², by ‖w + yx‖² = ‖w‖² + 2y(w·x) + ‖x‖²
}

// NewPerceptron returns a Perceptron for dim dimensions, w = 0.
func NewPerceptron(dim int) *Perceptron { return &Perceptron{w: make([]float64, dim)} }

// Step implements [Learner].
func (p *Perceptron) Step(x vec.Vector, y theory.Label) theory.Step {
	score := x.Dot(p.w)
	a := float64(y) * score
	step := theory.Step{Score: a, Target: math.NaN(), Norm: math.Sqrt(p.ww), Y: y, Predicted: theory.Sign(score)}
	if a > 0 {
		return step
	}
	xx := x.SqNorm()
	x.AddTo(p.w, float64(y))
	p.ww = max(0, p.ww+2*a+xx)
	step.Updated = xx > 0 // x = 0 changes nothing
	return step
}

// Classifier implements [Learner], with b = 0.
func (p *Perceptron) Classifier() theory.Classifier {
	return theory.Classifier{W: slices.Clone(p.w)}
}
