package theory

import (
	"math"

	"marginlab/internal/num"
)

// The theorems on the normalised offline perceptrons. ρ is γ∗ in the normalised view
// through the origin, that is the distance of the origin from the hull of the
// points a_i, where that is positive; |ρ| is Inradius where it is not. K is the
// number of iterations: iterate K is the first that halts. G_ii = 1, so ‖p‖_G ≤ 1
// on Δ, and ‖p‖_G ≥ ρ (Lemma 3 of RP14). The proofs are in PROOFS.md.

// IterationsNKP bounds the iterations of the normalised (kernel) Perceptron by 1/ρ².
//
// Proof: PROOFS.md, nkp-iterations.
func IterationsNKP(s Setting) float64 { return 1 / (s.Gamma * s.Gamma) }

// NormNKP bounds ‖α_k‖_G of the normalised (kernel) Perceptron by 1/√k, k ≥ 1.
//
// Proof: PROOFS.md, nkp-norm.
func NormNKP(s Setting) float64 { return 1 / math.Sqrt(float64(s.Iterate.K)) }

// SmoothingSNKP bounds L − L_μ by μ ln n: 0 ≤ d(p) ≤ ln n on Δ. It is Lemma 4 of
// RP14.
//
// Proof: PROOFS.md, snkp-lemma-4.
func SmoothingSNKP(s Setting) float64 { return s.Iterate.Mu * num.Log(s.Param("n")) }

// NormSmoothed bounds ‖p_k‖_G² of the smoothed algorithms by −2L_{μ_k}(α_k). It is
// Lemma 5 of RP14, and the left of its Lemmas 8 and 9.
//
// Proofs: PROOFS.md, snkp-lemma-5, snkp-vn-upper, snkp-vn-entropy-upper.
func NormSmoothed(s Setting) float64 { return -2 * s.Iterate.LMu }

// IterationsSNKP bounds the iterations of SNKP by 2√(2 ln n)/ρ, which is 0 of one
// point: α_0 separates it. It is Theorem 1 of RP14 with its constant.
//
// Proof: PROOFS.md, snkp-iterations.
func IterationsSNKP(s Setting) float64 { return 2 * math.Sqrt(2*num.Log(s.Param("n"))) / s.Gamma }

// NormSNKP bounds ‖p_k‖_G of SNKP by 2√(2 ln n)/(k+1) as long as it has not halted,
// whether the points are separable or not: p_k is an ε-solution of the dual after
// 2√(2 ln n)/ε iterations, with √ln n where SNKPVN has √n.
//
// Proof: PROOFS.md, snkp-dual.
func NormSNKP(s Setting) float64 {
	if s.Iterate.Last {
		return math.Inf(1)
	}
	return 2 * math.Sqrt(2*num.Log(s.Param("n"))) / float64(s.Iterate.K+1)
}

// NormNVN bounds ‖p_k‖_G of Von Neumann–Gilbert by 1/√(k+1).
//
// Proof: PROOFS.md, nvn-norm.
func NormNVN(s Setting) float64 { return 1 / math.Sqrt(float64(s.Iterate.K+1)) }

// IterationsNVN bounds the iterations of Von Neumann–Gilbert by 1/ρ² − 1.
//
// Proof: PROOFS.md, nvn-iterations.
func IterationsNVN(s Setting) float64 { return 1/(s.Gamma*s.Gamma) - 1 }

// IterationsNVNDual bounds the iterations of Von Neumann–Gilbert by 1/ε², on any points.
//
// Proof: PROOFS.md, nvn-dual.
func IterationsNVNDual(s Setting) float64 { return 1 / (s.Param("eps") * s.Param("eps")) }

// IterationsNVNLinear bounds the iterations of Von Neumann–Gilbert where the origin
// is |ρ| inside the hull by 1 + 2 ln(1/ε)/(−ln(1−ρ²)), about 2 ln(1/ε)/ρ². The rate is
// Epelman and Freund's (1997).
//
// Proof: PROOFS.md, nvn-linear.
func IterationsNVNLinear(s Setting) float64 {
	if s.Separable || s.Inradius == 0 {
		return math.Inf(1)
	}
	return 1 + 2*num.Log(1/s.Param("eps"))/-num.Log1p(-s.Inradius*s.Inradius)
}

