package theory

import (
	"math"

	"marginlab/internal/num"
)

// The sharpened theorems on OMM, without the logarithm of γ₃/γ∗, in any norm.

// descent is how the s-th power of a margin falls, in units of (rγ∗)^s = D^s, at a
// mistake of a learner that moves u to the least-norm point of a segment [u, u−z]
// with ℓ(u)·z ≥ ‖u‖/2: to f(g) at most,
//
//	f(g) = min_{β∈[0,1]} g(1 − sβ/2) + cβ^s/2^s
//
//	     = g(1 − (s−1)(g/c)^{1/(s−1)})   if g ≤ c/2^{s−1}, at β = 2(g/c)^{1/(s−1)}
//	     = g(1 − s/2) + c/2^s            else, at β = 1
//
// where ‖z‖/‖u‖ is at most D over twice the margin, in a norm of smoothness s, c. It is the
// f of Lemma 8 in PROOFS.md, and rises with g.
type descent struct {
	s, c      float64
	turn, end float64 // c/2^{s−1} and c/2^s
}

func newDescent(s, c float64) descent { return descent{s, c, c / num.Exp2(s-1), c / num.Exp2(s)} }

// descent is that in the norm of the setting, of a ‖z‖/‖u‖ that is longer times what it
// says there: cβ^s is then c(longer·β)^s.
func (s Setting) descent(longer float64) descent {
	power, c := smoothness(s.norm())
	return newDescent(power, c*num.Pow(longer, power))
}

func (d descent) next(g float64) float64 {
	if g > d.turn {
		return float64(g*(1-float64(d.s/2))) + d.end
	}
	part := g / d.c
	if d.s != 2 {
		part = num.Pow(part, 1/(d.s-1))
	}
	return g * (1 - float64((d.s-1)*part))
}

// mistakes is the largest m with r^s f^m(1) ≥ 1, the number of mistakes from a margin
// of D on that leave it at γ∗ at least. Above 10⁶, or 10⁴ for s < 2, where each takes a
// power, it is [descent.most], and so it is where r is no length over a length: the
// recursion ends for every setting, also where f(g) rounds to g.
func (d descent) mistakes(r float64) float64 {
	limit := 1e6
	if d.s != 2 {
		limit = 1e4
	}
	most := d.most(r)
	if most == 0 || !(most <= limit) {
		return most
	}
	unit := num.Pow(r, d.s)
	m := 0
	for g := d.next(1); unit*g >= 1 && float64(m) < most; g = d.next(g) {
		m++
	}
	return float64(m)
}

// most bounds that number by 0 if r^s f(1) < 1, else by
//
//	1 + (1 − (r^s f(1))^{−1/(s−1)}) / ((1 − (s−1)/K)^{−1/(s−1)} − 1),  K = c^{q−1}r^q,
//
// where q = s/(s−1), so that q−1 = 1/(s−1). For s = 2 that is K − k + k/K, with k = 4
// if c ≤ 2, k = c²/(c−1) if c ≥ 2. Proof: Lemma 8 in PROOFS.md.
func (d descent) most(r float64) float64 {
	first := d.next(1) * num.Pow(r, d.s)
	if r < 0 || first < 1 {
		return 0
	}
	power := 1 / (d.s - 1)
	k := num.Pow(d.c, power) * num.Pow(r, d.s*power)
	return 1 + (1-num.Pow(first, -power))/num.Expm1(-power*num.Log1p(-1/(power*k)))
}

// MistakesS1Recursion bounds OMM's mistakes after the initialisation phase by the
// largest m with r^s α_m ≥ 1, where α₀ = 1, α_{k+1} = f(α_k) of [descent]: in ℓ2
// α₁ = ¼, α_{k+1} = α_k − α_k², and 0 if r < 2. It needs an update at every mistake that
// makes ‖v₊−v₋‖ least over a set that holds the segment from v_y to x.
//
// Proof: PROOFS.md, omm-s1-recursion.
func MistakesS1Recursion(s Setting) float64 { return s.descent(1).mistakes(s.R()) }

// MistakesS1 bounds OMM's mistakes after the initialisation phase by the closed form
// of [MistakesS1Recursion]. For s = 2, with K = cr², that is
//
//	0            if K < k,  k = 4 if c ≤ 2, c²/(c−1) if c ≥ 2
//	K − k + k/K  else
//
// and in ℓ2 0 if r < 2, else (r − 2/r)² < r², where no smaller multiple of r² would do: see
// the proof, and adversarial.Arc. For s < 2 it is a little less than
// 1 + c^{q−1}r^q − (c/f(1))^{q−1}, q = s/(s−1): see [descent].
//
// Proofs: PROOFS.md, omm-s1, omm-s1-power.
func MistakesS1(s Setting) float64 { return s.descent(1).most(s.R()) }

// MistakesHalf would bound OMM's mistakes after the initialisation phase by r²/2, which
// the unit vectors force on any learner in all, and r²/2 − 2 of them after that phase. It
// is refuted: seven points in four dimensions make five such mistakes where r²/2 < 5, and
// e-OMM makes r² but for a logarithm (see omm-s1 in PROOFS.md).
func MistakesHalf(s Setting) float64 { return s.R() * s.R() / 2 }

// ViolationsS2 bounds m(φ), for 0 ≤ φ ≤ ρ, φ < 1, by
//
//	c^{q−1}(r/(1−φ))^q + (1 + log Q/(−log(1 − (s−1)(1−φ)/2)) if Q > 1),
//
// q = s/(s−1), Q = (2/(1−φ))^{s−1}/c, without the logarithm of γ₃/γ∗ of Theorem 4.1:
//
//	r²/(1−φ)² + 1 + log(2/(1−φ))/log(2/(1+φ))   in ℓ2.
//
// It needs an update of the kind of [MistakesS1Recursion] at every counted step.
//
// Proof: PROOFS.md, omm-s2.
func ViolationsS2(s Setting) float64 {
	if s.Phi < 0 {
		return math.Inf(1)
	}
	return s.violationsS2()
}

// UpdatesS2 bounds OMM's updates after the initialisation phase, for ρ < 1, by the bound of
// [ViolationsS2] at φ = ρ: every update has a_t ≤ ργ_t.
//
// Proof: PROOFS.md, omm-updates.
func UpdatesS2(s Setting) float64 {
	if !(s.Rho < 1) {
		return math.Inf(1)
	}
	s.Phi = s.Rho
	return s.violationsS2()
}

func (s Setting) violationsS2() float64 {
	power, c := smoothness(s.norm())
	bound := s.conjugate(s.R() / (1 - s.Phi))
	if logQ := float64((power-1)*num.Log(2/(1-s.Phi))) - num.Log(c); logQ > 0 {
		bound += 1 + logQ/-num.Log1p(-(power-1)*(1-s.Phi)/2)
	}
	return bound
}
