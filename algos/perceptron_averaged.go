package algos

import (
	"marginlab/theory"
	"marginlab/theory/vec"
)

// AveragedPerceptron learns and predicts as the Perceptron does; its classifier
// is the sum of all w_t, each as often as it was used, w_1 = 0 included.
//
//	c = 1;  each step: after the Perceptron's update w ← w + y x, late ← late + c y x;  c ← c+1
//	Σ w_t = c w − late
//
// It implements Freund and Schapire, Large Margin Classification Using the
// Perceptron Algorithm (1999), Section 5 ("average"), in the O(nnz(x)) form.
type AveragedPerceptron struct {
	Perceptron
	late []float64
	c    float64
}

// NewAveragedPerceptron returns an averaged Perceptron for dim dimensions.
func NewAveragedPerceptron(dim int) *AveragedPerceptron {
	return &AveragedPerceptron{Perceptron: *NewPerceptron(vec.L2{}, dim), late: make([]float64, dim)}
}

// Step implements [Learner].
func (p *AveragedPerceptron) Step(x vec.Vector, y theory.Label) theory.Step {
	step := p.Perceptron.Step(x, y)
	if step.Updated {
		x.AddTo(p.late, p.c*float64(y))
	}
	p.c++
	return step
}

// Drifts implements [Drifting].
func (p *AveragedPerceptron) Drifts() bool { return true }

// Classifier implements [Learner], with b = 0: w_1 + … + w_{t+1}, the last of
// them the present one.
func (p *AveragedPerceptron) Classifier() theory.Classifier {
	c := p.Perceptron.Classifier()
	for i := range c.W {
		c.W[i] = p.c*c.W[i] - p.late[i]
	}
	return c
}

// averagedPerceptronKind describes the averaged Perceptron.
func averagedPerceptronKind() Kind {
	return Kind{
		Name: "averaged-perceptron", Default: true, Kernel: AnyParams,
		Summary:  "Perceptron whose classifier is the sum of all it had",
		Source:   "Freund and Schapire 1999, Section 5",
		Families: always("perceptron", "averaged-perceptron"),
		Turn:     turnsAt(0), Degree: 2,
		New: func(_ vec.Norm, dim int, _ []float64, _ *Spec) Learner { return NewAveragedPerceptron(dim) },
	}
}
