package algos

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory/vec"
)

// dualPoint is v, the point that ROMMA and PUMMA keep in place of w: with w = w̃/‖v‖²
// and w̃ = ‖v‖ℓ(v), which in ℓ2 is v = w/‖w‖², a constraint w·z ≥ 1 together with
// w·v_t ≥ 1, which is w·w_t ≥ ‖w_t‖² there, is least in norm at
//
//	v_{t+1} = the point of least norm of the segment [v_t, z].
//
// No term cancels where z is nearly parallel to w, as in the
// formula for w itself. ‖v‖ = 1/‖w‖∗ is the margin that the learner believes in,
// and never grows. As with certificates, there are three forms: dense in any norm, for ℓ2
// a scaled combination that sparse examples move in O(nnz), and one of twice the digits.
//
// On examples that are not separable v shrinks by a factor at each of many steps,
// and w would overflow: v with ‖v‖² < leastDualSqNorm counts as 0.
type dualPoint interface {
	dot(x vec.Vector) float64 // w̃·x, of an x that the space may lift
	sqNorm() float64          // ‖v‖²
	set(z multiple)           // v = z
	// towards moves v to the point of least norm of [v, z], given w̃·z. It reports whether v
	// moved.
	towards(vz float64, z multiple) bool
	exceeded() bool       // whether towards, which then did nothing, would lose digits
	w(dst []float64)      // w = w̃/‖v‖², 0 where v = 0
	copyTo(dst []float64) // v itself

	settle(plus, minus vec.Vector) (alongPlus, alongMinus float64) // w̃·x₊, w̃·x₋
}

// dual is the dual point of a learner, in the first form until that would lose digits.
type dual struct {
	dualPoint
	first dualPoint
	space Space
}

func (s Space) dual(x vec.Vector) *dual {
	p := s.dualPoint(x)
	return &dual{p, p, s}
}

func (p *dual) towards(vz float64, z multiple) bool {
	moved := p.dualPoint.towards(vz, z)
	if !moved && p.exceeded() {
		p.dualPoint = doubleDual(p.dualPoint, p.space)
		moved = p.dualPoint.towards(vz, z)
	}
	return moved
}

// doubled reports that it has twice the digits.
func (p *dual) doubled() bool { return p.dualPoint != p.first }

// renew makes it what it was at first, for v to be set.
func (p *dual) renew() { p.dualPoint = p.first }

// few is [few] of the ‖v‖² = after that a step along z, zz = ‖z‖², would leave of before.
func (z multiple) few(zz, before, after float64) bool {
	return few(after, math.Sqrt(z.alpha*z.alpha*z.xx)*math.Sqrt(zz), max(touching*before, vanishing*zz))
}

// leastDualSqNorm is far below γ² of checked examples, whose ‖x‖² is at least
// [vec.MinSqNorm], or 0, unless γ is within rounding of 0. At least so long, v has ‖w‖ = 1/‖v‖ ≤ 1e140, and with ‖x‖² ≤ [vec.MaxSqNorm] a
// finite w·x.
const leastDualSqNorm = 1e-280

// multiple is α(x − x'), where α is 1, −1 or ½, and x' is 0 if it has no coordinates.
type multiple struct {
	alpha   float64
	x, less vec.Vector
	xx      float64 // ‖x‖² + ‖x'‖² in ℓ2
}

// sqNorm is ‖z‖² in ℓ2.
func (z multiple) sqNorm() float64 {
	if len(z.less.Value) == 0 {
		return z.alpha * z.alpha * z.xx
	}
	return z.alpha * z.alpha * vec.SqDist(z.x, z.less)
}

// dualPoint stores v as the stream's first example is stored; in a norm other
// than ℓ2 always dense.
func (s Space) dualPoint(x vec.Vector) dualPoint {
	n, dim := s.in(), s.Dim
	if x.IsSparse() && n == (vec.L2{}) {
		return &scaledDualPoint{v: s.scaled(), gram: s.Gram != nil}
	}
	room := make([]float64, (3+segmentRoom)*dim)
	p := &denseDualPoint{
		norm: n, lift: s.lift, v: room[:dim:dim], d: room[dim : 2*dim : 2*dim], linked: room[2*dim : 3*dim : 3*dim], room: room[3*dim:],
	}
	if n == (vec.L2{}) {
		p.linked = p.v
	}
	return p
}

// denseDualPoint computes from differences, not squares: examples far from the
// origin cost no more digits than they must.
type denseDualPoint struct {
	norm   vec.Norm
	lift   *lift
	v, d   []float64 // d has room for v − z
	linked []float64 // w̃, but for the factor, which is v in ℓ2
	factor float64
	vv     float64
	room   []float64
	far    bool // what exceeded says
}

func (p *denseDualPoint) exceeded() bool { return p.far }

func (p *denseDualPoint) copyTo(dst []float64) { copy(dst, p.v) }

func (p *denseDualPoint) settle(plus, minus vec.Vector) (alongPlus, alongMinus float64) {
	return p.dot(plus), p.dot(minus)
}