// SmoothingSNKPVN bounds L − L_μ of SNKPVN by μ: 0 ≤ ½‖p−q‖² ≤ 1 on Δ. It is in Lemma 8
// of RP14, and holds whatever ρ and δ are.
//
// Proof: PROOFS.md, snkp-vn-lemma-8.
func SmoothingSNKPVN(s Setting) float64 { return s.Iterate.Mu }

// SmoothDepthSNKPVN bounds −L_μ of SNKPVN by ½μ dist(q,W)², on points that are not
// separable, with Lemma 7's dist(q,W) ≤ √2 min(1, ‖q‖_G/|ρ|): by μ min(1, ‖q‖_G/|ρ|)². It is
// Lemma 9 of RP14.
//
// Proof: PROOFS.md, snkp-vn-lemma-9.
func SmoothDepthSNKPVN(s Setting) float64 {
	if s.Separable {
		return math.Inf(1)
	}
	near := s.nearWitnesses(s.Iterate.Start)
	return s.Iterate.Mu * near * near
}

// nearWitnesses is min(1, ‖q‖_G/|ρ|), 1 where the points are separable or |ρ| is not
// known.
func (s Setting) nearWitnesses(q float64) float64 {
	if s.Separable || s.Inradius == 0 {
		return 1
	}
	return min(1, q/s.Inradius)
}

// SmoothDepthSharp is [SmoothDepthSNKPVN] with ‖q‖_G/(|ρ| + ‖q‖_G) for the minimum: the
// distance to W is √2 times that at most.
//
// Proof: PROOFS.md, snkp-vn-depth.
func SmoothDepthSharp(s Setting) float64 {
	if s.Separable {
		return math.Inf(1)
	}
	part := s.partToWitnesses()
	return s.Iterate.Mu * part * part
}

// partToWitnesses is ‖q‖/(|ρ| + ‖q‖), 1 where the points are separable or |ρ| is not known:
// so much of the way to a point of Δ leads q to W.
func (s Setting) partToWitnesses() float64 {
	if s.Separable || s.Inradius == 0 {
		return 1
	}
	return s.Iterate.Start / (s.Inradius + s.Iterate.Start)
}

// IterationsSNKPVNSharp is [IterationsSNKPVNDual] with ‖q‖_G/(|ρ| + ‖q‖_G) for the minimum.
//
// Proof: PROOFS.md, snkp-vn-dual-sharp.
func IterationsSNKPVNSharp(s Setting) float64 {
	return 2 * math.Sqrt(2*s.Param("n")) / s.Iterate.Delta * s.partToWitnesses()
}

// SmoothDepthEntropy bounds −L_μ of SNKPVN with the entropy around q, on points that are not
// separable, by μ ln(1/min q)·‖q‖_G/(|ρ| + ‖q‖_G): the relative entropy is convex, and at most
// ln(1/min q) on Δ. With ½‖p − q‖² the factor is squared.
//
// Proof: PROOFS.md, snkp-vn-entropy-depth.
func SmoothDepthEntropy(s Setting) float64 {
	if s.Separable {
		return math.Inf(1)
	}
	return s.Iterate.Mu * num.Log(1/s.Iterate.Least) * s.partToWitnesses()
}

// IterationsEntropy bounds the iterations of SNKPVN with the entropy around q by
// 2√(2 ln(1/min q)·‖q‖_G/(|ρ| + ‖q‖_G))/δ, without the fraction on any points.
//
// Proof: PROOFS.md, snkp-vn-entropy-dual.
func IterationsEntropy(s Setting) float64 {
	return 2 * math.Sqrt(2*num.Log(1/s.Iterate.Least)*s.partToWitnesses()) / s.Iterate.Delta
}

// IterationsEntropySeparable bounds the iterations of SNKPVN with the entropy around q by
// 2√(2 ln(1/min q))/ρ.
//
// Proof: PROOFS.md, snkp-vn-entropy-iterations.
func IterationsEntropySeparable(s Setting) float64 {
	return 2 * math.Sqrt(2*num.Log(1/s.Iterate.Least)) / s.Gamma
}

// ShrunkISNKP bounds how many combinations ISNKP makes shorter by γ: none is shorter than ρ,
// and none of norm ε is made shorter.
//
// Proof: PROOFS.md, isnkp-shrunk.
func ShrunkISNKP(s Setting) float64 {
	if s.Separable && s.Gamma > s.Param("eps") {
		return num.Log(1/s.Gamma) / num.Log(s.Param("gamma"))
	}
	return LoopsISNKPVNDual(s)
}

