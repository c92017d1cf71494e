package maxmargin_test

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// few draws sparse examples with small integers: fewer than dimensions or more, with repeats,
// ties, points 0 and points in both classes. Of one class there may be none.
func few(t *rapid.T) ([]theory.Example, int) {
	d := rapid.IntRange(1, 8).Draw(t, "d")
	n := rapid.IntRange(2, 10).Draw(t, "n")
	examples := make([]theory.Example, n)
	for k := range examples {
		x := make([]float64, d)
		for range rapid.IntRange(0, 3).Draw(t, "coordinates") {
			x[rapid.IntRange(0, d-1).Draw(t, "at")] = float64(rapid.IntRange(-3, 3).Draw(t, "x"))
		}
		y := theory.Label(2*rapid.IntRange(0, 1).Draw(t, "positive") - 1)
		examples[k] = theory.Example{X: vec.Dense(x...).Sparsify(), Y: y}
	}
	return examples, d
}

// exactly are the examples in rational numbers.
func exactly(examples []theory.Example, d int) []exact.Example {
	all := make([]exact.Example, len(examples))
	for i, e := range examples {
		x := exact.NewVector(d)
		for j := range d {
			x[j] = new(big.Rat).SetFloat64(e.X.At(j))
		}
		all[i] = exact.Example{X: x, Y: int(e.Y)}
	}
	return all
}

// Bulk finds the exact maximum margin, or a witness where there is none, with a bias and
// through the origin.
func TestBulkIsExact(t *testing.T) {
	separable, meeting, alone := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		examples, d := few(t)
		origin := rapid.Bool().Draw(t, "origin")
		want, twoClasses := exact.MaxMargin(exactly(examples, d), origin)
		if !twoClasses {
			_, err := maxmargin.Solve(ctx, examples, d, maxmargin.Options{Origin: origin})
			require.ErrorAs(t, err, new(*maxmargin.OneClassError))
			return
		}
		unit := math.Ldexp(1, rapid.SampledFrom([]int{0, 10, 330, -330}).Draw(t, "unit"))
		examples = rapidtest.Sparse(rapidtest.Mapped(examples, d, func(x []float64) {
			for i := range x {
				x[i] *= unit
			}
		}))
		s, all, err := maxmargin.SolveInBulk(ctx, examples, d, maxmargin.Options{Origin: origin})
		if all {
			alone++
		}
		if want.W.IsZero() {
			var meet *maxmargin.NotSeparableError
			require.ErrorAs(t, err, &meet)
			witness(t, examples, d, meet, origin, rounding)
			meeting++
			return
		}
		require.NoError(t, err)
		verify(t, examples, d, origin, s, maxmargin.DefaultTolerance)
		sq, _ := want.SqGamma.Float64()
		require.InEpsilon(t, math.Sqrt(sq), s.Gamma/unit, maxmargin.DefaultTolerance)
		separable++
	})
	require.Positive(t, separable, "the generator reaches no separable stream")
	require.Positive(t, meeting, "the generator reaches no stream that is not separable")
	require.Greater(t, float64(alone), 0.9*float64(separable+meeting), "bulk gives up")
}

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

// Of many sparse points bulk and the active set find the same margin, each with its
// certificate.
func TestBulkAgreesWithTheActiveSet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		n, d    int
		longest float64
		origin  bool
		turns   int // half as many again as it takes, with some seeds
	}{
		{"fewer than dimensions", 150, 300, 1, false, 20},
		{"more than dimensions", 400, 150, 1, false, 60},
		{"of all lengths", 200, 200, 100, false, 70},
		{"through the origin", 200, 150, 1, true, 35},
	} {
		t.Run(c.name, func(t *testing.T) {
			examples := texts(rapidtest.Rand(7), c.n, c.d, c.longest)
			examples = append(examples, examples[3], examples[5])
			if !c.origin {
				examples = append(examples, theory.Example{X: vec.Vector{Index: []int{}}, Y: examples[3].Y})
			}
			opt := maxmargin.Options{Origin: c.origin}
			want, err := maxmargin.Solve(ctx, examples, c.d, opt)
			require.NoError(t, err)
			turns := 0
			s, alone, err := maxmargin.SolveInBulk(maxmargin.Watched(ctx, func(s maxmargin.Stage) { turns = max(turns, s.Turns) }), examples, c.d, opt)
			require.NoError(t, err)
			require.True(t, alone)
			require.Less(t, turns, c.turns)
			require.InEpsilon(t, want.Gamma, s.Gamma, maxmargin.DefaultTolerance)
			require.NotEqual(t, want, s)
			verify(t, examples, c.d, c.origin, s, maxmargin.DefaultTolerance)
		})
	}
}

