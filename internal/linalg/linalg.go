// Package linalg is the linear algebra of small dense matrices, with the same bits on every machine: see package num.
package linalg

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// Orthonormal returns an orthonormal basis of the span of vectors, by Gram and Schmidt: the basis
// of a prefix of vectors is a prefix of the basis. A vector adds none if at most the fraction
// parallel of its length is outside the span of the vectors before it.
func Orthonormal(vectors [][]float64, parallel float64) (basis [][]float64) {
	for _, v := range vectors {
		axis := slices.Clone(v)
		orthogonal(axis, basis)
		if norm := num.Norm(axis); norm > parallel*num.Norm(v) {
			floats.Scale(1/norm, axis)
			basis = append(basis, axis)
		}
	}
	return basis
}

// Beside returns a unit vector of d coordinates that is orthogonal to basis: fewer than d vectors, orthonormal or 0.
func Beside(basis [][]float64, d int) []float64 {
	inside := make([]float64, d) // for each axis, the squared length of its part in the span
	for _, q := range basis {
		for k, v := range q {
			inside[k] += float64(v * v)
		}
	}
	z := make([]float64, d)
	z[slices.Index(inside, slices.Min(inside))] = 1
	orthogonal(z, basis)
	floats.Scale(1/num.Norm(z), z)
	return z
}

// orthogonal subtracts from v its projection onto the span of an orthonormal basis.
func orthogonal(v []float64, basis [][]float64) {
	for range 2 { // twice is enough
		for _, q := range basis {
			num.AddScaled(v, -num.Dot(q, v), q)
		}
	}
}

// Moments returns scale·Σ vvᵀ of vectors of d coordinates.
func Moments(vectors [][]float64, d int, scale float64) [][]float64 {
	m := make([][]float64, d)
	for i := range m {
		m[i] = make([]float64, d)
		for _, v := range vectors {
			num.AddScaled(m[i], scale*v[i], v)
		}
	}
	return m
}

// Upper is an upper triangular matrix A, N×N. Data holds its rows, Stride numbers each;
// the numbers below the diagonal are not used.
type Upper struct {
	N, Stride int
	Data      []float64
}

// few is the number of terms up to which a loop sums faster than a call.
const few = 8

// NewUpper returns the matrix of zeros.
func NewUpper(n int) Upper { return Upper{n, n, make([]float64, n*n)} }

// Row returns row i from the diagonal on.
func (a Upper) Row(i int) []float64 { return a.Data[i*a.Stride+i : i*a.Stride+a.N] }

// Solve replaces x by A⁻¹x.
func (a Upper) Solve(x []float64) {
	x = x[:a.N]
	for i := len(x) - 1; i >= 0; i-- {
		row, sum := a.Data[i*a.Stride:][:len(x)], 0.0
		if len(x)-i > few {
			sum = num.Dot(row[i+1:], x[i+1:])
		} else {
			for j := i + 1; j < len(x); j++ {
				sum += float64(row[j] * x[j])
			}
		}
		x[i] = (x[i] - sum) / row[i]
	}
}

// SolveTrans replaces x by A⁻ᵀx.
func (a Upper) SolveTrans(x []float64) {
	x = x[:a.N]
	for i := range x {
		row := a.Data[i*a.Stride:][:len(x)]
		v := x[i] / row[i]
		x[i] = v
		if len(x)-i > few {
			num.AddScaled(x[i+1:], -v, row[i+1:])
			continue
		}
		for j := i + 1; j < len(x); j++ {
			x[j] -= float64(v * row[j])
		}
	}
}

// Eigen returns the eigenvalues of a symmetric matrix, in ascending order, and orthonormal
// eigenvectors: vectors[i] belongs to values[i]. It overwrites a, rows of finite numbers.
//
// It is Jacobi's method: sweeps of rotations, each of which makes one number off the diagonal 0.
func Eigen(a [][]float64) (values []float64, vectors [][]float64) {
	const mostSweeps = 60 // 10 are never needed
	n := len(a)
	q := make([][]float64, n) // rows: A is Qᵀ·diag(a)·Q
	for i := range q {
		q[i] = make([]float64, n)
		q[i][i] = 1
	}
	for sweep := 0; ; sweep++ {
		rotated := false
		for i := range n {
			for j := i + 1; j < n; j++ {
				rotated = zero(a, q, i, j) || rotated
			}
		}
		if !rotated {
			break
		}
		if sweep == mostSweeps {
			panic("linalg: Jacobi's rotations do not converge")
		}
	}
	order := make([]int, n)
	for i := range order {
		if order[i] = i; math.IsNaN(a[i][i]) || math.IsInf(a[i][i], 0) {
			panic("linalg: eigenvalues of a matrix that is not finite")
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a[i][i], a[j][j]) })
	for _, i := range order {
		values, vectors = append(values, a[i][i]), append(vectors, q[i])
	}
	return values, vectors
}

// zero rotates coordinates i and j so that a_ij is 0, and reports whether it was not 0 before.
// A number that is negligible relative to the diagonal counts as 0.
func zero(a, q [][]float64, i, j int) bool {
	b := a[i][j]
	if math.Abs(b) <= 0x1p-54*math.Sqrt(math.Abs(a[i][i]))*math.Sqrt(math.Abs(a[j][j])) || math.Abs(b) < 0x1p-1000 {
		return false
	}
	theta := (a[j][j] - a[i][i]) / 2 / b // the cotangent of twice the angle
	t := 1 / (math.Abs(theta) + num.Hypot(theta, 1))
	t = math.Copysign(t, theta)
	c := 1 / num.Hypot(t, 1)
	s := -t * c
	Rotate(a[i], a[j], c, s)
	for _, row := range a {
		u, v := row[i], row[j]
		row[i], row[j] = float64(c*u)+float64(s*v), float64(c*v)-float64(s*u)
	}
	a[i][j], a[j][i] = 0, 0
	Rotate(q[i], q[j], c, s)
	return true
}

// Rotate replaces x by cx + sy and y by cy − sx.
func Rotate(x, y []float64, c, s float64) {
	for i, u := range x {
		v := y[i]
		x[i], y[i] = float64(c*u)+float64(s*v), float64(c*v)-float64(s*u)
	}
}
