package theory

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

const (
	boxful = 16 // vectors in a box that is not split
	shells = 4  // by how much a box is rather split into shells around c than across an axis: measured on images
)

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
		longest, key, stride := shells*(b.far-b.near), f.rho, 1
		for l := range f.axes {
			if side := b.hi[l] - b.lo[l]; side > longest {
				longest, key, stride = side, f.p[l:], f.axes
			}
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
