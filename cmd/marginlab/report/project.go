package report

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory"
)

// MainDirection returns the direction, of length 1 and orthogonal to one of length 1 unless that is nil, in which the
// examples vary most, and which part of the variance there is along it. It is nil where there is none.
//
// It is the first eigenvector of the covariance of what is left of the examples without the direction u, by power
// iteration
//
//	v ← Σ (v·(x−x̄)) (x−x̄),  v ← v − (u·v) u,  v ← v/‖v‖.
func MainDirection(examples []theory.Example, dim int, u []float64) (v []float64, part float64) {
	const iterations, rounding = 60, 1e-13 // enough for a picture
	mean := make([]float64, dim)
	for _, e := range examples {
		e.X.AddTo(mean, 1/float64(len(examples)))
	}
	upright := func(v []float64) float64 {
		if u != nil {
			num.AddScaled(v, -num.Dot(u, v), u)
		}
		length := num.Norm(v)
		if length > 0 {
			floats.Scale(1/length, v)
		}
		return length
	}
	v = make([]float64, dim)
	var all, size float64 // the variance beside u, and all squares
	for i, e := range examples {
		_, weight := math.Modf(float64(i) * math.Phi) // one that no symmetry of the examples cancels
		e.X.AddTo(v, weight)
		num.AddScaled(v, -weight, mean)
		size += e.X.SqNorm()
		all += e.X.SqNorm() - 2*e.X.Dot(mean) + num.Dot(mean, mean)
		if u != nil {
			s := e.X.Dot(u) - num.Dot(mean, u)
			all -= float64(s * s)
		}
	}
	if !(all > rounding*size) || !(upright(v) > 0) {
		return nil, 0
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
		floats.Scale(-1, v) // of the two signs always the same
	}
	return v, along / all
}

// betweenMeans is the direction from the mean of the negative examples to that of the
// positive ones, nil where they are the same.
func betweenMeans(examples []theory.Example, dim int) []float64 {
	counts := map[theory.Label]float64{}
	for _, e := range examples {
		counts[e.Y]++
	}
	v := make([]float64, dim)
	for _, e := range examples {
		e.X.AddTo(v, float64(e.Y)/counts[e.Y])
	}
	return Unit(v)
}

// Unit is the direction of w, of length 1; nil if w is 0.
func Unit(w []float64) []float64 {
	if length := num.Norm(w); length > 0 {
		return floats.ScaleTo(make([]float64, len(w)), 1/length, w)
	}
	return nil
}
