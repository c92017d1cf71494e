package exact

import (
	"errors"
	"fmt"
	"math/big"

	"marginlab/theory/real"
)

// Decision is what a learner decided at a step.
type Decision struct {
	Y, Predicted int
	Updated      bool // the classifier changed
	Opening      bool // a step of an initialisation phase, where w = 0 and b = ±1
}

// Mistake reports whether the predicted label was not the revealed one.
func (d Decision) Mistake() bool { return d.Predicted != d.Y }

// Step is a decision with its numbers, in the scale of the learner's classifier before
// the example, whose w is not normalised. A number that the learner does not have, or
// of which only the square is known, is no number.
type Step struct {
	Decision
	Score    real.Number // y(w·x + b)
	Limit    real.Number // what the update condition compared the score with
	Target   real.Number // γ_t‖w‖∗, the learner's own margin in the scale of Score
	SqTarget real.Number // its square, where that has the fewer roots
	Beyond   real.Number // Score − Target, where that is known more closely than they are

	exactly func() (Step, error) // the same in longer numbers, nil where there are none
	SqNorm  real.Number          // ‖w‖², in ℓ₂
	sqDual  func() real.Number   // ‖w‖∗², of a learner with a target
	scaled  scaling              // to the scale of the learner's paper, nil where the score is in it
}

// scaling is a score in another scale. The error is a *[real.UndecidedError].
type scaling func(score real.Number) (real.Number, error)

// over divides by a number.
func over(by real.Number) scaling {
	return func(score real.Number) (real.Number, error) {
		z, err := score.Quo(by)
		return z, uncomputed("the scale of the paper", by.Field().Bits, err)
	}
}

// perUnit divides by ‖w‖∗, given its square.
func perUnit(sqDual func() real.Number) scaling {
	return func(score real.Number) (real.Number, error) { return over(root(sqDual()))(score) }
}

// Printed is Score in the scale of the classifier that the learner's paper prints: of the OMM
// family that of ‖w‖∗ = 1, of ALMA y(w·x̂), and of the randomized classifiers y q_t. The error is a
// *[real.UndecidedError].
func (s Step) Printed() (real.Number, error) {
	if s.scaled == nil {
		return s.Score, nil
	}
	return s.scaled(s.Score)
}

// within decides a_t ≤ φγ_t (HKNS25, eq. (4b)). It is false where the learner has no
// γ_t. The error is a *[real.UndecidedError].
func (s Step) within(phi *big.Rat) (bool, error) {
	const what = "a_t ≤ φγ_t"
	switch {
	case s.Target.Exists():
		order, err := s.against(what, phi, s.Target.Times(phi))
		return order <= 0 && err == nil, err
	case s.SqTarget.Exists():
		return atMostRoot(what, s.Score, phi, s.SqTarget)
	}
	return false, nil
}

// withinOf decides a_t ≤ φγ (HKNS25, eq. (4a)), given γ². It is false where the learner has no
// γ_t. The error is a *[real.UndecidedError].
func (s Step) withinOf(phi *big.Rat, sqGamma real.Number) (bool, error) {
	if !s.Target.Exists() && !s.SqTarget.Exists() {
		return false, nil
	}
	within, err := atMostRoot("a_t ≤ φγ∗", s.Score, phi, sqGamma.Mul(s.sqDual()))
	if err != nil && s.exactly != nil {
		if longer, err := s.exactly(); err == nil {
			return longer.withinOf(phi, sqGamma)
		}
	}
	return within, err
}

// limit sets the Limit to ρ times the target, and compares the score with it. The error is
// a *[real.UndecidedError].
func (s *Step) limit(what string, rho *big.Rat) (order int, err error) {
	s.Limit = s.Target.Times(rho)
	return s.against(what, rho, s.Limit)
}

// against compares a_t with φγ_t, given φ times the target.
func (s *Step) against(what string, phi *big.Rat, limit real.Number) (order int, err error) {
	if s.Beyond.Exists() {
		order, err = compare(what, s.Beyond, s.Target.Times(new(big.Rat).Sub(phi, integer(1))))
	} else {
		order, err = compare(what, s.Score, limit)
	}
	if err != nil && s.exactly != nil {
		if longer, err := s.exactly(); err == nil {
			return longer.against(what, phi, longer.Target.Times(phi))
		}
	}
	return order, err
}

// observe predicts the label of an example by a score w·x + b and is told y: the part
// of a step that is before the learner's update condition. The label is +1 at a score
// of 0, as in HKNS25, Section 2.
func observe(score real.Number, y int) (Step, error) {
	mustLabel(y)
	s := Step{Decision: Decision{Y: y, Predicted: +1}, Score: score}
	if y < 0 {
		s.Score = score.Neg()
	}
	sign, decided := score.Sign()
	if !decided {
		return s, undecided("the label", score)
	}
	if sign < 0 {
		s.Predicted = -1
	}
	return s, nil
}

// errInfeasible says that an update's problem has no solution: the stream is not
// separable.
var errInfeasible = errors.New("exact: no classifier")

// compare compares a with b, which has to be decided.
func compare(what string, a, b real.Number) (order int, err error) {
	order, decided := a.Cmp(b)
	if !decided {
		return 0, undecided(what, a.Sub(b))
	}
	return order, nil
}

// atMostRoot decides a ≤ φ√b, φ of any sign and b ≥ 0, by squares.
func atMostRoot(what string, a real.Number, phi *big.Rat, b real.Number) (bool, error) {
	sqPhi := new(big.Rat).Mul(phi, new(big.Rat).Abs(phi))
	order, err := compare(what, a.Mul(a.Abs()), b.Times(sqPhi))
	return order <= 0 && err == nil, err
}

// undecided says that the sign of a number is not known.
func undecided(what string, a real.Number) error {
	return &real.UndecidedError{Prec: a.Field().Bits, Last: a.Interval(), What: what}
}

// uncomputed says that a number cannot be computed at a precision.
func uncomputed(what string, prec uint, err error) error {
	var domain *real.DomainError
	if !errors.As(err, &domain) { // nil too
		return err
	}
	return &real.UndecidedError{Prec: prec, Last: domain.Of, Domain: domain, What: what}
}

// root is √a of an a that is at least 0: what an interval has below it is left out.
func root(a real.Number) real.Number {
	root, err := a.Max(a.Field().Int(0)).Sqrt()
	if err != nil {
		panic(err)
	}
	return root
}

func integer(n int) *big.Rat { return big.NewRat(int64(n), 1) }

func half(q *big.Rat) *big.Rat { return new(big.Rat).Mul(q, big.NewRat(1, 2)) }

func mustLabel(y int) {
	if y != +1 && y != -1 {
		panic(fmt.Sprintf("exact: label is %d, expected +1 or -1", y))
	}
}
