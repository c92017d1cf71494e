package theory

import (
	"math"

	"marginlab/internal/num"
)

// Theorem S3, of OMM(ρ) on two points, ρ < 1, in ℓ2. As v₊ and v₋ are spread over more examples,
// of variance V, a new one comes nearer, ‖x−v‖² ≤ D² − V, so that γ_t falls faster. At ρ = 1 updates
// at a_t near γ_t can undo the spread at no cost in γ_t, and the proof says no more than Theorem S1.

// MistakesS3 bounds the mistakes of OMM(ρ), ρ < 1, on two points after the initialisation phase
// by 0 if r < 2, else by
//
//	¾r² − 1                            if ρ ≤ 3/5
//	((3−ρ)r² + 1 − 7ρ)/(5−3ρ)          else.
//
// Proof: PROOFS.md, omm-s3.
func MistakesS3(s Setting) float64 {
	r := s.R()
	switch {
	case s.Rho >= 1:
		return math.Inf(1)
	case r < 2:
		return 0
	case s.Rho <= 3./5:
		return float64(3*r*r/4) - 1
	}
	return (float64((3-s.Rho)*r*r) + 1 - float64(7*s.Rho)) / (5 - float64(3*s.Rho))
}

// MistakesS3Thirds bounds the mistakes of OMM(ρ), ρ ≤ ⅓, on two points after the initialisation
// phase by 0 if r < 2, else by ⅔r² + ⅔log₂(r/2) − ⅓.
//
// Proof: PROOFS.md, omm-s3-thirds.
func MistakesS3Thirds(s Setting) float64 {
	r := s.R()
	switch {
	case s.Rho > 1./3:
		return math.Inf(1)
	case r < 2:
		return 0
	}
	return (float64(2*r*r) + float64(2*num.Log2(r/2)) - 1) / 3
}
