package theory

import "math"

// The theorems on ALMA₂(α;B,C), through the origin on normalised features: γ is
// the maximum margin there.

// UpdatesALMA bounds ALMA's corrections, at B = √8/α and C = √2, by
// 2/γ²·(2/α−1)² + 8/α − 4; +Inf at another B or C. It bounds the trials with
// margin at most (1−α)γ too, as γ_k ≥ γ ([AtLeastGammaStar]) throughout.
//
// It is Theorem 3 (1) of Gentile (2001) for p = 2.
func UpdatesALMA(s Setting) float64 {
	if !s.theorem3ALMA() {
		return math.Inf(1)
	}
	alpha := s.Param("alpha")
	return 2/(s.Gamma*s.Gamma)*(2/alpha-1)*(2/alpha-1) + 8/alpha - 4
}

// theorem3ALMA reports whether B and C are those of Theorem 3.
func (s Setting) theorem3ALMA() bool {
	b, c := math.Sqrt(8)/s.Param("alpha"), math.Sqrt2
	return math.Abs(s.Param("B")-b) <= 1e-12*b && math.Abs(s.Param("C")-c) <= 1e-12*c
}

// MarginALMA bounds ALMA's γ_k from below by γ at B = √8/α, C = √2: the
// corrections of [UpdatesALMA] are at most 8/(α²γ²) − 2 as γ ≤ 1, k is one more, and
// γ_k = B/√k.
func MarginALMA(s Setting) float64 {
	if !s.theorem3ALMA() {
		return math.Inf(-1)
	}
	return s.Gamma
}

// NormALMA bounds ‖w‖ by 1: the update projects on the unit ball.
func NormALMA(Setting) float64 { return 1 }

// RestALMA bounds the margin of ALMA at rest on the normalised features from
// below by (1−α)γ: every y(w·x̂) is above (1−α)γ_k, γ_k ≥ γ and ‖w‖ ≤ 1.
func RestALMA(s Setting) float64 {
	if !s.theorem3ALMA() {
		return math.Inf(-1)
	}
	return (1 - s.Param("alpha")) * s.Gamma
}

// UpdatesALMAInseparable bounds ALMA's corrections on any stream, where
// C² + 2(1−α)BC = 1, by
//
//	D/g + ρ²/2 + √(ρ⁴/4 + ρ²D/g + ρ²),  ρ² = 1/(C²g²),  D = Σ_t max(0, g − y u·x̂)
//
// for any unit vector u and g > 0; +Inf at other α, B, C. It is Theorem 3 (3) of
// Gentile (2001) for p = 2. Read at the least of several g.
func UpdatesALMAInseparable(s Setting) float64 {
	b, c, alpha := s.Param("B"), s.Param("C"), s.Param("alpha")
	least := math.Inf(1)
	if math.Abs(c*c+2*(1-alpha)*b*c-1) > 1e-12 {
		return least
	}
	for _, length := range scales(s.Rival) {
		g := 1 / length
		q := hinge(s.Rival, length, 1) // D/g
		rr := 1 / (c * c * g * g)
		least = min(least, q+rr/2+math.Sqrt(rr*rr/4+rr*q+rr))
	}
	return least
}
