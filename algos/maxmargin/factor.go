package maxmargin

import (
	"math"

	"marginlab/internal/num"
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
	num.Upper // R
	p         [2][]float64
}

func (f *factor) reset() {
	f.N = 0
	f.p[0], f.p[1] = f.p[0][:0], f.p[1][:0]
}

// push appends a column z̃ of the group to Z̃, given as q = R⁻ᵀZ̃ᵀz̃ and its
// distance diag > 0 from the span of the columns that were there.
func (f *factor) push(q []float64, diag float64, group int) {
	if f.N == f.Stride {
		f.grow()
	}
	for g := range f.p {
		e := 0.0
		if g == group {
			e = 1
		}
		f.p[g] = append(f.p[g], (e-num.Dot(q, f.p[g]))/diag)
	}
	for i, v := range q {
		f.Data[i*f.Stride+f.N] = v
	}
	f.Data[f.N*f.Stride+f.N] = diag
	f.N++
}

func (f *factor) grow() {
	stride := max(16, 2*f.Stride)
	data := make([]float64, stride*stride)
	for i := range f.N {
		copy(data[i*stride:], f.Data[i*f.Stride:i*f.Stride+f.N])
	}
	f.Stride, f.Data = stride, data
}

// remove deletes column k of Z̃: the columns after it move left, and Givens
// rotations of the rows below k take away what is then below the diagonal.
func (f *factor) remove(k int) {
	for i := range f.N {
		row := f.Data[i*f.Stride : i*f.Stride+f.N]
		from := max(k, i-1) // the first entry of row i moves to column i−1
		copy(row[from:], row[from+1:])
	}
	f.N--
	for i := k; i < f.N; i++ {
		upper := f.Row(i)
		lower := f.Data[(i+1)*f.Stride+i : (i+1)*f.Stride+f.N]
		c, s, r := givens(upper[0], lower[0])
		upper[0], lower[0] = r, 0
		num.Rotate(upper[1:], lower[1:], c, s)
		for _, p := range f.p {
			p[i], p[i+1] = float64(c*p[i])+float64(s*p[i+1]), float64(c*p[i+1])-float64(s*p[i])
		}
	}
	f.p[0], f.p[1] = f.p[0][:f.N], f.p[1][:f.N]
}

// givens returns c and s that rotate (a, b) to (r, 0). r has the sign of the longer one of
// a and b, of b where neither is.
func givens(a, b float64) (c, s, r float64) {
	switch {
	case b == 0:
		return 1, 0, a
	case a == 0:
		return 0, 1, b
	}
	long := a
	if math.Abs(b) >= math.Abs(a) {
		long = b
	}
	unit := max(0x1p-1022, min(math.Abs(long), 0x1p1022))
	u, v := a/unit, b/unit
	r = math.Copysign(unit*math.Sqrt(float64(u*u)+float64(v*v)), long)
	return a / r, b / r, r
}
