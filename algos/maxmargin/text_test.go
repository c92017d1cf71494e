package maxmargin_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// texts draws n sparse examples in d dimensions, the first coordinates more often than the
// last, of lengths between 1 and longest. Their labels are those of a hyperplane.
func texts(rng *rand.Rand, n, d int, longest float64) []theory.Example {
	u, examples := rapidtest.Normal(rng, d, 1), make([]theory.Example, n)
	for k := range examples {
		x, score := make([]float64, d), 0.
		for range 12 {
			x[int(float64(d)*math.Pow(rng.Float64(), 2))] = 0.1 + math.Abs(rng.NormFloat64())
		}
		length := vec.L2{}.Of(x) / math.Pow(longest, rng.Float64())
		for i := range x {
			x[i] /= length
			score += u[i] * x[i]
		}
		examples[k] = theory.Example{X: vec.Dense(x...).Sparsify(), Y: theory.Sign(score)}
	}
	return examples
}

// Many sparse points get their margin within the tolerance, at once and with later points, and inseparable ones get a
// witness.
func TestText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		n, d    int
		longest float64
		origin  bool
	}{
		{"fewer than dimensions", 600, 1200, 1, false},
		{"more than dimensions", 900, 500, 1, false},
		{"of all lengths", 600, 800, 100, false},
		{"through the origin", 600, 800, 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			opt := maxmargin.Options{Origin: c.origin}
			examples := texts(rapidtest.Rand(7), c.n, c.d, c.longest)
			examples = append(examples, examples[3], examples[5])
			last := 0
			watched := maxmargin.Watched(ctx, func(s maxmargin.Stage) { last = s.Turns })
			s, err := maxmargin.Solve(watched, examples, c.d, opt)
			require.NoError(t, err)
			verify(t, examples, c.d, c.origin, s, maxmargin.DefaultTolerance)
			require.Greater(t, len(s.PlusWeights)+len(s.MinusWeights), 256, "there are few support vectors")

			stopped, stop := context.WithCancel(ctx)
			turns, half := 0, maxmargin.NewSolver(c.d, opt)
			for _, e := range examples {
				half.Keep(e.X, e.Y)
			}
			_, err = half.Settle(maxmargin.Watched(stopped, func(s maxmargin.Stage) {
				require.GreaterOrEqual(t, s.Turns, turns)
				if turns = s.Turns; turns >= last-8 { // where the corral has been left
					stop()
				}
			}))
			require.ErrorIs(t, err, context.Canceled)
			early, err := half.Solution()
			require.NoError(t, err)
			require.InDelta(t, 1, vec.L2{}.Of(early.Classifier.W), 1e-12)
			require.GreaterOrEqual(t, early.Gamma, s.Lower)
			_, err = half.Settle(ctx)
			require.NoError(t, err)
			late, err := half.Solution()
			require.NoError(t, err)
			verify(t, examples, c.d, c.origin, late, maxmargin.DefaultTolerance)

			solver := maxmargin.NewSolver(c.d, opt)
			for _, e := range examples[:c.n-5] {
				solver.Keep(e.X, e.Y)
			}
			for _, e := range examples[c.n-5:] {
				_, err := solver.Add(e.X, e.Y)
				require.NoError(t, err)
			}
			one, err := solver.Solution()
			require.NoError(t, err)
			verify(t, examples, c.d, c.origin, one, maxmargin.DefaultTolerance)

			rng := rapidtest.Rand(8)
			for i := range examples {
				examples[i].Y = theory.Label(2*rng.IntN(2) - 1)
			}
			twin := theory.Example{X: examples[9].X, Y: -examples[9].Y}
			_, err = maxmargin.Solve(ctx, append(examples, twin), c.d, opt)
			var meet *maxmargin.NotSeparableError
			require.ErrorAs(t, err, &meet)
			weights := len(meet.PlusWeights) + len(meet.MinusWeights)
			witness(t, append(examples, twin), c.d, meet, c.origin, 8*float64(weights+2)*0x1p-53)
		})
	}
}

// Random labels are hard to separate. Where too many points have a weight for the corral to end the ascent, the ascent
// goes on to the tolerance, or reports that it gave up, and does not blame rounding.
func TestTextOfRandomLabels(t *testing.T) {
	t.Parallel()
	if !rapidtest.Long() {
		t.Skip("each takes seconds, and no smaller text is as hard: MARGINLAB_LONG=1 runs it")
	}
	for d, separable := range map[int]bool{3000: false, 3600: true} {
		rng := rand.New(rand.NewPCG(7, 1))
		examples := texts(rng, 6000, d, 1)
		for i := range examples {
			examples[i].Y = theory.Label(2*rng.IntN(2) - 1)
		}
		s, err := maxmargin.Solve(ctx, examples, d, maxmargin.Options{})
		if separable {
			require.NoError(t, err)
			verify(t, examples, d, false, s, maxmargin.DefaultTolerance)
			require.Greater(t, len(s.PlusWeights)+len(s.MinusWeights), 2048)
			continue
		}
		var open *maxmargin.UndecidedError
		require.ErrorAs(t, err, &open)
		require.True(t, open.Slow)
	}
}
