package kernel

import (
	"math"

	"marginlab/theory"
)

// PassiveAggressive is the passive-aggressive family in kernel form.
//
//	f_1 = 0;  ŷ = sign(f(x));  s = y f(x),  N = K(x,x);  f ← f + τ y K(x,·)
//
//	PA        update iff s < 1       τ = (1−s)/N
//	PA-I(C)   update iff s < 1       τ = min(C, (1−s)/N)
//	PA-II(C)  update iff s < 1       τ = (1−s)/(N + 1/(2C))
//	AMIRA(ε)  update iff s ≤ 1−ε     τ = (1−s)/N
//
// It implements Crammer et al. (2006), Fig. 1, and amira.txt, Algorithm 1. AMIRA(0)
// is PA. Its twin is [algos.PassiveAggressive].
type PassiveAggressive struct {
	violated func(s float64) bool
	tau      func(s, kxx float64) float64
	f        *Function
	norm     float64
}

func exact(s, kxx float64) float64 { return (1 - s) / kxx }

func below1(s float64) bool { return s < 1 }

func newPassiveAggressive(s Space, violated func(s float64) bool, tau func(s, kxx float64) float64) *PassiveAggressive {
	return &PassiveAggressive{violated: violated, tau: tau, f: NewFunction(s)}
}

// NewPA returns a PA learner.
func NewPA(s Space) *PassiveAggressive { return newPassiveAggressive(s, below1, exact) }

// NewPA1 returns a PA-I learner, C > 0.
func NewPA1(s Space, c float64) *PassiveAggressive {
	if !(c > 0) {
		panic("kernel: PA-I needs C > 0")
	}
	return newPassiveAggressive(s, below1, func(s, kxx float64) float64 { return min(c, (1-s)/kxx) })
}

// NewPA2 returns a PA-II learner, C > 0.
func NewPA2(s Space, c float64) *PassiveAggressive {
	if !(c > 0) {
		panic("kernel: PA-II needs C > 0")
	}
	return newPassiveAggressive(s, below1, func(s, kxx float64) float64 { return (1 - s) / (kxx + 1/(2*c)) })
}

// NewAMIRA returns an AMIRA(ε) learner, 0 ≤ ε ≤ 1: MIRA at ε = 1, PA at ε = 0.
func NewAMIRA(s Space, epsilon float64) *PassiveAggressive {
	if !(epsilon >= 0 && epsilon <= 1) {
		panic("kernel: AMIRA needs 0 <= epsilon <= 1")
	}
	if epsilon == 0 {
		return NewPA(s)
	}
	return newPassiveAggressive(s, func(s float64) bool { return s <= 1-epsilon }, exact)
}

// Wants implements [Learner].
func (p *PassiveAggressive) Wants(i int, y theory.Label) bool {
	return p.violated(float64(y)*p.f.At(i)) && p.f.space.Diag(i) > 0
}

// Step implements [Learner].
func (p *PassiveAggressive) Step(i int, y theory.Label) theory.Step {
	f := p.f.At(i)
	s := float64(y) * f
	step := theory.Step{Score: s, Target: math.NaN(), Norm: p.norm, Y: y, Predicted: theory.Sign(f)}
	if p.Wants(i, y) {
		p.f.Add(i, p.tau(s, p.f.space.Diag(i))*float64(y))
		p.norm = math.Sqrt(p.f.SqNorm())
		step.Updated = true
	}
	return step
}

// Score implements [Learner].
func (p *PassiveAggressive) Score(i int) float64 { return p.f.At(i) }

// Norm returns ‖f‖.
func (p *PassiveAggressive) Norm() float64 { return p.norm }

// Classifier implements [Learner].
func (p *PassiveAggressive) Classifier() Classifier { return p.f.space.classifier(p.f.Coefficients()) }
