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
	require.InEpsilon(t, dense.Gamma(), sparse.Gamma(), 1e-9)
	plus, minus := dense.Certificates()
	plus2, minus2 := sparse.Certificates()
	require.InDeltaSlice(t, plus, plus2, 1e-7)
	require.InDeltaSlice(t, minus, minus2, 1e-7)
	// γ_t as it is told is that of the certificates: without renewal it is off by 1e-11.
	var square float64
	for i := range plus2 {
		square += (plus2[i] - minus2[i]) * (plus2[i] - minus2[i])
	}
	require.InEpsilon(t, square, 4*sparse.Gamma()*sparse.Gamma(), 2e-15)
}
