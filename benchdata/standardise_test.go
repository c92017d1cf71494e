package benchdata_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func TestStandardise(t *testing.T) {
	given := []theory.Example{
		{X: vec.Sparse([]int{0, 2}, []float64{1, 0.1}), Y: +1},
		dense(-1, 3, 7e8, 0.1),
		dense(-1, 5, 0, 0.1),
		dense(+1, 3, 0, 0.1, 1e-9),
	}
	before := []theory.Example{{X: given[0].X.Clone(), Y: +1}, given[1], given[2], given[3]}
	got, _ := Standardise(given, 4)
	s, z := 1.7320508075688772, -0.5773502691896258 // (1−¼)/√(3/16) and (0−¼)/√(3/16)
	for i, want := range [][]float64{{-1.4142135623730951, z, 0, z}, {0, s, 0, z}, {1.4142135623730951, z, 0, z}, {0, z, 0, s}} {
		require.InDeltaSlice(t, want, got[i].X.Value, 1e-14)
		require.Equal(t, given[i].Y, got[i].Y)
		require.False(t, got[i].X.IsSparse())
	}
	require.Equal(t, before, given)
	none, _ := Standardise(nil, 3)
	require.Empty(t, none)

	// The mean of three 0.1 is 0.10000000000000002 in float64.
	got, _ = Standardise([]theory.Example{dense(+1, 0.1), dense(+1, 0.1), dense(+1, 0.1)}, 1)
	for _, e := range got {
		require.InDelta(t, 0, e.X.Value[0], 1e-15)
	}
}
