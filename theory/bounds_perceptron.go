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

// UpdatesFreundSchapire bounds the Perceptron's updates on any stream by
// ((R+D)/g)², D = √(Σ_t max(0, g − y u·x)²), for any unit vector u and g > 0; read
// at the least of several g. It is the theorem of Freund and Schapire (1999) for
// inseparable data.
//
// Proof. Give every step t a coordinate of its own with value √(RD) in x_t, and u
// the coordinates y max(0, g − y u·x)/√(RD): then all margins are g, ‖x‖² ≤
// R² + RD, ‖u‖² = 1 + D/R, and the Perceptron predicts as before. ∎
func UpdatesFreundSchapire(s Setting) float64 {
	return leastOver(s.Rival, func(length float64) float64 {
		q := s.DBar*length + math.Sqrt(hinge(s.Rival, length, 2))
		return q * q
	})
}

// UpdatesHinge bounds the Perceptron's updates on any stream, for any u and
// q ≥ 1, with L_q = Σ_t max(0, 1 − y u·x)^q, by
//
//	L_q + q²R²‖u‖²/2 + q‖u‖R√(q²R²‖u‖²/4 + L_q)
//
// read at the least of several ‖u‖ and q ∈ {1, 3/2, 2, 3}. It is Theorem 2 of
// online-linear-classification.txt with the factor R that the last term lacks
// there, and L_q for the ℓ on its left.
func UpdatesHinge(s Setting) float64 { return hingeFamily(s, s.DBar) }

// UpdatesHingePrinted is [UpdatesHinge] as printed, without the factor R in the
// last term: it fails for R > 1.
func UpdatesHingePrinted(s Setting) float64 { return hingeFamily(s, 1) }

func hingeFamily(s Setting, factor float64) float64 {
	least := math.Inf(1)
	for _, q := range []float64{1, 1.5, 2, 3} {
		least = min(least, leastOver(s.Rival, func(length float64) float64 {
			loss, qru := hinge(s.Rival, length, q), q*s.DBar*length
			return loss + qru*qru/2 + q*length*factor*math.Sqrt(qru*qru/4+loss)
		}))
	}
	return least
}
