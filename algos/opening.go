package algos

import (
	"math"

	"marginlab/theory"
)

// opening is OMM's initialisation phase (omm.txt, Algorithm 1, lines 1 to 10):
// predict +1 on x_1, then y_1 until the other class appears. It makes at most
// two mistakes.
type opening struct {
	first theory.Label // y_1, 0 before
	fresh bool         // the example just seen was the first of all
	both  bool         // the other class has appeared
}

func (o *opening) done() bool { return o.both }

// step predicts, then learns y.
func (o *opening) step(y theory.Label) theory.Step {
	predicted := o.first
	if o.fresh = predicted == 0; o.fresh {
		predicted = theory.Positive
		o.first = y
	}
	o.both = y != o.first
	return theory.Step{
		Score:     float64(y) * float64(predicted), // w = 0, b = ±1
		Target:    math.NaN(),
		Y:         y,
		Predicted: predicted,
		Updated:   y != predicted,
		Opening:   true,
	}
}

// classifier predicts one label for every x: +1 before the first example.
func (o *opening) classifier(dim int) theory.Classifier {
	b := float64(o.first)
	if o.first == 0 {
		b = 1
	}
	return theory.Classifier{W: make([]float64, dim), B: b}
}
