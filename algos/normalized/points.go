package normalized

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/algos/kernel"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Points are n points a_i of norm 1 in a Hilbert space, known through G_ij = ⟨a_i,a_j⟩. They are not safe for
// concurrent use.
type Points interface {
	Len() int                 // n
	Mul(dst, p []float64)     // dst ← G p; dst is not p
	Row(dst []float64, i int) // dst ← the row i of G
	// Rounding bounds the error of a computed (Gp)_i if Σ|p_i| ≤ 1.
	Rounding() float64
}

// unit is 2⁻⁵³, the relative error of one rounding.
const unit = 0x1p-53

// Linear are the points a_i = y_i x_i/‖x_i‖ of ℝ^d.
type Linear struct {
	a    []vec.Vector // stored like x_i: in d coordinates, or sparse
	norm []float64    // ‖x_i‖
	w    []float64    // Aᵀp, for Mul
}

// NewLinear returns the points of examples in dim dimensions. The error is that there is no example, or names the
// first that fails theory.Example.Check or has x = 0.
func NewLinear(examples []theory.Example, dim int) (*Linear, error) {
	if len(examples) == 0 {
		return nil, fmt.Errorf("normalized: no examples, expected at least one")
	}
	l := &Linear{w: make([]float64, dim)}
	for i, e := range examples {
		if err := e.Check(dim); err != nil {
			return nil, fmt.Errorf("normalized: example %d: %w", i+1, err)
		}
		norm := vec.L2{}.Of(e.X.Value)
		if norm == 0 {
			return nil, fmt.Errorf("normalized: example %d is x = 0, expected a vector that has a direction", i+1)
		}
		a := vec.Vector{Index: e.X.Index, Value: slices.Clone(e.X.Value)}
		if !a.IsSparse() {
			a = a.Densify(dim)
		}
		for k, v := range a.Value {
			a.Value[k] = float64(e.Y) * v / norm
		}
		l.a, l.norm = append(l.a, a), append(l.norm, norm)
	}
	return l, nil
}

// Beside returns the same points, for use beside l.
func (l *Linear) Beside() *Linear { return &Linear{l.a, l.norm, make([]float64, l.Dim())} }

// Len returns n.
func (l *Linear) Len() int { return len(l.a) }

// Dim returns d.
func (l *Linear) Dim() int { return len(l.w) }

// Mul stores A(Aᵀp) in dst.
func (l *Linear) Mul(dst, p []float64) {
	l.W(l.w, p)
	l.scores(dst, l.w)
}

// Row stores A a_i in dst.
func (l *Linear) Row(dst []float64, i int) {
	l.a[i].CopyTo(l.w)
	l.scores(dst, l.w)
}

// W stores w = Aᵀα in dst, of length d.
func (l *Linear) W(dst, alpha []float64) {
	clear(dst)
	for i, a := range alpha {
		l.a[i].AddTo(dst, a)
	}
}

// scores stores A w in dst.
func (l *Linear) scores(dst, w []float64) {
	for i, a := range l.a {
		if a.IsSparse() {
			dst[i] = vec.DotThin(a, w)
		} else {
			dst[i] = vec.Dot(a.Value, w)
		}
	}
}

// Rounding returns (n+d+8)·2⁻⁵³: for sums of n and of d products, of vectors of norm at most 1, and for the
// coordinates of a_i.
func (l *Linear) Rounding() float64 { return float64(l.Len()+l.Dim()+8) * unit }

// Classifier returns the classifier w = Aᵀα on the features.
func (l *Linear) Classifier(alpha []float64) theory.Classifier {
	w := make([]float64, l.Dim())
	l.W(w, alpha)
	return theory.Classifier{W: w}
}

// Gram are the points a_i = y_i φ(x_i)/√K_ii of the Hilbert space of a kernel, where G_ij = y_i y_j K_ij/√(K_ii K_jj).
type Gram struct {
	k     *kernel.Gram
	s     []float64 // y_i/√K_ii
	u     []float64 // s_j p_j, for Mul
	order []int     // of the rows in the next Mul
}

// NewGram returns the points of a kernel matrix and the labels. The error names the first example with an invalid
// label or a K_ii that is not positive. It panics if the number of labels is not that of points.
//
// A product by G visits all rows of K, in the blocks that k computes, and in reverse order at the next product. If k
// has no room for all rows, each product computes the missing ones again: give k 8n² bytes beside its points if the
// machine has them.
func NewGram(k *kernel.Gram, labels []theory.Label) (*Gram, error) {
	n := k.Len()
	if len(labels) != n {
		panic("normalized: as many labels as points are needed")
	}
	g := &Gram{k: k, s: make([]float64, n), u: make([]float64, n), order: make([]int, n)}
	for i, y := range labels {
		if y != theory.Positive && y != theory.Negative {
			return nil, fmt.Errorf("normalized: example %d: label is %d, expected +1 or -1", i+1, y)
		}
		if !(k.Diag(i) > 0) {
			return nil, fmt.Errorf("normalized: example %d: its kernel value with itself is %v, expected a positive number", i+1, k.Diag(i))
		}
		g.s[i], g.order[i] = float64(y)/math.Sqrt(k.Diag(i)), i
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
	slices.Reverse(g.order) // the rows used last are still present
}

// Row stores the row i of G in dst.
func (g *Gram) Row(dst []float64, i int) {
	floats.MulTo(dst, g.s, g.k.Row(i))
	floats.Scale(g.s[i], dst)
}

// Rounding returns (n+8)·2⁻⁵³: for sums of n products, and for the entries of G.
func (g *Gram) Rounding() float64 { return float64(len(g.s)+8) * unit }
