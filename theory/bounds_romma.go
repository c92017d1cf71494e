package theory

import "math"

// The theorems on ROMMA, NAROMMA, CMCP and MCP, through the origin: learners that
// keep a lower bound of their own on how well they do. R = max‖x‖, γ is the
// maximum margin through the origin. Their mistakes are bounded by [Novikoff].

// ViolationsROMMA bounds m(φ) = #{t : y(w_t·x_t) ≤ φ}, for φ < 1 at which ROMMA
// updates, by R²/((1−φ)²γ²). At φ = 0 it is the mistake bound of Li and Long (2002);
// for φ > 0 the number of updates that aggressive ROMMA may take for a margin of φγ
// (HKNS25, Table 1). NAROMMA is aggressive ROMMA but for its scale.
//
// Proofs: PROOFS.md, romma-violations, naromma-violations.
func ViolationsROMMA(s Setting) float64 {
	q := s.DBar / s.Gamma / (1 - s.Phi)
	return q * q
}

// ViolationsMCP bounds m(φ), for 0 ≤ φ < ½, by ((R/γ)² − 1)/(1−2φ), of MCP, and of CMCP at
// φ = 0. m(φ) has no term of the first example, which meets no classifier.
//
// Proof: PROOFS.md, mcp-violations.
func ViolationsMCP(s Setting) float64 {
	if s.Phi < 0 || s.Phi >= 0.5 {
		return math.Inf(1)
	}
	return (Novikoff(s) - 1) / (1 - 2*s.Phi)
}

// Rest bounds the margin at rest from below by ρ times γ, of a learner that updates wherever
// a_t is at most ρ times its own margin, which is at least γ: OMM(ρ), MCP, whose ρ is ½
// (BH16, after Lemma 9, which says 1/ℓ for 1/(2ℓ)), and CMCP, whose ρ is 0.
//
// Proofs: PROOFS.md, omm-rest, mcp-rest.
func Rest(s Setting) float64 { return s.Rho * s.Gamma }

// MistakesROMMAClose bounds ROMMA's mistakes, at ε = 1, by 2 where D < γ, else by (R/γ)². The two are
// one on the first example, and one on the first of the other class that is not predicted right. No
// translation changes D, but it can change γ: see the proof.
//
// Proof: PROOFS.md, romma-close.
func MistakesROMMAClose(s Setting) float64 {
	switch {
	case s.Param("eps") != 1:
		return math.Inf(1)
	case s.D < s.Gamma:
		return 2
	}
	return squareRatio(s)
}

// UpdatesROMMA bounds the updates of ROMMA(ε), made at y(w·x) ≤ 1−ε, by
// R²/(ε²γ²) (ZH13, Section 4.1); it is +Inf at ε = 0.
//
// Proof: PROOFS.md, romma-updates.
func UpdatesROMMA(s Setting) float64 {
	q := s.DBar / s.Gamma / s.Param("eps")
	return q * q
}

// SquaredNormROMMA bounds ‖w_{t+1}‖² after an update at s = y(w_t·x) from below
// by ‖w_t‖² + (1−s)²/R².
//
// Proof: PROOFS.md, romma-norm-growth.
func SquaredNormROMMA(s Setting) float64 {
	d := (1 - s.Step.Score) / s.DBar
	return float64(s.Step.Norm*s.Step.Norm) + float64(d*d)
}

// RestROMMA bounds the margin of ROMMA(ε) at rest from below by (1−ε)γ: every
// y(w·x) is above 1−ε, and ‖w‖ ≤ 1/γ.
//
// Proof: PROOFS.md, romma-rest.
func RestROMMA(s Setting) float64 { return (1 - s.Param("eps")) * s.Gamma }
