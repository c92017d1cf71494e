package kernel_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// dense is n Gaussian points in dim dimensions, with labels of which a tenth is
// noise.
func dense(n, dim int) (x []vec.Vector, y []theory.Label) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		v := make([]float64, dim)
		for j := range v {
			v[j] = rng.NormFloat64()
		}
		label := theory.Sign(v[0])
		if rng.IntN(10) == 0 {
			label = -label
		}
		x, y = append(x, vec.Dense(v...)), append(y, label)
	}
	return x, y
}

// BenchmarkGramRows computes rows of the size of MNIST's, a block at a time.
func BenchmarkGramRows(b *testing.B) {
	rapidtest.Slow(b)
	const n, dim, block = 10000, 784, 8
	x, _ := dense(n, dim)
	for _, name := range []string{"linear", "gaussian", "mnist"} {
		b.Run("kernel="+name, func(b *testing.B) {
			g := newGram(b, name, x, dim, 4*block*8*n) // room for so few that each block is computed anew
			order := passes(1, n)
			at, rows := 0, g.Computed()
			for b.Loop() {
				g.Ahead(order[at:], func(int) bool { return true })
				at = (at + block) % (n - block)
			}
			perSecond := float64(g.Computed()-rows) / b.Elapsed().Seconds()
			b.ReportMetric(perSecond, "rows/s")
			b.ReportMetric(perSecond*2*n*dim/1e9, "GFlop/s")
		})
	}
}

// BenchmarkPass is a pass over n points, with the rows to compute and with all rows
// there.
func BenchmarkPass(b *testing.B) {
	const n, dim = 2000, 256
	x, y := dense(n, dim)
	for _, expr := range []string{"perceptron", "pegasos(lambda=0.001)", "a-romma", "e-omm"} {
		if testing.Short() && expr != "e-omm" {
			continue
		}
		for _, rows := range []string{"fresh", "kept"} {
			b.Run("learner="+expr+"/rows="+rows, func(b *testing.B) {
				spec, err := algos.Parse(expr)
				require.NoError(b, err)
				g := newGram(b, "gaussian(sigma=16)", x, dim, 0)
				order := passes(1, n)
				var tr theory.Trace
				if rows == "kept" {
					_, _, err = kernel.Run(context.Background(), spec, g, y, order)
					require.NoError(b, err)
				}
				for b.Loop() {
					if rows == "fresh" {
						g = newGram(b, "gaussian(sigma=16)", x, dim, 0)
					}
					tr, _, err = kernel.Run(context.Background(), spec, g, y, order)
					require.NoError(b, err)
				}
				computed := 0
				if rows == "fresh" {
					computed = g.Computed()
				}
				b.ReportMetric(float64(computed), "rows/op")
				b.ReportMetric(float64(tr.Mistakes), "mistakes")
				b.ReportMetric(float64(tr.Updates), "updates")
			})
		}
	}
}
