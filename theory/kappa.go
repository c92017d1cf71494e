package theory

import (
	"math"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

// Kappa0 is κ∘(δ,η) for the Euclidean norm: by which factor a margin shrinks at
// least when a point comes in,
//
//	κ∘(δ,η) = max_{u,z} { min_{β∈[0,1]} ‖u − βz‖ : ‖u‖ = 1, ‖z‖ ≤ δ, ℓ(u)·z ≥ η }
//
//	        = 1               if η < 0 ≤ δ
//	        = √(1 − η²/δ²)    if 0 ≤ η ≤ min{δ², δ}
//	        = √(1 + δ² − 2η)  if δ² < η ≤ δ
//	        = −∞              if max{0,η} > δ
//
// It implements HKNS25, eq. (5) in the closed form of Section 5.1. There the
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
	return math.Sqrt(max(0, 1+float64(delta*delta)-float64(2*eta)))
}

// KappaUpper bounds κ∘(δ,η) of the norm n, nil for ℓ2, from above by its smoothness
// s, c:
//
//	κ∘(δ,η)^s ≤ κ̄^s = min_{β∈[0,1]} 1 − sβη + cβ^sδ^s
//
//	                = 1 − (s−1)c^{−1/(s−1)}(η/δ)^q   if 0 < η ≤ cδ^s,  q = s/(s−1)
//	                = 1 − sη + cδ^s                  if cδ^s < η ≤ δ
//
// and 1, −∞ where κ∘ is. For an inner product κ̄ is κ∘, and [Kappa0]. Proof: Lemma 5 in
// PROOFS.md.
func KappaUpper(n vec.Norm, delta, eta float64) float64 {
	s, c := smoothness(n)
	return kappaUpper(delta, eta, s, c)
}

func kappaUpper(delta, eta, s, c float64) float64 {
	if s == 2 && c == 1 || max(0, eta) > delta {
		return Kappa0(delta, eta)
	}
	return num.Exp(-fall(delta, eta, s, c))
}

// Kappa is κ(r,φ) = κ∘(r/2, (1−φ)/2) (HKNS25, eq. (6)), in a norm other than that of
// an inner product bounded as κ̄ is.
func Kappa(n vec.Norm, r, phi float64) float64 { return KappaUpper(n, r/2, (1-phi)/2) }

// negLogKappa is −log κ(r,φ), which is positive wherever 1−φ is: κ itself rounds
// to 1 where (1−φ)/r is below 1e-8. It is +Inf where κ = −∞.
func negLogKappa(n vec.Norm, r, phi float64) float64 {
	power, c := smoothness(n)
	return fall(r/2, (1-phi)/2, power, c)
}

// fall is −log κ̄(δ,η) for a smoothness s, c, +Inf where κ̄ = −∞.
func fall(delta, eta, s, c float64) float64 {
	switch {
	case max(0, eta) > delta:
		return math.Inf(1)
	case eta <= 0:
		return 0
	}
	lost := float64(s*eta) - float64(c*num.Pow(delta, s)) // 1 − κ̄^s
	if eta <= c*num.Pow(delta, s) {
		lost = (s - 1) * num.Pow(c, -1/(s-1)) * num.Pow(eta/delta, s/(s-1))
	}
	return -num.Log1p(-min(1, lost)) / s // κ̄ ≥ κ∘ ≥ 0; rounding may not take it below
}

// norm is what lengths of the setting are measured in, nil for ℓ2.
func (s Setting) norm() vec.Norm {
	if s.Trace == nil {
		return nil
	}
	return s.Trace.Space
}

// conjugate is c^{q−1}x^q, q = s/(s−1), with the smoothness s, c of the setting's norm:
// x² in ℓ2, cx² where s = 2.
func (s Setting) conjugate(x float64) float64 {
	power, c := smoothness(s.norm())
	return num.Pow(c, 1/(power-1)) * num.Pow(x, power/(power-1))
}
