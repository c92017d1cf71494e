// Package exact holds the learners and the offline maximum margin in exact numbers: the executable specification. It is
// written from the papers and shares no code with the floating-point learners. Every finite float64 is a rational
// number, so each stream of float64 has one exact answer, which this package computes. Decisions compare squares and
// take no roots.
//
//	x, y, z     an example, its label, and yx             Vector, int; of many classes y is 0, 1, …
//	w, b        the classifier sign(w·x + b)              [Learner.Classifier], in a scale of its own
//	u           w = u^⟨p−1⟩, in ℓ₂ u itself               plane (plane.go), norm
//	v₊, v₋      a point of each class's hull              [Certified]
//	γ_t, γ∗     a learner's own margin, the greatest one  [Learner.SqGamma], [MaxMargin], squared
//	a_t, φ      y(w·x + b)/‖w‖∗, a_t ≤ φγ_t               [Step.Score], [Run.Within]
//	q + Σ α z   a point with roots                        point (point.go)
//
// The learners whose own numbers are roots (CMCP, MCP, ALMA and RandomizedDescent), and those in a norm ‖·‖_p other
// than ℓ₂, compute in intervals where they must. A comparison that an interval leaves open panics; [Decide] recovers,
// and computes again with longer numbers until everything is decided:
//
//	err := exact.Decide(limit, func(prec uint) { run = model.Run(prec, dim, stream, repeat, limit) })
//
// Each learner's file has its pseudocode; kinds.go has the names, parameters and domains.
package exact

import (
	"errors"
	"math/big"

	"marginlab/theory/real"
)

// Learner is an online linear classifier of ℚ^d, in numbers of a field. It panics at an x of another dimension, and at
// a label other than +1 and −1. Where a comparison is undecided, or the update's problem has no solution, it panics
// with an error that [Try] recovers; its classifier stays, but the learner must not be used further. The caller must
// not change returned values.
type Learner interface {
	// Step predicts the label of x, then learns from the revealed y. It may keep x, which
	// the caller must not change afterwards.
	Step(x Vector, y int) Step
	// Classifier returns the present classifier sign(w·x + b), in a scale of its own.
	Classifier() (w Point, b real.Number)
	// Score returns w·x + b, and SqNorm ‖w‖∗², in the same scale, which may differ from Classifier's.
	Score(x Vector) real.Number
	SqNorm() real.Number
	// SqGamma returns γ_t², or no number where the learner has no γ_t.
	SqGamma() real.Number
}

// Decision is a learner's decision at a step.
type Decision struct {
	Y         int  `json:"-"`
	Predicted int  `json:"predicted"`
	Updated   bool `json:"updated"` // the classifier changed
	Opening   bool `json:"opening"` // a step of an initialisation phase, where w = 0 and b = ±1
}

// Mistake reports whether the predicted label differed from the revealed one.
func (d Decision) Mistake() bool { return d.Predicted != d.Y }

// Step is a decision with its numbers, in the scale of the learner's classifier before the example, whose w is not
// normalised. A field is no number where the learner does not have it, or knows only its square.
type Step struct {
	Decision
	Score    real.Number // y(w·x + b)
	Limit    real.Number // compared with the score by the update condition
	Target   real.Number // γ_t‖w‖∗, the learner's own margin in the scale of Score
	SqTarget real.Number // its square, where the square has fewer roots
	SqNorm   real.Number // ‖w‖², in ℓ₂
	Odds     real.Number // q_t, only of a randomized classifier

	beyond real.Number        // Score − Target, where this is known more closely than the two
	sqDual func() real.Number // ‖w‖∗²
}

// compare sets the Limit to φ times the target, and compares a_t with φγ_t.
func (s *Step) compare(what string, phi *big.Rat) int {
	s.Limit = s.Target.Times(phi)
	if s.beyond.Exists() {
		return Compare(what, s.beyond, s.Target.Times(new(big.Rat).Sub(phi, integer(1))))
	}
	return Compare(what, s.Score, s.Limit)
}

// Compare compares a with b. It panics if the result is undecided.
func Compare(what string, a, b real.Number) int {
	order, decided := a.Cmp(b)
	if !decided {
		Fail(&real.UndecidedError{Prec: a.Field().Bits, Last: a.Sub(b).Interval(), What: what})
	}
	return order
}

// sign compares a with 0.
func sign(what string, a real.Number) int { return Compare(what, a, a.Field().Int(0)) }

// atMostRoot reports whether a ≤ φ√b, for φ of any sign and b ≥ 0. It compares squares.
func atMostRoot(what string, a real.Number, phi *big.Rat, b real.Number) bool {
	return Compare(what, a.Mul(a.Abs()), b.Times(new(big.Rat).Mul(phi, new(big.Rat).Abs(phi)))) <= 0
}

// quo returns a/b. It panics if b may be 0.
func quo(a, b real.Number) real.Number {
	q, err := a.Quo(b)
	var domain *real.DomainError
	if errors.As(err, &domain) {
		Fail(&real.UndecidedError{Prec: b.Field().Bits, Last: domain.Of, Domain: domain, What: "a quotient"})
	}
	return q
}

// root returns √a for an a ≥ 0, and no number for no number. It ignores the part of an interval below 0.
func root(a real.Number) real.Number {
	if !a.Exists() {
		return a
	}
	root, err := a.Max(a.Field().Int(0)).Sqrt()
	if err != nil {
		panic(err)
	}
	return root
}

// lesser returns the lesser of two numbers, or the second if the first is no number.
func lesser(a, b real.Number) real.Number {
	if !a.Exists() {
		return b
	}
	return a.Min(b)
}