func settled(t *testing.T, s *maxmargin.Solver) *maxmargin.Solution {
	_, err := s.Settle(ctx)
	require.NoError(t, err)
	solution, err := s.Solution()
	require.NoError(t, err)
	return solution
}

// Many sparse points that are not separable have a witness.
func TestBulkRefusesWhatIsNotSeparable(t *testing.T) {
	t.Parallel()
	for _, origin := range []bool{false, true} {
		rng := rapidtest.Rand(8)
		examples := texts(rng, 300, 120, 1)
		for i := range examples {
			examples[i].Y = theory.Label(2*rng.IntN(2) - 1)
		}
		_, alone, err := maxmargin.SolveInBulk(ctx, examples, 120, maxmargin.Options{Origin: origin})
		var meet *maxmargin.NotSeparableError
		require.ErrorAs(t, err, &meet)
		require.True(t, alone)
		witness(t, examples, 120, meet, origin, 8*float64(len(meet.PlusWeights)+len(meet.MinusWeights)+2)*0x1p-53)
	}
}

// Bulk tells its turns, stops when it is to, and goes on from there; points that come
// later, and a Reset, find the solver as it should be.
func TestBulkStopsAndGoesOn(t *testing.T) {
	t.Parallel()
	examples := texts(rapidtest.Rand(9), 755, 1600, 1)
	first, last := examples[:750], 0
	want, err := maxmargin.Solve(maxmargin.Watched(ctx, func(s maxmargin.Stage) { last = s.Turns }), first, 1600, maxmargin.Options{})
	require.NoError(t, err)

	solver := maxmargin.NewSolver(1600, maxmargin.Options{})
	for _, e := range first {
		solver.Keep(e.X, e.Y)
	}
	stopped, cancel := context.WithCancel(t.Context())
	turns := 0
	_, err = solver.Settle(maxmargin.Watched(stopped, func(s maxmargin.Stage) {
		require.GreaterOrEqual(t, s.Turns, turns)
		if turns = s.Turns; turns >= last-2 { // bulk takes more
			cancel()
		}
	}))
	require.ErrorIs(t, err, context.Canceled)
	require.True(t, solver.InBulk())
	require.InEpsilon(t, want.Gamma, settled(t, solver).Gamma, maxmargin.DefaultTolerance)

	for _, e := range examples[750:] {
		_, err := solver.Add(e.X, e.Y)
		require.NoError(t, err)
		require.True(t, solver.InBulk(), "no R for another point")
	}
	s, err := solver.Solution()
	require.NoError(t, err)
	verify(t, examples, 1600, false, s, maxmargin.DefaultTolerance)

	solver.Reset()
	for _, e := range first {
		solver.Keep(e.X, e.Y)
	}
	require.Equal(t, want, settled(t, solver))
}

// Where a point is dense, the active set keeps its R; a Reset forgets that there was one.
func TestBulkLeavesDensePointsAlone(t *testing.T) {
	t.Parallel()
	examples := texts(rapidtest.Rand(10), 560, 4000, 1)
	solver := maxmargin.NewSolver(4000, maxmargin.Options{})
	for _, dense := range []bool{true, false} {
		solver.Reset()
		for i, e := range examples {
			if dense && i == 17 {
				e.X = e.X.Densify(4000)
			}
			solver.Keep(e.X, e.Y)
		}
		settled(t, solver)
		require.Equal(t, !dense, solver.InBulk())
	}
}
