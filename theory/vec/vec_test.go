package vec_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/internal/rapidtest"
	"marginlab/theory/vec"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

// integers are exact in every sum and product below, so the laws hold with =.
func integers(d int) *rapid.Generator[[]float64] {
	return rapid.Map(rapid.SliceOfN(rapid.IntRange(-9, 9), d, d), func(ints []int) []float64 {
		v := make([]float64, d)
		for i, n := range ints {
			v[i] = float64(n)
		}
		return v
	})
}

// forms are the ways to store the same vector.
func forms(v []float64) []vec.Vector {
	x := vec.Dense(v...)
	full := vec.Vector{Index: make([]int, len(v)), Value: v}
	for i := range v {
		full.Index[i] = i
	}
	return []vec.Vector{x, x.Sparsify(), full}
}

func TestOperationsAgreeWithTheirDefinitionsInEveryForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.OneOf(rapid.IntRange(0, 11), rapid.IntRange(12, 70)).Draw(t, "d")
		a, b, w := integers(d).Draw(t, "a"), integers(d).Draw(t, "b"), integers(d).Draw(t, "w")
		var dot, norm, dist float64
		sum := make([]float64, d)
		for i := range d {
			dot += a[i] * w[i]
			norm += a[i] * a[i]
			dist += (a[i] - b[i]) * (a[i] - b[i])
			sum[i] = w[i] + 3*a[i]
		}
		for _, x := range forms(a) {
			require.Equal(t, dot, x.Dot(w), "w·x of %+v", x)
			xw, xx := x.DotSq(w)
			require.Equal(t, []float64{dot, norm}, []float64{xw, xx})
			xw, xb := x.Dots(w, b)
			require.Equal(t, []float64{dot, x.Dot(b)}, []float64{xw, xb})
			require.Equal(t, norm, x.SqNorm())
			require.Equal(t, x.Index != nil, x.IsSparse())
			got := append([]float64{}, w...)
			x.AddTo(got, 3)
			require.Equal(t, sum, got, "w+3x of %+v", x)
			x.CopyTo(got)
			require.Equal(t, a, got)
			require.Equal(t, a, x.Densify(d).Value)
			require.LessOrEqual(t, x.Dim(), d)
			require.NoError(t, x.Check(d))
			for i, v := range a {
				require.Equal(t, v, x.At(i))
			}
			for _, y := range forms(b) {
				require.Equal(t, dist, vec.SqDist(x, y), "%+v and %+v", x, y)
			}
		}
	})
}

func TestVectorsOfUnequalLengthArePaddedWithZeros(t *testing.T) {
	long, short := vec.Dense(1, 2, 3, 4, 5, 6), vec.Dense(1, 2)
	want := 9. + 16 + 25 + 36
	require.Equal(t, want, vec.SqDist(long, short))
	require.Equal(t, want, vec.SqDist(short, long))
	require.Equal(t, want, vec.SqDist(short.Sparsify(), long))
	got := []float64{9, 9, 9}
	short.CopyTo(got)
	require.Equal(t, []float64{1, 2, 0}, got)
	require.Equal(t, 5., short.Dot([]float64{1, 2, 7}))
	require.Zero(t, short.At(2))
	require.Panics(t, func() { long.Densify(3) })
	require.Panics(t, func() { long.Sparsify().Densify(3) })
}

func TestSqDistKeepsItsDigitsFarFromTheOrigin(t *testing.T) {
	const far = 1 << 40
	x, y := vec.Dense(far, far+1), vec.Dense(far+3, far+5)
	require.Equal(t, 25., vec.SqDist(x, y))
	require.Equal(t, 25., vec.SqDist(x.Sparsify(), y.Sparsify()))
}

func TestCheckSaysWhatIsWrong(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(-1)
	for _, c := range []struct {
		x    vec.Vector
		want string
	}{
		{vec.Dense(1, nan), "coordinate 1 is NaN, expected a finite number"},
		{vec.Vector{Index: []int{3, 7}, Value: []float64{inf, 1}}, "coordinate 3 is -Inf, expected a finite number"},
		{vec.Dense(1e160), "squared norm +Inf is above 1e+300, so distances would overflow: scale the data down"},
		{vec.Dense(0, 1e-140), "squared norm 1e-280 is below 1e-270, so distances would vanish: scale the data up"},
		{vec.Dense(1e-200), "squared norm 0 is below 1e-270, so distances would vanish: scale the data up"},
		{vec.Dense(1, 2, 3), "coordinate 2 is outside the 2 dimensions of the space"},
		{vec.Vector{Index: []int{1, 1}, Value: []float64{1, 2}}, "index 1 after 1, expected strictly increasing indices from 0 on"},
		{vec.Vector{Index: []int{-1}, Value: []float64{1}}, "index -1 after -1, expected strictly increasing indices from 0 on"},
		{vec.Vector{Index: []int{0}, Value: []float64{}}, "1 indices for 0 values"},
	} {
		require.EqualError(t, c.x.Check(2), c.want)
	}
	most, least := vec.Dense(1e150, 1e142), vec.Dense(1e-135) // to the bit
	require.Equal(t, []float64{vec.MaxSqNorm, vec.MinSqNorm}, []float64{most.SqNorm(), least.SqNorm()})
	require.NoError(t, most.Check(2))
	require.NoError(t, least.Check(2))
	require.NoError(t, vec.Vector{}.Check(0))
	require.NoError(t, vec.Dense(0, 0).Check(2))
	require.NoError(t, vec.Dense(1e-130).Check(1))
	require.NoError(t, vec.Sparse(nil, nil).Check(0))
	require.Panics(t, func() { vec.Sparse([]int{2, 1}, []float64{1, 1}) })
}

func TestCloneAndDensifyShareNoMemory(t *testing.T) {
	x := vec.Sparse([]int{0, 2}, []float64{1, 2})
	c, d, s := x.Clone(), x.Densify(3), vec.Dense(1, 0, 2).Sparsify()
	x.Value[0], x.Index[1] = 7, 5
	require.Equal(t, vec.Sparse([]int{0, 2}, []float64{1, 2}), c)
	require.Equal(t, vec.Dense(1, 0, 2), d)
	require.Equal(t, c, s)
}

func BenchmarkDot(b *testing.B) {
	x, w := make([]float64, 96), make([]float64, 96)
	for i := range x {
		x[i], w[i] = float64(i), float64(2*i)
	}
	v := vec.Dense(x...)
	b.Run("form=dense/d=96", func(b *testing.B) {
		b.SetBytes(8 * 96)
		var sum float64
		for b.Loop() {
			sum += v.Dot(w)
		}
		_ = sum
	})
	s := v.Sparsify()
	b.Run("form=sparse/d=96", func(b *testing.B) {
		b.SetBytes(16 * 96)
		var sum float64
		for b.Loop() {
			sum += s.Dot(w)
		}
		_ = sum
	})
	y := vec.Dense(w...)
	b.Run("form=distance/d=96", func(b *testing.B) {
		b.SetBytes(8 * 96)
		var sum float64
		for b.Loop() {
			sum += vec.SqDist(v, y)
		}
		_ = sum
	})
}
