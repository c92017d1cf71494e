package theory

// The theorems on AMIRA of many classes. The examples are the differences ΔΦ of
// each x, all with the label +1, through the origin, so R = D̄ = √2 max‖x‖ and
// a_t is the w·ΔΦ of the best wrong class. The bounds of the binary AMIRA on
// separable streams are as true of it: Theorem 2 of ZH13 is [UpdatesAMIRA],
// Corollary 2 [NormAMIRA], Theorem 3 [RestAMIRA], and the sharper count
// [WeightedUpdatesAMIRA].

// UpdatesAMIRAManyPrinted bounds the updates of k-best AMIRA by (2−ε)/γ·R²/γ²:
// Theorem 2 of ZH13 as printed, with γ for ε. It does not scale with x, and
// fails where γ > 1: the first example of all is an update.
func UpdatesAMIRAManyPrinted(s Setting) float64 { return WeightedUpdatesAMIRA(s) / s.Gamma }

// UpdatesAMIRAManyInseparable bounds the updates of k-best AMIRA, k ≤ M−1, on any
// stream of equal norms ‖ΔΦ‖ = R, for a unit vector u and g > 0, by
//
//	(√(2−ε)R + √ε D)²/(εg²)  if D/R ≤ √(ε/(2−ε)),  else  2(R² + D²)/(εg²)
//
// with D² = 2k/(k+1)·Σ_t max(0, g − min_z u·ΔΦ)², the minimum over the wrong classes z of the
// example; it is +Inf where the norms differ.
// It is what holds of Theorem 5 of ZH13; of 1-best AMIRA it is
// [UpdatesAMIRAInseparable].
//
// Proof: PROOFS.md, amira-k-best-inseparable.
func UpdatesAMIRAManyInseparable(s Setting) float64 {
	k := s.Param("k")
	return s.inseparableAMIRA(s.Param("eps"), 2*k/(k+1))
}
