package algos

import (
	"math"
	"strings"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// PassiveAggressive is the family of learners through the origin that moves w
// just far enough along yx, by a step τ of their own.
//
//	w_1 = 0;  ŷ = sign(w·x);  s = y(w·x),  ℓ = max(0, 1−s);  w ← w + τ y x
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
	origin
	limit  float64 // 1−ε
	strict bool    // an update is below it only
	most   float64 // τ is at most this
	soft   float64 // what τ's divisor ‖x‖² is increased by
}

// NewPA returns a PA learner. It panics unless the norm is ℓ2, as do the others.
func NewPA(s Space) *PassiveAggressive {
	return &PassiveAggressive{newOrigin(s.euclidean("a passive-aggressive learner")), 1, true, math.Inf(1), 0}
}

// NewPA1 returns a PA-I learner; C > 0 may be +Inf, which makes it PA.
func NewPA1(s Space, c float64) *PassiveAggressive {
	if !(c > 0) {
		panic("algos: PA-I needs C > 0")
	}
	p := NewPA(s)
	p.most = c
	return p
}

// NewPA2 returns a PA-II learner; C > 0 may be +Inf, which makes it PA.
func NewPA2(s Space, c float64) *PassiveAggressive {
	if !(c > 0) {
		panic("algos: PA-II needs C > 0")
	}
	p := NewPA(s)
	p.soft = 1 / (2 * c)
	return p
}

// NewAMIRA returns an AMIRA(ε) learner: MIRA at ε = 1, PA at ε = 0.
func NewAMIRA(s Space, epsilon float64) *PassiveAggressive {
	if !(epsilon >= 0 && epsilon <= 1) {
		panic("algos: AMIRA needs 0 <= epsilon <= 1")
	}
	p := NewPA(s)
	p.limit, p.strict = 1-epsilon, epsilon == 0
	return p
}

// violated reports y(w·x) ≤ 1−ε, without equality where the rule is strict.
func (p *PassiveAggressive) violated(s float64) bool { return s < p.limit || s == p.limit && !p.strict }

// Step implements [Learner]; a_t is y(w·x), in the scale of w.
func (p *PassiveAggressive) Step(x vec.Vector, y theory.Label) (step theory.Step) {
	score := p.w.Dot(x)
	s := float64(float64(y) * score)
	step = theory.Step{Score: s, Target: math.NaN(), Norm: p.Norm(), Decision: theory.Decision{Y: y, Predicted: theory.Sign(score)}}
	if !p.violated(s) {
		return step
	}
	x = p.space.lift.of(x)
	xx := p.space.Square(x)
	if xx == 0 {
		return step // x = 0 changes nothing
	}
	tau := min(p.most, (1-s)/(xx+p.soft))
	p.w.Add(x, tau*float64(y), score, xx)
	step.Updated = tau > 0
	return step
}

// Wants implements [Kernelized].
func (p *PassiveAggressive) Wants(x vec.Vector, y theory.Label) bool {
	return p.violated(float64(y)*p.w.Dot(x)) && p.space.Square(p.space.lift.of(x)) > 0
}

// paKind describes PA.
func paKind() Kind {
	return passiveKind("pa", "passive-aggressive learner", "ℓ/‖x‖²",
		func(s Space, _ Args) Learner { return NewPA(s) })
}

// pa1Kind describes PA-I.
func pa1Kind() Kind {
	return passiveKind("pa-i", "passive-aggressive learner with steps of at most C", "min(C, ℓ/‖x‖²)",
		func(s Space, a Args) Learner { return NewPA1(s, a.Num("C")) }, positive("C", 1, -2))
}

// pa2Kind describes PA-II.
func pa2Kind() Kind {
	return passiveKind("pa-ii", "passive-aggressive learner with steps softened by 1/2C", "ℓ/(‖x‖² + 1/(2C))",
		func(s Space, a Args) Learner { return NewPA2(s, a.Num("C")) }, positive("C", 1, -2))
}

const passiveSteps = `w ← 0
for each (x, y):
  predict sign(w·x)
  ℓ = max(0, 1 − y(w·x))
  if ℓ > 0 and x ≠ 0:
    τ = `

// passiveKind describes a learner of the family that updates iff y(w·x) < 1, by a step τ.
func passiveKind(name, summary, tau string, make func(s Space, a Args) Learner, params ...Param) Kind {
	return Kind{
		Name: name, Default: true,
		Pseudocode: passiveSteps + tau + "\n    w ← w + τ y x",
		Summary:    summary,
		Source:     "Crammer et al. 2006, Fig. 1",
		Params:     params,
		Traits:     Traits{Families: []string{name, "passive-aggressive"}, Turn: turnsAt(1), Kernel: true, Degree: Degree0},
		New:        make,
	}
}

const amiraSteps = `w ← 0
for each (x, y):
  predict sign(w·x)
  if y(w·x) ≤ 1 − eps and x ≠ 0:
    w ← w + (1 − y(w·x))/‖x‖² y x`

// amiraKind describes AMIRA with any ε.
func amiraKind() Kind {
	return Kind{
		Name: "amira", Default: true,
		Pseudocode: amiraSteps,
		Summary:    "aggressive MIRA: to functional margin 1 wherever it is at most 1-eps; PA at 0",
		Source:     "ZH13, Algorithm 1",
		Params:     []Param{{Name: "eps", Default: 0.1, Low: 0, High: 1}},
		Traits: Traits{
			Families: []string{"amira", "passive-aggressive"}, Kernel: true, Degree: Degree0,
			Turn: func(a Args, _ float64) float64 { return 1 - a.Num("eps") },
		},
		New: func(s Space, a Args) Learner { return NewAMIRA(s, a.Num("eps")) },
	}
}

// miraKind describes MIRA, AMIRA with ε = 1.
func miraKind() Kind {
	return amiraKind().Alias("mira", "AMIRA(1): to functional margin 1 at mistakes and ties", "ZH13, Algorithm 1",
		strings.Replace(amiraSteps, "1 − eps", "0", 1), fixed("eps", 1))
}
