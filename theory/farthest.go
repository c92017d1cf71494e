package theory

import (
	"cmp"
	"math"
	"slices"

	"marginlab/theory/vec"
)

// Diameter returns the positions i ≤ j of two vectors that are farthest from
// each other, and their distance; i = j where all vectors are equal. It panics
// if there is none. It works as [Farthest] does.
func Diameter(x []vec.Vector) (i, j int, distance float64) {
	if len(x) == 0 {
		panic("theory: the diameter of no vectors")
	}
	f := embed(x, len(x))
	root := f.box(0, len(x))
	f.search(root, root)
	return min(f.i, f.j), max(f.i, f.j), math.Sqrt(f.best)
}

// Farthest returns the positions i in x and j in y of two vectors that are
// farthest from each other, and their distance: the square root of the largest
// vec.SqDist, as comparing all pairs would find it. It panics if x or y is
// empty.
//
// Branch and bound over two trees of boxes. Seen from a centre c, with the
// projection P onto a few orthonormal axes and the residual r(x) = ‖(I−P)(x−c)‖,
//
//	‖x−y‖² ≤ ‖P(x−y)‖² + (r(x)+r(y))²,
//
// in which no axis at all is the triangle inequality by way of c. Outliers become
// axes, and are far from everything; what is left has small residuals.
func Farthest(x, y []vec.Vector) (i, j int, distance float64) {
	if len(x) == 0 || len(y) == 0 {
		panic("theory: the farthest pair of no vectors")
	}
	f := embed(slices.Concat(x, y), len(x))
	f.search(f.box(0, len(x)), f.box(len(x), len(f.x)))
	return f.i, f.j - len(x), math.Sqrt(f.best)
}

const (
	maxAxes = 8  // orthonormal axes of the projection P
	sample  = 8  // vectors that the centre c is the mean of
	leaf    = 16 // vectors in a box that is not split
)

// finder holds the vectors in the coordinates of the bound, and the farthest
// pair so far.
type finder struct {
	x     []vec.Vector
	split int     // x[:split] is compared with x[split:], or with itself if that is empty
	at    []point // of x[at[k].of], halved and halved again by the boxes
	slack float64 // what rounding may have taken from a bound, in units of squared distance
	best  float64 // ‖x_i−x_j‖²
	i, j  int
}

// point is P(x−c) with r(x).
type point struct {
	p  [maxAxes]float64
	r  float64
	of int
}

// embed finds the coordinates of all vectors by Gram–Schmidt with pivoting: each
// axis points from c to the vector with the largest residual, a. All is computed
// from squared distances to c and to the pivots,
//
//	p(x) = (r(x)² + r(a)² − ‖(I−P)(x−a)‖²) / 2r(a),
//
// so that a far translation of the data costs no digits, and sparse vectors stay
// sparse.
func embed(x []vec.Vector, split int) *finder {
	f := &finder{x: x, split: split, at: make([]point, len(x))}
	f.j = split % len(x)
	f.best = vec.SqDist(x[f.i], x[f.j])
	rr, most, n := make([]float64, len(x)), 0.0, 0
	f.centre(rr)
	for k, v := range x {
		f.at[k].of = k
		most = max(most, rr[k])
		n = max(n, len(v.Value))
	}
	// A computed squared distance is off by a relative n·2⁻⁵³ at most, n the
	// coordinates summed (twice that for two sparse vectors); an axis adds four
	// such errors to a bound, the centre two more. Squares of the smallest
	// numbers vanish altogether.
	f.slack = float64(8*(maxAxes+1)*(n+sample))*0x1p-53*most + 1e-300
	for axis := range maxAxes {
		a := 0
		for k := range x {
			if rr[k] > rr[a] {
				a = k
			}
		}
		// An axis through a residual that is mostly rounding would not be
		// orthogonal to the others.
		if rr[a] <= 1e-8*most {
			break
		}
		f.project(axis, a, rr)
	}
	for k := range f.at {
		f.at[k].r = math.Sqrt(max(0, rr[k]) + f.slack)
	}
	return f
}

