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
	"marginlab/theory/vec"
)

// marginAlong returns the margin of the direction u, with the best bias or through the origin: a lower bound of γ∗.
func marginAlong(examples []theory.Example, u []float64, origin bool) float64 {
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

// limited is a context that ends after a number of checks; the solver checks it once a turn.
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

// turns is far above the turns that any of these streams takes.
const turns = 2000

// failing is a test that names the case with each failure, because there would be too many subtests.
type failing struct {
	*testing.T
	at string
}

func (t failing) Errorf(format string, args ...any) {
	t.Helper()
	t.T.Errorf("%s: "+format, append([]any{t.at}, args...)...)
}

// requireHonest checks the result of a solver against the examples: a certificate whose gap is of the order of rounding
// (in ℓp any gap), a witness, or undecided, with an interval that contains the margin along u: the one in ℓ2 times
// ‖u‖₂/‖u‖∗.
func requireHonest(t require.TestingT, n normed, examples []theory.Example, u []float64, origin bool,
	s *maxmargin.Solution, err error) {
	wideU := difference(u, make([]float64, len(u)))
	known := marginAlong(examples, u, origin) * (euclidean.of(wideU) / n.dual(wideU))
	blur, tol := 2e-15*longest(examples), 1.
	if n.Norm != vec.Norm(vec.L2{}) {
		blur = math.Inf(1)
	} else if err == nil {
		tol = min(1, max(maxmargin.DefaultTolerance, 1e-14*longest(examples)/s.Gamma))
	}
	requireEnd(t, n, examples, len(u), origin, known, tol, blur, s, err)
}

// However small the margin, the solver ends honestly: with all examples at once and one at a time, with a bias and
// through the origin, in every norm; and in ℓp, where D/γ∗ is below 1e5, within the tolerance. The named streams once
// ended with NaN, with a bound below 0, or not at all.
func TestNarrowMargins(t *testing.T) {
	t.Parallel()
	type stream struct {
		seed, sequence uint64
		least, span    float64 // of the digits of the margin
	}
	streams := []stream{
		{1089, 7, 3, 10}, {1387, 7, 3, 10}, {1799, 7, 3, 10}, {3428, 7, 3, 10},
		{6014, 7, 3, 10},                  // these: NaN, σ far below the scale
		{6912, 7, 3, 10},                  // endless, for the drift of w
		{8760, 7, 3, 14},                  // NaN: all weights of a hull lost in an exchange
		{603, 8, 3, 14}, {2804, 8, 3, 14}, // a wide gap: exchanges for a member that is not in z̃
		// Lower < 0: a point longer than all of the active set; and w separates, w/‖w‖ as rounded does not.
		{15675, 9, 3, 14},
	}
	for seed := range uint64(rapidtest.Count(500, 1_000, 20_000)) {
		streams = append(streams, stream{seed, 8, 3, 14})
	}
	inL2 := len(streams)
	for seed := range uint64(rapidtest.Count(40, 300, 10_000)) {
		streams = append(streams, stream{seed, 8, 1, 13})
	}
	ends, all := map[string]int{}, everyNorm()
	for i, c := range streams {
		rng := rand.New(rand.NewPCG(c.seed, c.sequence))
		examples, u := rapidtest.Narrow(rng, math.Pow(10, -c.least-c.span*rng.Float64()))
		n, looks := all[0], turns
		if i >= inL2 {
			n, looks = all[1+i%(len(all)-1)], 20*turns
		}
		for _, origin := range []bool{false, true} {
			for _, together := range []bool{true, false} {
				at := fmt.Sprintf("%v %v origin=%t together=%t", c, n.Norm, origin, together)
				solver := maxmargin.NewSolver(len(u), maxmargin.Options{Norm: n.Norm, Origin: origin})
				for i, e := range examples {
					if solver.Keep(e.X, e.Y); together && i < len(examples)-1 {
						continue
					}
					_, err := solver.Settle(&limited{ctx, looks})
					require.NotErrorIs(t, err, context.DeadlineExceeded, at)
				}
				s, err := solver.Solution()
				if errors.As(err, new(*maxmargin.OneClassError)) {
					continue
				}
				ends[fmt.Sprintf("%T %t", err, i < inL2)]++
				requireHonest(failing{t, at}, n, examples, u, origin, s, err)
				if i >= inL2 && err == nil && s.Gamma > 1e-5*longest(examples) {
					require.LessOrEqual(t, s.Gap(), 1e-9, at)
				}
			}
		}
	}
	for _, err := range []error{nil, &maxmargin.NotSeparableError{}, &maxmargin.UndecidedError{}} {
		require.Greater(t, ends[fmt.Sprintf("%T true", err)], rapidtest.Count(1, 4, 100), "%T", err)
		if hidden := errors.As(err, new(*maxmargin.UndecidedError)); !hidden || !testing.Short() {
			require.Positive(t, ends[fmt.Sprintf("%T false", err)], "%T", err)
		}
	}
}
