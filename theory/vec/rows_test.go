package vec

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestRowsHaveTheBitsOfOneByOne(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d, n := rapid.IntRange(0, 20).Draw(t, "d"), rapid.IntRange(0, 6).Draw(t, "n")
		rows, w := drawn(t, number(), n*d, "rows"), drawn(t, number(), d, "w")
		dst := make([]float64, n)
		DotRows(dst, rows, w)
		for i := range n {
			row := rows[i*d : (i+1)*d]
			want := Dot(row, w)
			require.True(t, math.Float64bits(want) == math.Float64bits(dst[i]) || want != want && dst[i] != dst[i], "row %d: %v, expected %v", i, dst[i], want)
		}
	})
	require.Panics(t, func() { DotRows(make([]float64, 2), make([]float64, 5), make([]float64, 2)) })
	require.Panics(t, func() { DotRows(make([]float64, 2), make([]float64, 3), make([]float64, 2)) })
}
