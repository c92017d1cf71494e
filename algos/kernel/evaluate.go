package kernel

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Evaluate returns what c, learned over the points of g, gives any point x, taken
// as checked:
//
//	Σ_i α_i K(x_i,x) + B
//
// x counts as none of the points of g, even if it equals one: it has no ridge. The
// cost is a kernel value for every α_i ≠ 0.
func (g *Gram) Evaluate(c theory.Classifier, x vec.Vector) float64 {
	z, rest := g.coordinates(x)
	b := g.beside(z)
	sum := c.B
	for i, a := range c.W {
		if a == 0 {
			continue
		}
		s := b.measure(i)[0]
		if g.radial {
			s += rest
		}
		sum += float64(a * g.kernel.of(s))
	}
	return sum
}

// Norm returns ‖Σ_i W_i φ(x_i)‖.
func (g *Gram) Norm(c theory.Classifier) float64 {
	w := g.Space().Weights()
	for i, a := range c.W {
		if a != 0 {
			w.Add(g.Unit(i), a, 0, 0)
		}
	}
	return math.Sqrt(w.SqNorm())
}
