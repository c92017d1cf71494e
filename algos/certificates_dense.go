package algos

import (
	"gonum.org/v1/gonum/floats"

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
	z             []float64 // v_y − x of the segment last asked for
	x             []float64 // room for an x that is not of full length
}

func newDenseCertificates(dim int) *denseCertificates {
	room := make([]float64, 5*dim)
	return &denseCertificates{
		vPlus:  room[:dim:dim],
		vMinus: room[dim : 2*dim : 2*dim],
		w:      room[2*dim : 3*dim : 3*dim],
		z:      room[3*dim : 4*dim : 4*dim],
		x:      room[4*dim:],
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
	floats.SubTo(v.z, v.of(y), v.full(x))
	return float64(y) * floats.Dot(v.w, v.z), floats.Dot(v.z, v.z) // z = y(v_y − x)
}

// move follows segment, for the same x and y.
func (v *denseCertificates) move(x vec.Vector, y theory.Label, beta float64) {
	if beta == 1 {
		x.CopyTo(v.of(y))
	} else {
		floats.AddScaled(v.of(y), -beta, v.z)
	}
	v.renew()
}

// renew computes w̃, c and ‖w̃‖² from v₊ and v₋ afresh, so that no rounding
// piles up in them.
func (v *denseCertificates) renew() {
	floats.SubTo(v.w, v.vPlus, v.vMinus)
	v.ww = floats.Dot(v.w, v.w)
	v.c = (floats.Dot(v.w, v.vPlus) + floats.Dot(v.w, v.vMinus)) / 2
}

func (v *denseCertificates) copyTo(plus, minus []float64) {
	copy(plus, v.vPlus)
	copy(minus, v.vMinus)
}
