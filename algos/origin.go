package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// origin is what learners through the origin share that show the w they predict with.
type origin struct {
	space Space
	w     Weights
}

func newOrigin(s Space) origin { return origin{s, s.Weights()} }

// Norm returns ‖w‖∗.
func (o *origin) Norm() float64 { return math.Sqrt(o.w.SqNorm()) }

// Score implements [Kernelized]: w·x.
func (o *origin) Score(x vec.Vector) float64 { return o.w.Dot(x) }

// Classifier implements [Learner].
func (o *origin) Classifier() theory.Classifier { return o.space.classifier(o.w.Coordinates()) }

// Reset implements [Renewable].
func (o *origin) Reset() { o.w.clear() }
