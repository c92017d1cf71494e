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

// points are signed and shifted: z = y(x − o_y). Dense points are stored in this form, and lose no digits far from the
// origin. Sparse points stay as they are, with o_y = 0.
type points struct {
	dim    int
	origin bool // all points share one hull; otherwise each class has its own
	metric bool // models a problem in ℓp: sparse points stay sparse, and u₀ is not o₊ − o₋
	dense  bool
	given  []theory.Example
	hull   []int
	norm   []float64    // ‖z‖
	rows   [][]float64  // the z of dense points, and room for more
	count  [2]int       // positives, negatives
	shift  [2][]float64 // o₊, o₋: the first point of each label; through the origin o and −o; of sparse points 0
	reach  float64      // the longest z
}

// thin is the ratio of a first sparse point's dimension to its stored coordinates above which points stay sparse.
const thin = 8

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
	n, k := len(p.given), int(1-y)/2
	if n == 0 {
		p.dense = !x.IsSparse() || !p.metric && thin*len(x.Index) >= p.dim
		for k := range p.shift {
			p.shift[k] = resize(p.shift[k], p.dim)
			clear(p.shift[k])
		}
	}
	var norm float64
	if p.dense {
		if p.count[k] == 0 && !(p.origin && n > 0) {
			expect(x.SqNorm())
			x.CopyTo(p.shift[k])
			if p.origin {
				num.AddScaled(p.shift[1-k], -1, p.shift[k])
			}
		}
		if n == len(p.rows) {
			room := make([]float64, (1+n/4)*p.dim)
			for k := range 1 + n/4 {
				p.rows = append(p.rows, room[k*p.dim:][:p.dim])
			}
		}
		z := p.rows[n]
		x.CopyTo(z)
		for i, o := range p.shift[k] {
			z[i] = float64(y) * (z[i] - o)
		}
		norm = math.Sqrt(vec.Dot(z, z))
		expect(norm / 4 * norm) // (‖x‖+‖o‖)² ≤ 4·MaxSqNorm
	} else {
		square := x.SqNorm()
		expect(square)
		norm = math.Sqrt(square)
	}
	p.count[k]++
	if p.origin {
		k = 0
	}
	p.given, p.hull, p.norm = append(p.given, theory.Example{X: x, Y: y}), append(p.hull, k), append(p.norm, norm)
	p.reach = max(p.reach, norm)
}

// expect panics if a square exceeds, beyond rounding, that of an allowed vector, or is NaN.
func expect(square float64) {
	if !(square <= vec.MaxSqNorm*(1+1e-9)) {
		panic("maxmargin: a vector that is not finite or too long, expected one that vec.Vector.Check accepts")
	}
}

// dot returns z·w of point i.
func (p *points) dot(i int, w []float64) float64 {
	if p.dense {
		return vec.Dot(p.rows[i], w)
	}
	return float64(p.given[i].Y) * p.given[i].X.Dot(w)
}

// addTo adds f times the z of point i to w.
func (p *points) addTo(i int, w []float64, f float64) {
	if p.dense {
		vec.AddScaled(w, f, p.rows[i])
	} else {
		p.given[i].X.AddTo(w, float64(p.given[i].Y)*f)
	}
}

// member is a point with a weight.
type member struct {
	id, hull      int
	lambda, score float64 // λ, and z·w
}

// sum computes w = u₀ + Σ λz.
func (p *points) sum(w, u0 []float64, all []member) {
	copy(w, u0)
	for _, m := range all {
		if m.lambda != 0 {
			p.addTo(m.id, w, m.lambda)
		}
	}
}

// normalise makes the weights of each hull sum to 1, against the drift of rounding.
func normalise(all []member) {
	var total [2]float64
	for _, m := range all {
		total[m.hull] += m.lambda
	}
	for k := range all {
		all[k].lambda /= total[all[k].hull]
	}
}

// find returns the index of the member that is the point, or −1.
func find(all []member, id int) int {
	return slices.IndexFunc(all, func(m member) bool { return m.id == id })
}

// prices remember lower bounds of scores, so that a scan need not touch each point. Let M be the length of w's way
// since the beginning. The score at M was at least
//
//	z·w ≥ low − M‖z‖
//
// and this remains true: when w goes a way of length ΔM, z·w falls by at most ΔM‖z‖.
type prices struct {
	low []float64
	way float64   // M
	at  []float64 // the w at M
}

func (b *prices) reset(w []float64) { b.low, b.way, b.at = b.low[:0], 0, append(b.at[:0], w...) }

// price says how far a point is below the level of its hull.
type price struct {
	below float64
	id    int
}

// scan returns the points whose z·w is below the level of their hull by more than the slack, the lowest first and at
// most `most` of them, of equals the first kept; and how far each hull is below its level at most.
func (p *points) scan(b *prices, w []float64, level [2]float64, slack float64, most int) (low []price, worst [2]float64) {
	for len(b.low) < len(p.given) {
		b.low = append(b.low, math.Inf(-1))
	}
	b.way += num.Distance(w, b.at)
	copy(b.at, w)
	way := b.way * (1 + 16*unit) // more than its rounding and that of a score's sum of two terms
	lowest := func() []price {
		slices.SortFunc(low, func(a, b price) int {
			return cmp.Or(cmp.Compare(b.below, a.below), cmp.Compare(a.id, b.id))
		})
		return low[:min(most, len(low))]
	}
	least := slack
	for i, g := range p.hull {
		if b.low[i]-float64(way*p.norm[i]) >= level[g]-slack {
			continue
		}
		v := p.dot(i, w)
		b.low[i] = v + float64(b.way*p.norm[i])
		below := level[g] - v
		worst[g] = max(worst[g], below)
		if below > least {
			if low = append(low, price{below, i}); len(low) == 4*most {
				low = lowest()
				least = low[most-1].below
			}
		}
	}
	return lowest(), worst
}
