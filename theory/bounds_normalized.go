package theory

import "math"

// The theorems on the normalised offline perceptrons. ρ is γ∗ in the normalised view
// through the origin, that is the distance of the origin from the hull of the
// points a_i, where that is positive; |ρ| is Inradius where it is not. K is the
// number of iterations: iterate K is the first that halts. G_ii = 1, so ‖p‖_G ≤ 1
// on Δ, and ‖p‖_G ≥ ρ (Lemma 3 of normalized-perceptron.txt).

// IterationsNKP bounds the iterations of the normalised (kernel) Perceptron by 1/ρ².
//
// Proof. kα_k counts how often each point was taken: w_k = Σ kα_k a is a
// Perceptron's after k updates. With ‖a‖ = 1 that has kρ ≤ ‖w_k‖ ≤ √k. ∎
func IterationsNKP(s Setting) float64 { return 1 / (s.Gamma * s.Gamma) }

// NormNKP bounds ‖α_k‖_G of the normalised (kernel) Perceptron by 1/√k, k ≥ 1.
func NormNKP(s Setting) float64 { return 1 / math.Sqrt(float64(s.Iterate.K)) }

// SmoothingSNKP bounds L − L_μ by μ ln n: 0 ≤ d(p) ≤ ln n on Δ. It is Lemma 4 of
// normalized-perceptron.txt.
func SmoothingSNKP(s Setting) float64 { return s.Iterate.Mu * math.Log(s.Param("n")) }

// NormSmoothed bounds ‖p_k‖_G² of the smoothed algorithms by −2L_{μ_k}(α_k). It is
// Lemma 5 of normalized-perceptron.txt, and the left of its Lemmas 8 and 9.
//
// Proof. μ_k d is μ̂_k-strongly convex in ‖·‖_G, μ̂_k = 4/((k+1)(k+2)) ≥ θ_k²/(1−θ_k): the
// entropy d is 1-strongly convex in ‖·‖₁ ≥ ‖·‖_G (Pinsker, Lemma 2), and ½‖p−q‖² is in
// ‖·‖₂ ≥ ‖·‖₁/√n, for which μ_k has the factor n. k = 0: d is least, 0, at α_0, and
//
//	−2L_{μ_0}(α_0) = ‖p_0‖² + 2μ_0 d(p_0) − ‖p_0−α_0‖², 2μ_0 d(p_0) ≥ μ̂_0‖p_0−α_0‖² = 2‖p_0−α_0‖².
//
// k+1: let s = p_{μ_k}(α_k), r = p_{μ_{k+1}}(α_{k+1}) and z = (1−θ)p_k + θs, so that
// α_{k+1} = (1−θ)α_k + θz and p_{k+1} − z = θ(r−s). As ½‖·‖² is convex and s a minimiser,
//
//	L_{μ_{k+1}}(α_{k+1}) ≤ (1−θ)(−⟨r,α_k⟩ − μ_k d(r) + ½‖α_k‖²) + θ(½‖z‖² − ⟨r,z⟩)
//	                     ≤ (1−θ)(L_{μ_k}(α_k) − ½μ̂_k‖r−s‖²) + θ(½‖z‖² − ⟨r,z⟩),
//
// where L_{μ_k}(α_k) ≤ −½‖p_k‖² ≤ ½‖z‖² − ⟨p_k,z⟩. The sum is ½‖p_{k+1}−z‖² − ½‖p_{k+1}‖² −
// ½(1−θ)μ̂_k‖r−s‖² ≤ −½‖p_{k+1}‖². ∎
func NormSmoothed(s Setting) float64 { return -2 * s.Iterate.LMu }

