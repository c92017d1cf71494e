package theory

import "math"

// The theorems on ALMA(α;B,C), through the origin on features of norm 1, in a norm
// whose square is smooth, s = 2, with the constant c (p−1 in ℓp, p ≥ 2): γ is the
// maximum margin there, γ_k = B√c/√k and η_k = C/√(ck).
//
// Their proofs follow θ_k = ∇½‖w_k‖∗², for which w = ‖θ‖ℓ(θ) and ‖θ‖ = ‖w‖∗ ≤ 1. The k-th
// correction makes θ_k + η_k yx̂ no longer than √(1 + A/k), A = C² + 2(1−α)BC.

// UpdatesALMA bounds ALMA's corrections, at B = √8/α and C = √2, by
// 2c/γ²·(2/α−1)² + 8/α − 4; +Inf at another B or C. It bounds the trials with
// margin at most (1−α)γ too, as γ_k ≥ γ ([MarginALMA]) throughout.
//
// It is Theorem 3 (1) of Gentile (2001), for p−1 = c, and more than
// [UpdatesALMAConstant] as 8/α − 4 = A + 2.
//
// Proof: PROOFS.md, alma-updates.
func UpdatesALMA(s Setting) float64 {
	if !s.theorem3ALMA() {
		return math.Inf(1)
	}
	alpha := s.Param("alpha")
	return s.quadraticALMA() + 8/alpha - 4
}

// UpdatesALMAConstant is [UpdatesALMA] with min(A²/4, A+2), A = 8/α − 6, for 8/α − 4. It is
// more than [UpdatesALMASharp].
//
// Proof: PROOFS.md, alma-updates-constant.
func UpdatesALMAConstant(s Setting) float64 {
	if !s.theorem3ALMA() {
		return math.Inf(1)
	}
	a := s.growthALMA()
	return s.quadraticALMA() + min(a*a/4, a+2)
}

// quadraticALMA is 2c/γ²·(2/α−1)².
func (s Setting) quadraticALMA() float64 {
	_, c := smoothness(s.norm())
	q := (2/s.Param("alpha") - 1) / s.Gamma
	return 2 * c * q * q
}

// growthALMA is A.
func (s Setting) growthALMA() float64 {
	c := s.Param("C")
	return float64(c*c) + float64(2*(1-s.Param("alpha"))*s.Param("B")*c)
}

// growsALMA reports A ≥ 2, and that A is a float64.
func (s Setting) growsALMA() bool { return s.growthALMA() >= 2 && !math.IsInf(s.growthALMA(), 1) }

// UpdatesALMASharp bounds ALMA's corrections, at any B and C for which A ≥ 2, by
//
//	(A+1)²c/(4C²γ²) − (A−3)/4;
//
// +Inf where A < 2. At B = √8/α and C = √2 that is (8/α−5)²c/(8γ²) − 2/α + 9/4.
//
// Proof: PROOFS.md, alma-updates-sharp.
func UpdatesALMASharp(s Setting) float64 {
	a := s.growthALMA()
	if !s.growsALMA() {
		return math.Inf(1)
	}
	_, c := smoothness(s.norm())
	q := (a + 1) / (2 * s.Param("C") * s.Gamma)
	return float64(c*q*q) - float64((a-3)/4)
}

// theorem3ALMA reports whether B and C are those of Theorem 3.
func (s Setting) theorem3ALMA() bool {
	return rounded(s.Param("B"), math.Sqrt(8)/s.Param("alpha")) && rounded(s.Param("C"), math.Sqrt2)
}

// rounded reports whether v is to but for rounding, a part in 10¹².
func rounded(v, to float64) bool { return math.Abs(v/to-1) <= 1e-12 }

// MarginALMA bounds ALMA's γ_k from below by γ at B = √8/α, C = √2.
//
// Proof: PROOFS.md, alma-gamma-k.
func MarginALMA(s Setting) float64 {
	if !s.theorem3ALMA() {
		return math.Inf(-1)
	}
	return s.Gamma
}

// MarginALMASharp bounds ALMA's γ_k from below, at any B and C for which A ≥ 2, by B√c/√(M+1),
// M the bound of [UpdatesALMASharp]: k is one more than the corrections, and γ_k = B√c/√k.
// At B = √8/α, C = √2 and α ≤ 8/13 it is γ/(1 − 5α/8) at least.
//
// Proof: PROOFS.md, alma-gamma-k-sharp.
func MarginALMASharp(s Setting) float64 {
	if !s.growsALMA() {
		return math.Inf(-1)
	}
	_, c := smoothness(s.norm())
	return s.Param("B") * math.Sqrt(c/(UpdatesALMASharp(s)+1))
}

// NormALMA bounds ‖w‖∗ by 1: the update projects on the unit ball.
//
// Proof: PROOFS.md, alma-norm.
func NormALMA(Setting) float64 { return 1 }

// RestALMA bounds the margin of ALMA at rest on the normalised features from
// below by (1−α)γ: every y(w·x̂) is above (1−α)γ_k, γ_k ≥ γ and ‖w‖∗ ≤ 1.
//
// Proof: PROOFS.md, alma-rest.
func RestALMA(s Setting) float64 {
	if !s.theorem3ALMA() {
		return math.Inf(-1)
	}
	return (1 - s.Param("alpha")) * s.Gamma
}

// RestALMASharp bounds the margin of ALMA at rest on the normalised features from below by
// 1−α times [MarginALMASharp], so by (1−α)/(1−5α/8)·γ at B = √8/α, C = √2 and α ≤ 8/13:
// every y(w·x̂) is above (1−α)γ_k, and ‖w‖∗ ≤ 1.
//
// Proof: PROOFS.md, alma-rest-sharp.
func RestALMASharp(s Setting) float64 { return (1 - s.Param("alpha")) * MarginALMASharp(s) }

// UpdatesALMAInseparable bounds ALMA's corrections on any stream, where
// C² + 2(1−α)BC = 1, by
//
//	D/g + ρ²/2 + √(ρ⁴/4 + ρ²D/g + ρ²),  ρ² = 4c/(C²g²),  D = Σ_t max(0, g − y u·x̂)
//
// for any ‖u‖∗ ≤ 1 and g > 0; +Inf at other α, B, C. It is Theorem 3 (3) of
// Gentile (2001) with 4 times the ρ² there. Read at the least of several g.
//
// Proof: PROOFS.md, alma-inseparable.
func UpdatesALMAInseparable(s Setting) float64 { return updatesALMA(s, 4) }

// UpdatesALMAInseparablePrinted is [UpdatesALMAInseparable] with ρ² = c/(C²g²), which fails: see
// PROOFS.md under alma-inseparable, also for where the statement is from.
func UpdatesALMAInseparablePrinted(s Setting) float64 { return updatesALMA(s, 1) }

// updatesALMA is that bound with ρ² = times·c/(C²g²).
func updatesALMA(s Setting, times float64) float64 {
	if !rounded(s.growthALMA(), 1) {
		return math.Inf(1)
	}
	_, smooth := smoothness(s.norm())
	c := s.Param("C")
	return s.Rival.least(func(length float64) float64 {
		g := 1 / length
		q := s.Rival.hinge(length, 1) // D/g
		rr := times * smooth / (c * c * g * g)
		return q + float64(rr/2) + math.Sqrt(float64(rr*rr/4)+float64(rr*q)+rr)
	})
}
