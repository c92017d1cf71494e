package algos

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Space is where a learner keeps its w: ℝ^d with a norm, or the Hilbert space of a kernel over n points that are
// known beforehand. An example of the latter is e_i, the i-th unit vector of ℝ^n, and stands for φ(x_i): w·x is Σ_j
// α_j K_ji, and ‖x‖² is K_ii. With a Bias c every example has one more coordinate, c: w·x is then w·(x, c), and ‖x‖²
// is ‖(x, c)‖².
type Space struct {
	Dim    int      // d, or n
	Absent int      // coordinates of ℝ^d that are left out, since no x has them
	Norm   vec.Norm // of ℝ^d, nil for ℓ2
	Gram   Gram     // nil in ℝ^d
	Bias   float64  // the constant coordinate of every example, 0 for none
}

// Gram is the matrix K_ij = K(x_i,x_j) of the inner products of n points, a row at a time.
type Gram interface {
	Diag(i int) float64  // K_ii
	Row(i int) []float64 // for reading, until the next call
	// Embedded returns φ(x_i) in coordinates: vectors with the inner products K_ij.
	Embedded(i int) vec.Vector
}

// in returns the norm, ℓ2 where none is set.
func (s *Space) in() vec.Norm {
	if s.Norm == nil {
		return vec.L2{}
	}
	return s.Norm
}

// euclidean reports whether the norm is ℓ2.
func (s *Space) euclidean() bool { return s.in() == vec.L2{} }

// Square returns ‖x‖², in ℝ^d always in ℓ2.
func (s *Space) Square(x vec.Vector) float64 {
	cc := float64(s.Bias * s.Bias)
	if s.Gram != nil {
		return s.Gram.Diag(point(x)) + cc
	}
	return x.SqNorm() + cc
}

// point returns the i of e_i.
func point(x vec.Vector) int {
	if len(x.Index) != 1 || x.Value[0] != 1 {
		panic("algos: an example over a Gram matrix is a unit vector")
	}
	return x.Index[0]
}

// Comb is a linear combination v = Σ α_i x_i of examples. It stores v = s·a and the dual side w, with which inner
// products are taken:
//
//	            a                    w                 Add(α, x)
//	ℓ2          its coordinates      a itself          O(nnz(x))
//	a norm      those of θ           f·w = ∇½‖a‖²      O(d)
//	a kernel    α                    Σ_i α_i K(x_i,·)  O(n)
//
// In each case v·x = s·f·(w·x), ‖v‖² = s²·f·(a·w), and Scale is O(1). The last coordinate is the constant one, if the
// space has one; the space then has an inner product.
type Comb struct {
	space   *Space
	norm    vec.Norm // nil for ℓ2
	s, f    float64
	a, w    []float64
	vv      float64   // ‖v‖²
	most    float64   // the greatest ‖v‖² since it was computed from the coordinates
	stale   int       // coordinates changed since then
	lo      []float64 // the rest of a, in twice the digits; empty while float64 suffices
	careful bool      // whether Nearest may change to twice the digits
	room    []float64
}

// Zero returns v = 0. It panics at a constant coordinate in a norm other than ℓ2, because lengths there would miss
// it.
func (s Space) Zero() *Comb {
	if s.Bias != 0 && !s.euclidean() {
		panic("algos: a space with a constant coordinate is only in l2")
	}
	n := s.Dim
	if s.Bias != 0 {
		n++
	}
	v := &Comb{space: &s, s: 1, f: 1, a: make([]float64, n)}
	if v.w = v.a; s.Gram != nil || !s.euclidean() {
		v.w = make([]float64, n)
	}
	if !s.euclidean() {
		v.norm = s.Norm
	}
	return v
}

// Dot returns v·x, in a norm with the dual of v.
func (v *Comb) Dot(x vec.Vector) float64 {
	if len(v.lo) > 0 {
		return v.dotTwice(x)
	}
	return v.scaled(x.Dot(v.w[:v.space.Dim]))
}

// scaled returns s·f·(w·x) with the constant coordinate, given w·x without it.
func (v *Comb) scaled(wx float64) float64 {
	if c := v.space.Bias; c != 0 {
		wx += float64(c * v.w[v.space.Dim])
	}
	return float64(v.s * v.f * wx)
}

// DotSq returns v·x and ‖x‖² in the norm.
func (v *Comb) DotSq(x vec.Vector) (vx, xx float64) {
	d, c := v.space.Dim, v.space.Bias
	switch {
	case v.space.Gram != nil:
		return v.Dot(x), v.space.Square(x)
	case v.norm != nil:
		at := v.take(d)
		x.CopyTo(at)
		length := v.norm.Of(at)
		return v.Dot(x), length * length
	}
	vx, xx = x.DotSq(v.w[:d])
	return v.scaled(vx), xx + float64(c*c)
}

// take returns room for n numbers, valid until the next call.
func (v *Comb) take(n int) []float64 {
	v.room = slices.Grow(v.room[:0], n)[:n]
	return v.room
}

