package multiclass

import (
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// mostLabels is how many classes from 0 on are values of a [theory.Label].
const mostLabels = math.MaxInt8 + 1

// Labelled is the learner of M classes as one of two: it is shown the class of an example, 0 to
// M−1, as its label. Its steps and its classifier are over the stream of the differences. It
// panics if M is above mostLabels.
func (s *Spec) Labelled(classes int) *algos.Spec {
	if classes > mostLabels {
		panic("multiclass: more classes than a theory.Label can name")
	}
	of := *s.Spec
	of.Args = slices.Clone(s.Args)
	for i, a := range of.Args {
		of.Args[i].Value = s.Params(classes)[a.Name]
	}
	of.Kind.New = func(space algos.Space, _ algos.Args) algos.Learner {
		return labelled{s.Over(algos.Space{Dim: space.Dim}, classes)}
	}
	return &of
}

// labelled is a learner of many classes over the differences.
type labelled struct{ Kernelized }

// Step implements [algos.Learner].
func (l labelled) Step(x vec.Vector, y theory.Label) theory.Step {
	return l.Kernelized.Step(x, int(y)).Step
}

// Classifier implements [algos.Learner].
func (l labelled) Classifier() theory.Classifier { return l.Kernelized.Classifier().Concatenated() }
