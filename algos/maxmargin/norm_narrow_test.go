package maxmargin_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// narrowStream is a stream with its direction u.
type narrowStream struct {
	examples []theory.Example
	u        []float64
}

// honestIn is honest in a norm: there a margin that is known is that of the direction
// u, γ_u‖u‖₂/‖u‖∗, and the gap may be any.
func honestIn(t require.TestingT, n normed, c narrowStream, origin bool, s *maxmargin.Solution, err error) {
	known := along(c.examples, c.u, origin) * euclidean.of(difference(c.u, make([]float64, len(c.u)))) / n.dual(difference(c.u, make([]float64, len(c.u))))
	var meet *maxmargin.NotSeparableError
	var hidden *maxmargin.UndecidedError
	switch {
	case err == nil:
		verifyIn(t, n.measure, c.examples, len(c.u), origin, s, 1)
		require.LessOrEqual(t, known, s.Gamma*(1+1e-9))
	case errors.As(err, &meet):
		witnessIn(t, n.measure, c.examples, len(c.u), meet, origin, 10*rounding)
	default:
		require.ErrorAs(t, err, &hidden)
		require.LessOrEqual(t, known, hidden.Upper*(1+1e-9))
	}
}

// TestNarrowMarginsInEveryNorm is TestNarrowMargins in every norm: the solver ends,
// and honestly; and where D/γ∗ is below 1e5, within the tolerance.
func TestNarrowMarginsInEveryNorm(t *testing.T) {
	t.Parallel()
	ends := map[string]int{}
	for seed := range uint64(rapidtest.Count(40, 300, 10_000)) {
		rng := rand.New(rand.NewPCG(seed, 8))
		var c narrowStream
		c.examples, c.u = rapidtest.Narrow(rng, math.Pow(10, -1-13*rng.Float64()))
		all := everyNorm()
		n := all[int(seed)%len(all)]
		for _, origin := range []bool{false, true} {
			for _, together := range []bool{true, false} {
				at := fmt.Sprintf("%d %v origin=%t together=%t", seed, n.Norm, origin, together)
				solver := maxmargin.NewSolver(len(c.u), maxmargin.Options{Norm: n.Norm, Origin: origin})
				for i, e := range c.examples {
					if solver.Keep(e.X, e.Y); together && i < len(c.examples)-1 {
						continue
					}
					_, err := solver.Settle(&limited{ctx, 20 * turns})
					require.NotErrorIs(t, err, context.DeadlineExceeded, at)
				}
				s, err := solver.Solution()
				if errors.As(err, new(*maxmargin.OneClassError)) {
					continue
				}
				ends[fmt.Sprintf("%T", err)]++
				honestIn(named{t, at}, n, c, origin, s, err)
				if err == nil && s.Gamma > 1e-5*longest(c.examples) {
					require.LessOrEqual(t, s.Gap(), 1e-9, at)
				}
			}
		}
	}
	reached := []error{nil, &maxmargin.NotSeparableError{}}
	if !testing.Short() {
		reached = append(reached, &maxmargin.UndecidedError{})
	}
	for _, err := range reached {
		require.Positive(t, ends[fmt.Sprintf("%T", err)], "%T", err)
	}
}

// ends are the errors of what is asked of a Solver.
func ends(s *maxmargin.Solver) (all []error) {
	_, _, interval := s.Interval()
	_, upper := s.Upper()
	_, solution := s.Solution()
	return []error{interval, upper, solution}
}

// A Solver in ℓp that is stopped while it solves in ℓ2 has no solution yet, and goes on.
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
	for _, err := range ends(s) {
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
