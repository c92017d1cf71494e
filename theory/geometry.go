package theory

import (
	"marginlab/theory/diameter"
	"marginlab/theory/vec"
)

// Geometry holds the measurements of a finite stream that theorems use. Lengths are in the norm of the view in which
// it is measured, ℓ2 if none is named, and in the units of the features; counts are of examples.
//
//	symbol   field   meaning
//	D₊, D₋   DPlus…  diameters of the two classes, max ‖x−x'‖ within a class
//	D        D       max(D₊, D₋)
//	D̄        DBar    max ‖x‖ (R in the Perceptron's theorem)
//	Δ        Delta   max ‖x₊−x₋‖ over opposite labels
//	γ∗       Gamma   the maximum margin, ‖v₊−v₋‖/2 of the dual points
//	         Shortest  min ‖x‖
//	         Lower   the certified lower end: Lower ≤ γ∗ ≤ Gamma
//	b∗       Bias    the bias of the maximum-margin classifier with ‖w‖ = 1
type Geometry struct {
	Examples, Dim, Positives      int
	DPlus, DMinus, D, DBar, Delta float64
	Shortest                      float64
	Gamma, Lower, Bias            float64
	Separable                     bool
	// Found is zero where the diameters were found, up to [diameter.Rounding]. Where they are only enclosed (see
	// [Lengths]), Found has the lower ends, and the fields above are the upper ends: a theorem stays true if a
	// diameter in it grows.
	Found Diametric
}

// Diametric holds the largest distances among pairs that were found: lower ends of the diameters.
type Diametric struct{ DPlus, DMinus, D, Delta float64 }

// Exact reports whether the diameters were found, not only enclosed.
func (g Geometry) Exact() bool { return g.Found == Diametric{} }

// R returns r = D/γ∗, the difficulty of the stream.
func (g Geometry) R() float64 { return g.D / g.Gamma }

// Gap returns the certified relative gap of γ∗, (Gamma − Lower)/Gamma.
func (g Geometry) Gap() float64 { return (g.Gamma - g.Lower) / g.Gamma }

// equalNorms reports whether all ‖x‖ are the same, up to rounding.
func (g Geometry) equalNorms() bool { return g.DBar-g.Shortest <= 1e-9*g.DBar }

// Lengths says which lengths are measured; the others are 0.
type Lengths struct {
	Norms  bool // D̄ and the shortest ‖x‖
	Within bool // D₊, D₋ and D
	Across bool // Δ
	Most   int  // beyond this many examples diameters may be enclosed: see [diameter.Search]
}

// Diameters measures all lengths of the examples in ℓ2, to the end. The margin is left out.
func Diameters(examples []Example, dim int) Geometry {
	return Lengths{Norms: true, Within: true, Across: true}.In(vec.L2{}, examples, dim, nil)
}

// In measures the lengths of the examples, which must be valid, in a norm: ℓ2 (also for nil) or an ℓp. It counts the
// examples and leaves out the margin. It reports its progress to watch as [diameter.Search.Of] does.
func (l Lengths) In(n vec.Norm, examples []Example, dim int, watch func(part float64) (on bool)) Geometry {
	n = View{Norm: n}.Base()
	g := Geometry{Examples: len(examples), Dim: dim}
	for i := range examples {
		if examples[i].Y == Positive {
			g.Positives++
		}
		if l.Norms {
			norm := n.Of(examples[i].X.Value)
			if i == 0 || norm < g.Shortest {
				g.Shortest = norm
			}
			g.DBar = max(g.DBar, norm)
		}
	}
	at := func(i int) (*vec.Vector, bool) { return &examples[i].X, examples[i].Y == Positive }
	d := diameter.Search{Within: l.Within, Across: l.Across, Most: l.Most}.Of(n, len(examples), at, watch)
	g.DPlus, g.DMinus, g.D, g.Delta = d.Plus.Upper, d.Minus.Upper, max(d.Plus.Upper, d.Minus.Upper), d.Across.Upper
	lower := Diametric{d.Plus.Lower, d.Minus.Lower, max(d.Plus.Lower, d.Minus.Lower), d.Across.Lower}
	if lower != (Diametric{g.DPlus, g.DMinus, g.D, g.Delta}) {
		g.Found = lower
	}
	return g
}
