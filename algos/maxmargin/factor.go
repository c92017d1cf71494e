package maxmargin

import (
	"gonum.org/v1/gonum/blas/blas64"

	"marginlab/theory/floats"
)

// factor is an upper triangular R, n×n, with RᵀR = Z̃ᵀZ̃ for a matrix Z̃ that
// gains and loses columns, each of which belongs to one of two groups. R is the
// triangle of a QR factorisation of Z̃ (up to signs of rows); Q is not kept, so
// the columns of Z̃ may be sparse and long. Beside R it carries
//
//	p_g = R⁻ᵀe_g,  e_g = 1 where a column is in group g and else 0,
//
// by the same rotations, so that K⁻¹ = (RᵀR)⁻¹ under the constraint of constant
// group sums costs one solve and not three.
type factor struct {
	n, stride int
	data      []float64 // row-major, the upper triangle is used
	p         [2][]float64
}

func (f *factor) reset() {
	f.n = 0
	f.p[0], f.p[1] = f.p[0][:0], f.p[1][:0]
}

// row is row i of R from the diagonal on.
func (f *factor) row(i int) []float64 { return f.data[i*f.stride+i : i*f.stride+f.n] }

// forward replaces x by R⁻ᵀx.
func (f *factor) forward(x []float64) {
	for i := range f.n {
		row := f.row(i)
		x[i] /= row[0]
		floats.AddScaled(x[i+1:], -x[i], row[1:])
	}
}

// back replaces x by R⁻¹x.
func (f *factor) back(x []float64) {
	for i := f.n - 1; i >= 0; i-- {
		row := f.row(i)
		x[i] = (x[i] - floats.Dot(row[1:], x[i+1:])) / row[0]
	}
}

// push appends a column z̃ of the group to Z̃, given as q = R⁻ᵀZ̃ᵀz̃ and its
// distance diag > 0 from the span of the columns that were there.
func (f *factor) push(q []float64, diag float64, group int) {
	if f.n == f.stride {
		f.grow()
	}
	for g := range f.p {
		e := 0.0
		if g == group {
			e = 1
		}
		f.p[g] = append(f.p[g], (e-floats.Dot(q, f.p[g]))/diag)
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

// remove deletes column k of Z̃: the columns after it move left, and Givens
// rotations of the rows below k take away what is then below the diagonal.
func (f *factor) remove(k int) {
	for i := range f.n {
		row := f.data[i*f.stride : i*f.stride+f.n]
		from := max(k, i-1) // the first entry of row i moves to column i−1
		copy(row[from:], row[from+1:])
	}
	f.n--
	for i := k; i < f.n; i++ {
		upper := f.row(i)
		lower := f.data[(i+1)*f.stride+i : (i+1)*f.stride+f.n]
		c, s, r, _ := blas64.Rotg(upper[0], lower[0])
		upper[0], lower[0] = r, 0
		blas64.Rot(
			blas64.Vector{N: len(upper) - 1, Data: upper[1:], Inc: 1},
			blas64.Vector{N: len(lower) - 1, Data: lower[1:], Inc: 1}, c, s)
		for _, p := range f.p {
			p[i], p[i+1] = float64(c*p[i])+float64(s*p[i+1]), float64(c*p[i+1])-float64(s*p[i])
		}
	}
	f.p[0], f.p[1] = f.p[0][:f.n], f.p[1][:f.n]
}
