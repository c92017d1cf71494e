package algos

import (
	"marginlab/theory"
	"marginlab/theory/vec"
)

// AveragedPerceptron learns and predicts as the Perceptron does; its classifier
// is the sum of the w_t after each step: a w counts once when it is made, and once more at each step that
// it survives.
//
//	c = 0;  each step: after the Perceptron's update w ← w + y x, late ← late + c y x;  c ← c+1
//	Σ w_t = c w − late
//
// It implements Freund and Schapire, Large Margin Classification Using the
// Perceptron Algorithm (1999), Section 5 ("average"), in the O(nnz(x)) form of [mean].
type AveragedPerceptron struct {
	Perceptron
	sum mean
}

// NewAveragedPerceptron returns an averaged Perceptron. It panics unless the norm is ℓ2.
func NewAveragedPerceptron(s Space) *AveragedPerceptron {
	s.needs("the averaged Perceptron", true)
	return &AveragedPerceptron{*NewPerceptron(s), newMean(s)}
}

// Step implements [Learner].
func (p *AveragedPerceptron) Step(x vec.Vector, y theory.Label) theory.Step {
	step := p.Perceptron.Step(x, y)
	if step.Updated {
		p.sum.added(float64(y), x)
	}
	p.sum.c++
	return step
}

// Reset implements [Learner].
func (p *AveragedPerceptron) Reset() {
	p.Perceptron.Reset()
	p.sum.clear()
}

// Score is Σ w_t·x.
func (p *AveragedPerceptron) Score(x vec.Vector) float64 { return p.sum.dot(p.w, x) }

// State implements [Learner]; the classifier is that of w_1 + … + w_{t+1}, the last of them the present one.
func (p *AveragedPerceptron) State() State {
	s := p.Perceptron.State()
	s.Classifier, s.Drifts = p.sum.classifier(p.w, 1), true
	return s
}

const averagedPerceptronSteps = `w ← 0, u ← 0
for each (x, y):
  predict sign(w·x)
  if y(w·x) ≤ 0 and x ≠ 0:
    w ← w + y x
  u ← u + w
classify by sign(u·x)`

// averagedPerceptronKind describes the averaged Perceptron.
func averagedPerceptronKind() Kind {
	return Kind{
		Name: "averaged-perceptron", Default: true,
		Pseudocode: averagedPerceptronSteps,
		Summary:    "Perceptron whose classifier is the sum of all it had",
		Source:     "Freund and Schapire 1999, Section 5",
		Traits: Traits{Families: []string{"perceptron", "averaged-perceptron"}, Turn: turnsAt(0), Kernel: true,
			Degree: Degree2},
		New: func(s Space, _ Args) Learner { return NewAveragedPerceptron(s) },
	}
}
