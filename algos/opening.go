package algos

import (
	"math"

	"marginlab/theory"
)

// Opening is OMM's initialisation phase (HKNS25, Algorithm 1, lines 1 to 10): predict +1 on x_1, then y_1 until the
// other class appears. It makes at most two mistakes.
type Opening struct {
	First theory.Label // y_1, 0 before
	Fresh bool         // the example just seen was the first of all
	both  bool         // the other class has appeared
}

// Done reports that both classes have appeared.
func (o *Opening) Done() bool { return o.both }

// Step predicts, then learns y.
func (o *Opening) Step(y theory.Label) theory.Step {
	predicted := o.First
	if o.Fresh = predicted == 0; o.Fresh {
		predicted = theory.Positive
		o.First = y
	}
	o.both = y != o.First
	return theory.Step{
		Score:    float64(y) * float64(predicted), // w = 0, b = ±1
		Target:   math.NaN(),
		Decision: theory.Decision{Y: y, Predicted: predicted, Updated: y != predicted, Opening: true},
	}
}

// Bias is the b of the classifier sign(0·x + b) of this phase: y_1, and +1 before the first example.
func (o *Opening) Bias() float64 {
	if o.First == 0 {
		return 1
	}
	return float64(o.First)
}

func (o *Opening) state(dim int) State {
	return State{Classifier: theory.Classifier{W: make([]float64, dim), B: o.Bias()}, Gamma: math.NaN()}
}
