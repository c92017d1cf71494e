package theory

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/vec"
)

// Sparse vectors that reach below 0 in many coordinates are far from the corner that all are above of: to
// measure that would take as long as if they were dense, and bound nothing. The pair is the same.
func TestFarthestPairFromAFarCorner(t *testing.T) {
	t.Parallel()
	const n, each = 300, 5
	search := func(sign float64) (finite int, pair [2]int, length float64) {
		x := make([]vec.Vector, n)
		for i := range x {
			index, value := make([]int, each), make([]float64, each)
			for k := range each {
				index[k], value[k] = i*each/2+k, sign*float64(1+i*i%71)
			}
			x[i] = vec.Sparse(index, value)
		}
		for _, q := range newFinder(vec.L2{}, x, n, func(float64) bool { return true }).q {
			if !math.IsInf(q, 1) {
				finite++
			}
		}
		i, j, length := Diameter(vec.L2{}, x)
		return finite, [2]int{i, j}, length
	}
	near, want, length := search(1)
	far, got, same := search(-1)
	require.Equal(t, []int{n, 0}, []int{near, far})
	require.Equal(t, want, got)
	require.Equal(t, length, same)
}
