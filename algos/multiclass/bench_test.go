package multiclass_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"marginlab/algos"
	"marginlab/algos/multiclass"
	"marginlab/internal/rapidtest"
	"marginlab/theory/vec"
)

// BenchmarkStep is one step of AMIRA on dense features of d=256 in ten classes, which are independent of them.
func BenchmarkStep(b *testing.B) {
	const d, classes, n = 256, 10, 8000
	s := noise(rand.New(rand.NewPCG(51, 1)), n, d, classes)
	for _, k := range []int{1, 10} {
		b.Run(fmt.Sprintf("learner=amira/d=%d/classes=%d/k=%d", d, classes, k), func(b *testing.B) {
			l := multiclass.NewAMIRA(algos.Space{Dim: d}, classes, 0.9, k)
			work := vec.Count(func() {
				l := multiclass.NewAMIRA(algos.Space{Dim: d}, classes, 0.9, k)
				for i := range s.x {
					l.Step(s.x[i], s.y[i])
				}
			})
			b.ReportAllocs()
			updates, i := 0, 0
			for b.Loop() {
				if l.Step(s.x[i], s.y[i]).Updated {
					updates++
				}
				i = (i + 1) % n
			}
			b.ReportMetric(float64(updates)/float64(b.N), "updates/op")
			rapidtest.ReportWork(b, work, n)
		})
	}
}
