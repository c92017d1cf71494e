package theory

// Geometry is what theorems know of a finite stream. Lengths are in the norm of the
// view that it is measured in, ℓ2 if none is named, and in the units of the features;
// counts are of examples.
//
//	symbol   field   meaning
//	D₊, D₋   DPlus…  diameters of the two classes, max ‖x−x'‖ within a class
//	D        D       max(D₊, D₋)
//	D̄        DBar    max ‖x‖ (R in the Perceptron's theorem)
//	Δ        Delta   max ‖x₊−x₋‖ over opposite labels
//	γ∗       Gamma   the maximum margin, ‖v₊−v₋‖/2 of the dual certificates
//	         Shortest  min ‖x‖
//	         Lower   the certified lower end: Lower ≤ γ∗ ≤ Gamma
//	b∗       Bias    the bias of the maximum-margin classifier with ‖w‖ = 1
type Geometry struct {
	Examples, Dim, Positives      int
	DPlus, DMinus, D, DBar, Delta float64
	Shortest                      float64
	Gamma, Lower, Bias            float64
	Separable                     bool
}

// R is r = D/γ∗, how badly the two classes are clustered against the margin.
func (g Geometry) R() float64 { return g.D / g.Gamma }

// Gap is the certified relative gap of γ∗, (Gamma − Lower)/Gamma.
func (g Geometry) Gap() float64 { return (g.Gamma - g.Lower) / g.Gamma }

// equalNorms reports whether all ‖x‖ are the same, up to rounding.
func (g Geometry) equalNorms() bool { return g.DBar-g.Shortest <= 1e-9*g.DBar }
