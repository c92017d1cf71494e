package theory

import "math"

// What AMIRA(ε) does at mistakes, and at each margin. An update is made at a = y(w·x) ≤
// 1−ε; d = (1−a)/‖x‖² is its step, δ = 1−a. It raises
//
//	‖w‖² by d(1+a),  and  u·w by d y(u·x) for any u.                            (∗)
//
// The lemmas use no more than that and a ≤ 1: they are as true of PA, where ε = 0, and of
// 1-best AMIRA, where x is the difference ΔΦ of the best wrong class. They fail for k ≥ 2,
// as an update at a ≤ 0 then goes along differences with a > 0 too.
//
// Lemma 1 (Theorem A1 is its three corollaries). Let the stream be separable through the origin, c = 1 + max(0, a) for each
// update, and 0 ≤ z ≤ d. Then γ²(Σz)² ≤ Σcz.
//
// Proof. At z = d it follows from (∗) with u = w∗: γΣd ≤ w·w∗ ≤ ‖w‖. Let z be d on a set T of
// updates and 0 elsewhere, and Y and X the sums of d in T and elsewhere. If γ²Y² > Σcz, then
// γ²Y > 1, as c ≥ 1, so that γ²(X+Y)² ≥ γ²Y² + 2γ²XY > Σcz + 2X ≥ Σcd, as c ≤ 2: a
// contradiction. So it holds at all corners of the box 0 ≤ z ≤ d, and in the box, as
// Σcz − γ²(Σz)² is concave. ∎
//
// Lemma 2 (of Theorem A2). Let ‖x‖ = R throughout, u be a unit vector, g > 0 and D = √(Σ max(0, g − y u·x)²).
// For 0 ≤ δ' ≤ min(1, δ), let A = Σδ', B = Σδ'² and P = 2A − B. Then
//
//	gA ≤ √(2A(R²+D²)),  and  gA ≤ R√P + D√B  where D²P ≤ R²B.
//
// Proof. By (∗) ‖w‖² = Σδ(2−δ)/R² and g Σδ/R² ≤ u·w + D√(Σδ²)/R². So with p² = Σδ(2−δ) and
// b² = Σδ²
//
//	g(p²+b²)/2 = gΣδ ≤ Rp + Db ≤ √((R²+D²)(p²+b²)),                             (∗∗)
//
// that is g²Σδ ≤ 2(R²+D²), and A ≤ Σδ: the first. As B ≤ P, gA ≤ gP, which is at most R√P if
// g√P ≤ R. Else let h(δ) = 2(g − R/√P)δ + (R/√P − D/√B)δ², which rises with δ ≥ 0 where
// D²P ≤ R²B. As p ≤ (p²/√P + √P)/2 and b ≤ (b²/√B + √B)/2, (∗∗) says that Σh(δ) ≤ R√P + D√B.
// But Σh(δ) ≥ Σh(δ') = 2gA − R√P − D√B. ∎

// MistakesAMIRA bounds AMIRA's mistakes by (R/γ)², whatever ε: it is [ViolationsAMIRA] at
// φ = 0, as each is an update at a ≤ 0.
//
// It is tight: of the d unit vectors, whatever their labels, each is an update at a = 0.
func MistakesAMIRA(s Setting) float64 { return Novikoff(s) }

// ViolationsAMIRA bounds AMIRA's updates at a ≤ φ, for 0 ≤ φ < 1, by (1+φ)/(1−φ)·(R/γ)². At
// φ = 1−ε it is [UpdatesAMIRA]; of PA it is less than the (R/γ)²/(1−φ)² that follows from
// [SquaredLossesPA].
//
// Proof. Lemma 1 at z = (1−φ)/R² for those m updates, 0 for the others: c ≤ 1+φ, so that
// γ²(m(1−φ)/R²)² ≤ (1+φ)m(1−φ)/R². ∎
func ViolationsAMIRA(s Setting) float64 {
	if s.Phi < 0 || s.Phi >= 1 {
		return math.Inf(1)
	}
	return (1 + s.Phi) / (1 - s.Phi) * Novikoff(s)
}

// JointUpdatesAMIRA bounds εU₊ + U₀, U₊ and U₀ the updates at a > 0 and at a ≤ 0, by
//
//	R/γ·√((2−ε)εU₊ + U₀).
//
// It is less than [WeightedUpdatesAMIRA] and, as far as U₀ goes, than [MistakesAMIRA].
//
// Proof. Lemma 1 at z = ε/R² where a > 0, and c ≤ 2−ε; z = 1/R² where a ≤ 0, and c = 1. ∎
func JointUpdatesAMIRA(s Setting) float64 {
	p, _ := s.jointAMIRA()
	return s.DBar / s.Gamma * math.Sqrt(p)
}

// jointAMIRA is P and B of Lemma 2 for δ' = ε at the updates at a > 0 and 1 at the others.
func (s Setting) jointAMIRA() (p, b float64) {
	epsilon := s.Param("eps")
	within, above := s.Trace.updatesAround(0)
	u, v := float64(within), float64(above)
	return (2-epsilon)*epsilon*v + u, epsilon*epsilon*v + u
}

// MistakesAMIRAInseparable bounds AMIRA's mistakes, whatever ε, on any stream of equal norms
// ‖x‖ = R, for a unit vector u and g > 0, with D = √(Σ max(0, g − y u·x)²), by
//
//	((R+D)/g)²  if D ≤ R,  else  2(R² + D²)/g²
//
// and is +Inf where the norms differ. It is [ViolationsAMIRAInseparable] at φ = 0.
func MistakesAMIRAInseparable(s Setting) float64 {
	s.Phi = 0
	return ViolationsAMIRAInseparable(s)
}

// ViolationsAMIRAInseparable bounds AMIRA's updates at a ≤ φ, for 0 ≤ φ < 1, on such a stream
// by what [UpdatesAMIRAInseparable] is at ε = 1−φ:
//
//	(√(1+φ)R + √(1−φ)D)²/((1−φ)g²)  if D/R ≤ √((1−φ)/(1+φ)),  else  2(R² + D²)/((1−φ)g²).
//
// Proof. Lemma 2 with δ' = 1−φ for those m updates, 0 for the others: A = m(1−φ), B =
// m(1−φ)² and P = m(1−φ)(1+φ). ∎
func ViolationsAMIRAInseparable(s Setting) float64 {
	if s.Phi < 0 {
		return math.Inf(1)
	}
	return s.inseparableAMIRA(1-s.Phi, 1)
}

// JointUpdatesAMIRAInseparable bounds εU₊ + U₀ of [JointUpdatesAMIRA] on such a stream by
//
//	(R√P + D√B)/g  if D²P ≤ R²B,  else  √(2(εU₊+U₀)(R²+D²))/g
//
// with P = (2−ε)εU₊ + U₀ and B = ε²U₊ + U₀: Lemma 2 with δ' = ε at a > 0, δ' = 1 at a ≤ 0.
func JointUpdatesAMIRAInseparable(s Setting) float64 {
	if !s.equalNorms() {
		return math.Inf(1)
	}
	p, b := s.jointAMIRA()
	return leastOver(s.Rival, func(length float64) float64 {
		loss, ru := hinge(s.Rival, length, 2), s.DBar*length // D²/g², R/g
		if loss*p <= ru*ru*b {
			return ru*math.Sqrt(p) + math.Sqrt(loss*b)
		}
		return math.Sqrt((p + b) * (ru*ru + loss))
	})
}
