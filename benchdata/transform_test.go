package benchdata_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// square has w∗ ∝ (0,1), γ∗ = 2, b∗ = −3 for ‖w∗‖ = 1, v₊ = (1,5), v₋ = (1,1).
func square() ([]theory.Example, Certificate) {
	return []theory.Example{
		dense(+1, 0, 5), dense(+1, 2, 5), dense(-1, 0, 1), {X: vec.Sparse([]int{0, 1}, []float64{2, 1}), Y: -1}, dense(+1, 7, 6),
	}, Certificate{W: []float64{0, 4}, Gamma: 2, Plus: []float64{1, 5}, Minus: []float64{1, 1}}
}

func values(examples []theory.Example) (x [][]float64) {
	for _, e := range examples {
		x = append(x, e.X.Value)
	}
	return x
}

func TestTransformationsByHand(t *testing.T) {
	given, c := square()
	got, n := NormaliseMargin(given, c)
	require.Equal(t, [][]float64{{0, 4}, {2, 4}, {0, 2}, {2, 2}, {7, 5}}, values(got))
	require.Equal(t, Certificate{W: c.W, Gamma: 1, Plus: []float64{1, 4}, Minus: []float64{1, 2}}, n)

	got, m := RemoveBias(given, c)
	require.Equal(t, [][]float64{{-1, 2}, {1, 2}, {-1, -2}, {1, -2}, {6, 3}}, values(got))
	require.Equal(t, Certificate{W: c.W, Gamma: 2, Plus: []float64{0, 2}, Minus: []float64{0, -2}}, m)

	// x̄ = (7,6), of which (7,0) is along the hyperplane.
	got, s := ScaleFeatures(given, c, 0.5)
	require.Equal(t, [][]float64{{3.5, 5}, {5.5, 5}, {3.5, 1}, {5.5, 1}, {10.5, 6}}, values(got))
	require.Equal(t, Certificate{W: c.W, Gamma: 2, Plus: []float64{4.5, 5}, Minus: []float64{4.5, 1}}, s)

	same, cert := square()
	require.Equal(t, same, given, "the examples given must not change")
	require.Equal(t, cert, c)
	for i, e := range got {
		require.Equal(t, given[i].Y, e.Y)
		require.False(t, e.X.IsSparse())
	}
	require.Panics(t, func() { ScaleFeatures(nil, c, 1) })
}

func TestTransformationsKeepTheGeometry(t *testing.T) {
	given, c := square()
	want := theory.Diameters(given, 2)
	scaled, s := ScaleFeatures(given, c, 1)
	unbiased, u := RemoveBias(scaled, s)
	normal, n := NormaliseMargin(unbiased, u)
	g := theory.Diameters(normal, 2)
	require.InDelta(t, want.DPlus, g.DPlus, 1e-14)
	require.InDelta(t, want.DMinus, g.DMinus, 1e-14)
	require.InDelta(t, 1, theory.Classifier{W: n.W}.Margin(normal), 1e-15, "separated without bias, at margin 1")
	for k := range n.W {
		require.InDelta(t, 0, n.Plus[k]+n.Minus[k], 1e-15)
	}
	require.InDelta(t, 2, math.Sqrt(vec.SqDist(vec.Dense(n.Plus...), vec.Dense(n.Minus...))), 1e-15)
}
