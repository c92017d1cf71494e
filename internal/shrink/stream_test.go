package shrink

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLattice(t *testing.T) {
	row := func(x ...int64) []Row { return []Row{{X: x, Y: 1}} }
	for _, c := range []struct {
		x    []float64
		bits uint
		want Stream
	}{
		{[]float64{0, 0}, 8, Stream{Rows: row(0, 0), Den: 1}},
		{[]float64{0.75, -0.25}, 2, Stream{Rows: row(3, -1), Den: 4}},
		{[]float64{0.75, -0.25}, 1, Stream{Rows: row(2, 0), Den: 2}}, // ties to even
		{[]float64{5, 1}, 3, Stream{Rows: row(5, 1), Den: 1}},
		{[]float64{5, 1}, 2, Stream{Rows: row(4, 0), Den: 1}},
		{[]float64{4, 1}, 5, Stream{Rows: row(16, 4), Den: 4}},
		{[]float64{1 << 40, 3}, 4, Stream{Rows: row(1<<40, 0), Den: 1}},
		{[]float64{0x1p-60}, 20, Stream{Rows: row(4), Den: 1 << 62}},
	} {
		require.Equal(t, c.want, lattice([][]float64{c.x}, []int{1}, c.bits), "%v in %d bits", c.x, c.bits)
	}
	exact := [][]float64{{0.1, -1e-3}, {1.0 / 3, 7}}
	x, y := lattice(exact, []int{1, -1}, 40).Floats()
	require.Equal(t, []int{1, -1}, y)
	for i := range exact {
		require.InDeltaSlice(t, exact[i], x[i], math.Exp2(3-41)) // half a unit, of 2^(3−40)
	}
}

// TestCompare has streams in rising order, each for a reason of its own.
func TestCompare(t *testing.T) {
	stream := func(den int64, x ...[]int64) Stream {
		s := Stream{Den: den}
		for _, x := range x {
			s.Rows = append(s.Rows, Row{X: x, Y: 1})
		}
		return s
	}
	rising := []Stream{
		stream(1, []int64{5}),
		stream(2, []int64{5}),
		stream(2, []int64{-5}),
		stream(1, []int64{6}),
		stream(1, []int64{math.MinInt64}),
		stream(1, []int64{0, 0}),
		stream(1, []int64{math.MaxInt64, math.MinInt64}),
		stream(1, []int64{math.MinInt64, math.MinInt64}), // 2⁶⁴, more than a word
		stream(1, []int64{0}, []int64{0}),
	}
	for i, a := range rising {
		for j, b := range rising {
			require.Equal(t, i < j, compare(a, b) < 0, "%v and %v", a, b)
			require.Equal(t, i == j, compare(a, b) == 0, "%v and %v", a, b)
		}
	}
	require.Zero(t, compare(stream(1, []int64{0, 5}), stream(1, []int64{2, 3})), "0 is not negative")
}

func TestFromFloatsTakesTheCoarsestLattice(t *testing.T) {
	x, y := [][]float64{{0.3, 100}}, []int{1}
	s, ok := FromFloats(x, y, func(s Stream) bool { return s.Rows[0].X[0] != 0 })
	require.True(t, ok)
	require.Equal(t, lattice(x, y, 8), s) // 100 and 0.3 in units of 1/2
	_, ok = FromFloats(x, y, func(Stream) bool { return false })
	require.False(t, ok)
	for _, x := range [][][]float64{nil, {{1e300}}, {{-1 << 62}}, {{math.NaN()}}} {
		_, ok = FromFloats(x, y[:len(x)], func(Stream) bool { return true })
		require.False(t, ok, x)
	}
}
