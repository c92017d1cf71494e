package theory

import (
	"math"

	"marginlab/internal/num"
)

// The theorems on Algorithm 1 of HKNS25 (OMM, naive and efficient, with the update
// rule of algos.OMM), in any norm but where they say ℓ2. Each bound takes the setting
// it is read in; it is +Inf where a hypothesis is not met, so that the theorem says
// nothing. κ is that of [Kappa]: in a norm that is not of an inner product a bound
// κ̄ ≥ κ∘ by its smoothness, which rises with δ and falls with η as κ∘ does.

// AtLeastGammaStar is the lower bound γ∗ on a learner's own margin: γ_t of OMM, which is
// Lemma 4.1 of HKNS25, 1/‖w_t‖∗ of ROMMA and PUMMA, 1/ℓ_t of the maximum cosine learners.
//
// Proofs: PROOFS.md, omm-lemma-4.1, romma-norm, naromma-ell, mcp-ell, pumma-norm.
func AtLeastGammaStar(s Setting) float64 { return s.Gamma }

// AtMostGammaStar bounds the last margin of n-OMM, which keeps every point, by γ∗ (HKNS25,
// Lemma 3.1).
//
// Proof: PROOFS.md, n-omm-optimal.
func AtMostGammaStar(s Setting) float64 { return s.Gamma }

// NoGrowth bounds γ_{t+1}/γ_t by 1.
//
// Proof: PROOFS.md, omm-no-growth.
func NoGrowth(Setting) float64 { return 1 }

// ShrinkageLemma44 bounds γ_{t+1}/γ_t after an update at a_t < γ_t by
// κ∘(D_y/(2γ_t), (γ_t−a_t)/(2γ_t)), with D_y the diameter of x_t's class; 1
// where there was no update.
//
// It is the first inequality of Lemma 4.4 of HKNS25, with D_y for the D there.
//
// Proof: PROOFS.md, omm-lemma-4.4.
func ShrinkageLemma44(s Setting) float64 {
	if !s.Step.Updated {
		return 1
	}
	dy := s.DPlus
	if s.Step.Y == Negative {
		dy = s.DMinus
	}
	gamma, a := s.Step.Gamma(), s.Step.A()
	return KappaUpper(s.norm(), dy/(2*gamma), (gamma-a)/(2*gamma))
}

// ShrinkageLemma44Kappa bounds γ_{t+1}/γ_t after an update by κ(r,φ) at
// φ = a_t/γ_t: the second inequality of Lemma 4.4 of HKNS25.
//
// Proof: PROOFS.md, omm-lemma-4.4-kappa.
func ShrinkageLemma44Kappa(s Setting) float64 {
	if !s.Step.Updated {
		return 1
	}
	return Kappa(s.norm(), s.R(), s.Step.Score/s.Step.Target)
}

// ViolationsTheorem41 bounds m(φ), for φ ≤ ρ, φ < 1, by
//
//	0                              if φ < 1−r
//	log(γ₃/γ∗)/(−log κ(r,φ))       if φ ≥ 1−r
//
// It is Theorem 4.1 of HKNS25. The proof counts updates, so it needs one at
// every counted t: the learner here makes it also at a_t = ργ_t, which
// Algorithm 1 as printed does not.
//
// Proof: PROOFS.md, omm-theorem-4.1.
func ViolationsTheorem41(s Setting) float64 {
	if s.Phi < 1-s.R() {
		return 0
	}
	fall := negLogKappa(s.norm(), s.R(), s.Phi)
	if fall == 0 { // it has no float64
		return math.Inf(1)
	}
	return num.Log(s.Gamma3/s.Gamma) / fall
}

