package theory

import "math"

// The theorems on PUMMA₂(δ), with a bias of its own. Δ = max‖x₊−x₋‖.

// MistakesPummaPrinted bounds PUMMA's mistakes after the initialisation phase by
// 4D̄²/γ∗²: the form of Table 1 of omm.txt, which grows with a translation, with
// the constant of the proof of [MistakesPummaP1], as Δ ≤ 2D̄.
func MistakesPummaPrinted(s Setting) float64 {
	q := 2 * s.DBar / s.Gamma
	return q * q
}

// MistakesPummaP1 bounds PUMMA's mistakes after the initialisation phase by
// Δ²/γ∗² − 4, which a translation does not change: the conjecture of Section 5.2
// of omm.txt holds.
//
// Proof. Say y = +1. w_t·z' = (w_t·x−w_t·x₋)/2 = (a+1)/2 with z' = (x−x₋)/2, so the
// new constraint w·z' ≥ 1 is missed by (1−a)/2 > 0 (hence active afterwards), and
// w_t's distance to it is (1−a)/(2‖z'‖) ≥ (1−a)/Δ. w_{t+1} lies in H = {w :
// w·w_t ≥ ‖w_t‖²}, where ‖w‖² ≥ ‖w_t‖² + ‖w−w_t‖² ([SquaredNormPumma]). w∗/γ∗
// satisfies every pair constraint and, by induction, every H, so ‖w_t‖ ≤ 1/γ∗.
// ‖w₁‖ = 1/‖z₁‖ ≥ 2/Δ; a mistake has a ≤ 0. ∎
func MistakesPummaP1(s Setting) float64 {
	q := s.Delta / s.Gamma
	return q*q - 4
}

// MistakesPummaP1R bounds PUMMA's mistakes after the initialisation phase by
// 4r(r+2), from [MistakesPummaP1] and Δ ≤ D₊ + 2γ∗ + D₋.
func MistakesPummaP1R(s Setting) float64 { return 4 * s.R() * (s.R() + 2) }

// UpdatesPummaP1 bounds PUMMA's updates after the initialisation phase by
// (Δ²/γ∗² − 4)/δ²: an update has 1−a > δ in the proof of [MistakesPummaP1]. It is
// +Inf at δ = 0, unless Δ = 2γ∗.
func UpdatesPummaP1(s Setting) float64 {
	delta := s.Param("delta")
	return MistakesPummaP1(s) / (delta * delta)
}

// ViolationsPummaP1 bounds m(φ), the number of steps after the initialisation
// phase with y(w_t·x+b_t) ≤ φ, for φ < 1−δ, by (Δ²/γ∗² − 4)/(1−φ)²: each is an
// update with 1−a ≥ 1−φ in the proof of [MistakesPummaP1].
func ViolationsPummaP1(s Setting) float64 {
	return MistakesPummaP1(s) / ((1 - s.Phi) * (1 - s.Phi))
}

// ViolationsPummaPrinted bounds m(φ) by 4D̄²/((1−φ)²γ∗²): the form of Table 1 of
// omm.txt, with the constant of [MistakesPummaPrinted].
func ViolationsPummaPrinted(s Setting) float64 {
	return MistakesPummaPrinted(s) / ((1 - s.Phi) * (1 - s.Phi))
}

// SquaredNormPumma bounds ‖w_{t+1}‖² after an update at a = y(w_t·x+b_t) from
// below by ‖w_t‖² + (1−a)²/Δ²; see [MistakesPummaP1].
func SquaredNormPumma(s Setting) float64 {
	d := (1 - s.Step.Score) / s.Delta
	return s.Step.Norm*s.Step.Norm + d*d
}

// MistakesPummaP2Recursion bounds PUMMA's mistakes after the initialisation phase
// by the largest m with r²b_m ≥ 1, where b₁ = ¾, b_{k+1} = b_k − b_k²/4; 0 if
// r < 2/√3.
//
// Proof. γ_t = ‖v_t‖ = ‖p−n‖/2 for some p, n in the hulls, v = w/‖w‖². At a mistake
// w_t·(x₊−x) = 1−a ≥ 1 and ‖x₊−x‖ ≤ D, so γ_t ≤ D. v·(v−z') = γ_t²(1−a)/2 ≥ γ_t²/2
// and ‖v−z'‖ ≤ (D₊+D₋)/2 ≤ D. β < 1: γ'² ≤ γ_t² − γ_t⁴/(4D²); β = 1: γ'² < γ_t²/2,
// smaller still. So g' ≤ g − g²/(4r²) ≤ 3r²/4 for g = γ_t²/γ∗², and g' ≥ 1. ∎
// Above r = 1000 it is [MistakesPummaP2].
func MistakesPummaP2Recursion(s Setting) float64 {
	if r := s.R(); !(r >= 0 && r <= mostRecursive) {
		return MistakesPummaP2(s)
	}
	rr := s.R() * s.R()
	m := 0
	for b := 0.75; rr*b >= 1; b -= b * b / 4 {
		m++
	}
	return float64(m)
}

// MistakesPummaP2 bounds PUMMA's mistakes after the initialisation phase by 0 if
// r < 2/√3, else by 4r² − 16/3 + 4/(3r²): the closed form of
// [MistakesPummaP2Recursion].
func MistakesPummaP2(s Setting) float64 {
	rr := s.R() * s.R()
	if rr < 4./3 {
		return 0
	}
	return 4*rr - 16./3 + 4/(3*rr)
}

// MistakesPummaSquare would bound PUMMA's mistakes after the initialisation phase by
// r², where r ≥ 2. It is a conjecture; with the factor 4 it is [MistakesPummaP2].
func MistakesPummaSquare(s Setting) float64 {
	if s.R() < 2 {
		return math.Inf(1)
	}
	return s.R() * s.R()
}

// RestPumma bounds the margin of PUMMA(δ) at rest from below by (1−δ)γ∗: every
// y(w·x+b) is at least 1−δ, and ‖w‖ ≤ 1/γ∗.
func RestPumma(s Setting) float64 { return (1 - s.Param("delta")) * s.Gamma }
