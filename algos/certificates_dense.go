package algos

import (
	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// denseCertificates keeps v₊, v₋, u = v₊−v₋ and its link w̃, as they are: O(d) a
// step that moves them, one inner product for another, so that sparse examples cost
// O(nnz(x)) where they teach nothing. Nothing is computed from squares of the points,
// only from differences, so a far translation of the data costs no digits.
type denseCertificates struct {
	norm          vec.Norm
	vPlus, vMinus []float64
	u, w          []float64 // w̃, but for the factor, is u in ℓ2
	factor        float64
	c             float64 // ½ w·(v₊+v₋)
	ww            float64 // ‖u‖² = ‖w̃‖∗²
	z             []float64
	x             []float64 // room for an x that is not of full length
	room          []float64
}

func newDenseCertificates(n vec.Norm, dim int) *denseCertificates {
	room := make([]float64, (6+segmentRoom)*dim)
	take := func() []float64 {
		part := room[:dim:dim]
		room = room[dim:]
		return part
	}
	v := &denseCertificates{norm: n, vPlus: take(), vMinus: take(), u: take(), w: take(), z: take(), x: take(), room: room}
	if n == (vec.L2{}) {
		v.w = v.u
	}
	return v
}

func (v *denseCertificates) of(y theory.Label) []float64 {
	if y == theory.Positive {
		return v.vPlus
	}
	return v.vMinus
}

// full returns x with all its coordinates.
func (v *denseCertificates) full(x vec.Vector) []float64 {
	if !x.IsSparse() && len(x.Value) == len(v.w) {
		return x.Value
	}
	x.CopyTo(v.x)
	return v.x
}

func (v *denseCertificates) start(y theory.Label, x vec.Vector) {
	x.CopyTo(v.of(y))
	v.renew()
}

func (v *denseCertificates) score(x vec.Vector) (s, rounding float64) {
	return v.factor * (x.Dot(v.w) - v.c), 0
}

func (v *denseCertificates) sqNorm() float64 { return v.ww }

func (v *denseCertificates) approach(x vec.Vector, y theory.Label) bool {
	own := v.of(y)
	if y == theory.Positive {
		floats.SubTo(v.z, own, v.full(x))
	} else {
		floats.SubTo(v.z, v.full(x), own)
	}
	beta := vec.LeastNorm(v.norm, v.u, v.z, v.room)
	switch beta {
	case 0:
		return false
	case 1:
		x.CopyTo(own)
	default:
		floats.AddScaled(own, -beta*float64(y), v.z)
	}
	v.renew()
	return true
}

// renew computes u, w̃, c and ‖u‖² from v₊ and v₋ afresh, so that no rounding
// piles up in them.
func (v *denseCertificates) renew() {
	if v.norm == (vec.L2{}) {
		v.difference()
		return
	}
	floats.SubTo(v.u, v.vPlus, v.vMinus)
	v.ww, v.factor = link(v.norm, v.w, v.u)
	v.c = (floats.Dot(v.w, v.vPlus) + floats.Dot(v.w, v.vMinus)) / 2
}

// difference is renew in ℓ2, where w̃ = u, in one loop: of few coordinates five calls
// take longer.
func (v *denseCertificates) difference() {
	plus, minus := v.vPlus[:len(v.u)], v.vMinus[:len(v.u)]
	var u0, u1, u2, u3, p0, p1, p2, p3, m0, m1, m2, m3 float64
	n := len(v.u) &^ 3
	for i := 0; i < n; i += 4 {
		u, p, m := v.u[i:i+4:i+4], plus[i:i+4:i+4], minus[i:i+4:i+4]
		a, b, c, d := p[0]-m[0], p[1]-m[1], p[2]-m[2], p[3]-m[3]
		u[0], u[1], u[2], u[3] = a, b, c, d
		u0 += a * a
		u1 += b * b
		u2 += c * c
		u3 += d * d
		p0 += a * p[0]
		p1 += b * p[1]
		p2 += c * p[2]
		p3 += d * p[3]
		m0 += a * m[0]
		m1 += b * m[1]
		m2 += c * m[2]
		m3 += d * m[3]
	}
	for i := n; i < len(v.u); i++ {
		a := plus[i] - minus[i]
		v.u[i] = a
		u0 += a * a
		p0 += a * plus[i]
		m0 += a * minus[i]
	}
	v.ww, v.factor = (u0+u2)+(u1+u3), 1
	v.c = (((p0 + p2) + (p1 + p3)) + ((m0 + m2) + (m1 + m3))) / 2
}

func (v *denseCertificates) classifier() theory.Classifier {
	return certified(v.norm, v.vPlus, v.vMinus)
}

func (v *denseCertificates) copyTo(plus, minus []float64) {
	copy(plus, v.vPlus)
	copy(minus, v.vMinus)
}
