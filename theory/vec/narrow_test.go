package vec

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A sum over a narrow space has the bits of the sum over the whole one, and vectors come back.
func TestNarrowKeepsTheBits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 40*lanes).Draw(t, "dim")
		var present Present
		var wide []Vector
		for range rapid.IntRange(1, 6).Draw(t, "vectors") {
			index := rapid.SliceOfNDistinct(rapid.IntRange(0, dim-1), 0, min(dim, 9), rapid.ID[int]).Draw(t, "index")
			slices.Sort(index)
			x := Sparse(index, rapid.SliceOfN(rapid.Float64Range(-1e3, 1e3), len(index), len(index)).Draw(t, "value"))
			if rapid.IntRange(0, 9).Draw(t, "dense") == 0 {
				x = x.Densify(x.Dim())
			}
			present.Add(x)
			require.False(t, present.Add(x))
			wide = append(wide, x)
		}
		n := present.Narrow(dim)
		require.Equal(t, []int{dim, dim % lanes}, []int{n.Whole(), n.Dim() % lanes}, "what is appended keeps its lane")
		w, narrow := make([]float64, dim), make([]float64, n.Dim())
		for _, x := range wide {
			alpha := rapid.Float64Range(-2, 2).Draw(t, "alpha")
			x.AddTo(w, alpha)
			n.Of(x).AddTo(narrow, alpha)
		}
		require.Equal(t, w, n.Widen(narrow))
		same := func(want, got float64) { require.Equal(t, math.Float64bits(want), math.Float64bits(got)) }
		same(Dot(w, w), Dot(narrow, narrow))
		for _, x := range wide {
			y := n.Of(x)
			same(x.Dot(w), y.Dot(narrow))
			same(SqDist(x, Dense(w...)), SqDist(y, Dense(narrow...)))
			same(SqDist(x.Densify(dim), Dense(w...)), SqDist(y.Densify(n.Dim()), Dense(narrow...)))
			for _, z := range wide {
				same(SqDist(x, z), SqDist(y, n.Of(z)))
			}
		}
	})
}

// The size of a vector of 10⁸ dimensions is that of its present blocks.
func TestNarrowIsByWhatIsPresent(t *testing.T) {
	t.Parallel()
	var present Present
	x := Sparse([]int{0, 99_999_999}, []float64{1, 2})
	require.True(t, present.Add(x))
	n := present.Narrow(100_000_000)
	require.Equal(t, 2*lanes, n.Dim())
	require.Equal(t, []int{0, 2*lanes - 1}, n.Of(x).Index)
	for _, x := range []Vector{
		Sparse([]int{17}, []float64{1}), Sparse([]int{100_000_000}, []float64{1}), Dense(make([]float64, lanes+1)...),
		Dense(make([]float64, 3*lanes)...),
	} {
		require.PanicsWithValue(t, outside, func() { n.Of(x) })
	}
	var few Present
	few.Add(Sparse([]int{17}, []float64{1}))
	require.PanicsWithValue(t, outside, func() { few.Narrow(20).Of(Dense(make([]float64, 21)...)) })
}