// centre stores ‖x−c‖² in rr, c the mean of a few vectors s_1…s_m, m = sample:
//
//	‖x−c‖² = (1/m) Σ_k ‖x−s_k‖² − (1/m²) Σ_{k<l} ‖s_k−s_l‖².
func (f *finder) centre(rr []float64) {
	m := min(sample, len(f.x))
	spread := 0.0
	for k := range m {
		s := k * len(f.x) / m
		for i := range f.x {
			rr[i] += f.distance(i, s) / float64(m)
		}
	}
	// Σ_k ‖s_k−c‖² counts every pair once more than the sum above: half its mean.
	for k := range m {
		spread += rr[k*len(f.x)/m] / float64(2*m)
	}
	for i := range rr {
		rr[i] = max(0, rr[i]-spread)
	}
}

// project gives every vector its coordinate on the axis through a, and takes it
// from the squared residuals rr.
func (f *finder) project(axis, a int, rr []float64) {
	aa := rr[a]
	pa := f.at[a].p
	for k := range f.x {
		dd := f.distance(k, a)
		for l := range axis {
			e := f.at[k].p[l] - pa[l]
			dd -= e * e
		}
		p := (rr[k] + aa - dd) / (2 * math.Sqrt(aa))
		f.at[k].p[axis] = p
		rr[k] -= p * p
	}
}

// distance returns ‖x_i−x_j‖² and remembers the pair if it is the farthest yet.
func (f *finder) distance(i, j int) float64 {
	dd := vec.SqDist(f.x[i], f.x[j])
	if dd > f.best && (f.split == len(f.x) || (i < f.split) != (j < f.split)) {
		f.best, f.i, f.j = dd, min(i, j), max(i, j)
	}
	return dd
}

// box bounds the points at[from:to].
type box struct {
	from, to    int
	lo, hi      [maxAxes]float64
	r           float64
	left, right *box // the halves, nil until they are asked for
}

func (f *finder) box(from, to int) *box {
	at := f.at[from:to]
	b := &box{from: from, to: to, lo: at[0].p, hi: at[0].p}
	for k := range at {
		for l, v := range at[k].p {
			b.lo[l] = min(b.lo[l], v)
			b.hi[l] = max(b.hi[l], v)
		}
		b.r = max(b.r, at[k].r)
	}
	return b
}

func (b *box) size() int { return b.to - b.from }

// halves splits b in the middle of its longest side. Most boxes are never split:
// the search sees at once that they hold nothing far from anything.
func (f *finder) halves(b *box) (left, right *box) {
	if b.left == nil {
		axis := 0
		for l := range maxAxes {
			if b.hi[l]-b.lo[l] > b.hi[axis]-b.lo[axis] {
				axis = l
			}
		}
		slices.SortFunc(f.at[b.from:b.to], func(a, b point) int {
			return cmp.Or(cmp.Compare(a.p[axis], b.p[axis]), cmp.Compare(a.of, b.of))
		})
		middle := b.from + b.size()/2
		b.left, b.right = f.box(b.from, middle), f.box(middle, b.to)
	}
	return b.left, b.right
}

// bound is at least the squared distance of any two vectors of a and b.
func (f *finder) bound(a, b *box) float64 {
	sum := f.slack + (a.r+b.r)*(a.r+b.r)
	for l := range maxAxes {
		e := max(a.hi[l]-b.lo[l], b.hi[l]-a.lo[l])
		sum += e * e
	}
	return sum
}

// search compares what is in a with what is in b, or all pairs in a if b is a.
func (f *finder) search(a, b *box) {
	switch {
	case f.bound(a, b) <= f.best:
	case max(a.size(), b.size()) <= leaf:
		f.compare(a, b)
	case a == b:
		left, right := f.halves(a)
		f.search(left, right)
		f.search(left, left)
		f.search(right, right)
	case a.size() >= b.size():
		left, right := f.halves(a)
		f.promising(left, b, right, b)
	default:
		left, right := f.halves(b)
		f.promising(a, left, a, right)
	}
}

// promising searches the more promising of two pairs of boxes first.
func (f *finder) promising(a, b, c, d *box) {
	if f.bound(a, b) < f.bound(c, d) {
		a, b, c, d = c, d, a, b
	}
	f.search(a, b)
	f.search(c, d)
}

func (f *finder) compare(a, b *box) {
	for k := a.from; k < a.to; k++ {
		p := &f.at[k]
		for l := b.from; l < b.to; l++ {
			q := &f.at[l]
			sum := f.slack + (p.r+q.r)*(p.r+q.r)
			for m := range maxAxes {
				e := p.p[m] - q.p[m]
				sum += e * e
			}
			if sum > f.best {
				f.distance(p.of, q.of)
			}
		}
	}
}
