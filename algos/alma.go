package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// ALMA is the Approximate Large Margin Algorithm for ‖·‖_p, p ≥ 2, through the
// origin, on normalised features.
//
//	w_1 = 0, k = 1;  x̂ = x/‖x‖;  ŷ = sign(w·x);  γ_k = B√(p−1)/√k, η_k = C/√((p−1)k)
//	update iff y(w·x̂) ≤ (1−α)γ_k:
//	  w' = f⁻¹(f(w) + η_k y x̂),  w ← w'/max(1, ‖w'‖∗),  k ← k+1
//
// with f = ∇½‖·‖∗², so that f⁻¹(θ) = ‖θ‖ℓ(θ). It implements Gentile, A New Approximate
// Maximal Margin Classification Algorithm (2001), in any norm whose square is smooth,
// with the constant of its smoothness for p−1. B = √8/α and C = √2 are those of its
// Theorem 3. Rows: alma-updates-sharp, alma-inseparable.
type ALMA struct {
	origin
	ball        ball // w
	alpha, b, c float64
	k           int
	gamma       float64 // γ_k
}

// ball is a w that is kept in the unit ball.
type ball interface {
	Weights
	dotSq(x vec.Vector) (along, xx float64) // w·x and ‖x‖², in the norm
	within(c float64)                       // w ← cw/max(1, c‖w‖∗)
}

// ball returns w = 0, multiplied in O(1) in ℓ2.
func (s Space) ball() ball {
	if s.in() != (vec.L2{}) {
		return newLinked(s)
	}
	return newFollowed(s)
}

// NewALMA returns an ALMA learner. It panics unless 0 < α ≤ 1 and B, C > 0, and ‖·‖² is
// smooth.
func NewALMA(s Space, alpha, b, c float64) *ALMA {
	if !(alpha > 0 && alpha <= 1 && b > 0 && c > 0) {
		panic("algos: ALMA needs 0 < alpha <= 1 and B, C > 0")
	}
	power, smooth := s.in().Smoothness()
	if power != 2 {
		panic("algos: ALMA needs a norm whose square is smooth, such as p >= 2")
	}
	root := math.Sqrt(smooth)
	a := &ALMA{ball: s.ball(), alpha: alpha, b: b * root, c: c / root, k: 1}
	a.origin, a.gamma = origin{s, a.ball}, a.b
	return a
}

// Reset implements [Renewable].
func (a *ALMA) Reset() {
	a.origin.Reset()
	a.k, a.gamma = 1, a.b
}

// Step implements [Learner]; Score is y(w·x̂), and the learner's own margin γ_k, so
// that Target is γ_k‖w‖∗. The rule compares Score with (1−α)γ_k, without ‖w‖∗ ≤ 1.
func (a *ALMA) Step(x vec.Vector, y theory.Label) (step theory.Step) {
	score, xx := a.ball.dotSq(x)
	norm := a.Norm()
	step = theory.Step{Target: math.NaN(), Norm: norm, Decision: theory.Decision{Y: y, Predicted: theory.Sign(score)}}
	if xx == 0 {
		return step // x = 0 has no direction
	}
	length := math.Sqrt(xx)
	step.Score, step.Target = float64(y)*score/length, a.gamma*norm
	if !a.violated(step.Score) {
		return step
	}
	eta := a.c / math.Sqrt(float64(a.k))
	a.ball.Add(a.space.lift.of(x), eta*float64(y)/length, score, xx)
	a.ball.within(1)
	a.k++
	a.gamma = a.b / math.Sqrt(float64(a.k))
	step.Updated = true
	return step
}

// violated reports y(w·x̂) ≤ (1−α)γ_k.
func (a *ALMA) violated(s float64) bool { return s <= (1-a.alpha)*a.gamma }

// Wants implements [Kernelized].
func (a *ALMA) Wants(x vec.Vector, y theory.Label) bool {
	along, xx := a.ball.dotSq(x)
	return xx > 0 && a.violated(float64(y)*along/math.Sqrt(xx))
}

// Gamma returns γ_k = B/√k.
func (a *ALMA) Gamma() float64 { return a.gamma }

const almaSteps = `w ← 0, k ← 1
for each (x, y):
  predict sign(w·x)
  x̂ = x/‖x‖, γ = B √(p−1)/√k, η = C/√((p−1) k)  # the norm is that of p
  if y(w·x̂) ≤ (1 − alpha) γ and x ≠ 0:
    w ← f⁻¹(f(w) + η y x̂), f = ∇½‖·‖∗²
    w ← w/max(1, ‖w‖∗), k ← k+1`

// almaKind describes ALMA. With the B and C that Checked names,
// C² + 2(1−α)BC = 1, as Theorem 3 (3) of Gentile (2001) needs.
func almaKind() Kind {
	return Kind{
		Name: "alma", Default: true, LeastP: 2, Checked: []string{"0.7,2.5,0.5"},
		Pseudocode: almaSteps,
		Summary:    "ALMA, a p-norm learner on normalised features",
		Source:     "Gentile 2001",
		Params: []Param{
			{Name: "alpha", Default: 0.7, Low: 1e-9, High: 1},
			{
				Name: "B", From: func(a Args) float64 { return math.Sqrt(8) / a.Num("alpha") },
				Formula: "√8/alpha", Low: 1 / maxPositive, High: maxPositive,
			},
			positive("C", math.Sqrt2, 0),
		},
		Traits: Traits{
			Families: []string{"alma"}, Kernel: true, OwnMargin: true, Normalises: true, Degree: Degree0,
			Turn: func(a Args, gamma float64) float64 { return (1 - a.Num("alpha")) * gamma },
		},
		New: func(s Space, a Args) Learner { return NewALMA(s, a.Num("alpha"), a.Num("B"), a.Num("C")) },
	}
}
