package theory

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

const (
	boxful = 128 // vectors in a box that is not split
	shells = 4   // by how much a box is rather split into shells around c than across an axis: measured on images
)

// box bounds some vectors.
type box struct {
	of          []int     // their positions
	first       int       // the least of them
	lo, hi      []float64 // of P(x−c)
	r           float64   // of r(x), the largest
	near, far   float64   // of ρ(x), the smallest and the largest
	bottom, top float64   // of ‖x−m‖²
	left, right *box      // the halves, once they are asked for
	panels      []panel   // of a box that is not split, once they are asked for

	split, filled, whole sync.Once // the halves, the panels, all coordinates in these
}

func (f *finder) box(of []int) *box {
	b := &box{
		of: of, first: slices.Min(of), lo: make([]float64, len(f.p)), hi: make([]float64, len(f.p)),
		near: math.Inf(1), bottom: math.Inf(1),
	}
	for l, p := range f.p {
		b.lo[l], b.hi[l] = p[of[0]], p[of[0]]
		for _, i := range of {
			b.lo[l] = min(b.lo[l], p[i])
			b.hi[l] = max(b.hi[l], p[i])
		}
	}
	for _, i := range of {
		b.r = max(b.r, f.r[i])
		b.near, b.far = min(b.near, f.rho[i]), max(b.far, f.rho[i])
		b.bottom, b.top = min(b.bottom, f.q[i]), max(b.top, f.q[i])
	}
	return b
}

// halves splits b in the middle of its longest side, or of its distances from c or m.
// Most boxes are never split: the search sees at once that they hold nothing far
// from anything.
func (f *finder) halves(b *box) (left, right *box) {
	b.split.Do(func() {
		key := f.key(b)
		slices.SortFunc(b.of, func(i, j int) int {
			return cmp.Or(cmp.Compare(key[i], key[j]), cmp.Compare(i, j))
		})
		middle := len(b.of) / 2
		b.left, b.right = f.box(b.of[:middle]), f.box(b.of[middle:])
	})
	return b.left, b.right
}

// key is what b is split by, of each vector.
func (f *finder) key(b *box) []float64 {
	aloof := 4*b.r*b.r > f.known // no split across an axis will do for b with itself
	if aloof && b.top > b.bottom && 2*b.top < 4*b.far*b.far {
		return f.q
	}
	if aloof && b.far > b.near {
		return f.rho
	}
	longest, key := shells*(b.far-b.near), f.rho
	for l, p := range f.p {
		if side := b.hi[l] - b.lo[l]; side > longest {
			longest, key = side, p
		}
	}
	return key
}

// bound is at least the squared distance of any two vectors of a and b, or at
// most the best.
func (f *finder) bound(a, b *box) float64 {
	radial := f.radial(a.far, b.far, a.top, b.top)
	if radial <= f.best.Load().best {
		return radial
	}
	sum := f.slack + float64((a.r+b.r)*(a.r+b.r))
	for l := range f.p {
		e := max(a.hi[l]-b.lo[l], b.hi[l]-a.lo[l])
		sum += float64(e * e)
	}
	return min(sum, radial)
}

// radial is the bound for vectors within the given distances from c, and squared
// distances from m.
func (f *finder) radial(rhoX, rhoY, qX, qY float64) float64 {
	return min((rhoX+rhoY)*(rhoX+rhoY), float64((qX+qY)*f.grain)+f.speck)
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
