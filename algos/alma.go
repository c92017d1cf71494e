package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// ALMA is the Approximate Large Margin Algorithm for ‖·‖_p, p ≥ 2, through the origin, on normalised features.
//
// With f = ∇½‖·‖∗², f⁻¹(θ) is ‖θ‖ℓ(θ). It implements Gentile, A New Approximate Maximal Margin Classification
// Algorithm (2001), in any norm with a smooth square, whose smoothness constant takes the place of p−1. B = √8/α and
// C = √2 come from its Theorem 3. Rows: alma-updates-sharp, alma-inseparable.
type ALMA struct {
	linear
	alpha, b, c float64 // B times √(p−1), and C divided by it
	k           float64
	gamma       float64 // γ_k
}

func newALMA(s Space, a Args) Learner {
	_, smooth := s.in().Smoothness()
	root := math.Sqrt(smooth)
	l := &ALMA{linear: newLinear(s, 0), alpha: a.Num("alpha"), b: a.Num("B") * root, c: a.Num("C") / root}
	l.Reset()
	return l
}

func (a *ALMA) Reset() {
	a.linear.Reset()
	a.reach(1)
}

// reach sets k and the numbers that depend on it.
func (a *ALMA) reach(k float64) {
	a.k, a.gamma = k, a.b/math.Sqrt(k)
	a.turn = (1 - a.alpha) * a.gamma
}

// Step implements [Learner]; Score is y(w·x̂), and the learner's own margin γ_k, so Target is γ_k‖w‖∗. The rule
// compares Score with (1−α)γ_k, without ‖w‖∗ ≤ 1.
func (a *ALMA) Step(x vec.Vector, y theory.Label) theory.Step {
	wx, xx := a.w.DotSq(x)
	norm := a.w.Norm()
	if xx == 0 {
		return judge(wx, y, norm, math.NaN()) // x = 0 has no direction
	}
	length := math.Sqrt(xx)
	step := judge(wx/length, y, norm, a.gamma*norm)
	if step.Score > a.turn {
		return step
	}
	eta := a.c / math.Sqrt(a.k)
	a.w.Grow(eta*float64(y)/length, x, wx, xx)
	a.w.Within(1)
	a.reach(a.k + 1)
	step.Updated = true
	return step
}

// State implements [Learner]; γ_k is B/√k.
func (a *ALMA) State() State {
	s := a.linear.State()
	s.Gamma = a.gamma
	return s
}

func (a *ALMA) Wants(x vec.Vector, y theory.Label) bool {
	wx, xx := a.w.DotSq(x)
	return xx > 0 && float64(y)*wx/math.Sqrt(xx) <= a.turn
}
