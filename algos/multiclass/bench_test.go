package multiclass_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"marginlab/algos"
	"marginlab/algos/multiclass"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// BenchmarkStep is one step of AMIRA on dense features of d=256 in ten classes, three of
// ten examples in one that says nothing of them.
func BenchmarkStep(b *testing.B) {
	const d, classes, n = 256, 10, 8000
	rng := rand.New(rand.NewPCG(51, 1))
	centre := make([][]float64, classes)
	for z := range centre {
		centre[z] = rapidtest.Normal(rng, d, 1)
	}
	x, y := make([]vec.Vector, n), make([]theory.Label, n)
	for i := range x {
		y[i] = theory.Label(rng.IntN(classes))
		v := rapidtest.Normal(rng, d, 1)
		for j := range v {
			v[j] += 0.15 * centre[y[i]][j]
		}
		x[i] = vec.Dense(v...)
		if rng.IntN(10) < 3 {
			y[i] = theory.Label(rng.IntN(classes))
		}
	}
	for _, k := range []int{1, 10} {
		b.Run(fmt.Sprintf("learner=amira/d=%d/classes=%d/k=%d", d, classes, k), func(b *testing.B) {
			l := multiclass.NewAMIRA(algos.Space{Dim: d}, classes, 0.9, k)
			work := vec.Count(func() {
				l := multiclass.NewAMIRA(algos.Space{Dim: d}, classes, 0.9, k)
				for i := range x {
					l.Step(x[i], y[i])
				}
			})
			b.ReportAllocs()
			updates, i := 0, 0
			for b.Loop() {
				if l.Step(x[i], y[i]).Updated {
					updates++
				}
				i = (i + 1) % n
			}
			b.ReportMetric(float64(updates)/float64(b.N), "updates/op")
			rapidtest.ReportWork(b, work, n)
		})
	}
}
