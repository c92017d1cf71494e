package normalized_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"marginlab/algos/normalized"
	"marginlab/algos/registry"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// cloud returns points with random labels.
func cloud(n, d int) []theory.Example {
	source := rand.New(rand.NewPCG(1, 2))
	examples := make([]theory.Example, n)
	for i := range examples {
		x := make([]float64, d)
		for j := range x {
			x[j] = source.NormFloat64()
		}
		examples[i] = theory.Example{X: vec.Dense(x...), Y: theory.Label(1 - 2*(i%2))}
	}
	return examples
}

// BenchmarkIteration is the time of one iteration.
func BenchmarkIteration(b *testing.B) {
	const n, d = 2000, 100
	examples := cloud(n, d)
	features := linear(b, stream{examples: examples, dim: d})
	gram := gaussianGram(b, examples, 10)
	gram.Mul(make([]float64, n), make([]float64, n)) // the rows are there from now on
	for _, points := range []struct {
		name string
		normalized.Points
	}{{"linear", features}, {"gram", gram}} {
		for _, expr := range []string{"nkp(margin=0.1)", "snkp(margin=0.078)"} { // of 100 iterations
			spec, err := registry.Parse(expr)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("algorithm=%s/points=%s/n=%d/d=%d", spec.Kind.Name, points.name, n, d), func(b *testing.B) {
				iterations := 0
				for b.Loop() {
					r, _, err := normalized.Solve(context.Background(), spec, points, nil)
					if err == nil {
						b.Fatalf("it ended after %d iterations, expected points that take more", r.Iterations)
					}
					iterations += r.Iterations
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(iterations), "ns/iteration")
			})
		}
	}
}

// BenchmarkLinearConvergence counts the iterations until an ε-solution of n points, ε = 1/(100n), whose |ρ| is √½ for
// every n: see theory/OPEN.md.
func BenchmarkLinearConvergence(b *testing.B) {
	for _, n := range []int{33, 103, 303, 1003, 3003} {
		points, _ := lonePair(b, n)
		for _, name := range []string{"isnkp-vn(prox=norm)", "isnkp", "isnkp-vn", "isnkp-vn(prox=entropy)"} {
			spec, err := registry.Parse(name)
			if err != nil {
				b.Fatal(err)
			}
			spec = spec.With("eps", 0.01/float64(n))
			b.Run(fmt.Sprintf("n=%d/algorithm=%s", n, name), func(b *testing.B) {
				for b.Loop() {
					r, _, err := normalized.Solve(context.Background(), spec, points, nil)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(r.Iterations), "iterations")
				}
			})
		}
	}
}
