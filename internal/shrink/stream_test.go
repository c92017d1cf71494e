package shrink_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/shrink"
)

func TestFromFloats(t *testing.T) {
	row := func(x ...int64) []shrink.Row { return []shrink.Row{{X: x, Y: 1}} }
	for _, c := range []struct {
		x    []float64
		bits uint
		want shrink.Stream
	}{
		{[]float64{0, 0}, 8, shrink.Stream{Rows: row(0, 0), Den: 1}},
		{[]float64{0.75, -0.25}, 2, shrink.Stream{Rows: row(3, -1), Den: 4}},
		{[]float64{0.75, -0.25}, 1, shrink.Stream{Rows: row(2, 0), Den: 2}}, // ties to even
		{[]float64{5, 1}, 3, shrink.Stream{Rows: row(5, 1), Den: 1}},
		{[]float64{5, 1}, 2, shrink.Stream{Rows: row(4, 0), Den: 1}},
		{[]float64{4, 1}, 5, shrink.Stream{Rows: row(16, 4), Den: 4}},
		{[]float64{1 << 40, 3}, 4, shrink.Stream{Rows: row(1<<40, 0), Den: 1}},
		{[]float64{0x1p-60}, 20, shrink.Stream{Rows: row(4), Den: 1 << 62}},
	} {
		require.Equal(t, c.want, shrink.FromFloats([][]float64{c.x}, []int{1}, c.bits), "%v in %d bits", c.x, c.bits)
	}
	exact := [][]float64{{0.1, -1e-3}, {1.0 / 3, 7}}
	x, y := shrink.FromFloats(exact, []int{1, -1}, 40).Floats()
	require.Equal(t, []int{1, -1}, y)
	for i := range exact {
		require.InDeltaSlice(t, exact[i], x[i], math.Exp2(3-41)) // half a unit, of 2^(3−40)
	}
}

func TestMalformedStreamPanics(t *testing.T) {
	for what, f := range map[string]func(){
		"no rows": func() { shrink.FromFloats(nil, nil, 8) },
		"no bits": func() { shrink.FromFloats([][]float64{{1}}, []int{1}, 0) },
		"label 0": func() {
			shrink.Shrink(t.Context(), shrink.FromFloats([][]float64{{1}}, []int{0}, 8), func(shrink.Stream) bool { return true }, shrink.Options{})
		},
		"class 2 of 2": func() {
			shrink.Shrink(t.Context(), shrink.FromFloats([][]float64{{1}}, []int{2}, 8), func(shrink.Stream) bool { return true }, shrink.Options{Classes: 2})
		},
		"NaN":        func() { shrink.FromFloats([][]float64{{math.NaN()}}, []int{1}, 8) },
		"infinite":   func() { shrink.FromFloats([][]float64{{math.Inf(1)}}, []int{1}, 8) },
		"ragged":     func() { shrink.FromFloats([][]float64{{1}, {1, 2}}, []int{1, 1}, 8) },
		"a label":    func() { shrink.FromFloats([][]float64{{1}}, []int{1, 1}, 8) },
		"2^62":       func() { shrink.FromFloats([][]float64{{1, 1 << 62}}, []int{1}, 8) },
		"no columns": func() { shrink.FromFloats([][]float64{{}}, []int{1}, 8) },
	} {
		require.Panics(t, f, what)
	}
}

func TestLabels(t *testing.T) {
	always := func(shrink.Stream) bool { return true }
	for classes, allowed := range map[int][]int{0: {-1, 1}, 1: {0}, 3: {0, 1, 2}} {
		for y := -2; y <= 4; y++ {
			s := shrink.Stream{Rows: []shrink.Row{{X: []int64{1}, Y: y}}, Den: 1}
			shrunk := func() { shrink.Shrink(t.Context(), s, always, shrink.Options{Classes: classes, Tries: 1}) }
			if slices.Contains(allowed, y) {
				require.NotPanics(t, shrunk, "%d of %d classes", y, classes)
			} else {
				require.Panics(t, shrunk, "%d of %d classes", y, classes)
			}
		}
	}
}

// TestCompare has streams in rising order, each for a reason of its own.
func TestCompare(t *testing.T) {
	stream := func(den int64, x ...[]int64) shrink.Stream {
		s := shrink.Stream{Den: den}
		for _, x := range x {
			s.Rows = append(s.Rows, shrink.Row{X: x, Y: 1})
		}
		return s
	}
	rising := []shrink.Stream{
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
			require.Equal(t, i < j, shrink.Compare(a, b) < 0, "%v and %v", a, b)
			require.Equal(t, i == j, shrink.Compare(a, b) == 0, "%v and %v", a, b)
		}
	}
	require.Zero(t, shrink.Compare(stream(1, []int64{0, 5}), stream(1, []int64{2, 3})), "0 is not negative")
}

func TestSnapTakesTheCoarsestLattice(t *testing.T) {
	x, y := [][]float64{{0.3, 100}}, []int{1}
	s, ok := shrink.Snap(x, y, func(s shrink.Stream) bool { return s.Rows[0].X[0] != 0 })
	require.True(t, ok)
	require.Equal(t, shrink.FromFloats(x, y, 8), s) // 100 and 0.3 in units of 1/2
	_, ok = shrink.Snap(x, y, func(shrink.Stream) bool { return false })
	require.False(t, ok)
	for _, x := range [][][]float64{nil, {{1e300}}, {{-1 << 62}}, {{math.NaN()}}} {
		_, ok = shrink.Snap(x, y[:len(x)], func(shrink.Stream) bool { return true })
		require.False(t, ok, x)
	}
}
