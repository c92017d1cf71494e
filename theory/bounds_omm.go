package theory

import "math"

// The theorems on Algorithm 1 of omm.txt (OMM, naive and efficient, ‖·‖₂, with
// the update rule of algos.OMM). Each bound takes the setting it is read in; it
// is +Inf where a hypothesis is not met, so that the theorem says nothing.

// AtLeastGammaStar is the lower bound of Lemma 4.1 of omm.txt: γ_t ≥ γ∗.
// v₊ and v₋ lie in the hulls of their classes, whose distance is 2γ∗.
func AtLeastGammaStar(s Setting) float64 { return s.Gamma }

// AtMostGammaStar is the upper bound on n-OMM's last margin: it has kept every
// point, so its certificates are those of the offline problem (omm.txt, Lemma
// 3.1), and γ_T = γ∗.
func AtMostGammaStar(s Setting) float64 { return s.Gamma }

// NoGrowth bounds γ_{t+1}/γ_t: an update minimises ‖v₊−v₋‖ over a set that
// holds the present v₊ and v₋.
func NoGrowth(Setting) float64 { return 1 }

// ShrinkageLemma44 bounds γ_{t+1}/γ_t after an update at a_t < γ_t by
// κ∘(D_y/(2γ_t), (γ_t−a_t)/(2γ_t)), with D_y the diameter of x_t's class; 1
// where there was no update.
//
// It is the first inequality of Lemma 4.4 of omm.txt, with D_y for the D there:
// the proof bounds ‖v_y − x_t‖, and both are in the hull of the class.
func ShrinkageLemma44(s Setting) float64 {
	if !s.Step.Updated {
		return 1
	}
	dy := s.DPlus
	if s.Step.Y == Negative {
		dy = s.DMinus
	}
	gamma, a := s.Step.Gamma(), s.Step.A()
	return Kappa0(dy/(2*gamma), (gamma-a)/(2*gamma))
}

// ShrinkageLemma44Kappa bounds γ_{t+1}/γ_t after an update by κ(r,φ) at
// φ = a_t/γ_t: the second inequality of Lemma 4.4 of omm.txt.
func ShrinkageLemma44Kappa(s Setting) float64 {
	if !s.Step.Updated {
		return 1
	}
	return Kappa(s.R(), s.Step.Score/s.Step.Target)
}

// ViolationsTheorem41 bounds m(φ), for φ ≤ ρ, φ < 1, by
//
//	0                              if φ < 1−r
//	log(γ₃/γ∗)/(−log κ(r,φ))       if φ ≥ 1−r
//
// It is Theorem 4.1 of omm.txt. The proof counts updates, so it needs one at
// every counted t: the learner here makes it also at a_t = ργ_t, which
// Algorithm 1 as printed does not.
func ViolationsTheorem41(s Setting) float64 {
	if s.Phi < 1-s.R() {
		return 0
	}
	return math.Log(s.Gamma3/s.Gamma) / negLogKappa(s.R(), s.Phi)
}

// ViolationsTheorem41Printed is the ℓ2 form of Theorem 4.1 as printed in
// Section 5.1 of omm.txt:
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
	logs := 2 * math.Log(s.Gamma3/s.Gamma)
	switch {
	case q < 1:
		return 0
	case q < math.Sqrt2:
		return logs / -math.Log(s.Phi+s.R()*s.R()/4)
	}
	return logs / -math.Log1p(-1/(q*q))
}

// MistakesTable1 bounds the mistakes of the whole run by the first column of
// Table 1 of omm.txt:
//
//	2                                  if r < 1
//	2 + log(γ₃/γ∗)/(−log(r/2))         if 1 ≤ r < √2
//	2 + 2log(γ₃/γ∗)/(−log(1−1/r²))     if r ≥ √2
func MistakesTable1(s Setting) float64 {
	r, logs := s.R(), math.Log(s.Gamma3/s.Gamma)
	switch {
	case math.IsNaN(logs) || r < 1: // NaN: the run did not leave the initialisation phase
		return 2
	case r < math.Sqrt2:
		return 2 + logs/-math.Log(r/2)
	}
	return 2 + 2*logs/-math.Log1p(-1/(r*r))
}

// IterationsTable1Printed bounds the mistakes of the initialisation phase and
// m(φ) together by the second column of Table 1 of omm.txt as printed: 2 more
// than [ViolationsTheorem41Printed], whose wrong split it inherits. (Its first
// condition reads r/(1−φ) < 1−φ there, for < 1.)
func IterationsTable1Printed(s Setting) float64 { return 2 + ViolationsTheorem41Printed(s) }

// IterationsTable1 is the second column of Table 1 of omm.txt with the split of
// [ViolationsTheorem41].
func IterationsTable1(s Setting) float64 { return 2 + ViolationsTheorem41(s) }

// OpeningAtMostTwo bounds the mistakes of the initialisation phase: one on x_1,
// one on the first example of the other class (omm.txt, Section 4).
func OpeningAtMostTwo(Setting) float64 { return 2 }

// FirstMarginPrinted bounds γ₃ by 2(D+γ∗) (omm.txt, Appendix A).
func FirstMarginPrinted(s Setting) float64 { return 2 * (s.D + s.Gamma) }