// IterationsSNKP bounds the iterations of SNKP by 2√(2 ln n)/ρ, which is 0 of one
// point: α_0 separates it.
//
// Proof. L(α) < 0 implies Gα > 0 (Lemma 1). So where iterate k does not halt,
// Lemmas 4, 5 and 3 say
//
//	0 ≤ L(α_k) ≤ L_{μ_k}(α_k) + μ_k ln n ≤ μ_k ln n − ½‖p_k‖_G² ≤ μ_k ln n − ½ρ²,
//
// and μ_k = 4/((k+1)(k+2)) gives (k+1)² < 8 ln n/ρ². K−1 does not halt. ∎ It is
// Theorem 1 of normalized-perceptron.txt with its constant.
func IterationsSNKP(s Setting) float64 { return 2 * math.Sqrt(2*math.Log(s.Param("n"))) / s.Gamma }

// NormSNKP bounds ‖p_k‖_G of SNKP by 2√(2 ln n)/(k+1) as long as it has not halted,
// whether the points are separable or not: p_k is an ε-solution of the dual after
// 2√(2 ln n)/ε iterations, with √ln n where SNKPVN has √n. The proof is that of
// IterationsSNKP without its last inequality.
func NormSNKP(s Setting) float64 {
	if s.Iterate.Last {
		return math.Inf(1)
	}
	return 2 * math.Sqrt(2*math.Log(s.Param("n"))) / float64(s.Iterate.K+1)
}

// NormNVN bounds ‖p_k‖_G of Von Neumann–Gilbert by 1/√(k+1).
//
// Proof. With s = ‖w_k‖² and c = w_k·a_j ≤ 0 the foot of the perpendicular from the
// origin is within the segment, and s' = (s−c²)/(s+1−2c) ≤ s/(s+1): 1/‖w‖² grows by
// at least 1 an iteration, from 1/‖w_0‖² ≥ 1. ∎
func NormNVN(s Setting) float64 { return 1 / math.Sqrt(float64(s.Iterate.K+1)) }

// IterationsNVN bounds the iterations of Von Neumann–Gilbert by 1/ρ² − 1: ρ² ≤
// ‖w_K‖² ≤ 1/(K+1), see NormNVN.
func IterationsNVN(s Setting) float64 { return 1/(s.Gamma*s.Gamma) - 1 }

// IterationsNVNDual bounds the iterations of Von Neumann–Gilbert by 1/ε², on any
// points: ε² < ‖w_{K−1}‖² ≤ 1/K, see NormNVN.
func IterationsNVNDual(s Setting) float64 { return 1 / (s.Param("eps") * s.Param("eps")) }

// IterationsNVNLinear bounds the iterations of Von Neumann–Gilbert where the origin
// is |ρ| inside the hull by 1 + 2 ln(1/ε)/(−ln(1−ρ²)), about 2 ln(1/ε)/ρ².
//
// Proof. The hull holds −|ρ|w/‖w‖, so c ≤ −|ρ|√s, and s' = (s−c²)/(s+1−2c), which
// rises with c ≤ 0, is at most s(1−ρ²). So ε² < ‖w_{K−1}‖² ≤ (1−ρ²)^{K−1}. ∎ The rate
// is Epelman and Freund's (1997).
func IterationsNVNLinear(s Setting) float64 {
	if s.Separable || s.Inradius == 0 {
		return math.Inf(1)
	}
	return 1 + 2*math.Log(1/s.Param("eps"))/-math.Log1p(-s.Inradius*s.Inradius)
}

// SmoothingSNKPVN bounds L − L_μ of SNKPVN by μ: 0 ≤ ½‖p−q‖² ≤ 1 on Δ. It is in Lemma 8
// of normalized-perceptron.txt, and holds whatever ρ and δ are.
func SmoothingSNKPVN(s Setting) float64 { return s.Iterate.Mu }

