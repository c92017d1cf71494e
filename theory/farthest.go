package theory

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"marginlab/theory/vec"
)

// Diameter returns the positions i ≤ j of two vectors that are farthest from
// each other in a norm that [Distance] knows, and their distance; i = j = 0 where all
// vectors are equal. It panics if there is none. It works as [Farthest] does.
func Diameter(n vec.Norm, x []vec.Vector) (i, j int, distance float64) {
	if len(x) == 0 {
		panic("theory: the diameter of no vectors")
	}
	s := span(n, x, nil, exact, goOn)
	return s.i, s.j, s.length
}

// Farthest returns the positions i in x and j in y of two vectors that are
// farthest from each other in a norm, and their distance: the largest [Distance], and
// of the pairs at that distance the one with the least i, then the least j, as
// comparing all pairs in order would find it. It panics if x or y is empty.
//
// Branch and bound over pairs of boxes, on all processors. The vectors have images in a
// Hilbert space whose squared distances ‖x−y‖² are the norm's, or its p-th powers, or not
// less than these. Seen from a centre c there, with the projection P onto a few
// orthonormal axes and the residual r(x) = ‖(I−P)(x−c)‖,
//
//	‖x−y‖² ≤ ‖P(x−y)‖² + (r(x)+r(y))²,
//
// which without any axis is the triangle inequality by way of c. Outliers become
// axes, and are far from everything; what is left has small residuals. And seen from the
// corner m of the least coordinates, x−m and y−m have no negative coordinate, so that
//
//	‖x−y‖² ≤ ‖x−m‖² + ‖y−m‖²:
//
// of sparse vectors with few features in common the largest distances are near it. What
// is left is compared 16 by 16 vectors in float32 ([vec.Farther]), by the first bound and
// then by all coordinates, and the pairs that may be farther than the farthest so far
// in float64. The worst case is still all pairs: points of a sphere in many dimensions.
func Farthest(n vec.Norm, x, y []vec.Vector) (i, j int, distance float64) {
	if len(x) == 0 || len(y) == 0 {
		panic("theory: the farthest pair of no vectors")
	}
	s := span(n, x, y, exact, goOn)
	return s.i, s.j, s.length
}

// goOn takes note of no pairs, and lets the search go on.
func goOn(float64) bool { return true }

// spanned is the farthest pair found and its distance, and what no pair's distance is above.
type spanned struct {
	i, j          int
	length, cover float64
}

// span looks for the farthest pair of x, or of x and y if y is not nil, in so many steps.
// It tells how many pairs it has settled since it last told, and goes on while settled
// returns true.
func span(n vec.Norm, x, y []vec.Vector, steps int, settled func(pairs float64) bool) spanned {
	f := newFinder(n, slices.Concat(x, y), len(x), settled)
	if f.stopped.Load() {
		best := f.best.Load()
		return spanned{length: best.length, cover: best.length}
	}
	a := f.distinct(0, len(x))
	b := a
	if y != nil {
		b = f.distinct(len(x), len(f.x))
	}
	cover := f.search(a, b, steps)
	best := f.best.Load()
	s := spanned{i: best.i, j: best.j, length: best.length, cover: max(best.length, cover)}
	if y != nil {
		s.j -= len(x)
	}
	return s
}

// finder holds the vectors in the coordinates of the bound, and the farthest
// pair so far.
type finder struct {
	x      []vec.Vector
	split  int         // x[:split] is compared with x[split:], or with itself if that is empty
	powers *powers     // what pairs are measured by, nil for ℓ2
	p      [][]float64 // P(x−c), a slice an axis
	r      []float64   // r(x)
	rho    []float64   // ρ(x) = ‖x−c‖
	q      []float64   // ‖x−m‖²
	slack  float64     // δ, what rounding takes from a ‖x−c‖² or a bound by c at most
	grain  float64     // 1 and what it may have taken from one by m, relative
	speck  float64     // and where squares vanish
	unit   float64     // the largest ρ²
	known  float64     // the best when the tree began
	own    *own        // all coordinates in float32, nil if there are too many

	best    atomic.Pointer[leader]
	settled func(pairs float64) bool // is told of pairs that are no longer to be compared, and of 0 before
	stopped atomic.Bool              // since settled returned false
}

// leader is the farthest pair so far. All but length is in the Hilbert space.
type leader struct {
	i, j   int
	length float64 // the distance in the norm
	best   float64 // no pair up to this squared distance is farther
	below  float64 // any pair up to this squared distance is nearer
}

func newFinder(n vec.Norm, x []vec.Vector, split int, settled func(pairs float64) bool) *finder {
	f := &finder{x: x, split: split, settled: settled}
	switch n := n.(type) {
	case nil, vec.L2:
	case vec.Lp:
		f.powers = powersOf(n.P, x)
	default:
		panic(fmt.Sprintf("theory: distances in the norm %v are not known", n))
	}
	f.best.Store(&leader{below: -1, length: -1})
	f.measure(0, split%len(x))
	f.embed()
	f.known = f.best.Load().best
	return f
}

// square returns ‖x−y‖² in the Hilbert space.
func (f *finder) square(x, y vec.Vector) float64 {
	if f.powers != nil {
		return f.powers.square(x, y)
	}
	return vec.SqDist(x, y)
}

// sameRoot is more than a square may shrink by, relatively, and have the same root.
const sameRoot = 0x1p-50

// measure finds the distance of a pair and remembers the pair if it is the farthest yet,
// or as far and the first of these. Where, in ℓp, only rounding may tell which of two
// pairs is farther, it is asked of [Distance].
func (f *finder) measure(i, j int) {
	if f.split < len(f.x) && (i < f.split) == (j < f.split) {
		return
	}
	now := f.best.Load()
	i, j = min(i, j), max(i, j)
	pair := &leader{i: i, j: j}
	if s, x, y := f.powers, f.x[i], f.x[j]; s == nil {
		dd := vec.SqDist(x, y)
		if dd < now.below {
			return
		}
		pair.length, pair.best, pair.below = math.Sqrt(dd), dd, dd*(1-sameRoot)
	} else if dd := s.sum(x, y); dd < now.below {
		return
	} else {
		pair.length = distance(s.p, x, y)
		// 1e-300 is for powers that vanish.
		pair.best = float64(vec.Power(pair.length*s.scale, s.p)*(1-s.rounding)) - 1e-300
		pair.below = pair.best
	}
	for pair.beats(now) && !f.best.CompareAndSwap(now, pair) {
		now = f.best.Load()
	}
}

// beats reports whether p is farther, or as far and comes first.
func (p *leader) beats(o *leader) bool {
	switch {
	case p.length != o.length:
		return p.length > o.length
	case p.i != o.i:
		return p.i < o.i
	}
	return p.j < o.j
}

// pruned reports whether no pair whose squared distance is within bound, and whose
// positions are not before first, can take the place of p.
func (p *leader) pruned(bound float64, first int) bool {
	return bound < p.below || bound <= p.best && first > p.i
}
