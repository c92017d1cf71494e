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

// passiveKinds describe the family, in its order.
func passiveKinds() []Kind {
	pa := func(name string, of func(c float64) (c1, soft float64), params ...Param) Kind {
		return Kind{
			Name: name, Default: true, Params: params,
			Traits: Traits{Families: []string{name, "passive-aggressive"}, Turn: turnsAt(1), Kernel: true, Degree: Degree0},
			New: func(s Space, a Args) Learner {
				c, soft := of(a.Num("C"))
				return &PassiveAggressive{newLinear(s, below1), c, soft}
			},
		}
	}
	amira := Kind{
		Name: "amira", Default: true, Params: []Param{{Name: "eps", Default: 0.1, Low: 0, High: 1}},
		Traits: Traits{
			Families: []string{"amira", "passive-aggressive"}, Kernel: true, Degree: Degree0,
			Turn: func(a Args, _ float64) float64 { return 1 - a.Num("eps") },
		},
		New: func(s Space, a Args) Learner {
			return &PassiveAggressive{newLinear(s, min(1-a.Num("eps"), below1)), math.Inf(1), 0}
		},
	}
	return []Kind{
		pa("pa", func(float64) (c1, soft float64) { return math.Inf(1), 0 }),
		pa("pa-i", func(c float64) (c1, soft float64) { return c, 0 }, positive("C", 1, -2)),
		pa("pa-ii", func(c float64) (c1, soft float64) { return math.Inf(1), 1 / (2 * c) }, positive("C", 1, -2)),
		amira.Alias("mira", fixed("eps", 1)),
		amira,
	}
}
