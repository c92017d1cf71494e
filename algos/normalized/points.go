package normalized

import (
	"fmt"
	"slices"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Points are n points a_i of norm 1 in a Hilbert space, known through G_ij =
// ⟨a_i,a_j⟩. They are not for concurrent use.
type Points interface {
	Len() int                 // n
	Mul(dst, p []float64)     // dst ← G p; dst is not p
	Row(dst []float64, i int) // dst ← the row i of G
	// Rounding is how far a computed (Gp)_i may be from the true one if Σ|p_i| ≤ 1.
	Rounding() float64
}

// unit is 2⁻⁵³, the relative error of one rounding.
const unit = 0x1p-53

// Linear are the points a_i = y_i x_i/‖x_i‖ of ℝ^d.
type Linear struct {
	a    []vec.Vector // a_i, stored as x_i is: of d coordinates, or sparse
	norm []float64    // ‖x_i‖
	w    []float64    // Aᵀp, for Mul
}

// NewLinear returns the points of examples in dim dimensions. The error says that there is no
// example, or names the first that fails theory.Example.Check or has x = 0.
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

// Rounding returns (n+d+8)·2⁻⁵³: of sums of n and of d products, of vectors of norm
// at most 1, and of the coordinates of a_i.
func (l *Linear) Rounding() float64 { return float64(l.Len()+l.Dim()+8) * unit }

// Classifier is that of w = Aᵀα, on the features.
func (l *Linear) Classifier(alpha []float64) theory.Classifier {
	w := make([]float64, l.Dim())
	l.W(w, alpha)
	return theory.Classifier{W: w}
}
