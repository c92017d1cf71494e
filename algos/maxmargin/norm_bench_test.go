package maxmargin_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"marginlab/algos/maxmargin"
	"marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// BenchmarkSolveIn solves in ℓp for all examples at once.
func BenchmarkSolveIn(b *testing.B) {
	for _, size := range sizes[:2] {
		rng := rand.New(rand.NewPCG(1, 2))
		examples := rapidtest.Reflected(rng, rapidtest.Cloud(rng, size.n, size.d, 0.1), size.d)
		for _, p := range []float64{1.1, 1.5, 2, 3, 10} {
			b.Run(fmt.Sprintf("n=%d/d=%d/p=%g", size.n, size.d, p), func(b *testing.B) {
				benchmarkSolveIn(b, examples, size.d, vec.P(p))
			})
		}
	}
}

func benchmarkSolveIn(b *testing.B, examples []theory.Example, d int, n vec.Norm) {
	var s *maxmargin.Solution
	for b.Loop() {
		var err error
		if s, err = maxmargin.Solve(ctx, examples, d, maxmargin.Options{Norm: n}); err != nil {
			b.Fatal(err)
		}
	}
	report(b, s)
}

// BenchmarkAdultIn solves for Adult in ℓp, at once and one by one, as n-OMM does.
func BenchmarkAdultIn(b *testing.B) {
	data := os.Getenv(benchdata.DataEnv)
	if data == "" {
		data = filepath.Join("..", "..", "..", "shared", "data")
	}
	dir, err := benchdata.Find("adult", data)
	if err != nil {
		b.Skip(err)
	}
	examples, _, err := benchdata.Adult(context.Background(), dir)
	if err != nil {
		b.Fatal(err)
	}
	d := theory.Dim(examples)
	for _, p := range []float64{1.1, 1.5, 2, 3, 10} {
		b.Run(fmt.Sprintf("at=once/p=%g", p), func(b *testing.B) { benchmarkSolveIn(b, examples, d, vec.P(p)) })
		b.Run(fmt.Sprintf("at=one/p=%g", p), func(b *testing.B) {
			var solver *maxmargin.Solver
			for b.Loop() {
				solver = maxmargin.NewSolver(d, maxmargin.Options{Norm: vec.P(p)})
				for _, e := range examples {
					if _, err := solver.Add(e.X, e.Y); err != nil {
						b.Fatal(err)
					}
				}
			}
			s, err := solver.Solution()
			if err != nil {
				b.Fatal(err)
			}
			report(b, s)
		})
	}
}
