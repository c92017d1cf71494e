package theory

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory/vec"
)

// Diameter returns the positions i ≤ j of two vectors that are farthest from
// each other in a norm that [Distance] knows, and their distance; i = j where all
// vectors are equal. It panics if there is none. It works as [Farthest] does.
func Diameter(n vec.Norm, x []vec.Vector) (i, j int, distance float64) {
	return diameter(n, x, goOn)
}

// goOn takes note of no pairs, and lets the search go on.
func goOn(float64) bool { return true }

// diameter is [Diameter] that tells how many pairs it has settled since it last told, and
// goes on while settled returns true.
func diameter(n vec.Norm, x []vec.Vector, settled func(pairs float64) bool) (i, j int, distance float64) {
	if len(x) == 0 {
		panic("theory: the diameter of no vectors")
	}
	f := newFinder(n, x, len(x))
	f.settled = settled
	all := f.distinct(0, len(x))
	f.search(all, all)
	return min(f.i, f.j), max(f.i, f.j), f.length
}

// Farthest returns the positions i in x and j in y of two vectors that are
// farthest from each other in a norm, and their distance: the largest [Distance],
// as comparing all pairs would find it. It panics if x or y is empty.
//
// Branch and bound over pairs of boxes. The vectors have images in a Hilbert space
// whose squared distances ‖x−y‖² are the norm's, or its p-th powers, or not less
// than these. Seen from a centre c there, with the projection P onto a few
// orthonormal axes and the residual r(x) = ‖(I−P)(x−c)‖,
//
//	‖x−y‖² ≤ ‖P(x−y)‖² + (r(x)+r(y))²,
//
// which without any axis is the triangle inequality by way of c. Outliers become
// axes, and are far from everything; what is left has small residuals. The worst
// case is still all pairs: points of a sphere in many dimensions.
func Farthest(n vec.Norm, x, y []vec.Vector) (i, j int, distance float64) {
	return farthestOf(n, x, y, goOn)
}

// farthestOf is [Farthest] that tells how many pairs it has settled since it last told, and
// goes on while settled returns true.
func farthestOf(n vec.Norm, x, y []vec.Vector, settled func(pairs float64) bool) (i, j int, distance float64) {
	if len(x) == 0 || len(y) == 0 {
		panic("theory: the farthest pair of no vectors")
	}
	f := newFinder(n, slices.Concat(x, y), len(x))
	f.settled = settled
	f.search(f.distinct(0, len(x)), f.distinct(len(x), len(f.x)))
	return f.i, f.j - len(x), f.length
}

// finder holds the vectors in the coordinates of the bound, and the farthest
// pair so far. All but length is in the Hilbert space.
type finder struct {
	x      []vec.Vector
	split  int       // x[:split] is compared with x[split:], or with itself if that is empty
	powers *powers   // what pairs are measured by, nil for ℓ2
	axes   int       // in use
	p      []float64 // P(x−c), axes numbers a vector
	r      []float64 // r(x)
	rho    []float64 // ρ(x) = ‖x−c‖
	slack  float64   // what rounding may have taken from a bound, in units of squared distance
	best   float64   // no pair up to this squared distance is farther than the farthest so far
	length float64   // its distance in the norm
	i, j   int

	settled func(pairs float64) bool // is told of pairs that are no longer to be compared
	stopped bool                     // since settled returned false
}

func newFinder(n vec.Norm, x []vec.Vector, split int) *finder {
	if a, ok := n.(*vec.Pullback); ok {
		n, x = a.Base(), images(a, x)
	}
	f := &finder{x: x, split: split, best: -1, length: -1}
	switch n := n.(type) {
	case nil, vec.L2:
	case vec.Lp:
		f.powers = powersOf(n.P, x)
	default:
		panic(fmt.Sprintf("theory: distances in the norm %v are not known", n))
	}
	f.distance(0, split%len(x))
	f.embed()
	return f
}

// images returns A(x−x₁) of every x: their distances have the digits of those of x,
// however far x is from the origin.
func images(a *vec.Pullback, x []vec.Vector) []vec.Vector {
	ax := make([]vec.Vector, len(x))
	for i, v := range x {
		ax[i] = v.Densify(a.Dim())
		x[0].AddTo(ax[i].Value, -1)
		a.Map(ax[i].Value, ax[i].Value)
	}
	return ax
}

// distance returns ‖x_i−x_j‖² in the Hilbert space and remembers the pair if it is
// the farthest yet.
func (f *finder) distance(i, j int) float64 {
	if f.powers != nil {
		return f.distanceP(i, j)
	}
	dd := vec.SqDist(f.x[i], f.x[j])
	if dd > f.best && f.compared(i, j) {
		f.best, f.length, f.i, f.j = dd, math.Sqrt(dd), min(i, j), max(i, j)
	}
	return dd
}

// distanceP is distance in ℓp. Where only rounding may tell which of two pairs is
// farther, it is asked of [Distance].
func (f *finder) distanceP(i, j int) float64 {
	s, x, y := f.powers, f.x[i], f.x[j]
	dd := s.square(x, y)
	if dd > f.best && f.compared(i, j) && (s.weight == nil || s.sum(x, y) > f.best) {
		if d := distance(s.p, x, y); d > f.length {
			f.length, f.i, f.j = d, min(i, j), max(i, j)
			// 1e-300 is for powers that vanish.
			f.best = vec.Power(d*s.scale, s.p)*(1-s.rounding) - 1e-300
		}
	}
	return dd
}

func (f *finder) compared(i, j int) bool {
	return f.split == len(f.x) || (i < f.split) != (j < f.split)
}

// search compares what is in a with what is in b, or all pairs in a if b is a.
func (f *finder) search(a, b *box) {
	switch {
	case f.stopped:
	case f.bound(a, b) <= f.best:
		f.stopped = !f.settled(between(a, b))
	case max(len(a.of), len(b.of)) <= boxful:
		f.compare(a, b)
		f.stopped = !f.settled(between(a, b))
	case a == b:
		left, right := f.halves(a)
		f.search(left, right)
		f.search(left, left)
		f.search(right, right)
	case len(a.of) >= len(b.of):
		left, right := f.halves(a)
		f.promising(left, b, right, b)
	default:
		left, right := f.halves(b)
		f.promising(a, left, a, right)
	}
}

// between is the number of pairs of a and b.
func between(a, b *box) float64 {
	if a == b {
		return float64(len(a.of)) * float64(len(a.of)) / 2
	}
	return float64(len(a.of)) * float64(len(b.of))
}

// promising searches the more promising of two pairs of boxes first.
func (f *finder) promising(a, b, c, d *box) {
	if f.bound(a, b) < f.bound(c, d) {
		a, b, c, d = c, d, a, b
	}
	f.search(a, b)
	f.search(c, d)
}

// compare measures the pairs of a and b that the bound lets through, here in the
// form ‖Px‖² + ‖Py‖² − 2Px·Py + (r(x)+r(y))².
func (f *finder) compare(a, b *box) {
	n := f.axes + 2
	for k, i := range a.of {
		x := a.points[k*n : (k+1)*n]
		for l, j := range b.of {
			y := b.points[l*n : (l+1)*n]
			inner := floats.Dot(x[:f.axes], y[:f.axes]) - x[f.axes]*y[f.axes]
			if x[f.axes+1]+y[f.axes+1]-2*inner+f.slack > f.best {
				f.distance(i, j)
			}
		}
	}
}
