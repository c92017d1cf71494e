package theory

import "math"

// Theorems A1 and A2: what AMIRA(ε) does at mistakes, and at each margin. An update is made at
// a = y(w·x) ≤ 1−ε; d = (1−a)/‖x‖² is its step. It raises
//
//	‖w‖² by d(1+a),  and  u·w by d y(u·x) for any u.
//
// The proofs use no more than that and a ≤ 1: the theorems are as true of PA, where ε = 0, and
// of 1-best AMIRA, where x is the difference ΔΦ of the best wrong class. The proofs fail for
// k ≥ 2, as an update at a ≤ 0 then goes along differences with a > 0 too.

// MistakesAMIRA bounds AMIRA's mistakes by (R/γ)², whatever ε: it is [ViolationsAMIRA] at
// φ = 0, as each is an update at a ≤ 0.
//
// It is tight: of the d unit vectors, whatever their labels, each is an update at a = 0.
//
// Proofs: PROOFS.md, amira-mistakes, pa-mistakes, amira-1-best-mistakes.
func MistakesAMIRA(s Setting) float64 { return Novikoff(s) }

// ViolationsAMIRA bounds AMIRA's updates at a ≤ φ, for 0 ≤ φ < 1, by (1+φ)/(1−φ)·(R/γ)². At
// φ = 1−ε it is [UpdatesAMIRA]; of PA it is less than the (R/γ)²/(1−φ)² that follows from
// [SquaredLossesPA].
//
// Proofs: PROOFS.md, amira-violations, pa-violations, amira-1-best-violations.
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
// Proofs: PROOFS.md, amira-joint-updates, amira-1-best-joint-updates.
func JointUpdatesAMIRA(s Setting) float64 {
	p, _ := s.jointAMIRA()
	return s.DBar / s.Gamma * math.Sqrt(p)
}

// jointAMIRA is the P and the B of [JointUpdatesAMIRAInseparable].
func (s Setting) jointAMIRA() (p, b float64) {
	epsilon := s.Param("eps")
	within, above := s.Trace.updatesAround(0)
	u, v := float64(within), float64(above)
	return float64((2-epsilon)*epsilon*v) + u, float64(epsilon*epsilon*v) + u
}

// MistakesAMIRAInseparable bounds AMIRA's mistakes, whatever ε, on any stream of equal norms
// ‖x‖ = R, for a unit vector u and g > 0, with D = √(Σ max(0, g − y u·x)²), by
//
//	((R+D)/g)²  if D ≤ R,  else  2(R² + D²)/g²
//
// and is +Inf where the norms differ. It is [ViolationsAMIRAInseparable] at φ = 0.
//
// Proof: PROOFS.md, amira-inseparable-mistakes.
func MistakesAMIRAInseparable(s Setting) float64 {
	s.Phi = 0
	return ViolationsAMIRAInseparable(s)
}

// ViolationsAMIRAInseparable bounds AMIRA's updates at a ≤ φ, for 0 ≤ φ < 1, on such a stream
// by what [UpdatesAMIRAInseparable] is at ε = 1−φ:
//
//	(√(1+φ)R + √(1−φ)D)²/((1−φ)g²)  if D/R ≤ √((1−φ)/(1+φ)),  else  2(R² + D²)/((1−φ)g²).
//
// Proofs: PROOFS.md, amira-inseparable-violations, pa-inseparable-violations.
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
// with P = (2−ε)εU₊ + U₀ and B = ε²U₊ + U₀.
//
// Proof: PROOFS.md, amira-inseparable-joint-updates.
func JointUpdatesAMIRAInseparable(s Setting) float64 {
	if !s.equalNorms() {
		return math.Inf(1)
	}
	p, b := s.jointAMIRA()
	return s.Rival.least(func(length float64) float64 {
		loss, ru := s.Rival.hinge(length, 2), s.DBar*length // D²/g², R/g
		if loss*p <= ru*ru*b {
			return float64(ru*math.Sqrt(p)) + math.Sqrt(loss*b)
		}
		return math.Sqrt((p + b) * (float64(ru*ru) + loss))
	})
}
