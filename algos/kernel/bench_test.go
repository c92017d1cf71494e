package kernel_test

import (
	"math/rand/v2"
	"testing"

	"marginlab/internal/rapidtest"
	"marginlab/theory/vec"
)

// BenchmarkGramRows computes rows of the size of MNIST's, a block at a time.
func BenchmarkGramRows(b *testing.B) {
	rapidtest.Slow(b)
	const n, dim, block = 10000, 784, 8
	rng := rand.New(rand.NewPCG(1, 2))
	var x []vec.Vector
	for range n {
		x = append(x, vec.Dense(rapidtest.Normal(rng, dim, 1)...))
	}
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