// SqNorm returns ‖v‖².
func (v *Comb) SqNorm() float64 { return v.vv }

// Norm returns ‖v‖.
func (v *Comb) Norm() float64 { return math.Sqrt(v.vv) }

// Add makes v ← v + αx.
func (v *Comb) Add(alpha float64, x vec.Vector) {
	vx, xx := v.DotSq(x)
	v.Grow(alpha, x, vx, xx)
}

// Grow makes v ← v + αx, given v·x and ‖x‖². In ℓ2 ‖v‖² follows v by a recurrence. It is computed afresh whenever as
// many coordinates have changed as there are, or the terms of v have cancelled, so that rounding does not accumulate,
// at an amortised cost of O(nnz(x)).
func (v *Comb) Grow(alpha float64, x vec.Vector, vx, xx float64) {
	d, c, gram := v.space.Dim, v.space.Bias, v.space.Gram
	v.vv += float64(alpha * (float64(2*vx) + float64(alpha*xx)))
	v.most = max(v.most, v.vv)
	v.stale += len(x.Value)
	if alpha /= v.s; gram == nil {
		x.AddTo(v.a[:d], alpha)
	} else {
		i := point(x)
		v.a[i] += alpha
		vec.AddScaled(v.w[:d], alpha, gram.Row(i))
	}
	if c != 0 {
		v.stale++
		v.a[d] += float64(alpha * c)
		v.w[d] = v.a[d]
	}
	if gram != nil || v.norm != nil || v.stale >= len(v.a)+v.space.Absent || v.vv < cancelled*v.most {
		v.measure()
	}
}

// cancelled is the remaining part of ‖v‖² below which too few digits are left.
const cancelled = 0x1p-10

// measure computes ‖v‖² from v, in a norm after w.
func (v *Comb) measure() {
	var aa float64
	if v.norm == nil {
		aa = max(0, vec.Dot(v.a, v.w))
	} else {
		aa, v.f = link(v.norm, v.w, v.a)
	}
	v.vv = v.s * v.s * aa
	v.most, v.stale = v.vv, 0
}

// AddComb makes v ← v + αu, where u is in the same space, which has an inner product.
func (v *Comb) AddComb(alpha float64, u *Comb) {
	alpha *= u.s / v.s
	vec.AddScaled(v.a, alpha, u.a)
	if v.space.Gram != nil {
		vec.AddScaled(v.w, alpha, u.w)
	}
	v.measure()
}

// Scale makes v ← cv.
func (v *Comb) Scale(c float64) {
	const least = 1e-60 // far from where the quotients by s lose digits to the range of float64
	if c == 0 {
		v.Clear()
		return
	}
	v.s *= c
	v.vv *= c * c
	v.most *= c * c
	if s := math.Abs(v.s); s < least || s > 1/least {
		floats.Scale(v.s, v.a)
		if v.space.Gram != nil || v.norm != nil {
			floats.Scale(v.s, v.w)
		}
		v.s = 1
	}
}

// Within makes v ← v/max(1, ‖v‖/r).
func (v *Comb) Within(r float64) {
	if v.vv > r*r {
		v.Scale(r / v.Norm())
		v.vv = r * r
	}
}

// Clear makes v 0.
func (v *Comb) Clear() {
	clear(v.a)
	clear(v.w)
	v.s, v.f, v.vv, v.most, v.stale, v.lo = 1, 1, 0, 0, 0, v.lo[:0]
}

// Coordinates returns a copy of the coordinates of v, in a norm of its dual; over a Gram matrix of α. The last one is
// the constant one, if there is one.
func (v *Comb) Coordinates() []float64 {
	c := slices.Clone(v.a)
	if v.norm != nil {
		copy(c, v.w)
	}
	floats.Scale(v.s*v.f, c)
	return c
}

// Classifier returns the classifier with the weights cv, and the bias of the constant coordinate.
func (v *Comb) Classifier(c float64) theory.Classifier {
	w := v.Coordinates()
	floats.Scale(c, w)
	for i, lo := range v.lo {
		w[i] = vec.Double{Hi: v.a[i], Lo: lo}.Times(c).Hi
	}
	return v.space.classifier(w)
}

// classifier returns the classifier with these coordinates.
func (s *Space) classifier(w []float64) theory.Classifier {
	if s.Bias == 0 {
		return theory.Classifier{W: w}
	}
	return theory.Classifier{W: w[:s.Dim:s.Dim], B: s.Bias * w[s.Dim]}
}

// link stores ∇½‖x‖² = ‖x‖ℓ(x) of an ℓp in dst, without a factor, and returns ‖x‖² and the factor. The factor is
// separate so that a score is 0 where integers make it so. link panics in another norm, where learners have no form.
func link(n vec.Norm, dst, x []float64) (square, factor float64) {
	lp, is := n.(vec.Lp)
	if !is {
		panic(fmt.Sprintf("algos: a learner in the norm %s, expected l2 or an lp", n))
	}
	length, factor := lp.Direction(dst, x)
	return length * length, factor
}
