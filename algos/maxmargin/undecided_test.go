package maxmargin_test

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// solveHard solves data on which rounding may win, and requires an honest end: see requireEnd.
func solveHard(t *testing.T, examples []theory.Example, d int, origin bool, known float64) (*maxmargin.Solution, error) {
	t.Helper()
	s, err := maxmargin.Solve(ctx, examples, d, maxmargin.Options{Origin: origin})
	requireEnd(t, everyNorm()[0], examples, d, origin, known, 1, math.Inf(1), s, err)
	return s, err
}

// requireEnd requires one of the three honest ends: a certificate, within a gap; a witness, where the known margin
// keeps the hulls no farther apart than the blur; or undecided, with an interval that reaches at least to the known
// margin.
func requireEnd(t require.TestingT, n normed, examples []theory.Example, d int, origin bool, known, gap, blur float64,
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

// lift returns the examples, dense, with coordinate d set to c.
func lift(examples []theory.Example, d int, c float64) []theory.Example {
	return rapidtest.Mapped(examples, d+1, func(x []float64) { x[d] = c })
}

// A Solver that is undecided stays so, and says why.
func TestUndecidedIsSticky(t *testing.T) {
	slow := &maxmargin.UndecidedError{Slow: true}
	require.ErrorContains(t, slow, "the solver gave up before it was known whether the examples are separable")
	require.Equal(t, "the solver gave up before it was known whether they are separable", slow.Why("separable"))
	set := benchdata.Default()
	solver := maxmargin.NewSolver(set.Dim+1, maxmargin.Options{Origin: true})
	for _, e := range lift(set.Examples, set.Dim, 1e9) {
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
	tiny := []theory.Example{{X: vec.Dense(1e-170, 1e-170), Y: theory.Positive},
		{X: vec.Dense(-1e-170, -1e-170), Y: theory.Negative}}
	for _, p := range exponents {
		_, err := maxmargin.Solve(ctx, tiny, 2, maxmargin.Options{Norm: vec.Lp{P: p}})
		var hidden *maxmargin.UndecidedError
		require.ErrorAs(t, err, &hidden)
		require.InEpsilon(t, 1e-170*math.Pow(2, 1/p), hidden.Upper, 1e-13, "the upper end is in the norm")
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
