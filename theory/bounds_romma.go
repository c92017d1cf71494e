package theory

import "math"

// The theorems on ROMMA, NAROMMA, CMCP and MCP, through the origin: learners that
// keep a lower bound of their own on how well they do. R = max‖x‖, γ is the
// maximum margin through the origin. Their mistakes are bounded by [Novikoff].

// ViolationsROMMA bounds m(φ) = #{t : y(w_t·x_t) ≤ φ}, for φ < 1 at which ROMMA
// updates, by R²/((1−φ)²γ²).
//
// Proof. v = w/‖w‖² moves to the point of least norm of [v, yx], so that
// ‖w_{t+1}‖² ≥ ‖w_t‖² + (1−s)²/‖x‖² ([SquaredNormROMMA]) while ‖w_t‖ ≤ 1/γ, as
// w∗/γ meets every constraint. ∎ At φ = 0 it is the mistake bound of Li and Long
// (2002); for φ > 0 the number of updates that aggressive ROMMA may take for a
// margin of φγ (omm.txt, Table 1).
func ViolationsROMMA(s Setting) float64 {
	q := s.DBar / s.Gamma / (1 - s.Phi)
	return q * q
}

// ViolationsMCP bounds m(φ), for 0 ≤ φ < ½, by ((R/γ)² − 1)/(1−2φ), of MCP, and of CMCP at
// φ = 0. m(φ) has no term of the first example, which meets no classifier.
//
// Proof. An update at g = y(w·x)/‖w‖ ≤ φ/ℓ raises ℓ² by (1−2η)/‖x‖² with η = max(0, ℓg) ≤ φ, so
// by (1−2φ)/R² at least; no update lowers it. It starts from 1/‖x‖² ≥ 1/R² and stays at most
// 1/γ² (mcp.txt, Lemma 9). ∎
func ViolationsMCP(s Setting) float64 {
	if s.Phi < 0 || s.Phi >= 0.5 {
		return math.Inf(1)
	}
	return (Novikoff(s) - 1) / (1 - 2*s.Phi)
}

// RestMCP bounds the margin of MCP at rest from below by ρ times γ, ρ = ½, and that of CMCP,
// whose ρ is 0, by 0: every y(w·x)/‖w‖ is above ρ/ℓ, and ℓ ≤ 1/γ (mcp.txt, after Lemma 9,
// which says 1/ℓ for 1/(2ℓ)).
func RestMCP(s Setting) float64 { return s.Rho * s.Gamma }

// UpdatesROMMA bounds the updates of ROMMA(ε), made at y(w·x) ≤ 1−ε, by
// R²/(ε²γ²) (amira.txt, Section 4.1); it is +Inf at ε = 0.
func UpdatesROMMA(s Setting) float64 {
	q := s.DBar / s.Gamma / s.Param("eps")
	return q * q
}

// SquaredNormROMMA bounds ‖w_{t+1}‖² after an update at s = y(w_t·x) from below
// by ‖w_t‖² + (1−s)²/R².
//
// Proof. w_{t+1} lies in {w : w·w_t ≥ ‖w_t‖²}, so that ‖w_{t+1}‖² ≥ ‖w_t‖² +
// ‖w_{t+1}−w_t‖², and at the distance (1−s)/‖x‖ at least from w_t, where
// y(w·x) ≥ 1. ∎
func SquaredNormROMMA(s Setting) float64 {
	d := (1 - s.Step.Score) / s.DBar
	return s.Step.Norm*s.Step.Norm + d*d
}

// RestROMMA bounds the margin of ROMMA(ε) at rest from below by (1−ε)γ: every
// y(w·x) is above 1−ε, and ‖w‖ ≤ 1/γ.
func RestROMMA(s Setting) float64 { return (1 - s.Param("eps")) * s.Gamma }
