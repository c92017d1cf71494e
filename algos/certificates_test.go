package algos_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A long stream of sparse examples in which certificates move at almost every
// step: the sparse form follows its inner products by recurrences, and is still
// where the dense one is.
func TestRoundingDoesNotPileUpInTheScaledForm(t *testing.T) {
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
	// γ_t as it is told is that of the certificates: without renewal it is off by 5e-15.
	var square float64
	for i := range plus2 {
		square += (plus2[i] - minus2[i]) * (plus2[i] - minus2[i])
	}
	require.InEpsilon(t, square, 4*sparse.Gamma()*sparse.Gamma(), 2e-15)
}

// So does the form of twice the digits, far from the origin, where a certificate is
// multiplied thousands of times and both forms of the examples lead to the same one.
func TestRoundingDoesNotPileUpInTwiceTheDigits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ far, margin, near float64 }{
		{1e6, 1e-2, 1e-14},
		{1e5, 1e-3, 0x1p-34}, // the dense form goes over later, with errors of up to 2¹⁸ε
	} {
		t.Run(fmt.Sprint(c.far), func(t *testing.T) { doublesDigits(t, c.far, c.margin, c.near) })
	}
}

func doublesDigits(t *testing.T, far, margin, near float64) {
	const n, d = 3000, 8
	rng := rand.New(rand.NewPCG(4, 0))
	dense, sparse := algos.NewOMM(algos.Space{Dim: d}, 1), algos.NewOMM(algos.Space{Dim: d}, 1)
	updates := 0
	for range n {
		y := theory.Label(2*rng.IntN(2) - 1)
		x := make([]float64, d)
		for i := range x {
			x[i] = far + rng.NormFloat64()
		}
		x[d-1] = far + float64(y)*(margin+rng.Float64()) // separates
		p, q := dense.Step(vec.Dense(x...), y), sparse.Step(vec.Dense(x...).Sparsify(), y)
		require.Equal(t, p.Updated, q.Updated)
		require.Equal(t, p.Predicted, q.Predicted)
		if q.Updated {
			updates++
		}
	}
	require.Greater(t, updates, n/20)
	require.InEpsilon(t, dense.Gamma(), sparse.Gamma(), near)
	plus, minus := sparse.Certificates()
	require.InEpsilon(t, vec.SqDist(vec.Dense(plus...), vec.Dense(minus...)), 4*sparse.Gamma()*sparse.Gamma(), 1e-7, "of certificates to a float64 far off")
}
