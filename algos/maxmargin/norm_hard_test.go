package maxmargin_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A point that makes the classes meet ends the solver, for good, with a witness; the last solution stays.
func TestAddRefusesInEveryNorm(t *testing.T) {
	const d = 3
	examples := rapidtest.Cloud(rand.New(rand.NewPCG(2, 9)), 50, d, 0.1)
	for _, n := range everyNorm() {
		solver := maxmargin.NewSolver(d, maxmargin.Options{Norm: n.Norm})
		for _, e := range examples {
			_, err := solver.Add(e.X, e.Y)
			require.NoError(t, err)
		}
		before := solver.Classifier()
		before.W = slices.Clone(before.W)
		gamma, plus, minus := solver.Gamma(), slices.Clone(solver.Plus()), slices.Clone(solver.Minus())
		bad := theory.Example{X: examples[7].X, Y: -examples[7].Y}
		changed, err := solver.Add(bad.X, bad.Y)
		require.False(t, changed)
		var meet *maxmargin.NotSeparableError
		require.ErrorAs(t, err, &meet)
		witnessIn(t, n.measure, append(slices.Clone(examples), bad), d, meet, false, n.reach())
		require.ErrorContains(t, err, "not separable")
		require.Equal(t, before, solver.Classifier())
		require.Equal(t, gamma, solver.Gamma())
		require.Equal(t, plus, solver.Plus())
		require.Equal(t, minus, solver.Minus())
		_, again := solver.Add(examples[0].X, examples[0].Y)
		require.Same(t, err, again)
		_, again = solver.Settle(ctx)
		require.Same(t, err, again)
		_, again = solver.Solution()
		require.Same(t, err, again)
	}
}

// The hulls {0, −1.05ε} and {−ε} on a line meet, but by less than the rounding error of scores that are measured from
// 1: all points satisfy their margin to rounding, and only the certificate shows that there is none.
func TestHullsThatOverlapByLessThanRounding(t *testing.T) {
	const d, epsilon = 400, 30 * 0x1p-53
	t.Parallel()
	for i, n := range everyNorm() {
		if i%7 > 0 && testing.Short() {
			continue
		}
		var examples []theory.Example
		for _, x := range []float64{1, -epsilon, 0, -1.05 * epsilon} {
			e := theory.Example{X: vec.Dense(make([]float64, d)...), Y: theory.Positive}
			e.X.Value[0] = x
			examples = append(examples, e)
		}
		examples[1].Y = theory.Negative
		solver := maxmargin.NewSolver(d, maxmargin.Options{Norm: n.Norm})
		for _, e := range examples[:3] {
			_, err := solver.Add(e.X, e.Y)
			require.NoError(t, err)
		}
		require.GreaterOrEqual(t, solver.Gamma(), epsilon/2*(1-1e-12))
		if n.Norm == vec.Norm(vec.L2{}) {
			require.Equal(t, epsilon/2, solver.Gamma())
		}
		require.LessOrEqual(t, solver.Gamma(), 10*epsilon) // there are rounding errors of that order
		_, err := solver.Add(examples[3].X, examples[3].Y)
		var meet *maxmargin.NotSeparableError
		require.ErrorAs(t, err, &meet)
		witnessIn(t, n.measure, examples, d, meet, false, n.reach())
	}
}

// Exponents next to 2 work as well as any other.
func TestExponentsNextToTwo(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 30))
	examples := rapidtest.Mapped(rapidtest.Cloud(rng, 200, 8, 0.1), 8, func(x []float64) { x[3], x[5] = 0, x[0]/3 }) // u₃ = 0
	want, err := maxmargin.Solve(ctx, examples, 8, maxmargin.Options{})
	require.NoError(t, err)
	for _, p := range []float64{2 - 1e-6, 2 - 1e-15, math.Nextafter(2, 0), math.Nextafter(2, 3), 2 + 1e-12, 2 + 1e-6} {
		s, err := maxmargin.Solve(ctx, examples, 8, maxmargin.Options{Norm: vec.Lp{P: p}})
		require.NoError(t, err)
		verifyIn(t, lp(p), examples, 8, false, s, 1e-9)
		require.InEpsilon(t, want.Gamma, s.Gamma, 1e-5)
	}
}

