package kernel

import (
	"math"

	"marginlab/theory"
)

// ALMA is the Approximate Large Margin Algorithm for ‖·‖₂ in kernel form, on
// normalised features.
//
//	f_1 = 0, k = 1;  φ̂ = K(x,·)/√K(x,x);  ŷ = sign(f(x));  γ_k = B/√k, η_k = C/√k
//	update iff y⟨f, φ̂⟩ ≤ (1−α)γ_k:
//	  f' = f + η_k y φ̂,  f ← f'/max(1, ‖f'‖),  k ← k+1
//
// It implements Gentile (2001), Fig. 1, for p = 2, with kernels as in its Section
// 5. Its twin is [algos.ALMA].
type ALMA struct {
	alpha, b, c float64
	f           *Function
	norm        float64
	k           int
}

// NewALMA returns a kernel ALMA learner, 0 < α ≤ 1 and B, C > 0.
func NewALMA(s Space, alpha, b, c float64) *ALMA {
	if !(alpha > 0 && alpha <= 1 && b > 0 && c > 0) {
		panic("kernel: ALMA needs 0 < alpha <= 1 and B, C > 0")
	}
	return &ALMA{alpha: alpha, b: b, c: c, f: NewFunction(s), k: 1}
}

// Wants implements [Learner].
func (a *ALMA) Wants(i int, y theory.Label) bool {
	length := math.Sqrt(a.f.space.Diag(i))
	return length > 0 && float64(y)*a.f.At(i)/length <= (1-a.alpha)*a.Gamma() // φ(x) = 0 has no direction
}

// Step implements [Learner]; Score is y⟨f, φ̂⟩, and the learner's own margin γ_k.
func (a *ALMA) Step(i int, y theory.Label) theory.Step {
	f, length := a.f.At(i), math.Sqrt(a.f.space.Diag(i))
	step := theory.Step{Target: math.NaN(), Norm: a.norm, Y: y, Predicted: theory.Sign(f)}
	if length == 0 {
		return step
	}
	step.Score, step.Target = float64(y)*f/length, a.Gamma()*a.norm
	if !a.Wants(i, y) {
		return step
	}
	a.f.Add(i, a.c/math.Sqrt(float64(a.k))*float64(y)/length)
	if a.norm = math.Sqrt(a.f.SqNorm()); a.norm > 1 {
		a.f.Scale(1 / a.norm)
		a.norm = 1
	}
	a.k++
	step.Updated = true
	return step
}

// Score implements [Learner].
func (a *ALMA) Score(i int) float64 { return a.f.At(i) }

// Gamma returns γ_k = B/√k.
func (a *ALMA) Gamma() float64 { return a.b / math.Sqrt(float64(a.k)) }

// Norm returns ‖f‖.
func (a *ALMA) Norm() float64 { return a.norm }

// Classifier implements [Learner].
func (a *ALMA) Classifier() Classifier { return a.f.space.classifier(a.f.Coefficients()) }
