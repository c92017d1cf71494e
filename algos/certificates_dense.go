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

func (v *denseCertificates) score(x vec.Vector) float64 { return v.factor * (x.Dot(v.w) - v.c) }

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
	floats.SubTo(v.u, v.vPlus, v.vMinus)
	v.ww, v.factor = link(v.norm, v.w, v.u)
	v.c = (floats.Dot(v.w, v.vPlus) + floats.Dot(v.w, v.vMinus)) / 2
}

func (v *denseCertificates) classifier() theory.Classifier {
	return certified(v.norm, v.vPlus, v.vMinus)
}

func (v *denseCertificates) rounding() float64 { return 0 }

func (v *denseCertificates) copyTo(plus, minus []float64) {
	copy(plus, v.vPlus)
	copy(minus, v.vMinus)
}
