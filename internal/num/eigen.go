package num

import (
	"cmp"
	"math"
	"slices"
)

// Eigen returns the eigenvalues of a symmetric matrix, in ascending order, and orthonormal
// eigenvectors: vectors[i] is that of values[i]. It overwrites a, rows of finite numbers.
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
			panic("num: Jacobi's rotations do not converge")
		}
	}
	order := make([]int, n)
	for i := range order {
		if order[i] = i; math.IsNaN(a[i][i]) || math.IsInf(a[i][i], 0) {
			panic("num: eigenvalues of a matrix that is not finite")
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a[i][i], a[j][j]) })
	for _, i := range order {
		values, vectors = append(values, a[i][i]), append(vectors, q[i])
	}
	return values, vectors
}

// zero rotates coordinates i and j so that a_ij is 0, and reports whether it was not: numbers
// that are lost beside the diagonal count as 0.
func zero(a, q [][]float64, i, j int) bool {
	b := a[i][j]
	if math.Abs(b) <= 0x1p-54*math.Sqrt(math.Abs(a[i][i]))*math.Sqrt(math.Abs(a[j][j])) || math.Abs(b) < 0x1p-1000 {
		return false
	}
	theta := (a[j][j] - a[i][i]) / 2 / b // the cotangent of twice the angle
	t := 1 / (math.Abs(theta) + Hypot(theta, 1))
	t = math.Copysign(t, theta)
	c := 1 / Hypot(t, 1)
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
