package algos

import (
	"marginlab/theory"
	"marginlab/theory/vec"
)

// newCertificates stores v₊ and v₋ as the stream's first example is stored.
func newCertificates(x vec.Vector, dim int) certificates {
	if x.IsSparse() {
		return newScaledCertificates(dim)
	}
	return newDenseCertificates(dim)
}

// denseCertificates keeps v₊, v₋ and w̃ = v₊−v₋ as they are: O(d) a step, one
// inner product. Nothing is computed from squares of the points, only from
// differences, so a far translation of the data costs no digits.
type denseCertificates struct {
	vPlus, vMinus []float64
	w             []float64 // w̃
	c             float64   // ½ w̃·(v₊+v₋)
	ww            float64   // ‖w̃‖²
	x             []float64 // room for an x that is not of full length
}

func newDenseCertificates(dim int) *denseCertificates {
	room := make([]float64, 4*dim)
	return &denseCertificates{
		vPlus:  room[:dim:dim],
		vMinus: room[dim : 2*dim : 2*dim],
		w:      room[2*dim : 3*dim : 3*dim],
		x:      room[3*dim:],
	}
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

func (v *denseCertificates) score(x vec.Vector) float64 { return x.Dot(v.w) - v.c }

func (v *denseCertificates) sqNorm() float64 { return v.ww }

func (v *denseCertificates) segment(x vec.Vector, y theory.Label) (uz, zz float64) {
	vy, xs := v.of(y), v.full(x)
	for i, u := range v.w {
		z := vy[i] - xs[i]
		uz += u * z
		zz += z * z
	}
	return float64(y) * uz, zz // z = y(v_y − x)
}

func (v *denseCertificates) move(x vec.Vector, y theory.Label, beta float64) {
	vy, xs := v.of(y), v.full(x)
	if beta == 1 {
		copy(vy, xs)
	} else {
		for i := range vy {
			vy[i] += beta * (xs[i] - vy[i])
		}
	}
	v.renew()
}

// renew computes w̃, c and ‖w̃‖² from v₊ and v₋ afresh, so that no rounding
// piles up in them.
func (v *denseCertificates) renew() {
	var c, ww float64
	for i, p := range v.vPlus {
		n := v.vMinus[i]
		u := p - n
		v.w[i] = u
		c += u * (p + n)
		ww += u * u
	}
	v.c, v.ww = c/2, ww
}

func (v *denseCertificates) copyTo(plus, minus []float64) {
	copy(plus, v.vPlus)
	copy(minus, v.vMinus)
}
