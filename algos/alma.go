package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// ALMA is the Approximate Large Margin Algorithm for ‖·‖₂, through the origin,
// on normalised features.
//
//	w_1 = 0, k = 1;  x̂ = x/‖x‖;  ŷ = sign(w·x);  γ_k = B/√k, η_k = C/√k
//	update iff y(w·x̂) ≤ (1−α)γ_k:
//	  w' = w + η_k y x̂,  w ← w'/max(1, ‖w'‖),  k ← k+1
//
// It implements Gentile, A New Approximate Maximal Margin Classification
// Algorithm (2001), for p = 2. B = √8/α and C = √2 are those of its Theorem 3.
// Bounds: [theory.UpdatesALMA], [theory.UpdatesALMAInseparable].
type ALMA struct {
	alpha, b, c float64
	w           scaledSum
	ww, norm    float64 // ‖w‖² and ‖w‖
	k           int
	gamma       float64 // γ_k
	touched     int
}

// NewALMA returns an ALMA learner for dim dimensions. It panics unless
// 0 < α ≤ 1 and B, C > 0.
func NewALMA(dim int, alpha, b, c float64) *ALMA {
	if !(alpha > 0 && alpha <= 1 && b > 0 && c > 0) {
		panic("algos: ALMA needs 0 < alpha <= 1 and B, C > 0")
	}
	return &ALMA{alpha: alpha, b: b, c: c, w: newScaledSum(dim), k: 1, gamma: b}
}

// Step implements [Learner]; Score is y(w·x̂), and the learner's own margin γ_k, so
// that Target is γ_k‖w‖. The rule compares Score with (1−α)γ_k, without ‖w‖ ≤ 1.
func (a *ALMA) Step(x vec.Vector, y theory.Label) theory.Step {
	score := a.w.dot(x)
	step := theory.Step{Target: math.NaN(), Norm: a.norm, Y: y, Predicted: theory.Sign(score)}
	length := math.Sqrt(x.SqNorm())
	if length == 0 {
		return step // x = 0 has no direction
	}
	step.Score, step.Target = float64(y)*score/length, a.gamma*a.norm
	if !(step.Score <= (1-a.alpha)*a.gamma) {
		return step
	}
	eta := a.c / math.Sqrt(float64(a.k))
	a.w.add(x, eta*float64(y)/length)
	a.ww = max(0, a.ww+eta*(2*step.Score+eta))
	if a.touched += len(x.Value); a.touched >= len(a.w.support) {
		a.ww, a.touched = a.w.sqNorm(), 0
	}
	if a.ww > 1 {
		a.w.multiply(1 / math.Sqrt(a.ww))
		a.ww = 1
	}
	a.norm = math.Sqrt(a.ww)
	a.k++
	a.gamma = a.b / math.Sqrt(float64(a.k))
	step.Updated = true
	return step
}

// Gamma returns γ_k = B/√k.
func (a *ALMA) Gamma() float64 { return a.gamma }

// Norm returns ‖w‖.
func (a *ALMA) Norm() float64 { return a.norm }

// Classifier implements [Learner], with b = 0.
func (a *ALMA) Classifier() theory.Classifier {
	c := theory.Classifier{W: make([]float64, len(a.w.value))}
	a.w.copyTo(c.W, 1)
	return c
}
