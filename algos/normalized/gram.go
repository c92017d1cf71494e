package normalized

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"marginlab/theory"
)

// Kernel is a kernel matrix K, a row at a time, as a *kernel.Gram is one.
type Kernel interface {
	Len() int
	Diag(i int) float64
	Row(i int) []float64 // for reading, until the next is asked for
}

// Gram are the points a_i = y_i φ(x_i)/√K_ii of the Hilbert space of a kernel, where
// G_ij = y_i y_j K_ij/√(K_ii K_jj).
type Gram struct {
	k Kernel
	s []float64 // y_i/√K_ii
	u []float64 // s_j p_j, for Mul
}

// NewGram returns the points of a kernel matrix and the labels. The error names
// the first example whose label is none or whose K_ii is not positive and finite,
// or says that there is none. It panics on another number of labels than of points.
func NewGram(k Kernel, labels []theory.Label) (*Gram, error) {
	n := k.Len()
	if len(labels) != n {
		panic("normalized: as many labels as points are needed")
	}
	if n == 0 {
		return nil, fmt.Errorf("normalized: no points, expected at least one")
	}
	g := &Gram{k: k, s: make([]float64, n), u: make([]float64, n)}
	for i, y := range labels {
		if y != theory.Positive && y != theory.Negative {
			return nil, fmt.Errorf("normalized: example %d: label is %d, expected +1 or -1", i+1, y)
		}
		kii := k.Diag(i)
		if !(kii > 0) || math.IsInf(kii, 1) {
			return nil, fmt.Errorf("normalized: example %d: its kernel value with itself is %v, expected a positive number", i+1, kii)
		}
		g.s[i] = float64(y) / math.Sqrt(kii)
	}
	return g, nil
}

// Len returns n.
func (g *Gram) Len() int { return len(g.s) }

// Mul stores G p in dst.
func (g *Gram) Mul(dst, p []float64) {
	floats.MulTo(g.u, g.s, p)
	for i, s := range g.s {
		dst[i] = s * floats.Dot(g.k.Row(i), g.u)
	}
}

// Row stores the row i of G in dst.
func (g *Gram) Row(dst []float64, i int) {
	floats.MulTo(dst, g.s, g.k.Row(i))
	floats.Scale(g.s[i], dst)
}

// Rounding returns (n+8)·2⁻⁵³: of sums of n products, and of the entries of G.
func (g *Gram) Rounding() float64 { return float64(len(g.s)+8) * unit }

// Matrix is a kernel matrix in memory.
type Matrix struct{ rows *mat.Dense }

// NewMatrix copies a kernel matrix. The error names the first entry with K_ij² >
// K_ii K_jj, beyond rounding, or that is not a number: no kernel has such.
func NewMatrix(k mat.Symmetric) (Matrix, error) {
	n := k.SymmetricDim()
	m := Matrix{mat.NewDense(n, n, nil)}
	for i := range n {
		for j := range n {
			v := k.At(i, j)
			if most := math.Sqrt(k.At(i, i)) * math.Sqrt(k.At(j, j)); !(math.Abs(v) <= most*(1+1e-9)) {
				return Matrix{}, fmt.Errorf("normalized: the kernel value of examples %d and %d is %v, expected at most %v, the root of the product of theirs with themselves", i+1, j+1, v, most)
			}
			m.rows.Set(i, j, v)
		}
	}
	return m, nil
}

// Len returns n.
func (m Matrix) Len() int { n, _ := m.rows.Dims(); return n }

// Diag returns K_ii.
func (m Matrix) Diag(i int) float64 { return m.rows.At(i, i) }

// Row returns the row i of K.
func (m Matrix) Row(i int) []float64 { return m.rows.RawRowView(i) }
