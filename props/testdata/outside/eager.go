// Package eager has a Perceptron that also learns from examples that are barely right.
package eager

import "marginlab/algos"

// Kind describes it: where y(w·x) ≤ ‖x‖², w moves by y x.
func Kind() algos.Kind {
	kind := algos.Own("eager", func(dim int) algos.Rule { return learn })
	kind.Degree = algos.Degree2 // w is a sum of examples
	return kind
}

func learn(w, x []float64, y float64) (updated bool) {
	var score, square float64
	for i := range x {
		score += w[i] * x[i]
		square += x[i] * x[i]
	}
	if y*score > square || square == 0 {
		return false
	}
	for i := range x {
		w[i] += y * x[i]
	}
	return true
}
