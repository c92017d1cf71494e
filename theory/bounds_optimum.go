package theory

import (
	"math"

	"marginlab/internal/num"
)

// The theorems on m̄(φ) = #{t : a_t ≤ φγ∗} (HKNS25, eq. (4a)), in ℓ2 but where they say more. Of the
// bounds on m(φ), of order 1/(1−φ)², they keep the order 1/(1−φ): a_t ≤ φγ∗ is the farther below γ_t
// the greater γ_t is. See omm-optimum in PROOFS.md.

// ViolationsEq4 bounds m̄(φ) by m(φ), for φ ≥ 0: γ_t ≥ γ∗ (HKNS25, after eq. (4b)).
//
// Proof: PROOFS.md, omm-eq-4.
func ViolationsEq4(s Setting) float64 {
	if s.Phi < 0 {
		return math.Inf(1)
	}
	return float64(s.Trace.Violations(s.Phi))
}

// ViolationsOfOptimumOMM bounds m̄(φ) of OMM, for 0 ≤ φ ≤ ρ, φ < 1, by
//
//	0              if r < 1−φ
//	E(φ)r²         if r ≥ 2φ
//	E(φ)r² + n     else, n = max(1, 2 + log(min(r/(2(1−φ)), 2φ/r))/log(3/2))
//
// where E(φ) = 2(φ/(1−φ) + log(1−φ))/φ², E(0) = 1, is at most (1+φ)/(1−φ).
//
// Proof: PROOFS.md, omm-optimum.
func ViolationsOfOptimumOMM(s Setting) float64 {
	r, phi := s.R(), s.Phi
	switch {
	case phi < 0:
		return math.Inf(1)
	case phi < 1-r:
		return 0
	}
	bound := float64(excess(phi) * r * r)
	if r < 2*phi {
		bound += max(1, 2+num.Log(min(r/(2*(1-phi)), 2*phi/r))/num.Log(1.5))
	}
	return bound
}

// ViolationsOfOptimumROMMA bounds m̄(φ) of ROMMA and NAROMMA, for 0 ≤ φ < 1 at which they update, by
// E(φ)(R/γ)² − 1, with the E of [ViolationsOfOptimumOMM]. The first example is in no m̄.
//
// Proofs: PROOFS.md, romma-optimum, naromma-optimum.
func ViolationsOfOptimumROMMA(s Setting) float64 {
	if s.Phi < 0 {
		return math.Inf(1)
	}
	return float64(excess(s.Phi)*squareRatio(s)) - 1
}

// ViolationsOfOptimumPUMMA bounds m̄(φ) of PUMMA, for 0 ≤ φ < 1−δ, by c(E(φ)(Δ/γ)² − 4), in a norm
// whose square is smooth, with the E of [ViolationsOfOptimumOMM].
//
// Proof: PROOFS.md, pumma-optimum.
func ViolationsOfOptimumPUMMA(s Setting) float64 {
	if s.Phi < 0 {
		return math.Inf(1)
	}
	_, c := smoothness(s.norm())
	q := s.Delta / s.Gamma
	return c * (float64(excess(s.Phi)*q*q) - 4)
}

// ViolationsOfOptimumMCP bounds m̄(φ) of MCP, for 0 ≤ φ < ½, by
//
//	G(φ)(R/γ)² − 1,  G(φ) = −(2φ + log(1−2φ))/(2φ²),  G(0) = 1,
//
// and of CMCP at φ = 0. It grows with the logarithm of 1/(1−2φ) alone.
//
// Proof: PROOFS.md, mcp-optimum.
func ViolationsOfOptimumMCP(s Setting) float64 {
	if s.Phi < 0 || s.Phi >= 0.5 {
		return math.Inf(1)
	}
	return float64(excessMCP(s.Phi)*squareRatio(s)) - 1
}

// squareRatio is (R/γ)².
func squareRatio(s Setting) float64 {
	q := s.DBar / s.Gamma
	return q * q
}

// excess is E(φ) = ∫₀¹ 2x/(1−φx)² dx = Σ 2(n+1)/(n+2) φⁿ.
func excess(phi float64) float64 {
	if math.Abs(phi) > 1./8 {
		return 2 * (phi/(1-phi) + num.Log1p(-phi)) / (phi * phi)
	}
	return series(phi, func(n float64) float64 { return 2 * (n + 1) / (n + 2) })
}

// excessMCP is G(φ) = ∫₀¹ 2x/(1−2φx) dx = Σ 2/(n+2) (2φ)ⁿ.
func excessMCP(phi float64) float64 {
	if math.Abs(phi) > 1./16 {
		return -(2*phi + num.Log1p(-2*phi)) / (2 * phi * phi)
	}
	return series(2*phi, func(n float64) float64 { return 2 / (n + 2) })
}

// series is Σ aₙxⁿ for |x| ≤ 1/8, where closed forms cancel.
func series(x float64, a func(n float64) float64) (sum float64) {
	for n := 20.; n >= 0; n-- {
		sum = float64(sum*x) + a(n)
	}
	return sum
}
