package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// PassiveAggressive is the family of learners through the origin that moves w
// just far enough along yx, by a step τ of their own. With s = y(w·x) and ℓ = max(0, 1−s):
//
//	PA        update iff s < 1       τ = ℓ/‖x‖²
//	PA-I(C)   update iff s < 1       τ = min(C, ℓ/‖x‖²)
//	PA-II(C)  update iff s < 1       τ = ℓ/(‖x‖² + 1/(2C))
//	AMIRA(ε)  update iff s ≤ 1−ε     τ = (1−s)/‖x‖²
//	MIRA      AMIRA(1): update iff s ≤ 0
//
// It implements Crammer et al., Online Passive-Aggressive Algorithms (2006), Fig. 1, and ZH13, Algorithm 1. AMIRA(0)
// is PA with the strict comparison: with s ≤ 1 a point at margin 1 would be an update for ever. Where the step is not
// cut short, y(w·x) = 1 after it. Rows: amira-updates, amira-violations, amira-joint-updates, pa-squared-losses.
type PassiveAggressive struct {
	linear
	c, soft float64 // C of PA-I, and 1/(2C) of PA-II
}

// Step implements [Learner]; a_t is y(w·x), in the scale of w.
func (p *PassiveAggressive) Step(x vec.Vector, y theory.Label) theory.Step {
	step := judge(p.w.Dot(x), y, p.w.Norm(), math.NaN())
	if step.Score > p.turn {
		return step
	}
	if xx := p.space.Square(x); xx > 0 { // x = 0 changes nothing
		tau := min(p.c, (1-step.Score)/(xx+p.soft))
		p.w.Grow(tau*float64(y), x, float64(y)*step.Score, xx)
		step.Updated = tau > 0
	}
	return step
}
