package report

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory"
)

// direction is a direction in the space of examples, of length 1.
type direction []float64

// mainDirection returns the direction in which the examples vary most among those orthogonal
// to the given ones, and which part of the variance there is along it. It is nil where there
// is none.
//
// It is the first eigenvector of the covariance of what is left of the examples without the
// given directions, by power iteration
//
//	v ← Σ (v·(x−x̄)) (x−x̄),  v ← v − Σ (u·v) u,  v ← v/‖v‖.
func mainDirection(examples []theory.Example, dim int, given ...direction) (v direction, part float64) {
	const iterations = 60 // enough for a picture
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
	v = make(direction, dim)
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
	if i := floats.MaxIdx(absolute(v)); v[i] < 0 { // of the two signs always the same
		floats.Scale(-1, v)
	}
	return v, along / all
}

func absolute(v []float64) []float64 {
	a := make([]float64, len(v))
	for i := range v {
		a[i] = math.Abs(v[i])
	}
	return a
}

// betweenMeans is the direction from the mean of the negative examples to that of the
// positive ones, nil where they are the same.
func betweenMeans(examples []theory.Example, dim int) direction {
	counts := map[theory.Label]float64{}
	for _, e := range examples {
		counts[e.Y]++
	}
	v := make(direction, dim)
	for _, e := range examples {
		e.X.AddTo(v, float64(e.Y)/counts[e.Y])
	}
	length := num.Norm(v)
	if !(length > 0) {
		return nil
	}
	floats.Scale(1/length, v)
	return v
}

// unit is the direction of w, nil if w is 0.
func unit(w []float64) direction {
	length := num.Norm(w)
	if !(length > 0) {
		return nil
	}
	v := make(direction, len(w))
	floats.ScaleTo(v, 1/length, w)
	return v
}

// given are the directions that are not nil.
func given(all ...direction) []direction {
	return slices.DeleteFunc(all, func(v direction) bool { return v == nil })
}
