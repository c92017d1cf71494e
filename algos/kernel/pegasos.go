package kernel

import (
	"math"

	"marginlab/theory"
)

// Pegasos is the kernel form of the primal sub-gradient solver of the support
// vector machine with a mini-batch of one.
//
//	f_1 = 0;  t = 1, 2, …:  η = 1/(λt);  s = y f(x)
//	f ← (1−1/t) f,  and if s < 1  f ← f + η y K(x,·)
//	projected:  f ← f·min(1, 1/(√λ‖f‖))
//
// It implements Shalev-Shwartz, Singer, Srebro (2007), Section 4, with k = 1.
// Averaged, its classifier is the mean of f_1, …, f_T; it predicts with f_t all the
// same. Its twin is [algos.Pegasos].
type Pegasos struct {
	lambda    float64
	projected bool
	f         *Function
	ff        float64   // ‖f‖²
	t         int       // examples seen
	sum       *Function // nil unless averaged
	due       float64   // Σ f_s is sum + due·f
}

// NewPegasos returns a kernel Pegasos learner, λ > 0.
func NewPegasos(s Space, lambda float64, projected, averaged bool) *Pegasos {
	if !(lambda > 0) {
		panic("kernel: Pegasos needs lambda > 0")
	}
	p := &Pegasos{lambda: lambda, projected: projected, f: NewFunction(s)}
	if averaged {
		p.sum = NewFunction(s)
	}
	return p
}

// Wants implements [Learner]: the direction of f changes.
func (p *Pegasos) Wants(i int, y theory.Label) bool {
	return float64(y)*p.f.At(i) < 1 && p.f.space.Diag(i) > 0
}

// Step implements [Learner].
func (p *Pegasos) Step(i int, y theory.Label) theory.Step {
	f := p.f.At(i)
	step := theory.Step{Score: float64(y) * f, Target: math.NaN(), Norm: p.Norm(), Y: y, Predicted: theory.Sign(f)}
	step.Updated = p.Wants(i, y)
	p.due++
	p.t++
	if step.Updated {
		p.settle()
	}
	p.multiply(1 - 1/float64(p.t))
	if step.Updated {
		p.f.Add(i, float64(y)/(p.lambda*float64(p.t)))
		p.ff = p.f.SqNorm()
	}
	if p.projected && p.lambda*p.ff > 1 {
		p.multiply(1 / math.Sqrt(p.lambda*p.ff))
	}
	return step
}

// settle adds what is due to the sum of the f_s.
func (p *Pegasos) settle() {
	if p.sum != nil {
		p.sum.AddFunction(p.f, p.due)
	}
	p.due = 0
}

// multiply makes f the function cf.
func (p *Pegasos) multiply(c float64) {
	if c == 0 { // f_1 = 0
		p.settle()
	} else {
		p.due /= c
	}
	p.f.Scale(c)
	p.ff *= c * c
}

// Score implements [Learner].
func (p *Pegasos) Score(i int) float64 {
	if p.sum == nil || p.t == 0 {
		return p.f.At(i)
	}
	return (p.sum.At(i) + p.due*p.f.At(i)) / float64(p.t)
}

// Drifts reports whether the classifier may change at any step: the mean does.
func (p *Pegasos) Drifts() bool { return p.sum != nil }

// Norm returns ‖f_t‖.
func (p *Pegasos) Norm() float64 { return math.Sqrt(p.ff) }

// Classifier implements [Learner].
func (p *Pegasos) Classifier() Classifier {
	alpha := p.f.Coefficients()
	if p.sum == nil || p.t == 0 {
		return p.f.space.classifier(alpha)
	}
	for i, a := range p.sum.Coefficients() {
		alpha[i] = (a + p.due*alpha[i]) / float64(p.t)
	}
	return p.f.space.classifier(alpha)
}
