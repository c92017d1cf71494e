package theory

import "math"

// The theorems on the Perceptron through the origin, on the stream that it
// sees: with a constant coordinate appended, the lifted one.

// Novikoff bounds the Perceptron's updates, and so its mistakes, by (R/γ)², with
// R = max‖x‖ and γ the maximum margin through the origin.
//
// Proof. [NormGrowth] and [NormProgress]: kγ ≤ ‖w_k‖ ≤ √k·R after k updates. ∎
//
// It is tight: on the d unit vectors, all positive, R = 1 and γ = 1/√d, and each
// is an update.
func Novikoff(s Setting) float64 {
	q := s.DBar / s.Gamma
	return q * q
}

// NormGrowth bounds ‖w‖ after k updates by √k·R: an update at y(w·x) ≤ 0 gives
// ‖w+yx‖² = ‖w‖² + 2y(w·x) + ‖x‖² ≤ ‖w‖² + R².
func NormGrowth(s Setting) float64 { return math.Sqrt(float64(s.Updates)) * s.DBar }

// NormProgress bounds ‖w‖ after k updates from below by kγ: an update adds
// y(w∗·x) ≥ γ to w·w∗, with ‖w∗‖ = 1.
func NormProgress(s Setting) float64 { return float64(s.Updates) * s.Gamma }
