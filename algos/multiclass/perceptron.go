package multiclass

import (
	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Perceptron is the Perceptron of many classes, through the origin. It implements the construction of Kesler (Duda
// and Hart, 1973, Section 5.12) only at the best wrong class.
//
//	z ← argmax_{z≠y} w^(z)·x;  w·ΔΦ(x,y,z) ≤ 0:  w^(y) += x,  w^(z) −= x
//
// It is the Perceptron of two classes on the differences ΔΦ that it learns from. Bound: multiclass-perceptron-updates.
type Perceptron struct{ weights }

// NewPerceptron returns a Perceptron of that many classes.
func NewPerceptron(s algos.Space, classes int) *Perceptron {
	return &Perceptron{newWeights(s, classes)}
}

// Step implements [algos.Learner]. x = 0 changes nothing.
func (p *Perceptron) Step(x vec.Vector, y theory.Label) theory.Step {
	step := judge(p.Scores(p.scores, x), y, p.norm)
	if step.Score > 0 {
		return step
	}
	if xx := p.space.Square(x); xx > 0 {
		z := rival(p.scores, y)
		p.w[y].Grow(1, x, p.scores[y], xx)
		p.w[z].Grow(-1, x, p.scores[z], xx)
		p.measure()
		step.Updated = true
	}
	return step
}

func (p *Perceptron) Wants(x vec.Vector, y theory.Label) bool {
	return lead(p.Scores(p.scores, x), y) <= 0 && p.space.Square(x) > 0
}

// perceptronKind describes the Perceptron of many classes.
func perceptronKind() algos.Kind {
	return algos.Kind{
		Name: "multiclass-perceptron", Task: theory.ManyClasses, Default: true,
		Traits: algos.Traits{
			Families: []string{"multiclass-perceptron"}, Kernel: true, Degree: algos.Degree2,
			Turn: func(algos.Args, float64) float64 { return 0 },
		},
		Make: Maker(func(s algos.Space, classes int, _ algos.Args, _ *algos.Spec) Learner {
			return NewPerceptron(s, classes)
		}),
	}
}
