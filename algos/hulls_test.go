package algos_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// A long stream of sparse examples in which certificates move at almost every
// step: combinations follow their inner products by recurrences, and are still
// where coordinates are.
func TestRoundingDoesNotPileUpInCombinations(t *testing.T) {
	const n, d, nnz = 20000, 60, 3
	rng := rand.New(rand.NewPCG(3, 0))
	dense, sparse := parse(t, "e-omm").New(d+1), parse(t, "e-omm").New(d+1)
	updates := 0
	for range n {
		y := theory.Label(2*rng.IntN(2) - 1)
		x := make([]float64, d+1)
		for range nnz {
			x[rng.IntN(d)] = 100 * rng.NormFloat64()
		}
		x[d] = float64(y) // the separating coordinate
		p := dense.Step(vec.Dense(x...), y)
		q := sparse.Step(vec.Dense(x...).Sparsify(), y)
		require.Equal(t, p.Opening, q.Opening)
		if q.Updated {
			updates++
		}
	}
	require.Greater(t, updates, n/8)
	require.InEpsilon(t, dense.State().Gamma, sparse.State().Gamma, 1e-9)
	s := sparse.State()
	require.InDeltaSlice(t, dense.State().Plus, s.Plus, 1e-7)
	require.InDeltaSlice(t, dense.State().Minus, s.Minus, 1e-7)
	// γ_t as it is told is that of the certificates: without renewal it is off by 1e-11.
	var square float64
	for i := range s.Plus {
		square += (s.Plus[i] - s.Minus[i]) * (s.Plus[i] - s.Minus[i])
	}
	require.InEpsilon(t, square, 4*s.Gamma*s.Gamma, 2e-15)
}

// Far from the origin, where points are taken about the first one, rounding does not pile up in a point that is
// multiplied thousands of times, and both forms of the examples lead to the same one.
func TestRoundingDoesNotPileUpFarFromTheOrigin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ far, margin, near float64 }{{1e6, 1e-2, 1e-14}, {1e5, 1e-3, 0x1p-34}} {
		t.Run(fmt.Sprint(c.far), func(t *testing.T) {
			const n, d = 3000, 8
			rng := rand.New(rand.NewPCG(4, 0))
			dense, sparse := parse(t, "e-omm").New(d), parse(t, "e-omm").New(d)
			updates := 0
			for range n {
				y, x := theory.Label(2*rng.IntN(2)-1), make([]float64, d)
				for i := range x {
					x[i] = c.far + rng.NormFloat64()
				}
				x[d-1] = c.far + float64(y)*(c.margin+rng.Float64()) // separates
				p, q := dense.Step(vec.Dense(x...), y), sparse.Step(vec.Dense(x...).Sparsify(), y)
				require.Equal(t, p.Updated, q.Updated)
				require.Equal(t, p.Predicted, q.Predicted)
				if q.Updated {
					updates++
				}
			}
			require.Greater(t, updates, n/20)
			s := sparse.State()
			require.InEpsilon(t, dense.State().Gamma, s.Gamma, c.near)
			require.InEpsilon(t, vec.SqDist(vec.Dense(s.Plus...), vec.Dense(s.Minus...)), 4*s.Gamma*s.Gamma, 1e-7, "of points to a float64 far off")
		})
	}
}
