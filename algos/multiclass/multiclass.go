// Package multiclass holds the learners of M classes: the Perceptron, AMIRA with one best and with k best wrong
// classes, linear and over a kernel, and one-vs-rest over any binary learner.
//
//	symbol       Go               meaning
//	M            classes          the number of classes, 0, …, M−1, at least 2
//	w            weights          (w^(0), …, w^(M−1)) in ℝ^{dM}
//	Φ(x,z)                        x in the place of w^(z), 0 elsewhere
//	s_z          scores[z]        w·Φ(x,z) = w^(z)·x
//	ΔΦ(x,y,z)    Differences      Φ(x,y) − Φ(x,z), of norm √2‖x‖
//	w·ΔΦ         Step.Score       s_y − s_z, of the best wrong class z
//	ε, k         eps, k           update at w·ΔΦ ≤ 1−ε, of the k best wrong classes
//	Z, η         AMIRA            the violations, and the multipliers of their constraints
//
// The predicted class has the greatest score; among several it is the lowest. This generalises sign(0) = +1 for two
// classes, of which 0 is the positive one. A theorem on many classes is about the stream of the differences, each
// with the label +1, separated through the origin of ℝ^{dM}: the traces of this package are runs over it, a step an
// example.
//
// Reference: Zhao and Huang, Simple Online Learning with Approximate Max Margin and Fast Convergence, 2013 (ZH13).
package multiclass

import (
	_ "embed" // the texts about the learners
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Learner is a learner of M classes: the label of an example is its class, and a step predicts a class. The Score of
// a step is the w·ΔΦ of the best wrong class before the update. Its State has the classifier of the stream of
// differences, (w^(0), …, w^(M−1)) without biases. It panics at an unknown class.
type Learner interface {
	algos.Kernelized
	// Classes returns M.
	Classes() int
	// Scores stores the scores of x for each class in dst, of length M, and returns dst.
	Scores(dst []float64, x vec.Vector) []float64
	// ByClass returns the present classifier, in memory of its own.
	ByClass() Classifier
}

// Maker makes a learner of many classes from the parameters of its Kind and the binary learner that it wraps. It is
// the Make of a Kind of that task.
type Maker func(s algos.Space, classes int, a algos.Args, binary *algos.Spec) Learner

// Kinds returns the learners of many classes.
func Kinds() []algos.Kind {
	return algos.Described(learners, perceptronKind(), oneBestKind(), kBestKind(), oneVsRestKind())
}

//go:embed learners.txt
var learners string

// Of returns a learner of many classes for a number of classes: it makes a [Learner], and its k is at most M−1.
func Of(s *algos.Spec, classes int) *algos.Spec {
	of := *s
	of.Args = slices.Clone(s.Args)
	for i, a := range of.Args {
		if a.Name == "k" {
			of.Args[i].Value = min(a.Value, float64(classes-1))
		}
	}
	of.Kind.New = func(space algos.Space, a algos.Args) algos.Learner {
		return s.Kind.Make.(Maker)(space, classes, a, s.Inner)
	}
	return &of
}

// Classifier has the score W·x + B of each class.
type Classifier []theory.Classifier

// Scores stores the scores of the classes in dst, of length M, and returns dst.
func (c Classifier) Scores(dst []float64, x vec.Vector) []float64 {
	for z := range c {
		dst[z] = c[z].Score(x)
	}
	return dst
}

// Concatenated returns the classifier (W^(0), …, W^(M−1)) of the stream of differences, without biases.
func (c Classifier) Concatenated() theory.Classifier {
	var w []float64
	for _, class := range c {
		w = append(w, class.W...)
	}
	return theory.Classifier{W: w}
}

// Argmax returns the class of the greatest score, the lowest of several. It panics on NaN, without scores, and on
// more than [theory.MostClasses] of them.
func Argmax(scores []float64) theory.Label {
	if len(scores) == 0 || len(scores) > theory.MostClasses {
		panic(fmt.Sprintf("multiclass: %d scores, expected 1 to %d", len(scores), theory.MostClasses))
	}
	best := 0
	for z, s := range scores {
		if math.IsNaN(s) {
			panic("multiclass: a score is NaN")
		}
		if s > scores[best] {
			best = z
		}
	}
	return theory.Label(best)
}

// judge returns the step of a learner with these scores and ‖w‖ at an example of class y, before it learns from it.
func judge(scores []float64, y theory.Label, norm float64) theory.Step {
	return theory.Step{
		Score: lead(scores, y), Target: math.NaN(), Norm: norm,
		Decision: theory.Decision{Y: y, Predicted: Argmax(scores)},
	}
}

// lead returns the score of class y less the best other score.
func lead(scores []float64, y theory.Label) float64 {
	if y < 0 || int(y) >= len(scores) {
		panic("multiclass: no such class")
	}
	return scores[y] - scores[rival(scores, y)]
}

// rival returns the best wrong class, the lowest of several.
func rival(scores []float64, y theory.Label) int {
	best := -1
	for z, s := range scores {
		if z != int(y) && (best < 0 || s > scores[best]) {
			best = z
		}
	}
	return best
}

// Margin returns the least score by which the right class is ahead of all others, over
// the norm of the classifiers of all classes together; 0 if somewhere it is not ahead.
// scores returns the scores of the example i, whose class is class[i].
func Margin(class []theory.Label, scores func(i int) []float64, norm float64) float64 {
	least := math.Inf(1)
	for i, y := range class {
		least = min(least, lead(scores(i), y))
	}
	if least > 0 && norm > 0 && len(class) > 0 {
		return least / norm
	}
	return 0
}

// checkClasses panics unless there are at least two classes, and few enough for a label.
func checkClasses(classes int) {
	if classes < 2 || classes > theory.MostClasses {
		panic(fmt.Sprintf("multiclass: %d classes, expected 2 to %d", classes, theory.MostClasses))
	}
}