// FirstMarginSharp bounds γ₃ by (D₊+D₋)/2 + γ∗.
//
// Proof. 2γ₃ ≤ ‖x₊−x₋‖ ≤ ‖x₊−v₊‖ + ‖v₊−v₋‖ + ‖v₋−x₋‖ ≤ D₊ + 2γ∗ + D₋ with the
// offline certificates v₊, v₋. Tight in one dimension: + at {1, 1+D}, − at
// {−1, −1−D}, the far ones first. ∎
func FirstMarginSharp(s Setting) float64 { return (s.DPlus+s.DMinus)/2 + s.Gamma }

// mostRecursive is the greatest r at which a recursion is followed.
const mostRecursive = 1000

// MistakesS1Recursion bounds OMM's mistakes after the initialisation phase by
// the largest m with r²α_m ≥ 1, where α₁ = ¼, α_{k+1} = α_k − α_k²; 0 if r < 2.
//
// Proof. Let g = γ_t²/γ∗². At a mistake a_t ≤ 0; with u = v₊−v₋, ‖u‖ = 2γ_t and
// z = v₊−x (or x−v₋), u·z ≥ 2γ_t² and ‖z‖ ≤ D, so γ_t ≤ D.
//   - β < 1: γ_{t+1}² = γ_t² − (u·z)²/(4‖z‖²) ≤ γ_t² − γ_t⁴/D², that is
//     g' ≤ g − g²/r² ≤ r²/4.
//   - β = 1 (u·z > ‖z‖²): 4γ_{t+1}² = ‖u−z‖² = 4γ_t² − 2u·z + ‖z‖² ≤ D², again
//     g' ≤ r²/4.
//
// As g' ≥ 1 (Lemma 4.1), r ≥ 2. h(g) = g − g²/r² increases on [0, r²/2]; from
// r²/4 each further mistake applies h at least, so after m mistakes
// 1 ≤ g ≤ r²α_m. Updates between mistakes only lower γ_t. ∎
//
// It is tight at m = 1: v₋ = (0,0), v₊ = (2,2), x = (2,0) negative gives a = 0
// with γ∗ = 1 = D/2. Above r = 1000, where the recursion has more than 10⁶ terms
// and gains some log r² of r², it is [MistakesS1], and so it is where r is no
// length over a length: the recursion ends for every setting.
func MistakesS1Recursion(s Setting) float64 {
	if r := s.R(); !(r >= 0 && r <= mostRecursive) {
		return MistakesS1(s)
	}
	rr := s.R() * s.R()
	m := 0
	for alpha := 0.25; rr*alpha >= 1; alpha -= alpha * alpha {
		m++
	}
	return float64(m)
}

// MistakesS1 bounds OMM's mistakes after the initialisation phase by 0 if
// r < 2, else by (r − 2/r)² < r².
//
// Proof. In [MistakesS1Recursion], 1/g grows by 1/(r²−g) ≥ 1/(r²−1) a mistake
// from 4/r² on, and ends at most at 1: m−1 ≤ (1−4/r²)(r²−1), so
// m ≤ (r−2/r)². ∎
func MistakesS1(s Setting) float64 {
	r := s.R()
	if r < 2 {
		return 0
	}
	return (r - 2/r) * (r - 2/r)
}

// MistakesHalf would bound OMM's mistakes after the initialisation phase by r²/2,
// which the unit vectors force on any learner as their number grows. It is a
// conjecture, between that and [MistakesS1].
func MistakesHalf(s Setting) float64 { return s.R() * s.R() / 2 }

// ViolationsS2 bounds m(φ), for 0 ≤ φ ≤ ρ, φ < 1, by
//
//	r²/(1−φ)² + 1 + log(2/(1−φ))/log(2/(1+φ)),
//
// without the logarithm of γ₃/γ∗ of Theorem 4.1.
//
// Proof. With c = (1−φ)²/D²: a counted step has u·z ≥ 2γ_t²(1−φ) and ‖z‖ ≤ D, so
// 1/γ_t² ≥ c.
//   - β < 1: γ_{t+1}² = γ_t² − (u·z)²/(4‖z‖²) ≤ γ_t² − cγ_t⁴, so that 1/γ_t² grows
//     by c at least.
//   - β = 1: 4γ_{t+1}² = 4γ_t² − 2u·z + ‖z‖² < 4γ_t² − u·z ≤ 2γ_t²(1+φ): γ_t²
//     shrinks by (1+φ)/2. Where γ_t² ≤ D²/(2(1−φ)), 1/γ_t² then grows by c too.
//
// Steps of gain c: at most 1/(cγ∗²) = r²/(1−φ)². The others have
// D²/(2(1−φ)) < γ_t² ≤ D²/(1−φ)²: at most 1 + log(2/(1−φ))/log(2/(1+φ)). ∎
func ViolationsS2(s Setting) float64 {
	phi, r := s.Phi, s.R()
	if phi < 0 {
		return math.Inf(1)
	}
	q := r / (1 - phi)
	return q*q + 1 + math.Log(2/(1-phi))/math.Log(2/(1+phi))
}
