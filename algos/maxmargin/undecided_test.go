package maxmargin_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// ending requires an honest end of data that rounding is too much for, and returns a solution: see ended.
func ending(t *testing.T, examples []theory.Example, d int, origin bool, known float64) (*maxmargin.Solution, error) {
	t.Helper()
	s, err := maxmargin.Solve(ctx, examples, d, maxmargin.Options{Origin: origin})
	ended(t, everyNorm()[0], examples, d, origin, known, 1, math.Inf(1), s, err)
	return s, err
}

// ended requires one of the three honest ends: a certificate, within a gap; a witness, of hulls that are not farther
// apart by a margin that is known than the blur; or undecided, with an interval that reaches at least up to it.
func ended(t require.TestingT, n normed, examples []theory.Example, d int, origin bool, known, gap, blur float64,
	s *maxmargin.Solution, err error) {
	var meet *maxmargin.NotSeparableError
	var hidden *maxmargin.UndecidedError
	switch {
	case err == nil:
		verifyIn(t, n.measure, examples, d, origin, s, gap)
		require.LessOrEqual(t, known, s.Gamma*(1+1e3*n.precision))
	case errors.As(err, &meet):
		witnessIn(t, n.measure, examples, d, meet, origin, n.reach())
		require.LessOrEqual(t, known, meet.Distance+blur)
	default:
		require.ErrorAs(t, err, &hidden)
		require.Positive(t, hidden.Upper)
		require.LessOrEqual(t, known, hidden.Upper*(1+1e3*n.precision))
	}
}

// lifted returns the examples, dense, with coordinate d set to c.
func lifted(examples []theory.Example, d int, c float64) []theory.Example {
	return rapidtest.Mapped(examples, d+1, func(x []float64) { x[d] = c })
}

// Through the origin a large constant coordinate makes the yx two antiparallel clusters, of which only the differences
// within a cluster matter. Examples that have it end honestly; examples that are measured with it are solved.
func TestLargeConstantCoordinate(t *testing.T) {
	streams := hardStreams(rand.New(rand.NewPCG(4, 1)), 4)[:1]
	set := benchdata.Default()
	streams = append(streams, hard{name: set.Name, d: set.Dim, examples: set.Examples})
	undecided := 0
	for _, h := range streams {
		biased, err := maxmargin.Solve(ctx, h.examples, h.d, maxmargin.Options{})
		require.NoError(t, err)
		verify(t, h.examples, h.d, false, biased, 1e-9)
		for e := range 14 {
			c := math.Pow(10, float64(e))
			t.Run(fmt.Sprintf("%s c=%g", h.name, c), func(t *testing.T) {
				// (w, b/c) has this margin, and v₊−v₋ halved the length biased.Gamma.
				known := biased.Lower / math.Hypot(1, biased.Classifier.B/c)
				examples := lifted(h.examples, h.d, c)
				s, err := ending(t, examples, h.d+1, true, known)
				if err == nil {
					require.LessOrEqual(t, s.Lower, biased.Gamma*(1+1e-12))
				}
				if hidden := (*maxmargin.UndecidedError)(nil); errors.As(err, &hidden) {
					undecided++
					_, err = trial.Measure(ctx, examples, theory.View{Origin: true})
					require.Equal(t, hidden, err)
				}

				g, err := trial.Measure(ctx, h.examples, theory.View{Origin: true, Lift: -c})
				require.NoError(t, err)
				require.True(t, g.Separable)
				require.LessOrEqual(t, g.Gap(), maxmargin.DefaultTolerance)
				require.LessOrEqual(t, known, g.Gamma*(1+1e-12))
				require.LessOrEqual(t, g.Lower, biased.Gamma*(1+1e-12))
				require.Zero(t, g.Bias)
			})
		}
	}
	require.NotZero(t, undecided, "the streams are not hard")
}

// A Solver that is undecided stays so.
func TestUndecidedIsSticky(t *testing.T) {
	set := benchdata.Default()
	solver := maxmargin.NewSolver(set.Dim+1, maxmargin.Options{Origin: true})
	for _, e := range lifted(set.Examples, set.Dim, 1e9) {
		solver.Keep(e.X, e.Y)
	}
	_, err := solver.Settle(ctx)
	var hidden *maxmargin.UndecidedError
	require.ErrorAs(t, err, &hidden)
	require.ErrorContains(t, err, "rounding hides whether the examples are separable")
	_, again := solver.Settle(ctx)
	require.Same(t, hidden, again)
	_, again = solver.Add(vec.Dense(1), theory.Positive)
	require.Same(t, hidden, again)
	_, again = solver.Solution()
	require.Same(t, hidden, again)
}

// Distances whose squares underflow decide nothing, even where they vanish to rounding; points that are equal meet.
func TestSquaresThatUnderflow(t *testing.T) {
	for _, unit := range []float64{1e-140, 1e-170, 1e-300} {
		_, err := maxmargin.Solve(ctx, []theory.Example{
			{X: vec.Dense(unit, 0), Y: theory.Positive}, {X: vec.Dense(0, unit), Y: theory.Negative},
			{X: vec.Dense(0, -unit), Y: theory.Negative}, {X: vec.Dense(1e-17*unit, 0), Y: theory.Positive},
		}, 2, maxmargin.Options{})
		var hidden *maxmargin.UndecidedError
		require.ErrorAs(t, err, &hidden, "in units of %g", unit)
		require.ErrorContains(t, err, "scale the data up")
		_, err = maxmargin.Solve(ctx, []theory.Example{
			{X: vec.Dense(unit), Y: theory.Positive}, {X: vec.Dense(unit), Y: theory.Negative},
		}, 1, maxmargin.Options{})
		var meet *maxmargin.NotSeparableError
		require.ErrorAs(t, err, &meet)
		require.Zero(t, meet.Distance)
	}
}

// Vectors that Check refuses panic by name, wherever they come first; the longest that it accepts do not.
func TestVectorsThatOverflow(t *testing.T) {
	const message = "maxmargin: a vector that is not finite or too long, expected one that vec.Vector.Check accepts"
	for _, origin := range []bool{false, true} {
		for _, x := range []float64{1e151, 1e200, math.Inf(1), math.Inf(-1), math.NaN()} {
			for _, kept := range [][]theory.Label{nil, {1}, {-1}, {1, -1}} {
				solver := maxmargin.NewSolver(2, maxmargin.Options{Origin: origin})
				for _, y := range kept {
					solver.Keep(vec.Dense(1, float64(y)), y)
				}
				require.PanicsWithValue(t, message, func() { _, _ = solver.Add(vec.Dense(0, x), theory.Positive) })
				require.Equal(t, len(kept), solver.Len())
			}
		}
		longest := []theory.Example{
			{X: vec.Dense(1e150), Y: theory.Positive}, {X: vec.Dense(-1e150), Y: theory.Negative}, {X: vec.Dense(9e149), Y: theory.Positive},
			{X: vec.Dense(-9e149), Y: theory.Negative},
		}
		require.NoError(t, theory.CheckAll(longest, 1))
		s, err := maxmargin.Solve(ctx, longest, 1, maxmargin.Options{Origin: origin})
		require.NoError(t, err)
		verify(t, longest, 1, origin, s, 1e-9)
		solver := maxmargin.NewSolver(1, maxmargin.Options{Origin: origin})
		solver.Keep(vec.Dense(1e150), theory.Positive)
		solver.Keep(vec.Dense(-1e150), theory.Positive) // as far from each other as can be
	}
}
