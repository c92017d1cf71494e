package maxmargin

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// points are signed and shifted: z = y(x − o_y). Dense ones are kept so, in rows, and lose no
// digits far from the origin. Sparse ones stay as they are, with o_y = 0.
type points struct {
	dim    int
	origin bool // all points are of one hull, else each class is of one
	plain  bool // points stay as they are, however dense
	dense  bool
	given  []theory.Example
	hull   []int
	norm   []float64    // ‖z‖
	rows   [][]float64  // the z, if they are dense, one after the other in blocks of fewest
	count  [2]int       // positives, negatives
	shift  [2][]float64 // o₊, o₋: the first point of each label; through the origin o and −o; of sparse points 0
	reach  float64      // the longest z
}

// thin is how many times its stored coordinates a sparse point has dimensions, for points to stay
// sparse where they begin with it.
const thin = 8

// side is the index of a label in count and shift.
func side(y theory.Label) int {
	if y == theory.Positive {
		return 0
	}
	return 1
}

func (p *points) reset() {
	clear(p.given)
	p.given, p.hull, p.norm, p.count, p.reach = p.given[:0], p.hull[:0], p.norm[:0], [2]int{}, 0
}

// keep appends a point. It panics as [Solver.Keep] does.
func (p *points) keep(x vec.Vector, y theory.Label) {
	if y != theory.Positive && y != theory.Negative {
		panic(fmt.Sprintf("maxmargin: label %d", y))
	}
	if x.Dim() > p.dim {
		panic(fmt.Sprintf("maxmargin: a point of %d dimensions in a space of %d", x.Dim(), p.dim))
	}
	n, k := len(p.given), side(y)
	if n == 0 {
		p.dense = !p.plain && (!x.IsSparse() || thin*len(x.Index) >= p.dim)
		p.shift[0], p.shift[1] = resize(p.shift[0], p.dim), resize(p.shift[1], p.dim)
		clear(p.shift[0])
		clear(p.shift[1])
	}
	var norm float64
	if p.dense {
		if p.count[k] == 0 && !(p.origin && n > 0) {
			expect(x.SqNorm(), vec.MaxSqNorm)
			x.CopyTo(p.shift[k])
			for i, v := range p.shift[k] {
				if p.origin {
					p.shift[1-k][i] = -v
				}
			}
		}
		norm = p.widen(n, x, float64(y), p.shift[k])
		expect(norm/4*norm, vec.MaxSqNorm) // (‖x‖+‖o‖)² ≤ 4·MaxSqNorm
	} else {
		square := x.SqNorm()
		expect(square, vec.MaxSqNorm)
		norm = math.Sqrt(square)
	}
	g := k
	if p.origin {
		g = 0
	}
	p.given, p.hull, p.norm = append(p.given, theory.Example{X: x, Y: y}), append(p.hull, g), append(p.norm, norm)
	p.count[k]++
	p.reach = max(p.reach, norm)
}

// expect panics if a square is above the limit, but for rounding, or NaN.
func expect(square, limit float64) {
	if !(square <= limit*(1+1e-9)) {
		panic("maxmargin: a vector that is not finite or too long, expected one that vec.Vector.Check accepts")
	}
}

// widen makes row n that of x, and returns its length.
func (p *points) widen(n int, x vec.Vector, y float64, o []float64) float64 {
	block, at := n/fewest, n%fewest
	if block == len(p.rows) {
		p.rows = append(p.rows, nil)
	}
	if size := len(p.rows[block]); (at+1)*p.dim > size {
		more := fewest * p.dim // the first block grows, as there may be few points
		if block == 0 {
			more = min(more, max(2*size, 16*p.dim))
		}
		p.rows[block] = append(make([]float64, 0, more), p.rows[block]...)[:more]
	}
	z := p.z(n)
	if x.IsSparse() || len(x.Value) < p.dim {
		x.CopyTo(z)
		x.Value = z
	}
	for i, v := range x.Value {
		z[i] = y * (v - o[i])
	}
	return math.Sqrt(vec.Dot(z, z))
}

// z returns the row of a dense point.
func (p *points) z(i int) []float64 {
	at := i % fewest * p.dim
	return p.rows[i/fewest][at : at+p.dim : at+p.dim]
}

// dot returns z·w of point i.
func (p *points) dot(i int, w []float64) float64 {
	if p.dense {
		return vec.Dot(p.z(i), w)
	}
	return float64(p.given[i].Y) * p.given[i].X.Dot(w)
}

// addTo adds f times the z of point i to w.
func (p *points) addTo(i int, w []float64, f float64) {
	if p.dense {
		vec.AddScaled(w, f, p.z(i))
	} else {
		p.given[i].X.AddTo(w, float64(p.given[i].Y)*f)
	}
}

// addAll computes w = u₀ + Σ λz.
func (p *points) addAll(w, u0 []float64, id []int, lambda []float64) {
	copy(w, u0)
	for k, i := range id {
		if lambda[k] != 0 {
			p.addTo(i, w, lambda[k])
		}
	}
}

// first returns the first point of a hull.
func (p *points) first(g int) int {
	for i, h := range p.hull {
		if h == g {
			return i
		}
	}
	return -1
}

// bounds remember lower bounds of scores, so that a scan need not touch each point. With M the
// length of the way that w has gone since the beginning, the score at M was at least
//
//	z·w ≥ low − M‖z‖
//
// and it stays so: when w goes a way of length ΔM, z·w falls by ΔM‖z‖ at most.
type bounds struct {
	low []float64
	way float64   // M
	at  []float64 // the w that M is measured up to
}

func (b *bounds) reset(w []float64) {
	b.low, b.way, b.at = b.low[:0], 0, append(b.at[:0], w...)
}

// travel brings what is known of n points to w. It returns M, and more than what rounds it and a
// score's sum of two terms.
func (b *bounds) travel(w []float64, n int) (way float64) {
	for len(b.low) < n {
		b.low = append(b.low, math.Inf(-1))
	}
	b.way += num.Distance(w, b.at)
	copy(b.at, w)
	return b.way * (1 + 16*unit)
}

// note records that point i has the score v at the w of at.
func (b *bounds) note(i int, v, norm float64) { b.low[i] = v + float64(b.way*norm) }

// price is how far a point is below the level of its hull.
type price struct {
	below float64
	i     int
}

// lowest returns the n lowest of all, of equals the first, from the lowest on. It changes the order.
func lowest(all []price, n int) []price {
	slices.SortFunc(all, func(a, b price) int {
		return cmp.Or(cmp.Compare(b.below, a.below), cmp.Compare(a.i, b.i))
	})
	return all[:min(n, len(all))]
}
