package vec_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"marginlab/theory/vec"
)

func TestPullbackMapsPointsAndClassifiers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 6).Draw(t, "d")
		n := pullbacks(d).Draw(t, "n")
		require.Equal(t, d, n.Dim())
		x, w := shape(d, 1).Draw(t, "x"), shape(d, 1).Draw(t, "w")
		ax, aw := make([]float64, d), make([]float64, d)
		n.Map(ax, x)
		n.Adjoint(aw, w)
		require.InDelta(t, floats.Dot(w, ax), floats.Dot(aw, x), 1e-12*(1+floats.Norm(ax, 2)*floats.Norm(w, 2)), "w·Ax = Aᵀw·x")
		require.Equal(t, n.Base().Of(ax), n.Of(x))
		require.InDelta(t, n.Base().Dual().Of(w), n.Dual().Of(aw), 1e-11*(1+floats.Norm(w, 2)), "‖Aᵀw‖∗ = ‖w‖_base∗")
		n.Map(x, x)
		n.Adjoint(w, w)
		require.Equal(t, ax, x, "in place")
		require.Equal(t, aw, w, "in place")
		n.Dual().(*vec.Pullback).Map(aw, aw) // A⁻ᵀAᵀw
		n.Adjoint(aw, aw)
		require.InDeltaSlice(t, w, aw, 1e-11*(1+floats.Norm(w, 2)))
	})
}

func TestMahalanobisIsItsQuadraticFormInAnyUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 6).Draw(t, "d")
		m := positive(d).Draw(t, "M")
		x, y := mat.NewVecDense(d, shape(d, 1).Draw(t, "x")), mat.NewVecDense(d, nil)
		want := math.Sqrt(mat.Inner(x, m, x))
		for i := range d { // coordinate i in units of 10^e
			unit := math.Pow(10, float64(rapid.IntRange(-60, 60).Draw(t, "log10 unit")))
			y.SetVec(i, x.AtVec(i)*unit)
			for j := range d {
				v := m.At(i, j) / unit
				if i == j {
					v /= unit
				}
				m.SetSym(i, j, v)
			}
		}
		n, err := vec.NewMahalanobis(m, "m")
		require.NoError(t, err)
		require.InDelta(t, want, n.Of(y.RawVector().Data), 1e-12*want)
	})
}

func TestLiftAddsOneCoordinate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 6).Draw(t, "d")
		n := pullbacks(d).Draw(t, "n")
		x, c := shape(d, 1).Draw(t, "x"), rapid.Float64Range(-2, 2).Draw(t, "c")
		image := make([]float64, d+1)
		image[d] = c
		for _, n := range []*vec.Pullback{n, n.Dual().(*vec.Pullback)} {
			n.Map(image[:d], x)
			lift := n.Lift()
			require.Equal(t, d+1, lift.Dim())
			require.Equal(t, n.String(), lift.String())
			require.InEpsilon(t, 1+n.Base().Of(image), 1+lift.Of(append(append([]float64{}, x...), c)), 1e-13)
			require.Equal(t, d, n.Dim(), "the norm itself stays")
		}
	})
}

func TestPullbacksSayWhatIsWrong(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		m    []float64
		want string
	}{
		{[]float64{1, nan, nan, 1}, "entry (1, 2) of the matrix is NaN, expected a finite number"},
		{[]float64{1, 0, 0, inf}, "entry (2, 2) of the matrix is +Inf, expected a finite number"},
		{[]float64{1, 0, 0, 0}, "the matrix is not positive definite: entry (2, 2) is 0, expected a positive number"},
		{[]float64{1, 2, 2, 1}, "the matrix is not positive definite"},
	} {
		_, err := vec.NewMahalanobis(mat.NewSymDense(2, c.m), "m")
		require.EqualError(t, err, c.want)
	}
	_, err := vec.NewMahalanobis(mat.NewSymDense(2, []float64{1, 1 - 1e-15, 1 - 1e-15, 1}), "m")
	// (1+r)/(1−r), for r = 1 − 9·2⁻⁵³
	require.ErrorContains(t, err, "the matrix is singular to rounding: its condition number, with the diagonal scaled to 1, is 2e+15")
	require.ErrorContains(t, err, ", expected at most 1e+14")
	_, err = vec.NewMahalanobis(mat.NewSymDense(2, []float64{1e-200, 0, 0, 1e200}), "m")
	require.NoError(t, err, "units are not ill-conditioned")
	_, err = vec.NewMahalanobis(&mat.SymDense{}, "m")
	require.EqualError(t, err, "the matrix has no entries")
	for _, omega := range []float64{0, -1, nan, inf} {
		_, err = vec.NewWeighted(3, []float64{1, omega}, "w")
		require.ErrorContains(t, err, "weight 2 is ")
		require.ErrorContains(t, err, ", expected a positive number")
	}
	_, err = vec.NewWeighted(3, []float64{math.MaxFloat64, math.SmallestNonzeroFloat64}, "w")
	require.NoError(t, err)
	n, err := vec.NewWeighted(3, []float64{1, 2}, "weighted:FILE")
	require.NoError(t, err)
	require.Equal(t, "weighted:FILE", n.String())
	require.Equal(t, "dual of weighted:FILE", n.Dual().String())
	require.Equal(t, n.String(), n.Dual().Dual().String())
	require.PanicsWithValue(t, "vec: vectors of lengths 3 and 3 in a norm of 2 dimensions", func() { n.Of(make([]float64, 3)) })
}
