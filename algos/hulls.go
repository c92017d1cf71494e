package algos

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// hulls holds OMM's dual points v₊ and v₋, points of the hulls of the classes, with u = v₊−v₋ and w = ‖u‖ℓ(u), the
// w_t that is not normalised: ‖w‖∗ = ‖u‖ = 2γ_t. It has two forms: coordinates, in any norm, and combinations of the
// examples, which a sparse example moves in O(nnz(x)).
type hulls interface {
	start(origin vec.Vector, x [2]vec.Vector) // v₋, v₊ ← x, all points taken about the origin
	sqNorm() float64                          // ‖u‖²
	// score returns w·x − ½w·(v₊+v₋) and, for nearest, v_y·x.
	score(x vec.Vector, y theory.Label) (s, vx float64)
	rounding(x vec.Vector) float64 // a bound of the score's rounding error
	// nearest moves v_y to the point nearest v_{−y} of [v_y, x], and reports whether it moved.
	nearest(x vec.Vector, y theory.Label, s, vx float64) bool
	state() State
}

// side returns the index of a class in pairs: negative, positive.
func side(y theory.Label) int { return int(y+1) / 2 }

// combined reports whether hulls that begin with x are combinations.
func (s *Space) combined(x vec.Vector) bool { return s.Gram != nil || x.IsSparse() && s.euclidean() }

// hulls returns hulls that store v₊ and v₋ like the stream's first example; in a norm other than ℓ2 always as
// coordinates.
func (s *Space) hulls(x vec.Vector) hulls {
	if s.combined(x) {
		return &combinations{v: [2]*Comb{s.Zero(), s.Zero()}}
	}
	row := func() []float64 { return make([]float64, s.Dim) }
	c := &coordinates{norm: s.in(), euclidean: s.euclidean(), v: [2][]float64{row(), row()}, u: row(), w: row(),
		z: row(), x: row()}
	if c.euclidean {
		c.w = c.u
	}
	return c
}

// coordinates computes from differences of points, never from their squares: a and γ have an error of some ε·R‖z‖/γ.
type coordinates struct {
	origin    vec.Vector
	norm      vec.Norm
	euclidean bool
	v         [2][]float64 // v₋, v₊
	u, w      []float64    // w without the factor; in ℓ2 u itself
	factor    float64
	c         float64 // ½w·(v₊+v₋), without the factor
	ww        float64 // ‖u‖² = ‖w‖∗²
	z, x      []float64
}

func (h *coordinates) start(origin vec.Vector, x [2]vec.Vector) {
	h.origin = origin
	for k, v := range h.v {
		x[k].CopyTo(v)
		origin.AddTo(v, -1)
	}
	h.renew()
}

// renew computes u, w, c and ‖u‖² afresh from v₊ and v₋, so that no rounding accumulates in them.
func (h *coordinates) renew() {
	floats.SubTo(h.u, h.v[1], h.v[0])
	var plus float64 // w·v₊
	if h.euclidean {
		plus, h.ww = vec.DotSq(h.v[1], h.u)
		h.factor = 1
	} else {
		h.ww, h.factor = link(h.norm, h.w, h.u)
		plus = vec.Dot(h.w, h.v[1])
	}
	h.c = (plus + vec.Dot(h.w, h.v[0])) / 2
	if h.origin.Value != nil {
		h.c += h.origin.Dot(h.w)
	}
}

func (h *coordinates) sqNorm() float64             { return h.ww }
func (h *coordinates) rounding(vec.Vector) float64 { return 0 }

func (h *coordinates) score(x vec.Vector, _ theory.Label) (s, vx float64) {
	return h.factor * (x.Dot(h.w) - h.c), 0
}

