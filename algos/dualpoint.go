package algos

import (
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
// and never grows. As with certificates, there are two forms: dense in any norm, and
// for ℓ2 a scaled combination that sparse examples move in O(nnz).
//
// On examples that are not separable v shrinks by a factor at each of many steps,
// and w would overflow: v with ‖v‖² < leastDualSqNorm counts as 0.
type dualPoint interface {
	dot(x vec.Vector) float64 // w̃·x
	sqNorm() float64          // ‖v‖²
	// set makes v the sum z of two terms, of squared norm zz if that is ℓ2's.
	set(zz float64, z [2]term)
	// towards moves v to the point of least norm of [v, z], z the sum of two
	// terms, given w̃·z and, in ℓ2, ‖z‖². It reports whether v moved.
	towards(vz, zz float64, z [2]term) bool
	w(dst []float64) // w = w̃/‖v‖², 0 where v = 0
}

// leastDualSqNorm is far below γ² of checked examples, whose ‖x‖² (in a pullback norm
// that of their images) is at least [vec.MinSqNorm], or 0, unless γ is within rounding
// of 0. At least so long, v has ‖w‖ = 1/‖v‖ ≤ 1e140, and with ‖x‖² ≤ [vec.MaxSqNorm] a
// finite w·x.
const leastDualSqNorm = 1e-280

// term is the part αx of a sum.
type term struct {
	alpha float64
	x     vec.Vector
}

// dualPoint stores v as the stream's first example is stored; in a norm other
// than ℓ2 always dense.
func (s Space) dualPoint(x vec.Vector) dualPoint {
	n, dim := s.in(), s.Dim
	if x.IsSparse() && n == (vec.L2{}) {
		return &scaledDualPoint{v: s.scaled()}
	}
	room := make([]float64, (3+segmentRoom)*dim)
	p := &denseDualPoint{
		norm: n, v: room[:dim:dim], d: room[dim : 2*dim : 2*dim], linked: room[2*dim : 3*dim : 3*dim], room: room[3*dim:],
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
	v, d   []float64 // d has room for v − z
	linked []float64 // w̃, but for the factor, which is v in ℓ2
	factor float64
	vv     float64
	room   []float64
}

func (p *denseDualPoint) dot(x vec.Vector) float64 { return p.factor * x.Dot(p.linked) }

func (p *denseDualPoint) sqNorm() float64 { return p.vv }

func (p *denseDualPoint) set(_ float64, z [2]term) {
	clear(p.v)
	for _, t := range z {
		t.x.AddTo(p.v, t.alpha)
	}
	p.measure()
}

func (p *denseDualPoint) measure() {
	if p.vv, p.factor = link(p.norm, p.linked, p.v); p.vv < leastDualSqNorm {
		clear(p.v)
		clear(p.linked)
		p.vv = 0
	}
}

func (p *denseDualPoint) towards(_, zz float64, z [2]term) bool {
	clear(p.d)
	for _, t := range z {
		t.x.AddTo(p.d, t.alpha)
	}
	floats.SubTo(p.d, p.v, p.d)
	beta := vec.LeastNorm(p.norm, p.v, p.d, p.room)
	switch beta {
	case 0:
		return false
	case 1:
		p.set(zz, z)
	default:
		vec.AddScaled(p.v, -beta, p.d)
		p.measure()
	}
	return true
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
}

func (p *scaledDualPoint) dot(x vec.Vector) float64 { return p.v.dot(x) }

func (p *scaledDualPoint) sqNorm() float64 { return p.vv }

func (p *scaledDualPoint) set(zz float64, z [2]term) {
	p.v.multiply(0)
	p.add(1, z)
	p.vv, p.changed = zz, 0
	p.vanish()
}

// add makes v ← v + βz.
func (p *scaledDualPoint) add(beta float64, z [2]term) {
	for _, t := range z {
		if t.alpha != 0 {
			p.changed += p.v.add(t.x, beta*t.alpha)
		}
	}
}

// vanish makes v exactly 0 where it counts as 0.
func (p *scaledDualPoint) vanish() {
	if p.vv < leastDualSqNorm {
		p.v.multiply(0)
		p.vv, p.changed = 0, 0
	}
}

func (p *scaledDualPoint) towards(vz, zz float64, z [2]term) bool {
	uz, dd := p.vv-vz, max(0, p.vv-2*vz+zz) // v·(v−z) and ‖v−z‖²
	beta := vec.L2{}.LeastNorm(uz, dd)
	switch beta {
	case 0:
		return false
	case 1:
		p.set(zz, z)
		return true
	}
	p.v.multiply(1 - beta)
	p.add(beta, z)
	p.vv = max(0, p.vv+beta*(beta*dd-2*uz))
	if p.changed >= p.v.size() {
		p.vv, p.changed = p.v.sqNorm(), 0
	}
	p.vanish()
	return true
}

func (p *scaledDualPoint) w(dst []float64) { p.v.copyTo(dst, ratio(1, p.vv)) }
