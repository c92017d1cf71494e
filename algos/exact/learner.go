package exact

import "marginlab/theory/real"

// Learner is an online linear classifier of ℚ^d, in numbers of a field. An x of another
// dimension, and a label that is not +1 or −1, panics. What is returned is not to be
// changed.
type Learner interface {
	// Step predicts the label of x, then learns from the revealed y. It may keep x, which
	// the caller must not change afterwards. The error is a *[real.UndecidedError], or it
	// says that the update's problem has no solution: then the stream is not separable,
	// and the classifier stays.
	Step(x Vector, y int) (Step, error)
	// Classifier returns the present classifier sign(w·x + b), in a scale of its own.
	Classifier() (w Point, b real.Number)
	// Score returns w·x + b, and SqNorm ‖w‖∗², in one scale, which need not be that of
	// Classifier.
	Score(x Vector) real.Number
	SqNorm() real.Number
	// SqGamma returns γ_t², no number where the learner has none.
	SqGamma() real.Number
}