func (h *coordinates) nearest(x vec.Vector, y theory.Label, _, _ float64) bool {
	own, full := h.v[side(y)], x.Value
	if x.IsSparse() || len(full) < len(own) || h.origin.Value != nil {
		full = h.x
		x.CopyTo(full)
		h.origin.AddTo(full, -1)
	}
	from, to := own, full // as v_y moves from one to the other, u becomes u − βz
	if y == theory.Negative {
		from, to = full, own
	}
	floats.SubTo(h.z, from, to)
	beta := vec.LeastNorm(h.norm, h.u, h.z)
	switch beta {
	case 0:
		return false
	case 1:
		copy(own, full)
	default:
		vec.AddScaled(own, -beta*float64(y), h.z)
	}
	h.renew()
	return true
}

func (h *coordinates) state() State {
	return dual(h.norm, h.origin, slices.Clone(h.v[1]), slices.Clone(h.v[0]), h.ww)
}

// dual returns the state of dual points given about an origin: w = ℓ(u), b = −½ w·(v₊+v₋) (HKNS25, Lemma 3.1). b
// belongs to the rounded w, and is exact to all its digits.
func dual(n vec.Norm, origin vec.Vector, plus, minus []float64, uu float64) State {
	s := State{Plus: plus, Minus: minus, Gamma: math.Sqrt(uu) / 2, Norm: math.NaN()}
	s.W = make([]float64, len(plus))
	floats.SubTo(s.W, plus, minus)
	n.Grad(s.W, s.W)
	for i, w := range s.W {
		s.B -= float64(w * (plus[i] + minus[i]) / 2)
	}
	s.B = vec.Double{Hi: s.B}.Sub(origin.DotDouble(s.W, nil)).Hi
	origin.AddTo(plus, 1)
	origin.AddTo(minus, 1)
	return s
}

// combinations follows the inner products of a step,
//
//	v ← (1−β)v + βx,  u·z = ½‖u‖² − a,  ‖u‖² ← ‖u‖² − 2βu·z + β²‖z‖²,
//
// and computes ‖u‖² afresh where [Comb] does so with its ‖v‖². These are squares of points: a and γ have an error of
// some ε·D̄²/γ.
type combinations struct {
	origin vec.Vector
	x      difference
	v      [2]*Comb // v₋, v₊
	uu     float64  // ‖u‖²
	most   float64  // the greatest ‖u‖² since it was computed from coordinates
	stale  int      // coordinates changed since then
}

// centre returns x about the origin, valid until the next call.
func (h *combinations) centre(x vec.Vector) vec.Vector { return h.x.of(x, h.origin, h.v[0].space.Dim) }

func (h *combinations) start(origin vec.Vector, x [2]vec.Vector) {
	h.origin = origin
	for k, v := range h.v {
		v.Clear()
		v.Add(1, h.centre(x[k]))
	}
	if h.v[0].space.Gram != nil {
		h.measure()
		return
	}
	h.uu, h.stale = vec.SqDist(x[1], x[0]), 0
	h.most = h.uu
}

func (h *combinations) measure() {
	h.uu, h.stale = h.v[1].SqDist(h.v[0]), 0
	h.most = h.uu
}

func (h *combinations) sqNorm() float64 { return h.uu }

// rounding returns 0, except over a Gram matrix, where a vector is known only by its inner products.
func (h *combinations) rounding(x vec.Vector) float64 {
	if h.v[0].space.Gram == nil {
		return 0
	}
	return 8 * 0x1p-52 * (h.v[1].SqNorm() + h.v[0].SqNorm() + h.v[0].space.Square(x))
}

func (h *combinations) score(x vec.Vector, y theory.Label) (s, vx float64) {
	if h.origin.Value != nil {
		x = h.centre(x)
	}
	d := h.v[0].space.Dim
	minus, plus := x.Dots(h.v[0].w[:d], h.v[1].w[:d])
	minus, plus = h.v[0].scaled(minus), h.v[1].scaled(plus)
	s = (plus - minus) - float64((h.v[1].SqNorm()-h.v[0].SqNorm())/2)
	if y == theory.Positive {
		return s, plus
	}
	return s, minus
}

