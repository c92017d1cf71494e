package theory

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

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
	all := f.distinct(0, len(x))
	f.search(all, all)
	return min(f.i, f.j), max(f.i, f.j), math.Sqrt(f.best)
}

// Farthest returns the positions i in x and j in y of two vectors that are
// farthest from each other, and their distance: the square root of the largest
// vec.SqDist, as comparing all pairs would find it. It panics if x or y is
// empty.
//
// Branch and bound over pairs of boxes. Seen from a centre c, with the projection
// P onto a few orthonormal axes and the residual r(x) = ‖(I−P)(x−c)‖,
//
//	‖x−y‖² ≤ ‖P(x−y)‖² + (r(x)+r(y))²,
//
// which without any axis is the triangle inequality by way of c. Outliers become
// axes, and are far from everything; what is left has small residuals. The worst
// case is still all pairs: points of a sphere in many dimensions.
func Farthest(x, y []vec.Vector) (i, j int, distance float64) {
	if len(x) == 0 || len(y) == 0 {
		panic("theory: the farthest pair of no vectors")
	}
	f := embed(slices.Concat(x, y), len(x))
	f.search(f.distinct(0, len(x)), f.distinct(len(x), len(f.x)))
	return f.i, f.j - len(x), math.Sqrt(f.best)
}

const (
	minAxes, maxAxes = 4, 32 // orthonormal axes of the projection P
	samples          = 8     // vectors that the centre c is the mean of
	boxful           = 16    // vectors in a box that is not split
	shells           = 4     // by how much a box is rather split into shells around c than across an axis: measured on images
)

// finder holds the vectors in the coordinates of the bound, and the farthest
// pair so far.
type finder struct {
	x     []vec.Vector
	split int       // x[:split] is compared with x[split:], or with itself if that is empty
	axes  int       // in use
	p     []float64 // P(x−c), axes numbers a vector
	r     []float64 // r(x)
	rho   []float64 // ρ(x) = ‖x−c‖
	slack float64   // what rounding may have taken from a bound, in units of squared distance
	best  float64   // ‖x_i−x_j‖²
	i, j  int
}

// embed finds the coordinates of all vectors by Gram–Schmidt with pivoting: each
// axis points from c to the vector with the largest residual, a. All is computed
// from squared distances to c and to the pivots,
//
//	p(x) = (r(x)² + r(a)² − ‖(I−P)(x−a)‖²) / 2r(a),
//
// so that a far translation of the data costs no digits, and sparse vectors stay
// sparse. It stops when the residuals of most pairs are too small for the best.
func embed(x []vec.Vector, split int) *finder {
	f := &finder{x: x, split: split, j: split % len(x)}
	f.best = vec.SqDist(x[f.i], x[f.j])
	stored := 0
	for _, v := range x {
		stored = max(stored, len(v.Value))
	}
	rr := f.centred()
	most := slices.Max(rr)
	// A computed squared distance is off by a relative stored·2⁻⁵² at most. An
	// axis adds four such errors to a bound, the centre and the bound itself a
	// few more. Squares of the smallest numbers vanish altogether.
	if most > 0 {
		f.slack = float64(8*(maxAxes+samples)*(stored+maxAxes))*0x1p-53*most + 1e-300
	}
	f.rho = make([]float64, len(x))
	for k := range rr {
		f.rho[k] = math.Sqrt(rr[k] + f.slack)
	}
	var columns [][]float64
	for len(columns) < maxAxes {
		a := floats.MaxIdx(rr)
		// An axis through a residual that is mostly rounding would not be
		// orthogonal to the others.
		if rr[a] <= 1e-8*most || len(columns) >= minAxes && 8*floats.Sum(rr)/float64(len(rr)) <= f.best {
			break
		}
		columns = append(columns, f.project(a, columns, rr))
	}
	f.axes = len(columns)
	f.p = make([]float64, len(x)*f.axes)
	for l, column := range columns {
		for k, v := range column {
			f.p[k*f.axes+l] = v
		}
	}
	f.r = rr
	for k := range rr {
		f.r[k] = math.Sqrt(max(0, rr[k]) + f.slack)
	}
	return f
}

// centred returns ‖x−c‖² of every x, for c the mean of m of them, s_1…s_m:
//
//	‖x−c‖² = (1/m) Σ_k ‖x−s_k‖² − (1/m²) Σ_{k<l} ‖s_k−s_l‖².
func (f *finder) centred() []float64 {
	rr := make([]float64, len(f.x))
	m := min(samples, len(f.x))
	for k := range m {
		s := k * len(f.x) / m
		for i := range f.x {
			rr[i] += f.distance(i, s) / float64(m)
		}
	}
	// The first sums at s_1…s_m count every pair of them twice.
	spread := 0.0
	for k := range m {
		spread += rr[k*len(f.x)/m] / float64(2*m)
	}
	for i := range rr {
		rr[i] = max(0, rr[i]-spread)
	}
	return rr
}

