package theory

import (
	"math"

	"marginlab/internal/num"
)

// The theorems on PUMMA(δ), with a bias of its own, in any norm: w = ℓ(v)/‖v‖ of the
// dual point v, ‖w‖∗ = 1/‖v‖, w·v = 1, and an update takes v to the least-norm point of
// the segment [v, z'], z' = (x₊−x₋)/2 of the two examples that are then kept.
// Δ = max‖x₊−x₋‖; s, c are the norm's smoothness, and q = s/(s−1).

// MistakesPummaPrinted bounds PUMMA's mistakes after the initialisation phase by
// c^{q−1}(2D̄/γ∗)^q, in ℓ2 4D̄²/γ∗²: the form of Table 1 of HKNS25, which grows with a
// translation, with the constant of [MistakesPummaP1].
//
// Proof: PROOFS.md, pumma-mistakes-printed.
func MistakesPummaPrinted(s Setting) float64 { return s.conjugate(2 * s.DBar / s.Gamma) }

// MistakesPummaP1 bounds PUMMA's mistakes after the initialisation phase by
// c^{q−1}((Δ/γ∗)^q − 2^q), which a translation does not change: the conjecture of
// Section 5.2 of HKNS25 holds. In ℓ2 it is Δ²/γ∗² − 4, in ℓp, p ≥ 2, p−1 times that.
//
// Proof: PROOFS.md, pumma-p1.
func MistakesPummaP1(s Setting) float64 { return s.conjugate(s.Delta/s.Gamma) - s.conjugate(2) }

// MistakesPummaP1R bounds PUMMA's mistakes after the initialisation phase by
// c^{q−1}2^q((r+1)^q − 1), 4r(r+2) in ℓ2, from [MistakesPummaP1] and
// Δ ≤ D₊ + 2γ∗ + D₋.
//
// Proof: PROOFS.md, pumma-p1-r.
func MistakesPummaP1R(s Setting) float64 {
	power, _ := smoothness(s.norm())
	return s.conjugate(2) * num.Expm1(power/(power-1)*num.Log1p(s.R()))
}

// UpdatesPummaP1 bounds PUMMA's updates after the initialisation phase by that of
// [MistakesPummaP1] over δ^q. It is +Inf at δ = 0.
//
// Proof: PROOFS.md, pumma-p1-updates.
func UpdatesPummaP1(s Setting) float64 { return updatesPumma(s, s.Param("delta")) }

// updatesPumma bounds the updates at 1−a ≥ missed, each of which raises ‖w‖∗ by as much as
// [SquaredNormPumma] says.
func updatesPumma(s Setting, missed float64) float64 {
	mistakes := MistakesPummaP1(s)
	if missed == 0 || math.IsInf(mistakes, 1) {
		return math.Inf(1)
	}
	power, _ := smoothness(s.norm())
	return mistakes / num.Pow(missed, power/(power-1))
}

// ViolationsPummaP1 bounds m(φ), the number of steps after the initialisation
// phase with y(w_t·x+b_t) ≤ φ, for φ < 1−δ, by that of [MistakesPummaP1] over (1−φ)^q.
//
// Proof: PROOFS.md, pumma-violations.
func ViolationsPummaP1(s Setting) float64 { return updatesPumma(s, 1-s.Phi) }

// ViolationsPummaPrinted bounds m(φ) by c^{q−1}(2D̄/((1−φ)γ∗))^q: the form of Table 1
// of HKNS25, with the constant of [MistakesPummaPrinted].
//
// Proof: PROOFS.md, pumma-violations-printed.
func ViolationsPummaPrinted(s Setting) float64 {
	return s.conjugate(2 * s.DBar / s.Gamma / (1 - s.Phi))
}

// SquaredNormPumma bounds ‖w_{t+1}‖∗² after an update at a = y(w_t·x+b_t) from below by
// (‖w_t‖∗^q + ((1−a)/Δ)^q/c^{q−1})^{2/q}, in ℓ2 ‖w_t‖² + (1−a)²/Δ².
//
// Proof: PROOFS.md, pumma-norm-growth.
func SquaredNormPumma(s Setting) float64 {
	power, c := smoothness(s.norm())
	d := math.Abs(1-s.Step.Score) / s.Delta
	if power == 2 {
		return float64(s.Step.Norm*s.Step.Norm) + d*d/c
	}
	q := power / (power - 1)
	grown := num.Pow(d/s.Step.Norm, q) / num.Pow(c, q-1)
	return s.Step.Norm * s.Step.Norm * num.Pow(1+grown, 2/q)
}

// MistakesPummaP2Recursion bounds PUMMA's mistakes after the initialisation phase by
// the largest m with r^s b_m ≥ 1, where b₀ = 1 and b_{k+1} = f(b_k) of [descent] for
// 2^s c in place of c: in ℓ2 b₁ = ¾, b_{k+1} = b_k − b_k²/4, and 0 if r < 2/√3.
//
// Proof: PROOFS.md, pumma-p2-recursion.
func MistakesPummaP2Recursion(s Setting) float64 { return s.descent(2).mistakes(s.R()) }

// MistakesPummaP2 bounds PUMMA's mistakes after the initialisation phase by the closed
// form of [MistakesPummaP2Recursion]: that of [MistakesS1] for 2^s c in place of c. For
// s = 2, with K = 4cr² and k = 16c²/(4c−1), that is 0 if K < k, else K − k + k/K; and in
// ℓ2 0 if r < 2/√3, else 4r² − 16/3 + 4/(3r²).
//
// Proofs: PROOFS.md, pumma-p2, pumma-p2-power.
func MistakesPummaP2(s Setting) float64 { return s.descent(2).most(s.R()) }

// MistakesPummaSquare would bound PUMMA's mistakes after the initialisation phase by
// r², where r ≥ 2. It is refuted: fifteen points make eleven where r² < 11. With the
// factor 4 it is [MistakesPummaP2].
func MistakesPummaSquare(s Setting) float64 {
	if s.R() < 2 {
		return math.Inf(1)
	}
	return s.R() * s.R()
}

// RestPumma bounds the margin of PUMMA(δ) at rest from below by (1−δ)γ∗: every
// y(w·x+b) is at least 1−δ, and ‖w‖∗ ≤ 1/γ∗.
//
// Proof: PROOFS.md, pumma-rest.
func RestPumma(s Setting) float64 { return (1 - s.Param("delta")) * s.Gamma }
