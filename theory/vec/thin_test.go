package vec_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/vec"
)

// thin draws a sparse vector with about that share of the coordinates, of any sign and size.
func thin(rng *rand.Rand, dim int, share float64) vec.Vector {
	x := make([]float64, dim)
	for i := range x {
		if rng.Float64() < share {
			x[i] = rng.NormFloat64() * math.Exp(5*rng.NormFloat64())
		}
	}
	return vec.Dense(x...).Sparsify()
}

// Inner products with sparse vectors have the bits of those with the dense ones, in all dimensions up to several
// rounds of the lanes and with any share of coordinates.
func TestThinProductsAreTheDenseOnes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for dim := range 70 {
		for _, share := range []float64{0, 0.1, 0.1, 0.5, 0.5, 0.5, 1} {
			x, y := thin(rng, dim, share), thin(rng, dim, share).Densify(dim).Value
			want := vec.Dot(x.Densify(dim).Value, y)
			require.Equal(t, math.Float64bits(want), math.Float64bits(vec.DotThin(x, y)), "%d dimensions", dim)
		}
	}
	require.Panics(t, func() { vec.DotThin(vec.Sparse([]int{20}, []float64{1}), make([]float64, 20)) })
}
