package benchdata

import (
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Separate returns the examples that c classifies correctly from a distance
// above near, so that what is left is separable with at least that margin; and
// how many others it misclassifies, and how many it classifies correctly from
// too near. The examples returned share their vectors with those given. It
// panics if c has W = 0.
func Separate(examples []theory.Example, c theory.Classifier, near float64) (kept []theory.Example, wrong, tooNear int) {
	norm := vec.L2{}.Of(c.W)
	if norm == 0 {
		panic("benchdata: a classifier with w = 0 separates nothing")
	}
	for _, e := range examples {
		score := c.Score(e.X)
		switch {
		case theory.Sign(score) != e.Y:
			wrong++
		case float64(e.Y)*score <= near*norm:
			tooNear++
		default:
			kept = append(kept, e)
		}
	}
	return kept, wrong, tooNear
}
