package normalized

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory"
)

// Kernel is a kernel matrix K, a row at a time, as a *kernel.Gram is one.
type Kernel interface {
	Len() int
	Diag(i int) float64
	Row(i int) []float64 // for reading, until the next is asked for
	// Ahead says that Row(order[0]) is asked for next if it is wanted, and those of the
	// others that are wanted after it: they may be computed together.
	Ahead(order []int, wanted func(i int) bool)
}

// Gram are the points a_i = y_i φ(x_i)/√K_ii of the Hilbert space of a kernel, where
// G_ij = y_i y_j K_ij/√(K_ii K_jj).
type Gram struct {
	k     Kernel
	s     []float64 // y_i/√K_ii
	u     []float64 // s_j p_j, for Mul
	order []int     // of the rows in the next Mul
}

// NewGram returns the points of a kernel matrix and the labels. The error names
// the first example whose label is none or whose K_ii is not positive and finite,
// or says that there is none. It panics on another number of labels than of points.
//
// A product by G goes through all rows of K, in blocks as k computes them, and back
// at the next product. Where k has no room for them all, each product computes
// again those that have none: give it 8n² bytes beside its points if the machine
// has them.
func NewGram(k Kernel, labels []theory.Label) (*Gram, error) {
	n := k.Len()
	if len(labels) != n {
		panic("normalized: as many labels as points are needed")
	}
	if n == 0 {
		return nil, fmt.Errorf("normalized: no points, expected at least one")
	}
	g := &Gram{k: k, s: make([]float64, n), u: make([]float64, n), order: make([]int, n)}
	for i, y := range labels {
		if y != theory.Positive && y != theory.Negative {
			return nil, fmt.Errorf("normalized: example %d: label is %d, expected +1 or -1", i+1, y)
		}
		kii := k.Diag(i)
		if !(kii > 0) || math.IsInf(kii, 1) {
			return nil, fmt.Errorf("normalized: example %d: its kernel value with itself is %v, expected a positive number", i+1, kii)
		}
		g.s[i], g.order[i] = float64(y)/math.Sqrt(kii), i
	}
	return g, nil
}

// Len returns n.
func (g *Gram) Len() int { return len(g.s) }

// Mul stores G p in dst.
func (g *Gram) Mul(dst, p []float64) {
	floats.MulTo(g.u, g.s, p)
	every := func(int) bool { return true }
	for k, i := range g.order {
		g.k.Ahead(g.order[k:], every)
		dst[i] = g.s[i] * num.Dot(g.k.Row(i), g.u)
	}
	slices.Reverse(g.order) // the rows used last are still there
}

// Row stores the row i of G in dst.
func (g *Gram) Row(dst []float64, i int) {
	floats.MulTo(dst, g.s, g.k.Row(i))
	floats.Scale(g.s[i], dst)
}

// Rounding returns (n+8)·2⁻⁵³: of sums of n products, and of the entries of G.
func (g *Gram) Rounding() float64 { return float64(len(g.s)+8) * unit }
