package maxmargin_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A solver that was reset solves like a new one, to the last bit, whatever points it had, separable or not.
func TestResetSolversSolveAsNewOnes(t *testing.T) {
	const d = 4
	for _, norm := range []vec.Norm{vec.L2{}, vec.P(3)} {
		for _, origin := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v/%v", norm, origin), func(t *testing.T) {
				rng, opt := rapidtest.Rand(1), maxmargin.Options{Norm: norm, Origin: origin}
				solver, separable, meet := maxmargin.NewSolver(d, opt), 0, 0
				for range rapidtest.Count(30, 60, 300) {
					examples := drawExamples(rng, 1+rng.IntN(25), d)
					solver.Reset()
					for _, e := range examples {
						solver.Keep(e.X, e.Y)
					}
					_, got := solver.Settle(ctx)
					s, want := maxmargin.Solve(ctx, examples, d, opt)
					require.Equal(t, want, got)
					gamma, _, failed := solver.Interval()
					upper, err := solver.Upper()
					require.Equal(t, failed, err)
					require.Equal(t, gamma, upper)
					if errors.As(want, new(*maxmargin.NotSeparableError)) {
						meet++
					}
					if want == nil {
						separable++
						again, err := solver.Solution()
						require.NoError(t, err)
						require.Equal(t, s, again)
					}
				}
				require.Greater(t, separable, 8)
				require.Greater(t, meet, 5)
			})
		}
	}
}

// drawExamples returns examples on both sides of a hyperplane, some of them also beyond it, dense or sparse.
func drawExamples(rng *rand.Rand, n, d int) (examples []theory.Example) {
	noise := 3 * float64(rng.IntN(2))
	for range n {
		x := make([]float64, d)
		for k := range x {
			x[k] = rng.NormFloat64()
		}
		e := theory.Example{X: vec.Dense(x...), Y: theory.Sign(x[0] + 0.3*x[1] + noise*rng.NormFloat64())}
		if rng.IntN(3) == 0 {
			e.X = e.X.Sparsify()
		}
		examples = append(examples, e)
	}
	return examples
}
