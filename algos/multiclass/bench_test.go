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

// BenchmarkHildreth solves the program of an update with n violations.
func BenchmarkHildreth(b *testing.B) {
	for _, n := range []int{1, 2, 9, 99} {
		rng := rand.New(rand.NewPCG(52, 1))
		gram, f := make([]float64, n*n), make([]float64, n)
		for i := range n {
			for j := range n {
				gram[i*n+j] = 1
			}
			gram[i*n+i] = 2
			f[i] = 1 + rng.Float64()
		}
		eta, r := make([]float64, n), make([]float64, n)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := multiclass.Hildreth(eta, r, gram, f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
