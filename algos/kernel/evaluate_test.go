package kernel_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// A point that was not known beforehand gets Σ α_i K(x_i,x) + B of the formula, with
// whatever it has in columns in which all points are 0, and beyond their dimension.
func TestEvaluateOfNewPoints(t *testing.T) {
	const n, dim = 40, 6 // the columns 2 and 5 are 0
	rng := rand.New(rand.NewPCG(3, 3))
	for _, far := range []float64{0, 1e4} {
		x := cloud(21, n, dim)
		for i := range x {
			x[i][0] += far
			x[i] = append(x[i], 0, 0)
		}
		c := theory.Classifier{W: make([]float64, n), B: 0.25}
		for i := range n / 2 {
			c.W[i] = rng.NormFloat64()
		}
		for _, f := range formulas() {
			if far > 0 && f.expr != "gaussian" {
				continue
			}
			g := newGram(t, f.expr, vectors(x), dim+2, 0)
			for range 30 {
				z := make([]float64, dim+2)
				z[0] = far
				for j := range z {
					if rng.IntN(3) > 0 {
						z[j] += 0.5 * rng.NormFloat64()
					}
				}
				want, size := c.B, 1.0
				for i, a := range c.W {
					want += a * f.of(x[i], z)
					size += f.size(x[i], z) + 1
				}
				for _, v := range []vec.Vector{vec.Dense(z...), vec.Dense(z...).Sparsify()} {
					require.InDelta(t, want, g.Evaluate(c, v), 1e-13*size, "%s, %v", f.expr, v)
				}
			}
			want := c.B // at the origin, of no coordinates
			for i, a := range c.W {
				want += a * f.of(x[i], make([]float64, dim+2))
			}
			require.InDelta(t, want, g.Evaluate(c, vec.Vector{}), 1e-12)
		}
	}
}
