package kernel

import (
	"math"

	"marginlab/theory"
)

// Perceptron is the kernel Perceptron.
//
//	f_1 = 0;  ŷ = sign(f(x));  update iff y f(x) ≤ 0:  f ← f + y K(x,·)
//
// It implements Rosenblatt's Perceptron as Freund and Schapire (1999), Section 5,
// write it with a kernel. Its twin is [algos.Perceptron].
type Perceptron struct {
	f    *Function
	norm float64
}

// NewPerceptron returns a kernel Perceptron.
func NewPerceptron(s Space) *Perceptron { return &Perceptron{f: NewFunction(s)} }

// Wants implements [Learner].
func (p *Perceptron) Wants(i int, y theory.Label) bool {
	return float64(y)*p.f.At(i) <= 0 && p.f.space.Diag(i) > 0 // φ(x) = 0 changes nothing
}

// Step implements [Learner].
func (p *Perceptron) Step(i int, y theory.Label) theory.Step {
	f := p.f.At(i)
	step := theory.Step{Score: float64(y) * f, Target: math.NaN(), Norm: p.norm, Y: y, Predicted: theory.Sign(f)}
	if p.Wants(i, y) {
		p.f.Add(i, float64(y))
		p.norm = math.Sqrt(p.f.SqNorm())
		step.Updated = true
	}
	return step
}

// Score implements [Learner].
func (p *Perceptron) Score(i int) float64 { return p.f.At(i) }

// Norm returns ‖f‖.
func (p *Perceptron) Norm() float64 { return p.norm }

// Classifier implements [Learner].
func (p *Perceptron) Classifier() Classifier { return p.f.space.classifier(p.f.Coefficients()) }

// AveragedPerceptron learns and predicts as the Perceptron does; its classifier is
// the sum of all f_t, each as often as it was used.
//
//	each step: after the Perceptron's update, c ← c + 1;  before it, S ← S + c f, c ← 0
//
// It implements Freund and Schapire (1999), Section 5 ("average"). Its twin is
// [algos.AveragedPerceptron].
type AveragedPerceptron struct {
	Perceptron
	sum *Function // of the f_t but for the last f
	c   float64   // how often the last f counts
}

// NewAveragedPerceptron returns an averaged kernel Perceptron.
func NewAveragedPerceptron(s Space) *AveragedPerceptron {
	return &AveragedPerceptron{Perceptron: *NewPerceptron(s), sum: NewFunction(s), c: 1}
}

// Step implements [Learner].
func (p *AveragedPerceptron) Step(i int, y theory.Label) theory.Step {
	if p.Wants(i, y) {
		p.sum.AddFunction(p.f, p.c)
		p.c = 0
	}
	p.c++
	return p.Perceptron.Step(i, y)
}

// Drifts reports that the classifier may change at any step.
func (p *AveragedPerceptron) Drifts() bool { return true }

// Score implements [Learner].
func (p *AveragedPerceptron) Score(i int) float64 { return p.sum.At(i) + p.c*p.f.At(i) }

// Classifier implements [Learner].
func (p *AveragedPerceptron) Classifier() Classifier {
	alpha := p.sum.Coefficients()
	for i, a := range p.f.Coefficients() {
		alpha[i] += p.c * a
	}
	return p.f.space.classifier(alpha)
}
