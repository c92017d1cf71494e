package algos

import (
	"math"
	"strings"

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
// It implements Crammer et al., Online Passive-Aggressive Algorithms (2006),
// Fig. 1, and ZH13, Algorithm 1. AMIRA(0) is PA with the strict
// comparison: with s ≤ 1 a point at margin 1 would be an update for ever. Where
// the step is not cut short, y(w·x) = 1 after it. Rows: amira-updates,
// amira-violations, amira-joint-updates, pa-squared-losses.
type PassiveAggressive struct {
	linear
	epsilon, c float64
	soft       float64 // 1/(2C) of PA-II
}

// NewPA returns a PA learner. It panics unless the norm is ℓ2, as do the others.
func NewPA(s Space) *PassiveAggressive { return newPassive(s, 0, math.Inf(1), math.Inf(1)) }

// NewPA1 returns a PA-I learner; C > 0 may be +Inf, which makes it PA.
func NewPA1(s Space, c float64) *PassiveAggressive { return newPassive(s, 0, c, math.Inf(1)) }

// NewPA2 returns a PA-II learner; C > 0 may be +Inf, which makes it PA.
func NewPA2(s Space, c float64) *PassiveAggressive { return newPassive(s, 0, math.Inf(1), c) }

// NewAMIRA returns an AMIRA(ε) learner: MIRA at ε = 1, PA at ε = 0.
func NewAMIRA(s Space, epsilon float64) *PassiveAggressive {
	return newPassive(s, epsilon, math.Inf(1), math.Inf(1))
}

func newPassive(s Space, epsilon, c, c2 float64) *PassiveAggressive {
	s.needs("a passive-aggressive learner", true)
	if !(c > 0 && c2 > 0 && epsilon >= 0 && epsilon <= 1) {
		panic("algos: PA-I and PA-II need C > 0, AMIRA 0 <= epsilon <= 1")
	}
	return &PassiveAggressive{newLinear(s), epsilon, c, 1 / (2 * c2)}
}

// Step implements [Learner]; a_t is y(w·x), in the scale of w.
func (p *PassiveAggressive) Step(x vec.Vector, y theory.Label) theory.Step {
	step := judge(p.w.Dot(x), y, p.w.Norm(), math.NaN())
	s := step.Score
	if s > 1-p.epsilon || s >= 1 {
		return step
	}
	if xx := p.space.Square(x); xx > 0 { // x = 0 changes nothing
		tau := min(p.c, (1-s)/(xx+p.soft))
		p.w.Add(tau*float64(y), x)
		step.Updated = tau > 0
	}
	return step
}

// Wants implements [Kernelized].
func (p *PassiveAggressive) Wants(x vec.Vector, y theory.Label) bool {
	s := float64(y) * p.w.Dot(x)
	return s <= 1-p.epsilon && s < 1 && p.space.Square(x) > 0
}

// passiveKinds describe the family, in its order.
func passiveKinds() []Kind {
	pa := func(name, summary, tau string, make func(s Space, a Args) Learner, params ...Param) Kind {
		return Kind{
			Name: name, Default: true, Summary: summary, Source: "Crammer et al. 2006, Fig. 1", Params: params,
			Pseudocode: `w ← 0
for each (x, y):
  predict sign(w·x)
  ℓ = max(0, 1 − y(w·x))
  if ℓ > 0 and x ≠ 0:
    τ = ` + tau + `
    w ← w + τ y x`,
			Traits: Traits{Families: []string{name, "passive-aggressive"}, Turn: turnsAt(1), Kernel: true, Degree: Degree0},
			New:    make,
		}
	}
	amira := Kind{
		Name: "amira", Default: true,
		Summary: "aggressive MIRA: to functional margin 1 wherever it is at most 1-eps; PA at 0",
		Source:  "ZH13, Algorithm 1",
		Params:  []Param{{Name: "eps", Default: 0.1, Low: 0, High: 1}},
		Pseudocode: `w ← 0
for each (x, y):
  predict sign(w·x)
  if y(w·x) ≤ 1 − eps and x ≠ 0:
    w ← w + (1 − y(w·x))/‖x‖² y x`,
		Traits: Traits{
			Families: []string{"amira", "passive-aggressive"}, Kernel: true, Degree: Degree0,
			Turn: func(a Args, _ float64) float64 { return 1 - a.Num("eps") },
		},
		New: func(s Space, a Args) Learner { return NewAMIRA(s, a.Num("eps")) },
	}
	return []Kind{
		pa("pa", "passive-aggressive learner", "ℓ/‖x‖²", func(s Space, _ Args) Learner { return NewPA(s) }),
		pa("pa-i", "passive-aggressive learner with steps of at most C", "min(C, ℓ/‖x‖²)",
			func(s Space, a Args) Learner { return NewPA1(s, a.Num("C")) }, positive("C", 1, -2)),
		pa("pa-ii", "passive-aggressive learner with steps softened by 1/2C", "ℓ/(‖x‖² + 1/(2C))",
			func(s Space, a Args) Learner { return NewPA2(s, a.Num("C")) }, positive("C", 1, -2)),
		amira.Alias("mira", "AMIRA(1): to functional margin 1 at mistakes and ties", "ZH13, Algorithm 1",
			strings.Replace(amira.Pseudocode, "1 − eps", "0", 1), fixed("eps", 1)),
		amira,
	}
}
