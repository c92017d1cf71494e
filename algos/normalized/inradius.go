package normalized

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/combin"

	"marginlab/theory/libm"
)

// Inradius returns |ρ|, the radius of the greatest ball about the origin, in the
// span of the points, that their hull holds: the least distance of a facet. It goes
// through all sets of as many points as the span has dimensions, so it is for few
// points or few dimensions.
//
// It returns 0 where the origin is not inside the hull, and where that is not known:
// there are more than 300 points or 10⁵ sets to look at, or rounding hides the
// dimension of the span. 0 is no claim in theory.Evidence.
func Inradius(points Points) float64 {
	const mostPoints, mostSets = 300, 1e5 // a second or so
	if points.Len() > mostPoints {
		return 0
	}
	a := coordinates(points)
	if a == nil {
		return 0
	}
	n, r := a.Dims()
	if n <= r { // affinely they span less than the span: the origin is no inner point
		return 0
	}
	if libm.Exp(combin.LogGeneralizedBinomial(float64(n), float64(r))) > mostSets {
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

// flat is how far from a plane, of points of norm 1, rounding may put points on it.
const flat = 1e-10

// offset is the distance of the origin from the hyperplane through a set of points,
// negative where it is on the other side than all points. It reports whether the
// set has one hyperplane, with all points on one side: it spans a facet.
func offset(a *mat.Dense, set []int) (float64, bool) {
	n, r := a.Dims()
	// The hyperplane ν·x = h has (ν, −h) in the kernel of the rows (x, 1).
	rows := mat.NewDense(r, r+1, nil)
	for i, s := range set {
		for j := range r {
			rows.Set(i, j, a.At(s, j))
		}
		rows.Set(i, r, 1)
	}
	var svd mat.SVD
	if !svd.Factorize(rows, mat.SVDFullV) {
		return 0, false
	}
	if values := svd.Values(nil); values[r-1] <= flat {
		return 0, false // they have more than one
	}
	var v mat.Dense
	svd.VTo(&v)
	normal := mat.NewVecDense(r, nil)
	for j := range r {
		normal.SetVec(j, v.At(j, r))
	}
	length := mat.Norm(normal, 2)
	if length <= flat {
		return 0, false
	}
	h := -v.At(r, r) / length
	above, below := false, false
	for i := range n {
		d := mat.Dot(a.RowView(i), normal)/length - h
		above = above || d > flat
		below = below || d < -flat
	}
	switch {
	case above && below, !above && !below:
		return 0, false
	case above: // all points are at ν·x ≥ h
		return -h, true
	}
	return h, true
}

// coordinates are the points in an orthonormal basis of their span, a row each; nil
// where rounding hides its dimension: an eigenvalue of G is neither 0 nor clear of it.
func coordinates(points Points) *mat.Dense {
	n := points.Len()
	g := mat.NewSymDense(n, nil)
	row := make([]float64, n)
	for i := range n {
		points.Row(row, i)
		for j := i; j < n; j++ {
			g.SetSym(i, j, row[j])
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(g, true) {
		return nil
	}
	values := eigen.Values(nil) // ascending
	zero := 0
	for _, v := range values {
		if v <= 1e-12*float64(n) {
			zero++
		} else if v < 1e-6 {
			return nil
		}
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	a := mat.NewDense(n, n-zero, nil)
	for i := range n {
		for j := zero; j < n; j++ {
			a.Set(i, j-zero, vectors.At(i, j)*math.Sqrt(values[j]))
		}
	}
	return a
}
