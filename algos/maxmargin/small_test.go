package maxmargin

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Small problems have the margin that the Solver finds for them without small, to the
// tolerance, and small gives up on few: where the points are in general position, on a
// lattice with repeats, and far from the origin.
func TestSmallProblemsAreSolvedAsOthersAre(t *testing.T) {
	ctx := context.Background()
	for _, kind := range []struct {
		name   string
		solved float64 // the least share that small is to solve
		draw   func(rng *rand.Rand) float64
	}{
		{"normal", 0.99, (*rand.Rand).NormFloat64},
		{"lattice", 0.99, func(rng *rand.Rand) float64 { return float64(rng.IntN(7) - 3) }},
		{"far", 0.99, func(rng *rand.Rand) float64 { return 1000 + rng.NormFloat64() }},
	} {
		for _, origin := range []bool{false, true} {
			if origin && kind.name == "far" {
				continue // the margin there is far below the lengths
			}
			t.Run(fmt.Sprintf("%s/%v", kind.name, origin), func(t *testing.T) {
				rng := rapidtest.Rand(1)
				small, separable := 0, 0
				for range rapidtest.Count(200, 500, 5000) {
					d := 1 + rng.IntN(18)
					examples := separated(rng, 2+rng.IntN(20), d, origin, kind.draw)
					opt := Options{Origin: origin}
					quick, general := NewSolver(d, opt), NewSolver(d, opt)
					for _, e := range examples {
						quick.Keep(e.X, e.Y)
						general.Keep(e.X, e.Y)
					}
					if !quick.Ready() {
						continue
					}
					general.open()
					general.start()
					_, want := general.solve(ctx)
					_, got := quick.Settle(ctx)
					if errors.As(want, new(*UndecidedError)) {
						continue
					}
					require.Equal(t, fmt.Sprintf("%T", want), fmt.Sprintf("%T", got), "%v", examples)
					if want != nil {
						continue
					}
					general.publish()
					separable++
					if quick.active.r.N == 0 {
						small++
					}
					gamma, lower, err := quick.Interval()
					require.NoError(t, err)
					require.LessOrEqual(t, gamma-lower, DefaultTolerance*gamma, "%v", examples)
					require.InEpsilon(t, general.Gamma(), gamma, DefaultTolerance, "%v", examples)

					// More points find the active set in order.
					for _, e := range separated(rng, 3, d, origin, kind.draw) {
						_, want = general.Add(e.X, e.Y)
						_, got = quick.Add(e.X, e.Y)
						require.Equal(t, fmt.Sprintf("%T", want), fmt.Sprintf("%T", got), "%v", examples)
						if want != nil {
							break
						}
						require.InEpsilon(t, general.Gamma(), quick.Gamma(), 2*DefaultTolerance, "%v", examples)
					}
				}
				t.Logf("small solved %d of %d", small, separable)
				require.GreaterOrEqual(t, float64(small), kind.solved*float64(separable))
				require.Greater(t, separable, 50)
			})
		}
	}
}

// separated are examples on both sides of a hyperplane, through the origin or not.
func separated(rng *rand.Rand, n, d int, origin bool, draw func(*rand.Rand) float64) (examples []theory.Example) {
	var offset float64
	if !origin {
		offset = draw(rng)
	}
	for range n {
		x := make([]float64, d)
		for k := range x {
			x[k] = draw(rng)
		}
		examples = append(examples, theory.Example{X: vec.Dense(x...), Y: theory.Sign(x[0] - offset)})
	}
	return examples
}
