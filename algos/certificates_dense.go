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
	v.far = v.euclidean && v.few(x, v.ww, v.ww)
}

func (v *denseCertificates) exceeded() bool { return v.far }

func (v *denseCertificates) score(x vec.Vector) (s, rounding float64) {
	if x.Index == nil {
		return v.factor * (vec.Dot(x.Value, v.w[:len(x.Value)]) - v.c), 0
	}
	return v.factor * (x.Dot(v.w) - v.c), 0
}

func (v *denseCertificates) sqNorm() float64 { return v.ww }

func (v *denseCertificates) approach(x vec.Vector, y theory.Label) bool {
	own, sign := v.v[side(y)], float64(y)
	floats.SubTo(v.z, own, v.full(x)) // z, or −z where y = −1
	uz, zz := vec.DotSq(v.u, v.z)
	uz *= sign
	var beta float64
	if v.euclidean {
		beta = vec.L2{}.LeastNorm(uz, zz)
	} else {
		floats.Scale(sign, v.z)
		beta = vec.LeastNorm(v.norm, v.u, v.z, v.room)
		floats.Scale(sign, v.z)
	}
	if beta == 0 {
		return false
	}
	if v.far = v.euclidean && v.few(x, zz, v.ww-float64(2*beta*uz)+float64(beta*beta*zz)); v.far {
		return false
	}
	if beta == 1 {
		x.CopyTo(own)
	} else {
		vec.AddScaled(own, -beta, v.z)
	}
	v.renew()
	return true
}

// few is [few] of the ‖u‖² that a step from x, along a z of this squared length, leaves.
func (v *denseCertificates) few(x vec.Vector, zz, left float64) bool {
	xx := x.SqNorm()
	if xx+zz < cancelled*left {
		return false // ‖x‖‖z‖ ≤ (‖x‖² + ‖z‖²)/2 is not too much either, and no roots are taken
	}
	return few(left, math.Sqrt(xx)*math.Sqrt(zz), max(touching*v.ww, vanishing*xx))
}

// renew computes u, w̃, c and ‖u‖² from v₊ and v₋ afresh, so that no rounding
// piles up in them.
func (v *denseCertificates) renew() {
	floats.SubTo(v.u, v.v[1], v.v[0])
	var plus float64 // w̃·v₊
	if v.euclidean { // w̃ = u
		plus, v.ww = vec.DotSq(v.v[1], v.u)
		v.factor = 1
	} else {
		v.ww, v.factor = link(v.norm, v.w, v.u)
		plus = vec.Dot(v.w, v.v[1])
	}
	v.c = (plus + vec.Dot(v.w, v.v[0])) / 2
}

func (v *denseCertificates) classifier() theory.Classifier {
	return certified(v.norm, v.v[1], v.v[0])
}

func (v *denseCertificates) copyTo(plus, minus []float64) {
	copy(plus, v.v[1])
	copy(minus, v.v[0])
}
