package theory

import "math"

// The theorems of the maximum cosine framework (BH16), through the origin, beside those of
// [Novikoff] and [ViolationsMCP]. They begin from its Lemma 1: a step w ← w + λyx, λ ≥ 0, raises
// w∗·w by λγ at least.

// CosineMCF bounds cos(w, w∗) from below by γℓ, for the last ℓ of a maximum cosine learner
// (BH16, Lemmas 6, 8 and 9).
//
// Proofs: PROOFS.md, mcf-cosine, naromma-cosine, mcp-cosine.
func CosineMCF(s Setting) float64 { return s.Gamma / s.Trace.Gamma }

// CosineGains bounds cos(w, w∗) from below by γ√(Σ(1−2η)/‖x‖²), the sum over the updates of MCP:
// of CMCP by γ√(Σ1/‖x‖²), Lemma 8 in its own form. It is -Inf where lengths are not known.
//
// Proof: PROOFS.md, mcp-cosine-gains.
func CosineGains(s Setting) float64 { return known(s.Gamma * math.Sqrt(s.gains())) }

// GainsMCP bounds Σ(1−2η)/‖x‖² over the updates of MCP by 1/γ² (BH16, eq. (44) and (45)).
//
// Proof: PROOFS.md, mcp-gains.
func GainsMCP(s Setting) float64 { return 1 / (s.Gamma * s.Gamma) }

// UpdatesMCP bounds the updates of MCP(ρ), ρ < ½, the first included, by
// 1 + ((R/γ)² − 1)/(1−2ρ); it is +Inf at ρ = ½.
//
// Proof: PROOFS.md, mcp-updates.
func UpdatesMCP(s Setting) float64 {
	if s.Rho >= 0.5 {
		return math.Inf(1)
	}
	return 1 + (Novikoff(s)-1)/(1-2*s.Rho)
}

// UpdatesSharpMCP bounds the updates of MCP whose ℓ is all that Lemma 1 allows, for every
// ρ ≤ ½, by 1 + (K−1)(K+5)/2 with K = (R/γ)².
//
// Proof: PROOFS.md, mcp-sharp-updates.
func UpdatesSharpMCP(s Setting) float64 {
	k := Novikoff(s)
	return 1 + float64((k-1)*(k+5)/2)
}

// CosinePerceptron bounds cos(w, w∗) from below by γ·updates/‖w‖: Lemma 1 of BH16 for steps of
// length λ = 1.
//
// Proof: PROOFS.md, perceptron-cosine.
func CosinePerceptron(s Setting) float64 {
	return known(s.Gamma * float64(s.Trace.Updates) / s.Trace.Norm)
}

// CosineMultipliers bounds cos(w, w∗) from below by γΣd/‖w‖, of AMIRA and PA: Lemma 1 of BH16 for
// steps of length d = (1 − y(w·x))/‖x‖².
//
// Proof: PROOFS.md, amira-cosine.
func CosineMultipliers(s Setting) float64 {
	return known(s.Gamma * s.multipliers() / s.Trace.Norm)
}

// MultipliersAMIRA bounds the sum of AMIRA's steps d = (1 − y(w·x))/‖x‖² by (2−ε)/γ² (ZH13,
// eq. (6)).
//
// Proof: PROOFS.md, amira-multipliers.
func MultipliersAMIRA(s Setting) float64 {
	return (2 - s.Param("eps")) / (s.Gamma * s.Gamma)
}

// BiasedNovikoff bounds what [Novikoff] bounds, of a learner through the origin that appends a
// constant coordinate c to every x, by R and the maximum margin γ with a bias of the features
// without c: (R²+c²)(1 + ((R−γ)/c)²)/γ². At c = R that is less than 4(R/γ)² (BH16, Section 2.1).
//
// Proofs: PROOFS.md, perceptron-bias, romma-bias, amira-bias, mcf-bias.
func BiasedNovikoff(s Setting) float64 {
	c, bias := s.Trace.Lift, s.DBar-s.Gamma
	if c == 0 {
		return math.Inf(1)
	}
	return float64((float64(s.DBar*s.DBar)+float64(c*c))*(1+float64(bias/c*(bias/c)))) / (s.Gamma * s.Gamma)
}

// known is a bound from below that says nothing where what it reads is not known.
func known(bound float64) float64 {
	if math.IsNaN(bound) {
		return math.Inf(-1)
	}
	return bound
}
