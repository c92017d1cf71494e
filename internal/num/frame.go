package num

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Orthonormal returns an orthonormal basis of the span of vectors, by Gram and Schmidt: its
// first k are one of the span of as many vectors as it takes. A vector of which no more
// than the part parallel of its length is outside of the span of those before adds none.
func Orthonormal(vectors [][]float64, parallel float64) (basis [][]float64) {
	for _, v := range vectors {
		axis := slices.Clone(v)
		orthogonal(axis, basis)
		if norm := Norm(axis); norm > parallel*Norm(v) {
			floats.Scale(1/norm, axis)
			basis = append(basis, axis)
		}
	}
	return basis
}

// Beside returns a unit vector of d coordinates that is orthogonal to fewer than d, which are orthonormal or 0.
func Beside(basis [][]float64, d int) []float64 {
	inside := make([]float64, d) // of each axis, the square of what is in the span
	for _, q := range basis {
		for k, v := range q {
			inside[k] += float64(v * v)
		}
	}
	z := make([]float64, d)
	z[slices.Index(inside, slices.Min(inside))] = 1
	orthogonal(z, basis)
	floats.Scale(1/Norm(z), z)
	return z
}

// orthogonal takes what is in the span of an orthonormal basis away from v.
func orthogonal(v []float64, basis [][]float64) {
	for range 2 { // twice is enough
		for _, q := range basis {
			AddScaled(v, -Dot(q, v), q)
		}
	}
}

// Moments returns scale·Σ vvᵀ of vectors of d coordinates.
func Moments(vectors [][]float64, d int, scale float64) [][]float64 {
	m := make([][]float64, d)
	for i := range m {
		m[i] = make([]float64, d)
		for _, v := range vectors {
			AddScaled(m[i], scale*v[i], v)
		}
	}
	return m
}
