package theory

import (
	"math"

	"marginlab/internal/num"
)

// The theorems on the Perceptron through the origin, on the stream that it
// sees: with a constant coordinate appended, the lifted one. In a norm of smoothness
// s, c it is the p-norm Perceptron: θ ← θ + yx on a mistake, w = ‖θ‖ℓ(θ), so that
// w·θ = ‖θ‖² and ‖w‖∗ = ‖θ‖; γ is the maximum margin through the origin, max min
// y(u·x) over ‖u‖∗ ≤ 1.

// Novikoff bounds the Perceptron's updates, and so its mistakes, by c^{q−1}(R/γ)^q,
// q = s/(s−1), with R = max‖x‖: (R/γ)² in ℓ2, (p−1)(R/γ)² in ℓp, p ≥ 2.
//
// It follows from [NormGrowth] and [NormProgress], and is tight: on the d unit vectors, all
// positive, R = 1 and γ = 1/√d in ℓ2, and each is an update. It bounds other learners too.
//
// Proofs: PROOFS.md, perceptron-novikoff, romma-mistakes, naromma-mistakes, mcp-mistakes,
// cmcp-updates, mcp-weighted-updates, np-printed-novikoff.
func Novikoff(s Setting) float64 { return s.conjugate(s.DBar / s.Gamma) }

// UpdatesFirstStep bounds the Perceptron's updates, in a norm with s = 2, by the greatest k for
// which k²γ² ≤ (c(k−1)+1)R², that is by
//
//	cV/2 + √((cV/2−1)² + V−1),  V = (R/γ)² ≥ 1:
//
// [NormProgress] and [NormGrowth]. It is [Novikoff] where c = 1, and less where c > 1.
//
// Proof: PROOFS.md, perceptron-first-step.
func UpdatesFirstStep(s Setting) float64 {
	power, c := smoothness(s.norm())
	if power != 2 {
		return math.Inf(1)
	}
	v := s.DBar / s.Gamma * s.DBar / s.Gamma
	return float64(c*v/2) + math.Sqrt(max(0, float64((float64(c*v/2)-1)*(float64(c*v/2)-1))+v-1)) // R may be rounded below γ
}

// NormGrowth bounds ‖w‖∗ = ‖θ‖ after k ≥ 1 updates by (c(k−1)+1)^{1/s}R, √k·R in ℓ2, and by 0 at
// k = 0. The first update costs no c.
//
// Proof: PROOFS.md, perceptron-norm-growth.
func NormGrowth(s Setting) float64 {
	if s.Updates == 0 {
		return 0
	}
	power, c := smoothness(s.norm())
	return num.Pow(float64(c*float64(s.Updates-1))+1, 1/power) * s.DBar
}

// NormProgress bounds ‖w‖∗ = ‖θ‖ after k updates from below by kγ.
//
// Proof: PROOFS.md, perceptron-norm-progress.
func NormProgress(s Setting) float64 { return float64(s.Updates) * s.Gamma }

// UpdatesFreundSchapire bounds the Perceptron's updates on any stream, in ℓ2, by
// ((R+D)/g)², D = √(Σ_t max(0, g − y u·x)²), for any unit vector u and g > 0; read
// at the least of several g. It is the theorem of Freund and Schapire (1999) for
// inseparable data.
//
// Proof: PROOFS.md, perceptron-freund-schapire.
func UpdatesFreundSchapire(s Setting) float64 {
	return s.Rival.least(func(length float64) float64 {
		q := float64(s.DBar*length) + math.Sqrt(s.Rival.hinge(length, 2))
		return q * q
	})
}

// UpdatesHinge bounds the Perceptron's updates on any stream, for any u and
// q ≥ 1, with L_q = Σ_t max(0, 1 − y u·x)^q, by
//
//	L_q + q²R²‖u‖²/2 + q‖u‖R√(q²R²‖u‖²/4 + L_q)
//
// which is least at q = 1, and along u at a length at which a loss vanishes; it is read there. It is
// Theorem 2 of O19 with the factor R that the last term lacks
// there, and L_q for the ℓ on its left.
//
// Proof: PROOFS.md, perceptron-hinge.
func UpdatesHinge(s Setting) float64 {
	return s.Rival.leastHinge(func(length, loss float64) float64 { return s.hingeFamily(s.DBar, length, loss) })
}

// UpdatesHingeLeft is [UpdatesHinge] with the lesser of L_1 and L_q for the first L_q: Theorem 2
// of O19 has Σ ℓ on its left for every q, which is right where L_1 is the lesser. It is least at
// q = 1 too.
//
// Proof: PROOFS.md, perceptron-hinge-left.
func UpdatesHingeLeft(s Setting) float64 { return UpdatesHinge(s) }

// UpdatesLengths bounds the Perceptron's updates on any stream, in a norm with s = 2, for any u
// by Σ max(0, 1 − y u·x) + ‖u‖√(cΣ‖x‖²), both sums over its updates. It is eq. (3) of O19.
//
// Proof: PROOFS.md, perceptron-lengths.
func UpdatesLengths(s Setting) float64 {
	far := s.learnedLength()
	var margins []float64
	for t := range s.Trace.Learned() {
		margins = append(margins, s.Rival.Margins[t])
	}
	return NewRival(margins).leastHinge(func(length, loss float64) float64 { return loss + float64(length*far) })
}

// UpdatesLengthsSeparable bounds the Perceptron's updates, in a norm with s = 2, by
// √(cΣ‖x‖²)/γ, the sum over its updates: eq. (3) of O19 where u separates.
//
// Proof: PROOFS.md, perceptron-lengths-separable.
func UpdatesLengthsSeparable(s Setting) float64 { return s.learnedLength() / s.Gamma }

// learnedLength is √(cΣ‖x‖²) over the mistakes and updates; +Inf where that is no bound, or the
// lengths are not known.
func (s Setting) learnedLength() float64 {
	power, c := smoothness(s.norm())
	if power != 2 || !s.knowsLengths() {
		return math.Inf(1)
	}
	var squares float64
	for t := range s.Trace.Learned() {
		squares += float64(s.Lengths[t] * s.Lengths[t])
	}
	return math.Sqrt(c*squares) * (1 + lengthRounding)
}

// lengthRounding is the relative rounding of what is added up from lengths and from y(u·x), of
// some hundred terms.
const lengthRounding = 0x1p-36

// UpdatesHingePrinted is [UpdatesHinge] as printed, without the factor R in the
// last term: it fails for R > 1. It is least at q = 1 too, but between two lengths at which a loss
// vanishes it may be less than there.
func UpdatesHingePrinted(s Setting) float64 {
	return s.Rival.leastBetween(func(length, loss float64) float64 { return s.hingeFamily(1, length, loss) })
}

func (s Setting) hingeFamily(factor, length, loss float64) float64 {
	ru := s.DBar * length
	return loss + float64(ru*ru/2) + float64(length*factor*math.Sqrt(float64(ru*ru/4)+loss))
}
