package maxmargin_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// stream draws up to forty examples that are separable by x₀: lattice points (repeats, ties, points exactly on the
// margin) or Gaussian ones, in any order of classes.
func stream(t *rapid.T) ([]theory.Example, int) {
	d := rapid.IntRange(1, 5).Draw(t, "d")
	n := rapid.IntRange(2, 40).Draw(t, "n")
	examples := rapidtest.Cloud(rand.New(rand.NewPCG(rapid.Uint64Range(0, 1<<20).Draw(t, "seed"), 0)), n, d, 0.25)
	if rapid.Bool().Draw(t, "lattice") {
		examples = rapidtest.Mapped(examples, d, func(x []float64) {
			for i := range x {
				x[i] = math.Trunc(2 * x[i])
			}
		})
		for _, e := range examples {
			e.X.Value[0] = float64(e.Y) * (0.5 + math.Abs(e.X.Value[0]))
		}
	}
	if rapid.Bool().Draw(t, "sorted") {
		slices.SortStableFunc(examples, func(a, b theory.Example) int { return int(a.Y) - int(b.Y) })
	}
	return examples, d
}

// least is min y(w·x+b), with loops of its own.
func least(c theory.Classifier, examples []theory.Example) float64 {
	m := math.Inf(1)
	for _, e := range examples {
		s := c.B
		for k, v := range e.X.Value {
			s += c.W[place(e.X, k)] * v
		}
		m = min(m, float64(e.Y)*s)
	}
	return m
}

// A long stream, in which most points are accounted for without being touched.
func TestALongStreamEndsAtTheMarginOfTheBatch(t *testing.T) {
	n := 6000
	if testing.Short() {
		n = 1500
	}
	const d = 12
	for _, gamma := range []float64{1, 0.01} {
		examples := rapidtest.Cloud(rand.New(rand.NewPCG(7, 7)), n, d, gamma)
		solver := maxmargin.NewSolver(d, maxmargin.Options{})
		changes := 0
		for i, e := range examples {
			changed, err := solver.Add(e.X, e.Y)
			require.NoError(t, err)
			if changed {
				changes++
				if solver.Ready() {
					require.GreaterOrEqual(t, least(solver.Classifier(), examples[:i+1]), solver.Gamma()*(1-1e-9)-1e-13)
				}
			}
		}
		require.Less(t, changes, n/10)
		s, err := solver.Solution()
		require.NoError(t, err)
		verify(t, examples, d, false, s, maxmargin.DefaultTolerance)
	}
}

// Keep leaves the classifier alone; Settle makes it that of all points kept, and does nothing twice.
func TestKeepAndSettle(t *testing.T) {
	const d = 4
	examples := rapidtest.Cloud(rand.New(rand.NewPCG(1, 9)), 200, d, 0.1)
	for _, first := range []int{0, 1, 2, 50, 200} {
		solver := maxmargin.NewSolver(d, maxmargin.Options{})
		for _, e := range examples[:first] {
			_, err := solver.Add(e.X, e.Y)
			require.NoError(t, err)
		}
		before := solver.Classifier()
		before.W = slices.Clone(before.W)
		for _, e := range examples[first:] {
			solver.Keep(e.X, e.Y)
		}
		require.Equal(t, before, solver.Classifier())
		changed, err := solver.Settle(ctx)
		require.NoError(t, err)
		require.Equal(t, first < 200, changed)
		s, err := solver.Solution()
		require.NoError(t, err)
		verify(t, examples, d, false, s, maxmargin.DefaultTolerance)
		require.InDelta(t, s.Gamma, solver.Gamma(), 1e-14)

		changed, err = solver.Settle(ctx)
		require.NoError(t, err)
		require.False(t, changed)
		again, err := solver.Solution()
		require.NoError(t, err)
		require.Equal(t, s, again)
	}
}

