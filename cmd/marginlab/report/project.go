package report

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory"
)

// MainDirection returns the direction orthogonal to u in which the examples vary most, of length 1, and the part of the
// variance along it. u is a direction or 0. The result is 0 if the examples do not vary.
//
// It is the first eigenvector of the covariance of the examples projected orthogonally to u, by power
// iteration
//
//	v ← Σ (v·(x−x̄)) (x−x̄),  v ← v − (u·v) u,  v ← v/‖v‖.
func MainDirection(examples []theory.Example, u []float64) (v []float64, part float64) {
	const iterations, rounding = 60, 1e-13 // enough for a picture
	dim := len(u)
	mean := make([]float64, dim)
	for _, e := range examples {
		e.X.AddTo(mean, 1/float64(len(examples)))
	}
	v = make([]float64, dim)
	var all, size float64 // the variance orthogonal to u, and the sum of all squares
	for i, e := range examples {
		_, weight := math.Modf(float64(i) * math.Phi) // one that no symmetry of the examples cancels
		e.X.AddTo(v, weight)
		num.AddScaled(v, -weight, mean)
		size += e.X.SqNorm()
		s := e.X.Dot(u) - num.Dot(mean, u)
		all += e.X.SqNorm() - 2*e.X.Dot(mean) + num.Dot(mean, mean) - float64(s*s)
	}
	upright := func(v []float64) float64 {
		num.AddScaled(v, -num.Dot(u, v), u)
		length := num.Norm(v)
		copy(v, Unit(v))
		return length
	}
	if !(all > rounding*size) || !(upright(v) > 0) {
		return make([]float64, dim), 0
	}
	next, along := make([]float64, dim), 0.
	for range iterations {
		clear(next)
		var sum float64
		for _, e := range examples {
			s := e.X.Dot(v) - num.Dot(mean, v)
			e.X.AddTo(next, s)
			sum += s
		}
		num.AddScaled(next, -sum, mean)
		if along = upright(next); !(along > 0) {
			break
		}
		copy(v, next)
	}
	if most := slices.MaxFunc(v, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) }); most < 0 {
		floats.Scale(-1, v) // always the same of the two signs
	}
	return v, along / all
}

// Unit returns the direction of w, of length 1; 0 if w is 0.
func Unit(w []float64) []float64 {
	unit := slices.Clone(w)
	if length := num.Norm(w); length > 0 {
		floats.Scale(1/length, unit)
	}
	return unit
}
