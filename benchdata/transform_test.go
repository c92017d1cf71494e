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
		dense(+1, 0, 5), dense(+1, 2, 5), dense(-1, 0, 1), {X: vec.Sparse([]int{0, 1}, []float64{2, 1}), Y: -1},
		dense(+1, 7, 6),
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
	for i, want := range [][]float64{{-1.4142135623730951, z, 0, z}, {0, s, 0, z}, {1.4142135623730951, z, 0, z},
		{0, z, 0, s}} {
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
