package algos

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// denseCertificates keeps v₊, v₋, u = v₊−v₋ and its link w̃, as they are: O(d) a
// step that moves them, one inner product for another, so that sparse examples cost
// O(nnz(x)) where they teach nothing. Nothing is computed from squares of the points,
// only from differences: a_t and γ_t have an error of some ε·R‖z‖/γ_t. Where that is too
// much in ℓ2, [doubledCertificates] take over.
type denseCertificates struct {
	norm      vec.Norm
	euclidean bool         // the norm is ℓ2
	v         [2][]float64 // v₋, v₊
	u, w      []float64    // w̃, but for the factor, is u in ℓ2
	factor    float64
	c         float64 // ½ w·(v₊+v₋)
	ww        float64 // ‖u‖² = ‖w̃‖∗²
	z         []float64
	x         []float64 // room for an x that is not of full length
	room      []float64
	far       bool // what exceeded says
}

func newDenseCertificates(n vec.Norm, dim int) *denseCertificates {
	room := make([]float64, (6+segmentRoom)*dim)
	take := func() []float64 {
		part := room[:dim:dim]
		room = room[dim:]
		return part
	}
	v := &denseCertificates{norm: n, v: [2][]float64{take(), take()}, u: take(), w: take(), z: take(), x: take(), room: room}
	if v.euclidean = n == (vec.L2{}); v.euclidean {
		v.w = v.u
	}
	return v
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
	x.CopyTo(v.v[side(y)])
	v.renew()
	v.far = v.euclidean && few(v.ww, math.Sqrt(x.SqNorm())*math.Sqrt(v.ww), vanishing*x.SqNorm())
}

func (v *denseCertificates) exceeded() bool { return v.far }

func (v *denseCertificates) score(x vec.Vector) (s, rounding float64) {
	return v.factor * (x.Dot(v.w) - v.c), 0
}

func (v *denseCertificates) sqNorm() float64 { return v.ww }

func (v *denseCertificates) approach(x vec.Vector, y theory.Label) bool {
	own, full, sign := v.v[side(y)], v.full(x), float64(y)
	for i, a := range own {
		v.z[i] = sign * (a - full[i])
	}
	beta := vec.LeastNorm(v.norm, v.u, v.z, v.room)
	if v.euclidean {
		uz, zz := vec.DotSq(v.u, v.z)
		xx := x.SqNorm()
		left := max(0, v.ww-2*beta*uz+beta*beta*zz)
		if v.far = few(left, math.Sqrt(xx)*math.Sqrt(zz), max(touching*v.ww, vanishing*xx)); v.far {
			return false
		}
	}
	switch beta {
	case 0:
		return false
	case 1:
		x.CopyTo(own)
	default:
		vec.AddScaled(own, -beta*sign, v.z)
	}
	v.renew()
	return true
}

// renew computes u, w̃, c and ‖u‖² from v₊ and v₋ afresh, so that no rounding
// piles up in them.
func (v *denseCertificates) renew() {
	if v.euclidean {
		v.difference()
		return
	}
	floats.SubTo(v.u, v.v[1], v.v[0])
	v.ww, v.factor = link(v.norm, v.w, v.u)
	v.c = (vec.Dot(v.w, v.v[1]) + vec.Dot(v.w, v.v[0])) / 2
}

// difference is renew in ℓ2, where w̃ = u, in one loop: of few coordinates five calls
// take longer.
func (v *denseCertificates) difference() {
	plus, minus := v.v[1][:len(v.u)], v.v[0][:len(v.u)]
	var u0, u1, u2, u3, p0, p1, p2, p3, m0, m1, m2, m3 float64
	n := len(v.u) &^ 3
	for i := 0; i < n; i += 4 {
		u, p, m := (*[4]float64)(v.u[i:]), (*[4]float64)(plus[i:]), (*[4]float64)(minus[i:])
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
	return certified(v.norm, v.v[1], v.v[0])
}

func (v *denseCertificates) copyTo(plus, minus []float64) {
	copy(plus, v.v[1])
	copy(minus, v.v[0])
}
