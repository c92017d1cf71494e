package maxmargin_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
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

// least returns min y(w·x+b), without the code under test.
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
	for _, n := range everyNorm() {
		_, err := maxmargin.Solve(ctx, one, 2, maxmargin.Options{Norm: n.Norm})
		require.ErrorAs(t, err, &missing)
		s, err := maxmargin.Solve(ctx, one, 2, maxmargin.Options{Norm: n.Norm, Origin: true})
		require.NoError(t, err)
		verifyIn(t, n.measure, one, 2, true, s, 1e-9)
	}
	require.Panics(t, func() { maxmargin.NewSolver(2, maxmargin.Options{Norm: normed{Norm: vec.L2{}}}) })
	require.Panics(t, func() { maxmargin.NewSolver(-1, maxmargin.Options{}) })
	for _, tolerance := range []float64{math.NaN(), -1, 1} {
		require.Panics(t, func() { maxmargin.NewSolver(1, maxmargin.Options{Tolerance: tolerance}) })
	}
	require.Panics(t, func() { maxmargin.NewSolver(1, maxmargin.Options{}).Keep(vec.Dense(1), 0) })
	require.Panics(t, func() { maxmargin.NewSolver(1, maxmargin.Options{}).Keep(vec.Dense(1, 2), 1) })
}

// Far from the origin Score still agrees with the margin, where w·x + b of the classifier has lost its last ten digits.
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
