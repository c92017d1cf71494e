package report

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory"
)

// MainDirection returns the direction in which the examples vary most among those orthogonal
// to the given ones that are not nil, and which part of the variance there is along it. It is nil where there
// is none.
//
// It is the first eigenvector of the covariance of what is left of the examples without the
// given directions, by power iteration
//
//	v ← Σ (v·(x−x̄)) (x−x̄),  v ← v − Σ (u·v) u,  v ← v/‖v‖.
func MainDirection(examples []theory.Example, dim int, given ...[]float64) (v []float64, part float64) {
	const iterations = 60 // enough for a picture
	given = slices.DeleteFunc(slices.Clone(given), func(u []float64) bool { return u == nil })
	mean := make([]float64, dim)
	for _, e := range examples {
		e.X.AddTo(mean, 1/float64(len(examples)))
	}
	beside := func(v []float64) float64 {
		for _, u := range given {
			num.AddScaled(v, -num.Dot(u, v), u)
		}
		length := num.Norm(v)
		if length > 0 {
			floats.Scale(1/length, v)
		}
		return length
	}
	v = make([]float64, dim)
	var all, size float64 // the variance beside the given directions, and all squares
	for i, e := range examples {
		_, weight := math.Modf(float64(i) * math.Phi) // one that no symmetry of the examples cancels
		e.X.AddTo(v, weight)
		num.AddScaled(v, -weight, mean)
		size += e.X.SqNorm()
		all += e.X.SqNorm() - 2*e.X.Dot(mean) + num.Dot(mean, mean)
		for _, u := range given {
			s := e.X.Dot(u) - num.Dot(mean, u)
			all -= float64(s * s)
		}
	}
	const rounding = 1e-13
	if !(all > rounding*size) || !(beside(v) > 0) {
		return nil, 0
	}
	next := make([]float64, dim)
	var along float64
	for range iterations {
		clear(next)
		var sum float64
		for _, e := range examples {
			s := e.X.Dot(v) - num.Dot(mean, v)
			e.X.AddTo(next, s)
			sum += s
		}
		num.AddScaled(next, -sum, mean)
		if along = beside(next); !(along > 0) {
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
	return unit(v)
}

// unit is the direction of w, of length 1; nil if w is 0.
func unit(w []float64) []float64 {
	if length := num.Norm(w); length > 0 {
		return floats.ScaleTo(make([]float64, len(w)), 1/length, w)
	}
	return nil
}