// project returns the coordinates on a new axis through x_a, orthogonal to those
// of columns, and takes them from the squared residuals rr.
func (f *finder) project(a int, columns [][]float64, rr []float64) []float64 {
	aa := rr[a]
	p := make([]float64, len(f.x))
	for k := range p {
		dd := f.distance(k, a)
		for _, c := range columns {
			e := c[k] - c[a]
			dd -= e * e
		}
		p[k] = (rr[k] + aa - dd) / (2 * math.Sqrt(aa))
		rr[k] -= p[k] * p[k]
	}
	return p
}

// distance returns ‖x_i−x_j‖² and remembers the pair if it is the farthest yet.
func (f *finder) distance(i, j int) float64 {
	dd := vec.SqDist(f.x[i], f.x[j])
	if dd > f.best && (f.split == len(f.x) || (i < f.split) != (j < f.split)) {
		f.best, f.i, f.j = dd, min(i, j), max(i, j)
	}
	return dd
}

// distinct returns the box of x[from:to] without repetitions, which would make
// as many pairs at the same distance.
func (f *finder) distinct(from, to int) *box {
	of := make([]int, 0, to-from)
	for i := from; i < to; i++ {
		of = append(of, i)
	}
	compare := func(i, j int) int {
		if c := cmp.Compare(f.rho[i], f.rho[j]); c != 0 {
			return c
		}
		return cmp.Or(slices.Compare(f.x[i].Value, f.x[j].Value), slices.Compare(f.x[i].Index, f.x[j].Index))
	}
	slices.SortStableFunc(of, compare)
	return f.box(slices.CompactFunc(of, func(i, j int) bool { return compare(i, j) == 0 }))
}

// box bounds some vectors.
type box struct {
	of          []int     // their positions
	lo, hi      []float64 // of P(x−c)
	r           float64   // of r(x), the largest
	near, far   float64   // of ρ(x), the smallest and the largest
	left, right *box      // the halves, nil until they are asked for
	points      []float64 // in a box that is not split: (P(x−c), r(x), ‖P(x−c)‖² + r(x)²)
}

func (f *finder) point(i int) []float64 { return f.p[i*f.axes : (i+1)*f.axes] }

func (f *finder) box(of []int) *box {
	first := f.point(of[0])
	b := &box{of: of, lo: slices.Clone(first), hi: slices.Clone(first), near: math.Inf(1)}
	for _, i := range of {
		p, r := f.point(i), f.r[i]
		for l, v := range p {
			b.lo[l] = min(b.lo[l], v)
			b.hi[l] = max(b.hi[l], v)
		}
		b.r = max(b.r, r)
		rho := f.rho[i]
		b.near, b.far = min(b.near, rho), max(b.far, rho)
		if len(of) <= boxful {
			b.points = append(append(b.points, p...), r, floats.Dot(p, p)+r*r)
		}
	}
	return b
}

// halves splits b in the middle of its longest side, or of its distances from c.
// Most boxes are never split: the search sees at once that they hold nothing far
// from anything.
func (f *finder) halves(b *box) (left, right *box) {
	if b.left == nil {
		axis := 0
		for l := range f.axes {
			if b.hi[l]-b.lo[l] > b.hi[axis]-b.lo[axis] {
				axis = l
			}
		}
		key, stride := f.p[axis:], f.axes
		if shells*(b.far-b.near) > b.hi[axis]-b.lo[axis] {
			key, stride = f.rho, 1
		}
		slices.SortFunc(b.of, func(i, j int) int {
			return cmp.Or(cmp.Compare(key[i*stride], key[j*stride]), cmp.Compare(i, j))
		})
		middle := len(b.of) / 2
		b.left, b.right = f.box(b.of[:middle]), f.box(b.of[middle:])
	}
	return b.left, b.right
}

// bound is at least the squared distance of any two vectors of a and b, or at
// most the best.
func (f *finder) bound(a, b *box) float64 {
	sum := (a.far + b.far) * (a.far + b.far)
	if sum <= f.best {
		return sum
	}
	sum = f.slack + (a.r+b.r)*(a.r+b.r)
	for l := range f.axes {
		e := max(a.hi[l]-b.lo[l], b.hi[l]-a.lo[l])
		sum += e * e
	}
	return sum
}

// search compares what is in a with what is in b, or all pairs in a if b is a.
func (f *finder) search(a, b *box) {
	switch {
	case f.bound(a, b) <= f.best:
	case max(len(a.of), len(b.of)) <= boxful:
		f.compare(a, b)
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
