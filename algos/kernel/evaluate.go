package kernel

import (
	"math"
	"slices"

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
	sum := c.B
	for i, a := range c.W {
		if a == 0 {
			continue
		}
		var s float64
		if g.kernel.radial {
			s = vec.SqDistDense(g.point(i), z) + rest
		} else {
			s = vec.Dot(g.point(i), z)
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

// coordinates returns x as a row of the matrix would be, and the squared norm of
// what it has in columns that the matrix does not keep.
func (g *Gram) coordinates(x vec.Vector) (z []float64, rest float64) {
	z = make([]float64, len(g.columns))
	for k, v := range x.Value {
		if at, ok := slices.BinarySearch(g.columns, x.Coordinate(k)); ok {
			z[at] = v
		} else {
			rest += float64(v * v)
		}
	}
	return z, rest
}
