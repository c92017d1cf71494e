package theory

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

// powers measures pairs of some vectors by the sums of p-th powers, in units of the
// widest coordinate:
//
//	Σ_i (|x_i−y_i|/M)^p,  M = max M_i,  M_i = max x_i − min x_i.
//
// It is at most d, and at least 1 for some pair.
type powers struct {
	p        float64
	scale    float64   // 1/M
	weight   []float64 // (M_i/M)^{p−2} for p > 2, else nil
	rounding float64   // what a sum, or a power of a distance, is off by at most, relative
}

func powersOf(p float64, x []vec.Vector) *powers {
	low, width := corners(x)
	floats.Sub(width, low)
	s := &powers{p: p, scale: min(1/slices.Max(append(width, 0)), math.MaxFloat64)}
	// Quotients, their powers, and the roots and weights that they are compared
	// with are off by a few units times p; log t, which is above -745 where t^p is
	// not 0, by as many; the sum by one unit a coordinate.
	s.rounding = (float64(16*p) + float64(4*len(width)) + 800) * 0x1p-52
	if p > 2 {
		for i, w := range width {
			width[i] = num.Pow(w*s.scale, p-2)
		}
		s.weight = width
	}
	return s
}

// corners returns the least and the largest of every coordinate.
func corners(x []vec.Vector) (low, high []float64) {
	dim := 0
	for _, v := range x {
		dim = max(dim, v.Dim())
	}
	low, high = make([]float64, dim), make([]float64, dim)
	seen := make([]int, dim)
	for _, v := range x {
		for k, t := range v.Value {
			i := v.Coordinate(k)
			if seen[i] == 0 {
				low[i], high[i] = t, t
			}
			low[i], high[i] = min(low[i], t), max(high[i], t)
			seen[i]++
		}
	}
	for i, n := range seen {
		if n < len(x) { // 0 where it is not stored
			low[i], high[i] = min(low[i], 0), max(high[i], 0)
		}
	}
	return low, high
}

// sum returns Σ_i (|x_i−y_i|/M)^p.
func (s *powers) sum(x, y vec.Vector) (sum float64) {
	if !alike(x, y) {
		differences(x, y, func(_ int, t float64) {
			if t != 0 {
				sum += vec.Power(math.Abs(t)*s.scale, s.p)
			}
		})
		return sum
	}
	v := y.Value[:len(x.Value)]
	for i, t := range x.Value {
		if t -= v[i]; t != 0 {
			sum += vec.Power(math.Abs(t)*s.scale, s.p)
		}
	}
	return sum
}

// square returns the squared distance of the images of x and y in a Hilbert space.
// For p ≤ 2 it is the sum: |s−t|^p is of negative type on the line, so it is a
// squared distance there, and so is a sum of them (Schoenberg 1938). For p > 2 it
// is at least the sum: |t|^p ≤ M_i^{p−2}t² where |t| ≤ M_i, with equality at M_i,
// so let the coordinates of the image be those of x times (M_i/M)^{p/2−1}/M.
func (s *powers) square(x, y vec.Vector) (square float64) {
	if s.weight == nil {
		return s.sum(x, y)
	}
	if !alike(x, y) {
		differences(x, y, func(i int, t float64) {
			t *= s.scale
			square += float64(s.weight[i] * t * t)
		})
		return square
	}
	v, w := y.Value[:len(x.Value)], s.weight[:len(x.Value)]
	for i, t := range x.Value {
		t = (t - v[i]) * s.scale
		square += float64(w[i] * t * t)
	}
	return square
}

// alike reports whether x and y are dense and of one length.
func alike(x, y vec.Vector) bool {
	return !x.IsSparse() && !y.IsSparse() && len(x.Value) == len(y.Value)
}
