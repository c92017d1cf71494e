package maxmargin

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// factor is an upper triangular R, n×n, with RᵀR = ZᵀZ for a matrix Z that
// gains and loses columns. R is the same triangle that a QR factorisation of Z
// has; Q is not kept, so the columns of Z may be sparse and long.
type factor struct {
	n, stride int
	data      []float64 // row-major, the upper triangle is used
}

func (f *factor) reset() { f.n = 0 }

func (f *factor) triangle() blas64.Triangular {
	return blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: f.n, Data: f.data, Stride: f.stride}
}

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Data: x, Inc: 1} }

// forward replaces x by R⁻ᵀx.
func (f *factor) forward(x []float64) {
	if f.n > 0 {
		blas64.Trsv(blas.Trans, f.triangle(), vector(x))
	}
}

// back replaces x by R⁻¹x.
func (f *factor) back(x []float64) {
	if f.n > 0 {
		blas64.Trsv(blas.NoTrans, f.triangle(), vector(x))
	}
}

// push appends a column z of Z, given as Rᵀ-solve q = R⁻ᵀZᵀz and the distance
// diag > 0 of z from the span of the columns that were there.
func (f *factor) push(q []float64, diag float64) {
	if f.n == f.stride {
		f.grow()
	}
	for i, v := range q {
		f.data[i*f.stride+f.n] = v
	}
	f.data[f.n*f.stride+f.n] = diag
	f.n++
}

func (f *factor) grow() {
	stride := max(16, 2*f.stride)
	data := make([]float64, stride*stride)
	for i := range f.n {
		copy(data[i*stride:], f.data[i*f.stride:i*f.stride+f.n])
	}
	f.stride, f.data = stride, data
}

// remove deletes column k of Z, by Givens rotations of the rows below k.
func (f *factor) remove(k int) {
	for i := range f.n {
		row := f.data[i*f.stride : i*f.stride+f.n]
		from := max(k, i-1) // row i has its first entry in column i, which moves to i−1
		copy(row[from:], row[from+1:])
	}
	f.n--
	for i := k; i < f.n; i++ {
		upper := f.data[i*f.stride+i : i*f.stride+f.n]
		lower := f.data[(i+1)*f.stride+i : (i+1)*f.stride+f.n]
		c, s, r, _ := blas64.Rotg(upper[0], lower[0])
		upper[0], lower[0] = r, 0
		blas64.Rot(vector(upper[1:]), vector(lower[1:]), c, s)
	}
}
