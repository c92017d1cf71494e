package algos_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A long stream of sparse examples in which certificates move at almost every
// step: combinations follow their inner products by recurrences, and are still
// where coordinates are.
func TestRoundingDoesNotPileUpInCombinations(t *testing.T) {
	const n, d, nnz = 20000, 60, 3
	rng := rand.New(rand.NewPCG(3, 0))
	dense, sparse := algos.NewOMM(algos.Space{Dim: d + 1}, 1), algos.NewOMM(algos.Space{Dim: d + 1}, 1)
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
