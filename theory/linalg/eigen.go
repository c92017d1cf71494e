package linalg

import (
	"cmp"
	"math"
	"slices"

	"marginlab/theory/floats"
	"marginlab/theory/libm"
)

// Eigen returns the eigenvalues of a symmetric matrix, in ascending order, and orthonormal
// eigenvectors: vectors[i] is that of values[i]. It overwrites a, rows of finite numbers,
// and keeps it: the vectors lie there.
//
// It is Householder's reduction to a tridiagonal matrix, then the implicit QL algorithm:
// EISPACK's tred2 and tql2, with the matrix of vectors transposed.
func Eigen(a [][]float64) (values []float64, vectors [][]float64) {
	if len(a) == 0 {
		return nil, nil
	}
	d, e := tridiagonal(a)
	diagonalise(d, e, a)
	order := make([]int, len(d))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(d[i], d[j]) })
	for _, i := range order {
		values, vectors = append(values, d[i]), append(vectors, a[i])
	}
	return values, vectors
}

// tridiagonal returns the diagonal d of QAQᵀ and what is left of it, e[1:], and stores the
// orthogonal Q in z, which is A.
func tridiagonal(z [][]float64) (d, e []float64) {
	n := len(z)
	d, e = make([]float64, n), make([]float64, n)
	for j := range d {
		d[j] = z[j][n-1]
	}
	for i := n - 1; i > 0; i-- {
		u, p := d[:i], e[:i]
		var scale, h float64
		for _, v := range u {
			scale += math.Abs(v)
		}
		if scale == 0 {
			e[i] = u[i-1]
			for j := range u {
				u[j], z[j][i], z[i][j] = z[j][i-1], 0, 0
			}
			d[i] = 0
			continue
		}
		for k := range u {
			u[k] /= scale
		}
		// the reflection I − uuᵀ/h makes u a multiple of its last unit vector
		h = floats.Dot(u, u)
		g := -math.Copysign(math.Sqrt(h), u[i-1])
		e[i] = scale * g
		h -= float64(u[i-1] * g)
		u[i-1] -= g
		// p = Au/h − (uᵀAu/2h²)u
		clear(p)
		for j, f := range u {
			column := z[j][j+1 : i]
			p[j] += float64(z[j][j]*f) + floats.Dot(column, u[j+1:])
			floats.AddScaled(p[j+1:], f, column)
			z[i][j] = f
		}
		floats.Scale(1/h, p)
		floats.AddScaled(p, -floats.Dot(p, u)/(2*h), u)
		// A ← A − up' − pu'
		for j := range u {
			column := z[j][j:i]
			floats.AddScaled(column, -u[j], p[j:])
			floats.AddScaled(column, -p[j], u[j:])
		}
		for j := range u {
			u[j], z[j][i] = z[j][i-1], 0
		}
		d[i] = h
	}
	for i := range n - 1 {
		z[i][n-1], z[i][i] = z[i][i], 1
		u := z[i+1][:i+1]
		if h := d[i+1]; h != 0 {
			for j := range i + 1 {
				floats.AddScaled(z[j][:i+1], -floats.Dot(u, z[j][:i+1])/h, u)
			}
		}
		clear(u)
	}
	for j := range d {
		d[j], z[j][n-1] = z[j][n-1], 0
	}
	z[n-1][n-1] = 1
	return d, e
}

// diagonalise makes the diagonal d, beside which e[1:] stands, that of eigenvalues, and
// applies the rotations that it takes to the rows of z.
func diagonalise(d, e []float64, z [][]float64) {
	const mostSweeps = 60 // 30 are never needed
	n := len(d)
	e = append(e[1:], 0)
	var shift, size float64
	for l := range d {
		size = max(size, math.Abs(d[l])+math.Abs(e[l]))
		small := 0x1p-52 * size
		m := l
		for math.Abs(e[m]) > small {
			m++
		}
		for sweep := 0; m > l && math.Abs(e[l]) > small; sweep++ {
			if sweep == mostSweeps {
				panic("linalg: the QL algorithm does not converge")
			}
			g := d[l]
			p := (d[l+1] - g) / (2 * e[l])
			r := p + math.Copysign(libm.Hypot(p, 1), p)
			d[l], d[l+1] = e[l]/r, e[l]*r
			next, h := d[l+1], g-d[l]
			for i := l + 2; i < n; i++ {
				d[i] -= h
			}
			shift += h
			p = d[m]
			c, c2, c3, s, s2 := 1.0, 1.0, 1.0, 0.0, 0.0
			el1 := e[l+1]
			for i := m - 1; i >= l; i-- {
				c3, c2, s2 = c2, c, s
				g, h = float64(c*e[i]), float64(c*p)
				r = libm.Hypot(p, e[i])
				e[i+1] = s * r
				s, c = e[i]/r, p/r
				p = float64(c*d[i]) - float64(s*g)
				d[i+1] = h + float64(s*(float64(c*g)+float64(s*d[i])))
				Rotate(z[i+1], z[i], c, s)
			}
			p = -s * s2 * c3 * el1 * e[l] / next
			e[l], d[l] = s*p, c*p
		}
		d[l], e[l] = d[l]+shift, 0
		if math.IsNaN(d[l]) || math.IsInf(d[l], 0) {
			panic("linalg: eigenvalues of a matrix that is not finite")
		}
	}
}