func (p *denseDualPoint) dot(x vec.Vector) float64 {
	return p.factor * (x.Dot(p.linked) + p.lift.along(p.linked))
}

func (p *denseDualPoint) sqNorm() float64 { return p.vv }

func (p *denseDualPoint) set(z multiple) {
	clear(p.v)
	z.x.AddTo(p.v, z.alpha)
	z.less.AddTo(p.v, -z.alpha)
	p.measure()
}

func (p *denseDualPoint) measure() {
	p.vv, p.factor = link(p.norm, p.linked, p.v)
	p.vanish()
}

// vanish makes v exactly 0 where it counts as 0.
func (p *denseDualPoint) vanish() {
	if p.vv < leastDualSqNorm {
		clear(p.v)
		clear(p.linked)
		p.vv = 0
	}
}

func (p *denseDualPoint) towards(_ float64, z multiple) bool {
	vd, dd, zz := p.minus(z)
	var beta float64
	l2 := p.norm == (vec.L2{})
	if l2 {
		beta = vec.L2{}.LeastNorm(vd, dd)
	} else {
		beta = vec.LeastNorm(p.norm, p.v, p.d, p.room)
	}
	if beta == 0 {
		return false
	}
	if p.far = l2 && z.few(zz, p.vv, p.vv-float64(2*beta*vd)+float64(beta*beta*dd)); p.far {
		return false
	}
	switch {
	case beta == 1:
		p.set(z)
	case l2:
		vec.AddScaled(p.v, -beta, p.d)
		p.vv = vec.Dot(p.v, p.v)
		p.vanish()
	default:
		vec.AddScaled(p.v, -beta, p.d)
		p.measure()
	}
	return true
}

// minus makes d ← v − z, and returns v·d, ‖d‖² and ‖z‖², those of ℓ2.
func (p *denseDualPoint) minus(z multiple) (vd, dd, zz float64) {
	z.x.CopyTo(p.d)
	z.less.AddTo(p.d, -1)
	floats.Scale(-z.alpha, p.d) // exact: α is ±1 or ½
	vec.AddScaled(p.d, 1, p.v)
	vd, dd = vec.DotSq(p.v, p.d)
	return vd, dd, z.sqNorm()
}

func (p *denseDualPoint) w(dst []float64) {
	copy(dst, p.linked)
	floats.Scale(ratio(p.factor, p.vv), dst)
}

// scaledDualPoint follows ‖v‖² by a recurrence, and computes it afresh whenever as
// many numbers have changed as that is computed from.
type scaledDualPoint struct {
	v       combination
	vv      float64
	changed int
	gram    bool // over a Gram matrix, which has no more digits
	far     bool // what exceeded says
}

func (p *scaledDualPoint) exceeded() bool { return p.far }

func (p *scaledDualPoint) copyTo(dst []float64) { p.v.copyTo(dst, 1) }

func (p *scaledDualPoint) settle(plus, minus vec.Vector) (alongPlus, alongMinus float64) {
	return p.dot(plus), p.dot(minus)
}

func (p *scaledDualPoint) dot(x vec.Vector) float64 { return p.v.dot(x) }

func (p *scaledDualPoint) sqNorm() float64 { return p.vv }

func (p *scaledDualPoint) set(z multiple) {
	p.v.multiply(0)
	if z.alpha != 0 {
		p.add(1, z)
	}
	p.vv, p.changed = z.sqNorm(), 0
	p.vanish()
}

// add makes v ← v + βz.
func (p *scaledDualPoint) add(beta float64, z multiple) {
	p.changed += p.v.add(z.x, beta*z.alpha)
	if len(z.less.Value) > 0 {
		p.changed += p.v.add(z.less, -beta*z.alpha)
	}
}

// vanish makes v exactly 0 where it counts as 0.
func (p *scaledDualPoint) vanish() {
	if p.vv < leastDualSqNorm {
		p.v.multiply(0)
		p.vv, p.changed = 0, 0
	}
}

func (p *scaledDualPoint) towards(vz float64, z multiple) bool {
	zz := z.sqNorm()
	uz, dd := p.vv-vz, max(0, p.vv-2*vz+zz) // v·(v−z) and ‖v−z‖²
	beta := vec.L2{}.LeastNorm(uz, dd)
	vv := max(0, p.vv+float64(beta*(float64(beta*dd)-float64(2*uz))))
	if p.far = !p.gram && beta > 0 && z.few(zz, p.vv, vv); p.far {
		return false
	}
	switch beta {
	case 0:
		return false
	case 1:
		p.set(z)
		return true
	}
	p.v.multiply(1 - beta)
	p.add(beta, z)
	p.vv = vv
	if p.changed >= p.v.size() {
		p.vv, p.changed = p.v.sqNorm(), 0
	}
	p.vanish()
	return true
}

func (p *scaledDualPoint) w(dst []float64) { p.v.copyTo(dst, ratio(1, p.vv)) }
