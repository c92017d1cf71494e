package kernel

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// ROMMA is the Relaxed Online Maximum Margin Algorithm in kernel form, through
// v = f/‖f‖².
//
//	f_1 = 0;  ŷ = sign(f(x));  s = y f(x)
//	update iff s ≤ 1−ε (ROMMA: ε = 1; aggressive ROMMA, ε = 0: iff s < 1); at f = 0 always:
//	  v ← v − β(v − y K(x,·)), the point of least norm of [v, y K(x,·)]
//
// It implements Li and Long (2002), Section 4, and the ε of amira.txt, Section 4.1.
// Its twin is [algos.ROMMA].
type ROMMA struct {
	epsilon float64
	v       *Function
	vv      float64 // ‖v‖², 0 while f = 0
}

// NewROMMA returns a kernel ROMMA(ε) learner, 0 ≤ ε ≤ 1: ε = 1 for ROMMA, 0 for
// aggressive ROMMA.
func NewROMMA(s Space, epsilon float64) *ROMMA {
	if !(epsilon >= 0 && epsilon <= 1) {
		panic("kernel: ROMMA needs 0 <= epsilon <= 1")
	}
	return &ROMMA{epsilon: epsilon, v: NewFunction(s)}
}

// Wants implements [Learner].
func (r *ROMMA) Wants(i int, y theory.Label) bool {
	if r.v.space.Diag(i) == 0 {
		return false
	}
	s := float64(y) * r.Score(i)
	return r.vv == 0 || s <= 1-r.epsilon && s < 1
}

// Step implements [Learner], in the scale in which the target margin is 1.
func (r *ROMMA) Step(i int, y theory.Label) theory.Step {
	f := r.Score(i)
	step := theory.Step{Score: float64(y) * f, Target: 1, Norm: r.Norm(), Y: y, Predicted: theory.Sign(f)}
	if r.vv == 0 {
		step.Target = math.NaN()
	}
	if !r.Wants(i, y) {
		return step
	}
	if r.vv == 0 {
		r.start(i, y)
		step.Updated = true
		return step
	}
	vz, zz := float64(y)*r.v.At(i), r.v.space.Diag(i)
	switch beta := (vec.L2{}).LeastNorm(r.vv-vz, max(0, r.vv-2*vz+zz)); beta {
	case 0:
		return step
	case 1:
		r.start(i, y)
	default:
		r.v.Scale(1 - beta)
		r.v.Add(i, beta*float64(y))
		r.vv = r.v.SqNorm()
	}
	step.Updated = true
	return step
}

// start makes v = y K(x,·), that is f = y K(x,·)/K(x,x).
func (r *ROMMA) start(i int, y theory.Label) {
	r.v.Clear()
	r.v.Add(i, float64(y))
	r.vv = r.v.space.Diag(i)
}

// Score implements [Learner].
func (r *ROMMA) Score(i int) float64 { return ratio(r.v.At(i), r.vv) }

// Gamma returns 1/‖f‖, the margin on the constraints kept, NaN while f = 0.
func (r *ROMMA) Gamma() float64 {
	if r.vv == 0 {
		return math.NaN()
	}
	return math.Sqrt(r.vv)
}

// Norm returns ‖f‖.
func (r *ROMMA) Norm() float64 { return ratio(1, math.Sqrt(r.vv)) }

// Classifier implements [Learner].
func (r *ROMMA) Classifier() Classifier {
	alpha := r.v.Coefficients()
	for i := range alpha {
		alpha[i] = ratio(alpha[i], r.vv)
	}
	return r.v.space.classifier(alpha)
}

// ratio is a/b, and 0 where b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