// SmoothDepthSNKPVN bounds −L_μ of SNKPVN by ½μ dist(q,W)², on points that are not
// separable, with Lemma 7's dist(q,W) ≤ √2 min(1, ‖q‖_G/|ρ|): by μ min(1, ‖q‖_G/|ρ|)².
//
// Proof. For w in W, −L_μ(α) ≤ ⟨w,α⟩_G + ½μ‖w−q‖² − ½‖α‖_G², and ⟨w,α⟩_G = 0. For Lemma 7, let
// z = Σ q_i a_i. z = 0 is trivial: q is in W. Else the hull holds −|ρ|z/‖z‖ as Σ r_i a_i;
// then w = (|ρ|q + ‖z‖r)/(|ρ|+‖z‖) is in W, ‖z‖/(|ρ|+‖z‖)·‖q−r‖ from q. ∎ It is Lemma 9 of
// normalized-perceptron.txt.
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

// IterationsSNKPVN bounds the iterations of SNKPVN by 2√(2n)/ρ.
//
// Proof. As of SNKP, with μ_k in the place of μ_k ln n and μ_k = 4n/((k+1)(k+2)). ∎
func IterationsSNKPVN(s Setting) float64 { return 2 * math.Sqrt(2*s.Param("n")) / s.Gamma }

// IterationsSNKPVNDual bounds the iterations of SNKPVN by 2√(2n)/δ·min(1, ‖q‖_G/|ρ|), the
// first on any points.
//
// Proof. Where iterate k does not halt, δ < ‖p_k‖_G, and L(α_k) ≥ 0; then ‖p_k‖_G² ≤ 2μ_k
// by Lemma 8, and ‖p_k‖_G² ≤ 2μ_k min(1, ‖q‖_G/|ρ|)² by Lemma 9 where W is not empty. ∎
func IterationsSNKPVNDual(s Setting) float64 {
	return 2 * math.Sqrt(2*s.Param("n")) / s.Iterate.Delta * s.nearWitnesses(s.Iterate.Start)
}

// LoopsISNKPVN bounds the outer loops of ISNKPVN by 1 + log(1/ρ)/log γ.
//
// Proof. ‖q_t‖_G ≤ γ^{−t}‖q_0‖_G, and ≥ ρ: at most log(1/ρ)/log γ calls return a p. Only
// the last may return an α. ∎
func LoopsISNKPVN(s Setting) float64 { return 1 + math.Log(1/s.Gamma)/math.Log(s.Param("gamma")) }

// LoopsISNKPVNDual bounds the outer loops of ISNKPVN by log(1/ε)/log γ, rounded up,
// on any points: the last starts from ε < ‖q_t‖_G ≤ γ^{−t}.
func LoopsISNKPVNDual(s Setting) float64 {
	return math.Ceil(math.Log(1/s.Param("eps")) / math.Log(s.Param("gamma")))
}

// LoopsISNKPVNPrinted is the number of outer loops that normalized-perceptron.txt
// says: log(1/ρ)/log γ if ε < ρ, else log(1/ε)/log γ. Of one point it is 0, and its
// separator takes a call.
func LoopsISNKPVNPrinted(s Setting) float64 {
	least := s.Param("eps")
	if s.Separable {
		least = max(least, s.Gamma)
	}
	return math.Log(1/least) / math.Log(s.Param("gamma"))
}

// IterationsISNKPVN bounds the iterations of ISNKPVN, in all calls, by
// 2√(2n)/max(ε,ρ)·γ²/(γ−1), on any points: the sum of the calls without the factor
// log(1/ρ) or log(1/ε) that normalized-perceptron.txt has.
//
// Proof. Call t makes at most 2√(2n)γ/‖q_t‖_G. If T is the last, ‖q_t‖_G ≥
// γ^{T−t}‖q_T‖_G with ‖q_T‖_G ≥ max(ε,ρ), and Σ_t γ^{−(T−t)} < γ/(γ−1). ∎
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
func IterationsISNKPVNLinear(s Setting) float64 {
	if s.Separable || s.Inradius == 0 {
		return math.Inf(1)
	}
	return LoopsISNKPVNDual(s) * 2 * math.Sqrt(2*s.Param("n")) * s.Param("gamma") / s.Inradius
}