func TestErrorsAndPanics(t *testing.T) {
	one := []theory.Example{{X: vec.Dense(1, 2), Y: theory.Positive}, {X: vec.Dense(3, 2), Y: theory.Positive}}
	var missing *maxmargin.OneClassError
	_, err := maxmargin.Solve(ctx, one, 2, maxmargin.Options{})
	require.ErrorAs(t, err, &missing)
	require.Equal(t, maxmargin.OneClassError{Positives: 2}, *missing)
	require.EqualError(t, err, "maxmargin: 2 positive and 0 negative examples, expected some of each")
	_, err = maxmargin.Solve(ctx, nil, 2, maxmargin.Options{Origin: true})
	require.ErrorAs(t, err, &missing)
	_, err = maxmargin.NewSolver(2, maxmargin.Options{}).Solution()
	require.ErrorAs(t, err, &missing)
	require.Panics(t, func() { maxmargin.NewSolver(-1, maxmargin.Options{}) })
	for _, tolerance := range []float64{math.NaN(), -1, 1} {
		require.Panics(t, func() { maxmargin.NewSolver(1, maxmargin.Options{Tolerance: tolerance}) })
	}
	require.Panics(t, func() { maxmargin.NewSolver(1, maxmargin.Options{}).Keep(vec.Dense(1), 0) })
	require.Panics(t, func() { maxmargin.NewSolver(1, maxmargin.Options{}).Keep(vec.Dense(1, 2), 1) })
}

// The margin does not know where the data lie, how they are turned, which class
// is which, or the order they come in; it scales with them.
func TestInvariances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		examples, d := stream(t)
		if !slices.ContainsFunc(examples, func(e theory.Example) bool { return e.Y != examples[0].Y }) {
			return
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64Range(0, 1<<20).Draw(t, "motion"), 1))
		solve := func(examples []theory.Example) *maxmargin.Solution {
			s, err := maxmargin.Solve(ctx, examples, d, maxmargin.Options{})
			require.NoError(t, err)
			return s
		}
		s := solve(examples)

		u := make([]float64, d)
		for i := range u {
			u[i] = 1e6 * diameter(examples) * rng.NormFloat64()
		}
		far := solve(rapidtest.Mapped(examples, d, func(x []float64) {
			for i := range x {
				x[i] += u[i]
			}
		}))
		// The sums x+u are rounded: to 1e-16·‖u‖, a few 1e-10·D.
		require.InDelta(t, s.Gamma, far.Gamma, 1e-9*diameter(examples))

		turned := solve(rapidtest.Reflected(rng, examples, d))
		require.InEpsilon(t, s.Gamma, turned.Gamma, 1e-9)

		unit := math.Exp(10 * rng.NormFloat64())
		scaled := solve(rapidtest.Mapped(examples, d, func(x []float64) { floats.Scale(unit, x) }))
		require.InEpsilon(t, s.Gamma*unit, scaled.Gamma, 1e-9)
		require.InDelta(t, s.Classifier.B*unit, scaled.Classifier.B, 1e-8*longest(examples)*unit)

		shuffled := slices.Clone(examples)
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		require.InEpsilon(t, s.Gamma, solve(shuffled).Gamma, 1e-9)

		swapped := slices.Clone(examples)
		for i := range swapped {
			swapped[i].Y = -swapped[i].Y
		}
		other := solve(swapped)
		require.InEpsilon(t, s.Gamma, other.Gamma, 1e-9)
		for i, w := range s.Classifier.W {
			require.InDelta(t, -w, other.Classifier.W[i], 1e-6)
		}
	})
}

// Far from the origin Score is still what the margin says, where w·x + b of the
// classifier has lost its last ten digits.
func TestScoreFarFromTheOrigin(t *testing.T) {
	const d = 5
	for _, origin := range []bool{false, true} {
		far := rapidtest.Mapped(rapidtest.Cloud(rand.New(rand.NewPCG(6, 9)), 100, d, 0.1), d, func(x []float64) {
			if !origin {
				for i := range x {
					x[i] += 1e6
				}
			}
		})
		solver := maxmargin.NewSolver(d, maxmargin.Options{Origin: origin})
		require.Zero(t, solver.Score(far[0].X))
		for _, e := range far {
			_, err := solver.Add(e.X, e.Y)
			require.NoError(t, err)
		}
		low := math.Inf(1)
		for _, e := range far {
			low = min(low, float64(e.Y)*solver.Score(e.X))
		}
		require.InEpsilon(t, solver.Gamma(), low, 1e-12)
	}
}
