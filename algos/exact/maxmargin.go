package exact

import (
	"fmt"
	"math/big"
)

// Solution is the maximum margin of examples, with its certificate, which
// [Solution.Verify] checks.
//
//	γ∗ = ½ min {‖v₊−v₋‖ : v₊ ∈ conv P, v₋ ∈ conv N},  w = v₊−v₋,  b = −½w·(v₊+v₋)
//
// (HKNS25, eqs. (2) and (3), Lemma 3.1). Through the origin
//
//	γ∗ = min {‖v‖ : v ∈ conv{yx}},  w = v₊ = v,  v₋ = 0,  b = 0.
//
// w, b and γ∗² are unique. The multipliers, and where the hulls have parallel
// faces v₊ and v₋ too, need not be.
type Solution struct {
	Origin      bool       // whether the hyperplane has to go through the origin
	Lambda      []*big.Rat // λ ≥ 0, one an example: v₊ = Σλx over P, v₋ = Σλx over N
	Plus, Minus Vector     // v₊, v₋ (through the origin v = Σλyx over all, and 0)
	W           Vector     // not normalised
	B           *big.Rat   // in the scale of W
	SqGamma     *big.Rat   // γ∗² = ‖w‖²/4 (through the origin ‖w‖²)
}

// NotSeparableError says that the hulls of the classes have a point in common or,
// through the origin, that conv{yx} holds the origin. [NotSeparableError.Verify]
// checks it.
type NotSeparableError struct {
	Origin bool
	Lambda []*big.Rat // λ ≥ 0, one an example: Point = Σλx over P = Σλx over N
	Point  Vector     // (through the origin Σλyx over all, which is 0)
}

func (e *NotSeparableError) Error() string {
	if e.Origin {
		return "exact: not separable through the origin: it is in the hull of the y x"
	}
	return fmt.Sprintf("exact: not separable: the hulls of the classes meet in %v", e.Point)
}

// OneClassError says that there is no problem to solve, as the examples of a
// class, or all, are missing.
type OneClassError struct{ Positives, Negatives int }

func (e *OneClassError) Error() string {
	return fmt.Sprintf("exact: %d positive and %d negative examples, expected both (through the origin, any)",
		e.Positives, e.Negatives)
}

// MaxMargin returns the maximum margin of the examples, through the origin or
// not. The error is a *[NotSeparableError] or a *[OneClassError]; through the
// origin examples of one class will do. It panics if the dimensions differ or a
// label is not ±1.
//
// The method is finite and exact: that of Wolfe on one or two hulls, see [polytope].
func MaxMargin(examples []Example, origin bool) (Solution, error) {
	count := map[int]int{}
	for i, e := range examples {
		mustMatch(len(e.X), len(examples[0].X))
		if e.Y != 1 && e.Y != -1 {
			panic(fmt.Sprintf("exact: label of example %d is %d, expected 1 or -1", i, e.Y))
		}
		count[e.Y]++
	}
	if len(examples) == 0 || !origin && (count[1] == 0 || count[-1] == 0) {
		return Solution{}, &OneClassError{Positives: count[1], Negatives: count[-1]}
	}

	s := Solution{Origin: origin, Lambda: newPolytope(examples, origin).nearest(), B: new(big.Rat)}
	s.Plus, s.Minus = NewVector(len(examples[0].X)), NewVector(len(examples[0].X))
	for i, e := range examples {
		switch {
		case s.Lambda[i].Sign() == 0: // most of them
		case origin:
			s.Plus = s.Plus.Plus(s.Lambda[i], e.X.Times(big.NewRat(int64(e.Y), 1)))
		case e.Y > 0:
			s.Plus = s.Plus.Plus(s.Lambda[i], e.X)
		default:
			s.Minus = s.Minus.Plus(s.Lambda[i], e.X)
		}
	}
	s.W = s.Plus.Minus(s.Minus)
	if s.W.IsZero() {
		return Solution{}, &NotSeparableError{Origin: origin, Lambda: s.Lambda, Point: s.Plus}
	}
	s.SqGamma = s.W.SqNorm()
	if !origin {
		// w·(v₊+v₋) = ‖v₊‖² − ‖v₋‖²
		s.B.Sub(s.Minus.SqNorm(), s.Plus.SqNorm())
		s.B.Mul(s.B, big.NewRat(1, 2))
		s.SqGamma.Mul(s.SqGamma, big.NewRat(1, 4))
	}
	return s, nil
}