// Keep and Settle, cancellation, and that nothing is done twice, in every norm.
func TestSettleInEveryNorm(t *testing.T) {
	t.Parallel()
	const d = 12
	rng := rand.New(rand.NewPCG(3, 9))
	examples := rapidtest.Reflected(rng, rapidtest.Cloud(rng, 400, d, 0.1), d)
	stopped, stop := context.WithCancel(ctx)
	stop()
	for _, n := range everyNorm() {
		solver := maxmargin.NewSolver(d, maxmargin.Options{Norm: n.Norm})
		_, err := solver.Settle(ctx)
		require.ErrorAs(t, err, new(*maxmargin.OneClassError))
		for _, e := range examples[:200] {
			solver.Keep(e.X, e.Y)
		}
		require.Equal(t, theory.Classifier{W: make([]float64, d)}, solver.Classifier(), "Keep leaves it alone")
		_, err = solver.Settle(stopped)
		require.ErrorIs(t, err, context.Canceled)
		_, _ = solver.Solution() // of a solver that was stopped: no panic
		changed, err := solver.Settle(ctx)
		require.NoError(t, err)
		require.True(t, changed)
		before := solver.Classifier()
		before.W = slices.Clone(before.W)
		for _, e := range examples[200:] {
			solver.Keep(e.X, e.Y)
		}
		require.Equal(t, before, solver.Classifier())
		gamma := solver.Gamma()
		_, err = solver.Settle(stopped)
		require.ErrorIs(t, err, context.Canceled)
		_, err = solver.Settle(ctx)
		require.NoError(t, err)
		require.Less(t, solver.Gamma(), gamma)
		s, err := solver.Solution()
		require.NoError(t, err)
		verifyIn(t, n.measure, examples, d, false, s, 1e-9)
		changed, err = solver.Settle(ctx)
		require.NoError(t, err)
		require.False(t, changed)
		same, err := solver.Solution()
		require.NoError(t, err)
		require.Equal(t, s, same)

		all, err := maxmargin.Solve(ctx, examples, d, maxmargin.Options{Norm: n.Norm})
		require.NoError(t, err)
		again, err := maxmargin.Solve(ctx, examples, d, maxmargin.Options{Norm: n.Norm})
		require.NoError(t, err)
		require.Equal(t, all, again)
		_, err = maxmargin.Solve(stopped, examples, d, maxmargin.Options{Norm: n.Norm})
		require.ErrorIs(t, err, context.Canceled)
	}
}

// A looser tolerance ends at a gap within it, and in fewer steps: not at 1e-9.
func TestToleranceInEveryNorm(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 9))
	examples := rapidtest.Reflected(rng, rapidtest.Cloud(rng, 400, 10, 0.05), 10)
	for _, n := range everyNorm() {
		for _, tol := range []float64{0.5, 1e-2, 1e-5, 1e-12} {
			s, err := maxmargin.Solve(ctx, examples, 10, maxmargin.Options{Norm: n.Norm, Tolerance: tol})
			require.NoError(t, err)
			verifyIn(t, n.measure, examples, 10, false, s, tol)
			if p, is := n.Norm.(vec.Lp); tol == 0.5 && is && p.P != 2 && p.P != 1.9 {
				require.Greater(t, s.Gap(), 1e-9)
			}
		}
	}
}

// In the steady state Add allocates only memory for the points that it keeps, which grows now and then.
func TestAddAllocatesNothingInTheSteadyState(t *testing.T) {
	for _, n := range everyNorm() {
		for _, form := range []func(vec.Vector) vec.Vector{vec.Vector.Clone, vec.Vector.Sparsify} {
			solver := maxmargin.NewSolver(3, maxmargin.Options{Norm: n.Norm})
			_, err := solver.Add(form(vec.Dense(1, 2, 3)), theory.Positive)
			require.NoError(t, err)
			_, err = solver.Add(form(vec.Dense(-1, 0, 3)), theory.Negative)
			require.NoError(t, err)
			far := form(vec.Dense(8, 9, 3))
			require.Zero(t, testing.AllocsPerRun(1000, func() {
				if changed, err := solver.Add(far, theory.Positive); changed || err != nil {
					t.Error("a far point changed the classifier")
				}
				_, _, _, _ = solver.Classifier(), solver.Gamma(), solver.Plus(), solver.Minus()
			}))
		}
	}
}

// endErrors returns the errors of a Solver's methods.
func endErrors(s *maxmargin.Solver) (all []error) {
	_, _, interval := s.Interval()
	_, upper := s.Upper()
	_, solution := s.Solution()
	return []error{interval, upper, solution}
}

// A Solver in ℓp that is stopped while it solves in ℓ2 has no solution yet, and can go on.
func TestStoppedBeforeTheFirstSolution(t *testing.T) {
	examples := rapidtest.Cloud(rapidtest.Rand(1), 200, 5, 0.1)
	s := maxmargin.NewSolver(5, maxmargin.Options{Norm: vec.P(3)})
	for _, e := range examples {
		s.Keep(e.X, e.Y)
	}
	stopped, stop := context.WithCancel(ctx)
	_, err := s.Settle(maxmargin.Watched(stopped, func(at maxmargin.Stage) {
		if at.Turns == 3 {
			stop()
		}
	}))
	require.ErrorIs(t, err, context.Canceled)
	for _, err := range endErrors(s) {
		require.ErrorAs(t, err, new(*maxmargin.OneClassError))
	}
	_, err = s.Settle(ctx)
	require.NoError(t, err)
	one, err := s.Solution()
	require.NoError(t, err)
	all, err := maxmargin.Solve(ctx, examples, 5, maxmargin.Options{Norm: vec.P(3)})
	require.NoError(t, err)
	require.InEpsilon(t, all.Gamma, one.Gamma, maxmargin.DefaultTolerance)
}