// ViolationsTheorem41Printed is the ℓ2 form of Theorem 4.1 as printed in
// Section 5.1 of HKNS25:
//
//	0                                   if r/(1−φ) < 1
//	2log(γ₃/γ∗)/(−log(φ+r²/4))          if 1 ≤ r/(1−φ) < √2
//	2log(γ₃/γ∗)/(−log(1−((1−φ)/r)²))    if r/(1−φ) ≥ √2
//
// The middle case of κ∘ ends at η = δ², that is r² = 2(1−φ), and not at
// r = √2(1−φ): the two agree at φ = 0 alone, and for φ > 0 the bound can be
// exceeded. [ViolationsTheorem41] has the right split.
func ViolationsTheorem41Printed(s Setting) float64 {
	q := s.R() / (1 - s.Phi)
	logs := 2 * num.Log(s.Gamma3/s.Gamma)
	switch {
	case q < 1:
		return 0
	case q < math.Sqrt2:
		return logs / -num.Log(s.Phi+float64(s.R()*s.R()/4))
	}
	return logs / -num.Log1p(-1/(q*q))
}

// MistakesTable1 bounds the mistakes of the whole run, in ℓ2, by the first column of
// Table 1 of HKNS25:
//
//	2                                  if r < 1
//	2 + log(γ₃/γ∗)/(−log(r/2))         if 1 ≤ r < √2
//	2 + 2log(γ₃/γ∗)/(−log(1−1/r²))     if r ≥ √2
//
// Proof: PROOFS.md, omm-table-1-mistakes.
func MistakesTable1(s Setting) float64 {
	r, logs := s.R(), num.Log(s.Gamma3/s.Gamma)
	switch {
	case math.IsNaN(logs) || r < 1: // NaN: the run did not leave the initialisation phase
		return 2
	case r < math.Sqrt2:
		return 2 + logs/-num.Log(r/2)
	}
	return 2 + 2*logs/-num.Log1p(-1/(r*r))
}

// MistakesAppendixASeven bounds the mistakes of the whole run, in ℓ2 and for r < √2, by 7, as
// HKNS25, Appendix A, does for 1 ≤ r < √2. It is +Inf for r ≥ √2.
//
// Proof: PROOFS.md, omm-appendix-a-seven.
func MistakesAppendixASeven(s Setting) float64 {
	if r := s.R(); r*r < 2 {
		return 7
	}
	return math.Inf(1)
}

// MistakesAppendixA bounds the mistakes of the whole run, in ℓ2, by 2 + 2r² log(2(r+1)), as HKNS25,
// Appendix A, does for r ≥ √2.
//
// Proof: PROOFS.md, omm-appendix-a.
func MistakesAppendixA(s Setting) float64 {
	r := s.R()
	return 2 + float64(2*r*r*num.Log(2*(r+1)))
}

// IterationsTable1Printed bounds the mistakes of the initialisation phase and
// m(φ) together by the second column of Table 1 of HKNS25 as printed: 2 more
// than [ViolationsTheorem41Printed], whose wrong split it inherits. (Its first
// condition reads r/(1−φ) < 1−φ there, for < 1.)
func IterationsTable1Printed(s Setting) float64 { return 2 + ViolationsTheorem41Printed(s) }

// IterationsTable1 is the second column of Table 1 of HKNS25 with the split of
// [ViolationsTheorem41].
//
// Proof: PROOFS.md, omm-table-1-iterations.
func IterationsTable1(s Setting) float64 { return 2 + ViolationsTheorem41(s) }

// OpeningAtMostTwo bounds the mistakes of the initialisation phase: one on x_1,
// one on the first example of the other class (HKNS25, Section 4).
//
// Proof: PROOFS.md, omm-opening.
func OpeningAtMostTwo(Setting) float64 { return 2 }

// FirstMarginPrinted bounds γ₃ by 2(D+γ∗) (HKNS25, Appendix A).
//
// Proof: PROOFS.md, omm-gamma-3-printed.
func FirstMarginPrinted(s Setting) float64 { return 2 * (s.D + s.Gamma) }

// FirstMarginSharp bounds γ₃ by (D₊+D₋)/2 + γ∗. It is tight in one dimension.
//
// Proof: PROOFS.md, omm-gamma-3.
func FirstMarginSharp(s Setting) float64 { return float64((s.DPlus+s.DMinus)/2) + s.Gamma }
