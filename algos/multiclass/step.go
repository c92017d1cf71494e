package multiclass

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Step is what happened at one example: a step over the stream of differences,
// with Score the w·ΔΦ of the best wrong class before the update, Y = +1, and
// Predicted = +1 iff the class was predicted right.
type Step struct {
	theory.Step
	Class int // the class that was predicted
}

// Learner is an online classifier of several classes, in a space whose dimension
// it was made for. A vector that does not fit in it panics, and so does a class
// that it does not know.
type Learner interface {
	// Step predicts the class of x, then learns from the revealed y. It may keep
	// x, which the caller must not change afterwards.
	Step(x vec.Vector, y int) Step
	// Classes is M.
	Classes() int
	// Classifier returns the present classifier, in memory of its own.
	Classifier() Classifier
	// Norm is ‖w‖ in the learner's own scale, NaN where it does not say.
	Norm() float64
	// Err returns why the learner could not go on, nil while all is well.
	Err() error
}

// Kernelized is a Learner that learns over a Gram matrix too; see [algos.Kernelized]. Of
// one-vs-rest the binary learners must be so.
type Kernelized interface {
	Learner
	// Scores stores what the present classifier gives x for each class in dst, of length
	// M, which it returns.
	Scores(dst []float64, x vec.Vector) []float64
	// Wants reports whether Step would ask for the row of x, as an update does.
	Wants(x vec.Vector, y int) bool
}

// Classifier has the score W·x + B of each class.
type Classifier []theory.Classifier

// Scores stores the scores of the classes in dst, which it returns; if dst is nil,
// in new memory.
func (c Classifier) Scores(dst []float64, x vec.Vector) []float64 {
	if dst == nil {
		dst = make([]float64, len(c))
	}
	for z := range c {
		dst[z] = c[z].Score(x)
	}
	return dst
}

// Predict returns the class of x. The scores are stored in buffer, of length M or
// nil.
func (c Classifier) Predict(buffer []float64, x vec.Vector) int { return Argmax(c.Scores(buffer, x)) }

// Concatenated is the classifier (W^(0), …, W^(M−1)) of the stream of
// differences. The biases are left out.
func (c Classifier) Concatenated() theory.Classifier {
	var w []float64
	for _, class := range c {
		w = append(w, class.W...)
	}
	return theory.Classifier{W: w}
}

// Argmax is the class of the greatest score, the lowest of several. It panics on
// NaN and without scores.
func Argmax(scores []float64) int {
	best := 0
	for z, s := range scores {
		if math.IsNaN(s) {
			panic("multiclass: a score is NaN")
		}
		if s > scores[best] {
			best = z
		}
	}
	if len(scores) == 0 {
		panic("multiclass: no scores")
	}
	return best
}

// Judge is the Step of a machine with the given scores and ‖w‖ at an example of
// class y, before it learns from it.
func Judge(scores []float64, y int, norm float64) Step {
	checkClass(y, len(scores))
	wrong := math.Inf(-1) // the score of the best wrong class
	for z, s := range scores {
		if z != y {
			wrong = max(wrong, s)
		}
	}
	step := Step{Class: Argmax(scores)}
	step.Score, step.Target, step.Norm = scores[y]-wrong, math.NaN(), norm
	step.Y, step.Predicted = theory.Positive, theory.Negative
	if step.Class == y {
		step.Predicted = theory.Positive
	}
	return step
}

// checkClasses panics unless there are at least two classes.
func checkClasses(classes int) {
	if classes < 2 {
		panic("multiclass: fewer than two classes")
	}
}

// checkClass panics unless y is one of the classes.
func checkClass(y, classes int) {
	if y < 0 || y >= classes {
		panic("multiclass: no such class")
	}
}
