package diameter

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

// exponent returns p of an ℓp, 2 for ℓ2 and nil. It panics in any other norm.
func exponent(n vec.Norm) float64 {
	switch n := n.(type) {
	case nil, vec.L2:
		return 2
	case vec.Lp:
		return n.P
	}
	panic(fmt.Sprintf("diameter: distances in the norm %v are not known", n))
}

// distance returns ‖x−y‖_p. It is found from the differences of the coordinates, and so loses no
// digits when x and y are close to each other and far from the origin. For p ≠ 2 it is
//
//	‖x−y‖_p = M(Σ(|x_i−y_i|/M)^p)^{1/p},  M = max |x_i−y_i|:
//
// a sum between 1 and d, in which nothing overflows and only what is nothing vanishes.
func distance(p float64, x, y vec.Vector) float64 {
	if p == 2 {
		return math.Sqrt(vec.SqDist(x, y))
	}
	largest, sum := 0.0, 0.0
	differences(x, y, func(_ int, t float64) { largest = max(largest, math.Abs(t)) })
	if largest == 0 {
		return 0
	}
	differences(x, y, func(_ int, t float64) {
		if t != 0 {
			sum += vec.Power(math.Abs(t)/largest, p)
		}
	})
	return largest * num.Pow(sum, 1/p)
}

// differences calls f with x_i−y_i, in order, for every i that x or y stores.
func differences(x, y vec.Vector, f func(i int, t float64)) {
	for i, j := 0, 0; i < len(x.Value) || j < len(y.Value); {
		a, b, t := math.MaxInt, math.MaxInt, 0.0
		if i < len(x.Value) {
			a = x.Coordinate(i)
		}
		if j < len(y.Value) {
			b = y.Coordinate(j)
		}
		if a <= b {
			t = x.Value[i]
			i++
		}
		if b <= a {
			t -= y.Value[j]
			j++
		}
		f(min(a, b), t)
	}
}

// space is a Hilbert space with images of some vectors. Their squared distances bound the p-th powers
// of the distances of the vectors, in units of the widest coordinate:
//
//	Σ_i (|x_i−y_i|/M)^p ≤ ‖x−y‖²,  M = max M_i,  M_i = max x_i − min x_i.
//
// The sum is at most d, and at least 1 for some pair. For p ≤ 2 they are equal: |s−t|^p is of
// negative type on the line, so it is a squared distance there, and so is a sum of them
// (Schoenberg 1938). For p > 2 we have |t|^p ≤ M_i^{p−2}t² where |t| ≤ M_i, with equality at M_i,
// so let the coordinates of the image be those of x times (M_i/M)^{p/2−1}/M. The space of p = 2 is
// that of the vectors, in their units.
type space struct {
	p        float64
	scale    float64   // 1/M
	weight   []float64 // (M_i/M)^{p−2} for p > 2, else nil
	rounding float64   // relative error of a square, and of a power of a distance, at most
}

// spaceOf returns the space of vectors with coordinates between low and high.
func spaceOf(p float64, low, high []float64) space {
	if p == 2 {
		return space{p: 2}
	}
	width := slices.Clone(high)
	floats.Sub(width, low)
	s := space{p: p, scale: min(1/slices.Max(append(width, 0)), math.MaxFloat64)}
	// Quotients, their powers, and the roots and weights that they are compared with are off by a
	// few units times p; log t, which is above -745 where t^p is not 0, by as many; the sum by one
	// unit a coordinate.
	s.rounding = (float64(16*p) + float64(4*len(width)) + 800) * 0x1p-52
	if p > 2 {
		for i, w := range width {
			width[i] = num.Pow(w*s.scale, p-2)
		}
		s.weight = width
	}
	return s
}

// square returns ‖x−y‖² in the space.
func (s *space) square(x, y vec.Vector) (square float64) {
	switch {
	case s.p == 2:
		return vec.SqDist(x, y)
	case s.p < 2:
		differences(x, y, func(_ int, t float64) {
			if t != 0 {
				square += vec.Power(math.Abs(t)*s.scale, s.p)
			}
		})
	default:
		differences(x, y, func(i int, t float64) {
			t *= s.scale
			square += float64(s.weight[i] * t * t)
		})
	}
	return square
}

// near returns a square such that pairs up to it are no farther apart than the length, for p ≠ 2.
func (s *space) near(length float64) float64 {
	// 1e-300 is for powers that vanish.
	return max(0, float64(vec.Power(length*s.scale, s.p)*(1-s.rounding))-1e-300)
}

// length returns a length that no pair up to the square exceeds.
func (s *space) length(square float64) float64 {
	if s.p == 2 {
		return math.Sqrt(square) * (1 + 0x1p-50)
	}
	return num.Pow(square, 1/s.p) * (1 + s.rounding) / s.scale
}
