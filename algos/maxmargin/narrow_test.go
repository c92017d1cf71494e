package maxmargin_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// along is the margin of the direction u, with the best bias or through the origin: a lower bound of γ∗.
func along(examples []theory.Example, u []float64, origin bool) float64 {
	wideU := zeros(len(u))
	for j, v := range u {
		wideU[j] = wide(v)
	}
	least := map[theory.Label]*big.Float{}
	for _, e := range examples {
		v, y := dot(wideU, e.X), e.Y
		if v.Mul(v, wide(float64(y))); origin {
			y = theory.Positive
		}
		if l := least[y]; l == nil || v.Cmp(l) < 0 {
			least[y] = v
		}
	}
	sum := least[theory.Positive]
	if !origin {
		sum = new(big.Float).Add(sum, least[theory.Negative])
		sum.Quo(sum, wide(2))
	}
	return float(sum.Quo(sum, length(wideU)))
}

// limited is a context that ends after so many looks at it, of which the solver takes one a turn.
type limited struct {
	context.Context
	looks int
}

func (c *limited) Err() error {
	if c.looks--; c.looks < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// turns is far above what any of these streams takes.
const turns = 2000

// named is a test that names the case with each failure, where subtests would be too many.
type named struct {
	*testing.T
	at string
}

func (t named) Errorf(format string, args ...any) {
	t.Helper()
	t.T.Errorf("%s: "+format, append([]any{t.at}, args...)...)
}

// honest holds the end of a solver to the examples: a certificate whose gap is of the order of rounding, a witness, or
// undecided, with an interval that has the margin along u.
func honest(t require.TestingT, examples []theory.Example, u []float64, origin bool, s *maxmargin.Solution, err error) {
	known := along(examples, u, origin)
	var meet *maxmargin.NotSeparableError
	var hidden *maxmargin.UndecidedError
	switch {
	case err == nil:
		tol := max(maxmargin.DefaultTolerance, 1e-14*longest(examples)/s.Gamma)
		verify(t, examples, len(u), origin, s, min(1, tol))
		require.LessOrEqual(t, known, s.Gamma*(1+1e-12))
	case errors.As(err, &meet):
		witness(t, examples, len(u), meet, origin, rounding)
		require.LessOrEqual(t, known, meet.Distance+2e-15*longest(examples))
	default:
		require.ErrorAs(t, err, &hidden)
		require.Positive(t, hidden.Upper)
		require.LessOrEqual(t, known, hidden.Upper*(1+1e-12))
	}
}

// However small the margin, the solver ends, and honestly: all examples at once and one at a time, with a bias and
// through the origin. The streams that are named once ended with NaN, with a bound below 0, or not at all.
func TestNarrowMargins(t *testing.T) {
	t.Parallel()
	type stream struct {
		seed, sequence uint64
		span           float64
	}
	streams := []stream{
		{1089, 7, 10}, {1387, 7, 10}, {1799, 7, 10}, {3428, 7, 10}, {6014, 7, 10}, // NaN: σ far below the scale
		{6912, 7, 10},               // endless, for the drift of w
		{8760, 7, 14},               // NaN: all weights of a hull lost in an exchange
		{603, 8, 14}, {2804, 8, 14}, // a wide gap: exchanges for a member that is not in z̃
		{15675, 9, 14}, // Lower < 0: a point longer than all of the active set; and w separates, w/‖w‖ as rounded does not
	}
	for seed := range uint64(rapidtest.Count(1_000, 3_000, 20_000)) {
		streams = append(streams, stream{seed, 8, 14})
	}
	ends := map[string]int{}
	for _, c := range streams {
		rng := rand.New(rand.NewPCG(c.seed, c.sequence))
		examples, u := rapidtest.Narrow(rng, math.Pow(10, -3-c.span*rng.Float64()))
		for _, origin := range []bool{false, true} {
			for _, together := range []bool{true, false} {
				at := fmt.Sprintf("%v origin=%t together=%t", c, origin, together)
				solver := maxmargin.NewSolver(len(u), maxmargin.Options{Origin: origin})
				for i, e := range examples {
					if solver.Keep(e.X, e.Y); together && i < len(examples)-1 {
						continue
					}
					_, err := solver.Settle(&limited{ctx, turns})
					require.NotErrorIs(t, err, context.DeadlineExceeded, at)
				}
				s, err := solver.Solution()
				if errors.As(err, new(*maxmargin.OneClassError)) {
					continue
				}
				ends[fmt.Sprintf("%T", err)]++
				honest(named{t, at}, examples, u, origin, s, err)
			}
		}
	}
	for _, err := range []error{nil, &maxmargin.NotSeparableError{}, &maxmargin.UndecidedError{}} {
		require.Greater(t, ends[fmt.Sprintf("%T", err)], rapidtest.Count(5, 20, 100), "%T", err)
	}
}
