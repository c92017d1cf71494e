package theory

import "math"

// The theorems on ALMA(α;B,C), through the origin on features of norm 1, in a norm
// whose square is smooth, s = 2, with the constant c (p−1 in ℓp, p ≥ 2): γ is the
// maximum margin there, γ_k = B√c/√k and η_k = C/√(ck).
//
// Their proofs follow θ_k = ∇½‖w_k‖∗², for which w = ‖θ‖ℓ(θ) and ‖θ‖ = ‖w‖∗ ≤ 1. A
// correction at y(w_k·x̂) ≤ (1−α)γ_k takes θ_k to (θ_k + η_k yx̂)/N_k, where by smoothness
//
//	N_k² = max(1, ‖θ_k+η_k yx̂‖²) ≤ 1 + 2η_k(1−α)γ_k + cη_k² = 1 + A/k,  A = C² + 2(1−α)BC.

// UpdatesALMA bounds ALMA's corrections, at B = √8/α and C = √2, by
// 2c/γ²·(2/α−1)² + 8/α − 4; +Inf at another B or C. It bounds the trials with
// margin at most (1−α)γ too, as γ_k ≥ γ ([MarginALMA]) throughout.
//
// It is Theorem 3 (1) of Gentile (2001), for p−1 = c.
//
// Proof. A = 8/α − 6 ≥ 2. Take u with ‖u‖∗ ≤ 1 and y(u·x̂) ≥ γ, and t_k = (u·θ_k)/b,
// b = γ√8/((A+2)√c): t_1 = 0, and with N_k ≤ √(1+A/k)
//
//	t_{k+1} ≥ (t_k + (A+2)/(2√k))/√(1+A/k).                                      (∗)
//
// t_k ≥ 1 from k = 2 on: (∗) takes 0 to (A+2)/(2√(A+1)) ≥ 1 at k = 1, and a number
// that is 1 at least to one such, as (1+(A+2)/(2√k))² ≥ 1 + (A+2)²/(4k) ≥ 1 + A/k.
// Let a = min(A²/4, A+2). Then t_{k+1}² ≥ k−a wherever k ≥ a: where k < a+1 because
// t_{k+1} ≥ 1; else from t_k² ≥ k−1−a, as in (∗)
//
//	(√(k−1−a) + (A+2)/(2√k))² − (1+A/k)(k−a) = (A+2)√(1−x) − (A+1) + x((A+2)²/4+aA)/(1+a)
//
// for x = (1+a)/k ≤ 1 is concave in x, 1 at x = 0, and at x = 1 not negative, as
// a ≤ A²/4 = (A+2)²/4 − (A+1). After m corrections bt_{m+1} ≤ ‖θ‖ ≤ 1, so
// m ≤ a + 1/b² ≤ A + 2 + (A+2)²c/(8γ²). ∎
func UpdatesALMA(s Setting) float64 {
	if !s.theorem3ALMA() {
		return math.Inf(1)
	}
	alpha := s.Param("alpha")
	_, c := smoothness(s.norm())
	return 2*c/(s.Gamma*s.Gamma)*(2/alpha-1)*(2/alpha-1) + 8/alpha - 4
}

// theorem3ALMA reports whether B and C are those of Theorem 3.
func (s Setting) theorem3ALMA() bool {
	b, c := math.Sqrt(8)/s.Param("alpha"), math.Sqrt2
	return math.Abs(s.Param("B")-b) <= 1e-12*b && math.Abs(s.Param("C")-c) <= 1e-12*c
}

// MarginALMA bounds ALMA's γ_k from below by γ at B = √8/α, C = √2: the
// corrections of [UpdatesALMA] are at most 8c/(α²γ²) − 2 as γ ≤ 1 ≤ c, k is one more,
// and γ_k = B√c/√k.
func MarginALMA(s Setting) float64 {
	if !s.theorem3ALMA() {
		return math.Inf(-1)
	}
	return s.Gamma
}

// NormALMA bounds ‖w‖∗ by 1: the update projects on the unit ball.
func NormALMA(Setting) float64 { return 1 }

// RestALMA bounds the margin of ALMA at rest on the normalised features from
// below by (1−α)γ: every y(w·x̂) is above (1−α)γ_k, γ_k ≥ γ and ‖w‖∗ ≤ 1.
func RestALMA(s Setting) float64 {
	if !s.theorem3ALMA() {
		return math.Inf(-1)
	}
	return (1 - s.Param("alpha")) * s.Gamma
}

// UpdatesALMAInseparable bounds ALMA's corrections on any stream, where
// C² + 2(1−α)BC = 1, by
//
//	D/g + ρ²/2 + √(ρ⁴/4 + ρ²D/g + ρ²),  ρ² = 4c/(C²g²),  D = Σ_t max(0, g − y u·x̂)
//
// for any ‖u‖∗ ≤ 1 and g > 0; +Inf at other α, B, C. It is Theorem 3 (3) of
// Gentile (2001) with 4 times the ρ² there. Read at the least of several g.
//
// Proof. A = 1. Let S_k = √k(u·θ_k) ≤ √k and m_k = y(u·x̂) at the k-th correction:
//
//	S_{k+1} = μ_k(S_k + m_kC/√c),  1 ≤ μ_k = √(1+1/k)/N_k ≤ √(1+1/k).
//
// Where S_{k+1} ≥ 0 it is S_k + m_kC/√c at least. Where it is negative it is less by
// (1−1/μ_k)|S_{k+1}| ≤ (1−√(k/(k+1)))√(k+1) = √(k+1) − √k. So after m corrections
//
//	√(m+1) ≥ S_{m+1} ≥ (gm − D)C/√c − (√(m+1) − 1),
//
// and gm − D ≤ 2√(m+1)√c/C, whose solution for m is the bound. ∎
//
// The ρ² of the paper would need S_{k+1} ≥ S_k + m_kC/√c throughout. It fails where
// u·θ < 0 while ‖θ‖ < 1, and so does the bound: in ℓ2 at α = ½, C = 1/20, B = 1/C − C,
// u = (1,0), g = 1/20, corrections by yx̂ = −u until w nears −u, then by (0,±1) until
// k = 165 000, then by (g,±√(1−g²)) as long as there is one, are 1% more than it.
func UpdatesALMAInseparable(s Setting) float64 { return updatesALMA(s, 4) }

// UpdatesALMAInseparablePrinted is [UpdatesALMAInseparable] as printed, with
// ρ² = c/(C²g²).
func UpdatesALMAInseparablePrinted(s Setting) float64 { return updatesALMA(s, 1) }

// updatesALMA is that bound with ρ² = times·c/(C²g²).
func updatesALMA(s Setting, times float64) float64 {
	b, c, alpha := s.Param("B"), s.Param("C"), s.Param("alpha")
	least := math.Inf(1)
	if math.Abs(c*c+2*(1-alpha)*b*c-1) > 1e-12 {
		return least
	}
	_, smooth := smoothness(s.norm())
	for _, length := range scales(s.Rival) {
		g := 1 / length
		q := hinge(s.Rival, length, 1) // D/g
		rr := times * smooth / (c * c * g * g)
		least = min(least, q+rr/2+math.Sqrt(rr*rr/4+rr*q+rr))
	}
	return least
}
