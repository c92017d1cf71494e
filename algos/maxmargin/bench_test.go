package maxmargin_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// sizes lists the sizes of the benchmarks; the last is Adult's.
var sizes = []struct{ n, d int }{{1000, 20}, {10000, 100}, {35508, 96}}

func report(b *testing.B, s *maxmargin.Solution) {
	b.ReportMetric(s.Gap()/1e-12, "gap/1e-12") // go test prints seven decimals
	b.ReportMetric(s.Gamma, "margin")
	b.ReportMetric(float64(len(s.PlusWeights)+len(s.MinusWeights)), "support")
}

// BenchmarkSolve solves for all examples at once, with the final certificate.
func BenchmarkSolve(b *testing.B) {
	for i, size := range sizes {
		for _, p := range []float64{2, 1.5, 3} {
			if p == 2 || i == 0 {
				b.Run(fmt.Sprintf("n=%d/d=%d/p=%g", size.n, size.d, p), func(b *testing.B) {
					examples := rapidtest.Cloud(rand.New(rand.NewPCG(1, 2)), size.n, size.d, 0.1)
					benchmarkSolve(b, examples, size.d, maxmargin.Options{Norm: vec.P(p)})
				})
			}
		}
	}
}

func benchmarkSolve(b *testing.B, examples []theory.Example, d int, opt maxmargin.Options) {
	var s *maxmargin.Solution
	for b.Loop() {
		var err error
		if s, err = maxmargin.Solve(ctx, examples, d, opt); err != nil {
			b.Fatal(err)
		}
	}
	report(b, s)
	rapidtest.ReportWork(b, vec.Count(func() { maxmargin.Solve(ctx, examples, d, opt) }), 1)
}

// BenchmarkStream adds the examples one by one and keeps them all, as n-OMM
// does; updates counts the changes of the classifier.
func BenchmarkStream(b *testing.B) {
	for _, size := range sizes {
		b.Run(fmt.Sprintf("n=%d/d=%d", size.n, size.d), func(b *testing.B) {
			examples := rapidtest.Cloud(rand.New(rand.NewPCG(1, 2)), size.n, size.d, 0.1)
			var solver *maxmargin.Solver
			updates := 0
			for b.Loop() {
				solver = maxmargin.NewSolver(size.d, maxmargin.Options{})
				updates = 0
				for _, e := range examples {
					changed, err := solver.Add(e.X, e.Y)
					if err != nil {
						b.Fatal(err)
					}
					if changed {
						updates++
					}
				}
			}
			s, err := solver.Solution()
			if err != nil {
				b.Fatal(err)
			}
			report(b, s)
			b.ReportMetric(float64(updates), "updates")
		})
	}
}

// BenchmarkTiny solves many small problems, as hunts do, with one solver that is reset.
func BenchmarkTiny(b *testing.B) {
	const n, d = 12, 4
	examples := rapidtest.Cloud(rand.New(rand.NewPCG(1, 2)), n, d, 0.1)
	s := maxmargin.NewSolver(d, maxmargin.Options{})
	for b.Loop() {
		s.Reset()
		for _, e := range examples {
			s.Keep(e.X, e.Y)
		}
		_, _ = s.Settle(ctx)
		_, _ = s.Upper()
	}
}
