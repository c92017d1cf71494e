package kernel

import (
	"math"

	"marginlab/algos"
	"marginlab/theory"
)

// Margin returns the margin of the learner's classifier on the first len(y) points, the
// least y_i·Score(i) over the norm of the classifier; 0 if it does not separate them.
func Margin(l algos.Kernelized, g *Gram, y []theory.Label) float64 {
	least := math.Inf(1)
	for i := range y {
		least = min(least, float64(y[i])*l.Score(g.Unit(i)))
	}
	if norm := g.Norm(l.State().Classifier); least > 0 && norm > 0 && len(y) > 0 {
		return least / norm
	}
	return 0
}

// Norm returns ‖Σ_i W_i φ(x_i)‖.
func (g *Gram) Norm(c theory.Classifier) float64 {
	w := g.Space().Zero()
	for i, a := range c.W {
		if a != 0 {
			w.Add(a, g.Unit(i))
		}
	}
	return w.Norm()
}