func (h *combinations) nearest(x vec.Vector, y theory.Label, s, vx float64) bool {
	v, x := h.v[side(y)], h.centre(x)
	uz := float64(h.uu/2) - float64(float64(y)*s)
	zz := max(0, v.SqNorm()-float64(2*vx)+v.space.Square(x))
	beta := vec.L2{}.LeastNorm(uz, zz)
	if beta == 0 {
		return false
	}
	v.Scale(1 - beta)
	v.Grow(beta, x, (1-beta)*vx, v.space.Square(x))
	h.uu = max(0, h.uu-float64(2*beta*uz)+float64(beta*beta*zz))
	if h.stale += len(x.Value); v.space.Gram != nil || h.stale >= len(v.a)+v.space.Absent || h.uu < cancelled*h.most {
		h.measure()
	}
	return true
}

func (h *combinations) state() State {
	plus, minus, norm := h.v[1].Coordinates(), h.v[0].Coordinates(), math.Sqrt(h.uu)
	if h.v[0].space.Gram == nil {
		return dual(vec.L2{}, h.origin, plus, minus, h.uu)
	}
	s := State{Plus: plus, Minus: minus, Gamma: norm / 2, Norm: math.NaN()}
	s.W, s.B = make([]float64, len(plus)), ratio((h.v[0].SqNorm()-h.v[1].SqNorm())/2, norm)
	for i := range plus {
		s.W[i] = ratio(plus[i]-minus[i], norm)
	}
	return s
}

// SqDist returns ‖v−u‖², from differences of their coordinates; u is in the same space, which has an inner product.
func (v *Comb) SqDist(u *Comb) float64 {
	n := len(v.a)
	room := v.take(2 * n)
	less := func(d, a, b []float64) []float64 {
		floats.ScaleTo(d, v.s, a)
		vec.AddScaled(d, -u.s, b)
		return d
	}
	a := less(room[:n], v.a, u.a)
	if v.space.Gram == nil {
		return vec.Dot(a, a)
	}
	return max(0, vec.Dot(a, less(room[n:], v.w, u.w)))
}

// difference has room for x − x' of examples: sparse if both are, else dense.
type difference struct {
	index []int
	value []float64
}

// of returns x − x' in dim dimensions, valid until the next call; x itself if x' has no coordinates.
func (d *difference) of(x, less vec.Vector, dim int) vec.Vector {
	if less.Value == nil {
		return x
	}
	if !x.IsSparse() || !less.IsSparse() {
		if len(d.value) < dim {
			d.value = make([]float64, dim)
		}
		x.CopyTo(d.value[:dim])
		less.AddTo(d.value[:dim], -1)
		return vec.Vector{Value: d.value[:dim]}
	}
	index, value := append(d.index[:0:cap(d.index)], -1)[:0], d.value[:0]
	i, j := 0, 0
	for i < len(x.Index) || j < len(less.Index) {
		switch {
		case j == len(less.Index) || i < len(x.Index) && x.Index[i] < less.Index[j]:
			index, value = append(index, x.Index[i]), append(value, x.Value[i])
			i++
		case i == len(x.Index) || less.Index[j] < x.Index[i]:
			index, value = append(index, less.Index[j]), append(value, -less.Value[j])
			j++
		default:
			index, value = append(index, x.Index[i]), append(value, x.Value[i]-less.Value[j])
			i++
			j++
		}
	}
	d.index, d.value = index, value
	return vec.Vector{Index: index, Value: value}
}

// copyInto returns a copy of x in the memory of another vector, which it replaces.
func copyInto(other, x vec.Vector) vec.Vector {
	c := vec.Vector{Value: append(other.Value[:0], x.Value...)}
	if x.IsSparse() {
		c.Index = append(append(other.Index[:0], -1)[:0], x.Index...)
	}
	return c
}
