package linalg_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"marginlab/internal/linalg"
	"marginlab/internal/rapidtest"
)

const rounding = 1e-13 // of matrices of norm about 1 and at most 20 rows

// symmetric draws d×d matrices with eigenvalues of all kinds: a number of them 0, or all
// near each other, or each smaller than the one before.
func symmetric(rng *rand.Rand, d int) (*mat.SymDense, [][]float64) {
	m := mat.NewSymDense(d, nil)
	for k, kind := 0, rng.IntN(4); k < d; k++ {
		weight := []float64{1, float64(rng.IntN(2)), math.Pow(10, float64(-k)), rng.NormFloat64()}[kind]
		m.SymRankOne(m, weight/float64(d), mat.NewVecDense(d, rapidtest.Normal(rng, d, 1)))
	}
	return m, rows(m)
}

func rows(m mat.Symmetric) [][]float64 {
	a := make([][]float64, m.SymmetricDim())
	for i := range a {
		a[i] = mat.Row(nil, i, m)
	}
	return a
}

func dense(rows [][]float64) *mat.Dense {
	return mat.NewDense(len(rows), len(rows[0]), slices.Concat(rows...))
}

func TestEigen(t *testing.T) {
	t.Parallel()
	rng := rapidtest.Rand(18)
	for trial := range 300 {
		d := 1 + trial%20
		m, a := symmetric(rng, d)
		if trial < 20 {
			m, a = mat.NewSymDense(d, nil), rows(mat.NewSymDense(d, nil)) // zero
		}
		size := 1 + mat.Norm(m, 2)
		values, vectors := linalg.Eigen(a)
		var peer mat.EigenSym
		require.True(t, peer.Factorize(m, false))
		require.InDeltaSlice(t, peer.Values(nil), values, rounding*size)
		v := dense(vectors)
		var gram, back mat.Dense
		gram.Mul(v, v.T())
		require.True(t, mat.EqualApprox(&gram, mat.NewDiagDense(d, ones(d)), rounding), "orthonormal:\n%v", mat.Formatted(&gram))
		back.Product(v.T(), mat.NewDiagDense(d, values), v)
		require.True(t, mat.EqualApprox(&back, m, rounding*size), "A = VᵀΛV:\n%v\n%v", mat.Formatted(&back), mat.Formatted(m))
	}
	require.PanicsWithValue(t, "linalg: eigenvalues of a matrix that is not finite", func() {
		linalg.Eigen([][]float64{{1, math.NaN()}, {math.NaN(), 1}})
	})
}

func ones(d int) []float64 { return slices.Repeat([]float64{1}, d) }

func TestUpper(t *testing.T) {
	t.Parallel()
	rng := rapidtest.Rand(4)
	for trial := range 100 {
		d := 1 + trial%12
		u, a := linalg.NewUpper(d), mat.NewTriDense(d, mat.Upper, nil)
		for i := range d {
			copy(u.Row(i), rapidtest.Normal(rng, d-i, 1))
			u.Row(i)[0] += math.Copysign(4, u.Row(i)[0])
			for j, v := range u.Row(i) {
				a.SetTri(i, i+j, v)
			}
		}
		x := rapidtest.Normal(rng, d, 1)
		var ax, axt mat.Dense
		ax.Mul(a, mat.NewVecDense(d, x))
		axt.Mul(a.T(), mat.NewVecDense(d, x))
		got := mat.Col(nil, 0, &ax)
		u.Solve(got)
		require.InDeltaSlice(t, x, got, 1e-9)
		got = mat.Col(nil, 0, &axt)
		u.SolveTrans(got)
		require.InDeltaSlice(t, x, got, 1e-9)
	}
}

func TestOrthonormal(t *testing.T) {
	t.Parallel()
	rng := rapidtest.Rand(5)
	for trial := range 100 {
		d := 2 + trial%6
		var vectors [][]float64
		for range rng.IntN(d-1) + 1 {
			v := rapidtest.Normal(rng, d, math.Pow(10, 20*rng.NormFloat64()))
			vectors = append(vectors, v, slices.Clone(v)) // the second of which adds none
		}
		basis := linalg.Orthonormal(vectors, 1e-9)
		require.Len(t, basis, len(vectors)/2)
		basis = append(basis, linalg.Beside(basis, d))
		var gram mat.Dense
		gram.Mul(dense(basis), dense(basis).T())
		require.True(t, mat.EqualApprox(&gram, mat.NewDiagDense(len(basis), ones(len(basis))), rounding))
	}
	require.Equal(t, []float64{1, 0, 0}, linalg.Beside([][]float64{{0, 0, 0}}, 3))
	require.Empty(t, linalg.Orthonormal([][]float64{{0, 0}}, 1e-9), "0 spans nothing")
}

// Moments have the quadratic form scale·Σ (vᵀx)².
func TestMoments(t *testing.T) {
	t.Parallel()
	rng := rapidtest.Rand(6)
	for d := 1; d < 8; d++ {
		var vectors [][]float64
		for range rng.IntN(5) {
			vectors = append(vectors, rapidtest.Normal(rng, d, 1))
		}
		x, scale := rapidtest.Normal(rng, d, 1), rng.NormFloat64()
		var want, got float64
		for _, v := range vectors {
			p := mat.Dot(mat.NewVecDense(d, v), mat.NewVecDense(d, x))
			want += scale * p * p
		}
		for i, row := range linalg.Moments(vectors, d, scale) {
			for j, m := range row {
				got += m * x[i] * x[j]
			}
		}
		require.InDelta(t, want, got, 1e-11)
	}
}

// Axes are orthogonal to rounding, also of vectors that are nearly parallel; and what is beside
// an axis is not the axis.
func TestOrthonormalOfNearlyParallelVectors(t *testing.T) {
	const apart = 1e-9
	basis := linalg.Orthonormal([][]float64{{1, 1, 1}, {1, 1, 1 + apart}, {1, 1 + apart, 1}}, 1e-12)
	require.Len(t, basis, 3)
	for i, p := range basis {
		for _, q := range basis[:i] {
			require.InDelta(t, 0, p[0]*q[0]+p[1]*q[1]+p[2]*q[2], rounding)
		}
	}
	require.Equal(t, []float64{1, 0, 0}, linalg.Beside([][]float64{{0, 1, 0}}, 3))
	require.Equal(t, []float64{0, 1, 0}, linalg.Beside([][]float64{{1, 0, 0}}, 3))
}
