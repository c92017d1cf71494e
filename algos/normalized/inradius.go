package normalized

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"marginlab/internal/linalg"
	"marginlab/theory/vec"
)

// Inradius returns |ρ|, the radius of the greatest ball about the origin, in the span of the points, that is in their
// hull: the least distance of a facet. It tries all sets of as many points as the span has dimensions, so it is for
// few points or few dimensions.
//
// It returns 0 where the origin is not inside the hull, and where that is unknown: with more than 300 points or 10⁵
// sets, or where rounding hides the dimension of the span. theory.Evidence takes 0 as unknown.
func Inradius(points Points) float64 {
	const mostPoints, mostSets = 300, 1e5 // a second or so
	n := points.Len()
	if n > mostPoints {
		return 0
	}
	a := coordinates(points)
	if a == nil || n <= len(a[0]) { // the affine span is less than the span: the origin is no inner point
		return 0
	}
	r := len(a[0])
	if combin.GeneralizedBinomial(float64(n), float64(r)) > mostSets {
		return 0
	}
	least := math.Inf(1)
	facet := make([]int, r)
	for sets := combin.NewCombinationGenerator(n, r); sets.Next(); {
		if h, ok := offset(a, sets.Combination(facet)); ok {
			least = min(least, h)
		}
	}
	if least <= flat || math.IsInf(least, 1) {
		return 0
	}
	return min(1, least)
}

// flat is the greatest distance from a plane, for points of norm 1, that counts as rounding.
const flat = 1e-10

// offset returns the distance of the origin from the hyperplane through a set of points, negative if all points are
// on the other side. It reports whether the set has one hyperplane, with all points on one side: then it spans a
// facet.
func offset(a [][]float64, set []int) (float64, bool) {
	r := len(a[0])
	// The hyperplane ν·x = h has (ν, −h) in the kernel of the rows (x, 1).
	rows := make([][]float64, r)
	for i, s := range set {
		rows[i] = append(slices.Clone(a[s]), 1)
	}
	frame := linalg.Orthonormal(rows, flat)
	if len(frame) < r {
		return 0, false // they have more than one
	}
	v := linalg.Beside(frame, r+1)
	normal := v[:r]
	length := vec.L2{}.Of(normal)
	if length <= flat {
		return 0, false
	}
	h := -v[r] / length
	low, high := 0., 0.
	for _, x := range a {
		d := vec.Dot(x, normal)/length - h
		low, high = min(low, d), max(high, d)
	}
	if high > flat { // all points are at ν·x ≥ h
		return -h, low >= -flat
	}
	return h, low < -flat
}

// coordinates returns the points in an orthonormal basis of their span, a row each; nil where rounding hides the
// dimension: an eigenvalue of G is neither 0 nor clear of it.
func coordinates(points Points) [][]float64 {
	n := points.Len()
	g := make([][]float64, n)
	for i := range g {
		g[i] = make([]float64, n)
		points.Row(g[i], i)
	}
	values, vectors := linalg.Eigen(g) // ascending
	zero := 0
	for _, v := range values {
		if v <= 1e-12*float64(n) {
			zero++
		} else if v < 1e-6 {
			return nil
		}
	}
	a := make([][]float64, n)
	for i := range a {
		for j := zero; j < n; j++ {
			a[i] = append(a[i], vectors[j][i]*math.Sqrt(values[j]))
		}
	}
	return a
}
