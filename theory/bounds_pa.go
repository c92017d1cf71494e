package theory

import "math"

// The theorems on the passive-aggressive family, through the origin. ℓ_t =
// max(0, 1−y(w_t·x_t)), ℓ∗_t the same of a rival u, any vector; bounds for every
// ‖u‖ are read at the least of several.

// SquaredLossesPA bounds PA's Σ ℓ_t² on a separable stream by R²/γ²: Theorem 2
// of Crammer et al. (2006) with u = w∗/γ. As ℓ_t ≥ 1 at a mistake, it bounds the
// mistakes too.
//
// Proof: PROOFS.md, pa-squared-losses.
func SquaredLossesPA(s Setting) float64 { return Novikoff(s) }

// SquaredLossesPARelative bounds PA's Σ ℓ_t² on a stream of equal norms ‖x‖ = R by
// (R‖u‖ + 2√(Σ ℓ∗_t²))²; +Inf where the norms differ. It is Theorem 3 of Crammer
// et al. (2006), for R = 1; PA on x does what it does on x/R, where u is Ru.
//
// Proof: PROOFS.md, pa-squared-losses-relative.
func SquaredLossesPARelative(s Setting) float64 {
	if !s.equalNorms() {
		return math.Inf(1)
	}
	return s.Rival.least(func(length float64) float64 {
		q := float64(s.DBar*length) + float64(2*math.Sqrt(s.Rival.hinge(length, 2)))
		return q * q
	})
}

// MistakesPA1 bounds the mistakes of PA-I(C) on any stream by
// max(R², 1/C)(‖u‖² + 2C Σ ℓ∗_t). It is Theorem 4 of Crammer et al. (2006).
//
// Proof: PROOFS.md, pa-i-mistakes.
func MistakesPA1(s Setting) float64 {
	c := s.Param("C")
	return s.Rival.least(func(length float64) float64 {
		return max(s.DBar*s.DBar, 1/c) * (float64(length*length) + float64(2*c*s.Rival.hinge(length, 1)))
	})
}

// SquaredLossesPA2 bounds the Σ ℓ_t² of PA-II(C) on any stream by
// (R² + 1/(2C))(‖u‖² + 2C Σ ℓ∗_t²). It is Theorem 5 of Crammer et al. (2006).
//
// Proof: PROOFS.md, pa-ii-squared-losses.
func SquaredLossesPA2(s Setting) float64 {
	c := s.Param("C")
	return s.Rival.least(func(length float64) float64 {
		return (float64(s.DBar*s.DBar) + 1/(2*c)) * (float64(length*length) + float64(2*c*s.Rival.hinge(length, 2)))
	})
}

// UpdatesAMIRA bounds AMIRA's updates by (2−ε)/ε·R²/γ². It is Theorem 1 of
// ZH13.
//
// Proofs: PROOFS.md, amira-updates, amira-k-best-updates.
func UpdatesAMIRA(s Setting) float64 { return WeightedUpdatesAMIRA(s) / s.Param("eps") }

// WeightedUpdatesAMIRA bounds ε·#{updates at 0 < a ≤ 1−ε} + #{updates at a ≤ 0} by
// (2−ε)R²/γ², so the mistakes by (2−ε)R²/γ² whatever ε.
//
// Proofs: PROOFS.md, amira-weighted-updates, amira-k-best-weighted-updates.
func WeightedUpdatesAMIRA(s Setting) float64 { return (2 - s.Param("eps")) * Novikoff(s) }

// NormAMIRA bounds AMIRA's ‖w‖ by (2−ε)/γ (ZH13, Corollary 1).
//
// Proofs: PROOFS.md, amira-norm, amira-k-best-norm.
func NormAMIRA(s Setting) float64 { return (2 - s.Param("eps")) / s.Gamma }

// RestAMIRA bounds the margin of AMIRA at rest from below by (1−ε)/(2−ε)·γ: every
// y(w·x) is above 1−ε, and ‖w‖ ≤ (2−ε)/γ. It is Theorem 3 of ZH13.
//
// Proofs: PROOFS.md, amira-rest, amira-k-best-rest.
func RestAMIRA(s Setting) float64 {
	epsilon := s.Param("eps")
	return (1 - epsilon) / (2 - epsilon) * s.Gamma
}

// UpdatesAMIRAInseparable bounds AMIRA's updates on any stream of equal norms
// ‖x‖ = R, for a unit vector u and g > 0, with D = √(Σ max(0, g − y u·x)²), by
//
//	(√(2−ε)R + √ε D)²/(εg²)  if D/R ≤ √(ε/(2−ε)),  else  2(R² + D²)/(εg²)
//
// and is +Inf where the norms differ or ε = 0. It is what holds of Theorem 4 of
// ZH13; at ε = 1, D ≤ R it is ((R+D)/g)².
//
// Proof: PROOFS.md, amira-inseparable.
func UpdatesAMIRAInseparable(s Setting) float64 { return s.inseparableAMIRA(s.Param("eps"), 1) }

// inseparableAMIRA is the bound of [UpdatesAMIRAInseparable] with √stretch·D for D.
func (s Setting) inseparableAMIRA(epsilon, stretch float64) float64 {
	r := s.DBar
	if epsilon <= 0 || !s.equalNorms() {
		return math.Inf(1)
	}
	return s.Rival.least(func(length float64) float64 {
		d := math.Sqrt(stretch*s.Rival.hinge(length, 2)) / length
		if d <= r*math.Sqrt(epsilon/(2-epsilon)) {
			q := (float64(math.Sqrt(2-epsilon)*r) + float64(math.Sqrt(epsilon)*d)) * length
			return q * q / epsilon
		}
		return 2 * (float64(r*r) + float64(d*d)) * length * length / epsilon
	})
}

// MistakesAMIRAInseparablePrinted bounds AMIRA's mistakes in the first pass over
// any stream by (2−ε)/ε·(R+D)²/g² with D = √(Σ max(0, g − y u·x)): Theorem 4 of
// ZH13 as printed. It does not scale with x, and with the squares under the
// root it fails all the same where norms differ, as the steps scale with
// 1/‖x‖². [UpdatesAMIRAInseparable] is what holds.
func MistakesAMIRAInseparablePrinted(s Setting) float64 {
	epsilon := s.Param("eps")
	return s.Rival.least(func(length float64) float64 {
		q := (s.DBar + math.Sqrt(s.Rival.hinge(length, 1)/length)) * length
		return (2 - epsilon) / epsilon * q * q
	})
}