// IterationsISNKP bounds the iterations of ISNKP by 2√(2 ln n)/ε, on any points.
//
// Proof: PROOFS.md, isnkp-dual.
func IterationsISNKP(s Setting) float64 {
	return 2 * math.Sqrt(2*num.Log(s.Param("n"))) / s.Param("eps")
}

// IterationsISNKPLinear bounds the iterations of ISNKP where the origin is |ρ| inside the
// hull: by (6γ√(2 ln n) + 1)/|ρ| for each combination that is made shorter, and as much
// again. It is linear in ε with √ln n, which RP14 asks for.
//
// Proof: PROOFS.md, isnkp-linear.
func IterationsISNKPLinear(s Setting) float64 {
	if s.Separable || s.Inradius == 0 {
		return math.Inf(1)
	}
	one := float64(6*s.Param("gamma")*math.Sqrt(2*num.Log(s.Param("n")))) + 1
	return (LoopsISNKPVNDual(s) + 1) * one / s.Inradius
}

// IterationsSNKPVN bounds the iterations of SNKPVN by 2√(2n)/ρ.
//
// Proof: PROOFS.md, snkp-vn-iterations.
func IterationsSNKPVN(s Setting) float64 { return 2 * math.Sqrt(2*s.Param("n")) / s.Gamma }

// IterationsSNKPVNDual bounds the iterations of SNKPVN by 2√(2n)/δ·min(1, ‖q‖_G/|ρ|), the
// first on any points.
//
// Proof: PROOFS.md, snkp-vn-dual.
func IterationsSNKPVNDual(s Setting) float64 {
	return 2 * math.Sqrt(2*s.Param("n")) / s.Iterate.Delta * s.nearWitnesses(s.Iterate.Start)
}

// LoopsISNKPVN bounds the outer loops of ISNKPVN by 1 + log(1/ρ)/log γ.
//
// Proof: PROOFS.md, isnkp-vn-loops.
func LoopsISNKPVN(s Setting) float64 { return 1 + num.Log(1/s.Gamma)/num.Log(s.Param("gamma")) }

// LoopsISNKPVNDual bounds the outer loops of ISNKPVN by log(1/ε)/log γ, rounded up,
// on any points.
//
// Proofs: PROOFS.md, isnkp-vn-loops-dual, isnkp-vn-entropy-loops.
func LoopsISNKPVNDual(s Setting) float64 {
	return math.Ceil(num.Log(1/s.Param("eps")) / num.Log(s.Param("gamma")))
}

// LoopsISNKPVNPrinted is the number of outer loops that RP14
// says: log(1/ρ)/log γ if ε < ρ, else log(1/ε)/log γ. Of one point it is 0, and its
// separator takes a call.
func LoopsISNKPVNPrinted(s Setting) float64 {
	least := s.Param("eps")
	if s.Separable {
		least = max(least, s.Gamma)
	}
	return num.Log(1/least) / num.Log(s.Param("gamma"))
}

// IterationsISNKPVN bounds the iterations of ISNKPVN, in all calls, by
// 2√(2n)/max(ε,ρ)·γ²/(γ−1), on any points: the sum of the calls without the factor
// log(1/ρ) or log(1/ε) that RP14 has.
//
// Proof: PROOFS.md, isnkp-vn-iterations.
func IterationsISNKPVN(s Setting) float64 {
	gamma, least := s.Param("gamma"), s.Param("eps")
	if s.Separable {
		least = max(least, s.Gamma)
	}
	return 2 * math.Sqrt(2*s.Param("n")) / least * gamma * gamma / (gamma - 1)
}

// IterationsISNKPVNLinear bounds the iterations of ISNKPVN, in all calls, where the
// origin is |ρ| inside the hull by 2√(2n)γ/|ρ| times those of LoopsISNKPVNDual: the
// bound of a call, with δ_t = ‖q_t‖_G/γ.
//
// Proof: PROOFS.md, isnkp-vn-iterations-linear.
func IterationsISNKPVNLinear(s Setting) float64 {
	if s.Separable || s.Inradius == 0 {
		return math.Inf(1)
	}
	return LoopsISNKPVNDual(s) * 2 * math.Sqrt(2*s.Param("n")) * s.Param("gamma") / s.Inradius
}
