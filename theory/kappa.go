package theory

import "math"

// Kappa0 is κ∘(δ,η) for the Euclidean norm: by which factor a margin shrinks at
// least when a point comes in,
//
//	κ∘(δ,η) = max_{u,z} { min_{β∈[0,1]} ‖u − βz‖ : ‖u‖ = 1, ‖z‖ ≤ δ, u·z ≥ η }
//
//	        = 1               if η < 0 ≤ δ
//	        = √(1 − η²/δ²)    if 0 ≤ η ≤ min{δ², δ}
//	        = √(1 + δ² − 2η)  if δ² < η ≤ δ
//	        = −∞              if max{0,η} > δ
//
// It implements omm.txt, eq. (5) in the closed form of Section 5.1. There the
// second case is 0/0 at δ = η = 0, where z = 0 and the value is 1. Its
// arguments are not NaN.
func Kappa0(delta, eta float64) float64 {
	switch {
	case max(0, eta) > delta:
		return math.Inf(-1)
	case eta <= 0:
		return 1
	case eta <= delta*delta:
		q := eta / delta
		return math.Sqrt((1 - q) * (1 + q))
	}
	// 1+δ²−2η ≥ (1−δ)² ≥ 0 as η ≤ δ; rounding may not take it below.
	return math.Sqrt(max(0, 1+delta*delta-2*eta))
}

// Kappa is κ(r,φ) = κ∘(r/2, (1−φ)/2) (omm.txt, eq. (6)).
func Kappa(r, phi float64) float64 { return Kappa0(r/2, (1-phi)/2) }

// negLogKappa is −log κ(r,φ), which is positive wherever 1−φ is: κ itself rounds
// to 1 where (1−φ)/r is below 1e-8. It is +Inf where κ = −∞.
func negLogKappa(r, phi float64) float64 {
	delta, eta := r/2, (1-phi)/2
	switch {
	case max(0, eta) > delta:
		return math.Inf(1)
	case eta <= 0:
		return 0
	case eta <= delta*delta:
		q := eta / delta
		return -math.Log1p(-q*q) / 2
	}
	return -math.Log1p(delta*delta-2*eta) / 2
}
