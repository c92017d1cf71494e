package theory

// The theorems on AMIRA of many classes. The examples are the differences ΔΦ of
// each x, all with the label +1, through the origin, so R = D̄ = √2 max‖x‖ and
// a_t is the w·ΔΦ of the best wrong class. The bounds of the binary AMIRA on
// separable streams are as true of it: Theorem 2 of amira.txt is [UpdatesAMIRA],
// Corollary 2 [NormAMIRA], Theorem 3 [RestAMIRA], and the sharper count
// [WeightedUpdatesAMIRA].
//
// Proof. Let an update be w' = w + δ, δ = Σ η_i Δ_i, d = Σ η_i over the violated
// constraints, so w·Δ_i ≤ 1−ε, and η_i > 0 only where w'·Δ_i = 1: d = w'·δ (11).
// It raises w·w∗ by γd at least, and ‖w‖² by w·δ + w'·δ ≤ (2−ε)d. So γΣd ≤ ‖w‖ ≤
// √((2−ε)Σd), that is Σd ≤ (2−ε)/γ² and ‖w‖ ≤ (2−ε)/γ. And if a = w·Δ_1 is the
// least, 1 − a ≤ (w'−w)·Δ_1 = Σ η_i Δ_i·Δ_1 ≤ R²d: so d ≥ ε/R² (Lemma 1), d ≥ 1/R²
// where a ≤ 0, whatever k. ∎

// UpdatesAMIRAManyPrinted bounds the updates of k-best AMIRA by (2−ε)/γ·R²/γ²:
// Theorem 2 of amira.txt as printed, with γ for ε. It does not scale with x, and
// fails where γ > 1: the first example of all is an update.
func UpdatesAMIRAManyPrinted(s Setting) float64 { return WeightedUpdatesAMIRA(s) / s.Gamma }

// UpdatesAMIRAManyInseparable bounds the updates of k-best AMIRA, k ≤ M−1, on any
// stream of equal norms ‖ΔΦ‖ = R, for a unit vector u and g > 0, by
//
//	(√(2−ε)R + √ε D')²/(εg²)  if D'/R ≤ √(ε/(2−ε)),  else  2(R² + D'²)/(εg²)
//
// with D'² = 2k/(k+1)·Σ max(0, g − min_z u·ΔΦ)², and is +Inf where the norms differ.
// It is what holds of Theorem 5 of amira.txt; of 1-best AMIRA it is
// [UpdatesAMIRAInseparable].
//
// Proof. With δ_t, d_t of the update t, W = ‖w‖² and S = Σd: as ‖w_t+1‖² = ‖w_t‖² +
// 2w_t+1·δ_t − ‖δ_t‖², Σ‖δ‖² = 2S − W by (11); W ≤ (2−ε)S. Of differences of one x,
// ‖δ‖² = ‖x‖²(d² + Ση_i²) ≥ ½R²d²(1 + 1/k), so that R²Σd² ≤ 2k/(k+1)·(2S−W). And
// gS − Σde ≤ u·w ≤ √W with Σde ≤ √(Σe²)√(Σd²), so gS ≤ √W + (D'/R)√(2S−W), which is
// largest in W at one of the two cases; t ≤ R²S/ε by Lemma 1. ∎
func UpdatesAMIRAManyInseparable(s Setting) float64 {
	k := s.Param("k")
	return s.inseparableAMIRA(s.Param("eps"), 2*k/(k+1))
}
