package algos

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/vec"
)

// A scale that falls far below the coordinates is multiplied into them, and no digit goes.
func TestDoubledIsMultiplied(t *testing.T) {
	v, x := newDoubled(4), vec.Sparse([]int{0, 3}, []float64{1, 3})
	v.set([]float64{1, 2, 0, 4})
	third := vec.Double{Hi: 1}.Quo(vec.Double{Hi: 3})
	small, scale := third.Times(1e-25), vec.Double{Hi: 1}
	for range 4 { // 1e-102
		v.multiply(small)
		scale = scale.Mul(small)
	}
	v.add(x, scale)
	for i, want := range []float64{2, 2, 0, 7} {
		require.InDelta(t, 0, v.at(i).Sub(scale.Times(want)).Hi, 1e-29*scale.Hi)
	}
	require.InEpsilon(t, 57*scale.Hi*scale.Hi, v.sqNorm().Hi, 1e-15)
	require.InEpsilon(t, 23*scale.Hi, v.dot(x).Hi, 1e-15)
	v.multiply(vec.Double{})
	require.Zero(t, v.dot(x))
	v.add(x, third)
	require.Equal(t, third.Times(3), v.at(3))
	require.Zero(t, v.at(1))
}
