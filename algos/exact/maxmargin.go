package exact

import (
	"errors"
	"fmt"
	"math/big"

	"marginlab/theory/real"
)

// Solution is the maximum margin of examples, with the multipliers that prove it; see [Prove].
//
//	γ∗ = ½ min {‖v₊−v₋‖ : v₊ ∈ conv P, v₋ ∈ conv N},  w = v₊−v₋,  b = −½w·(v₊+v₋)
//
// (HKNS25, eqs. (2) and (3), Lemma 3.1). Through the origin
//
//	γ∗ = min {‖v‖ : v ∈ conv{yx}},  w = v₊ = v,  v₋ = 0,  b = 0.
//
// w, b and γ∗² are unique. The multipliers, and where the hulls have parallel
// faces v₊ and v₋ too, need not be. Where the hulls have the point v₊ = v₋ in common or, through
// the origin, v = 0, w and γ∗ are 0: the examples are not separable, since no hyperplane has that
// point strictly on both sides.
type Solution struct {
	Lambda      []*big.Rat // λ ≥ 0, one an example: v₊ = Σλx over P, v₋ = Σλx over N
	Plus, Minus Vector     // v₊, v₋ (through the origin v = Σλyx over all, and 0)
	W           Vector     // not normalised
	B           *big.Rat   // in the scale of W
	SqGamma     *big.Rat   // γ∗² = ‖w‖²/4 (through the origin ‖w‖²)
}

// MaxMargin returns the maximum margin of the examples, through the origin or not. It is false where
// there is no problem to solve, as a class is missing; through the origin examples of one class will
// do. It panics if the dimensions differ or a label is not ±1.
//
// The method is finite and exact: that of Wolfe on one or two hulls, see [corral].
func MaxMargin(examples []Example, origin bool) (Solution, bool) {
	has := map[int]bool{}
	for _, e := range examples {
		mustMatch(len(e.X), len(examples[0].X))
		mustLabel(e.Y)
		has[e.Y] = true
	}
	if len(has) == 0 || !origin && len(has) < 2 {
		return Solution{}, false
	}
	return solutionOf(examples, nearestPoint(examples, origin), origin), true
}

// Prove returns the maximum margin that multipliers prove, which may be 0. The error says why they
// prove none. It uses nothing of how they were found.
//
//	(1)  λ ≥ 0, with sum 1 over P and over N (through the origin over all)
//	(2)  y(w·x+b) ≥ ½‖w‖² for every example, with equality where λ > 0
//
// It is enough: for all u and c with ‖u‖ = 1 the least y(u·x+c) is at most its
// mean by λ over the two classes, ½u·(v₊−v₋) ≤ ½‖w‖ by (1), and (w, b)/‖w‖ reaches that by (2).
// Through the origin ‖w‖² is in the place of ½‖w‖².
func Prove(examples []Example, lambda []*big.Rat, origin bool) (Solution, error) {
	if err := convex(examples, lambda, origin); err != nil {
		return Solution{}, err
	}
	s := solutionOf(examples, lambda, origin)
	if s.W.IsZero() {
		return s, nil
	}
	least := s.W.SqNorm()
	if !origin {
		least.Mul(least, big.NewRat(1, 2))
	}
	for i, e := range examples {
		margin := s.W.Dot(e.X)
		margin.Mul(margin.Add(margin, s.B), integer(e.Y))
		switch {
		case margin.Cmp(least) < 0:
			return Solution{}, fmt.Errorf("exact: example %d: y(w·x+b) is %v, expected at least %v", i, margin, least)
		case margin.Cmp(least) > 0 && lambda[i].Sign() > 0:
			return Solution{}, fmt.Errorf("exact: example %d: y(w·x+b) is %v with λ > 0, expected %v", i, margin, least)
		}
	}
	return s, nil
}

// convex is nil where the multipliers are those of convex combinations of the examples, (1).
func convex(examples []Example, lambda []*big.Rat, origin bool) error {
	if len(examples) == 0 || len(lambda) != len(examples) {
		return fmt.Errorf("exact: %d multipliers of %d examples, expected one each of at least one",
			len(lambda), len(examples))
	}
	sums := map[bool]*big.Rat{true: new(big.Rat), false: new(big.Rat)}
	for i, e := range examples {
		if lambda[i] == nil || lambda[i].Sign() < 0 {
			return fmt.Errorf("exact: multiplier %d is %v, expected at least 0", i, lambda[i])
		}
		sum := sums[origin || e.Y > 0]
		sum.Add(sum, lambda[i])
	}
	if one := integer(1); sums[true].Cmp(one) != 0 || !origin && sums[false].Cmp(one) != 0 {
		return fmt.Errorf("exact: the multipliers have sums %v and %v, expected 1", sums[true], sums[false])
	}
	return nil
}

// solutionOf is that of multipliers.
func solutionOf(examples []Example, lambda []*big.Rat, origin bool) Solution {
	d := len(examples[0].X)
	s := Solution{Lambda: lambda, Plus: NewVector(d), Minus: NewVector(d), B: new(big.Rat)}
	for i, e := range examples {
		switch {
		case lambda[i].Sign() == 0: // most of them
		case origin:
			s.Plus = s.Plus.Plus(lambda[i], e.X.Times(integer(e.Y)))
		case e.Y > 0:
			s.Plus = s.Plus.Plus(lambda[i], e.X)
		default:
			s.Minus = s.Minus.Plus(lambda[i], e.X)
		}
	}
	s.W = s.Plus.Minus(s.Minus)
	s.SqGamma = s.W.SqNorm()
	if !origin {
		// w·(v₊+v₋) = ‖v₊‖² − ‖v₋‖²
		s.B.Sub(s.Minus.SqNorm(), s.Plus.SqNorm())
		s.B.Mul(s.B, big.NewRat(1, 2))
		s.SqGamma.Mul(s.SqGamma, big.NewRat(1, 4))
	}
	return s
}

// LengthIn encloses ‖x‖_p, to the last bit where at most one coordinate is not 0. The
// error is a *[TooLongError]. It panics unless 1.01 ≤ p ≤ 101.
func LengthIn(p *big.Rat, x Vector, prec uint) (real.Interval, error) {
	mustLie("p", p, "[1.01, 101]")
	if err := checkSize([]Example{{X: x}}); err != nil {
		return real.Interval{}, err
	}
	return norm{Field: real.NewField(prec), p: p}.length(at(x)).Interval(), nil
}

// MarginIn encloses the maximum margin of separable examples in the norm ‖·‖_p, between
// what two witnesses made of convex weights λ prove. With v₊ = Σλx over P, v₋ = Σλx
// over N, u = v₊−v₋ and w = u^⟨p−1⟩ (see [norm])
//
//	(min_P w·x − max_N w·x)/(2‖w‖∗) ≤ γ∗ ≤ ½‖u‖,  ‖w‖∗ = ‖u‖^{p−1}:
//
// the hyperplane of w has the margin on the left, half way between the classes, and
// every one has at most the mean of its margins by λ, ½w·u/‖w‖∗ ≤ ½‖u‖ (HKNS25,
// Lemma 3.1). Through the origin it is min y w·x/‖w‖∗ ≤ γ∗ ≤ ‖u‖ with u = Σλyx. The
// lower end is at least 0. The error says that the weights are not convex, or that they
// prove nothing at this precision.
func MarginIn(p *big.Rat, examples []Example, lambda []*big.Rat, origin bool, prec uint) (real.Interval, error) {
	mustLie("p", p, domainOfP)
	err := convex(examples, lambda, origin)
	if err == nil {
		err = checkSize(examples)
	}
	if err != nil {
		return real.Interval{}, err
	}
	n := newNorm(real.NewField(prec), p)
	h := n.through(at(solutionOf(examples, lambda, origin).W))
	least := map[int]real.Number{} // min y w·x of each class; through the origin of all
	for _, e := range examples {
		class := e.Y
		if origin {
			class = +1
		}
		score := h.Score(e.X).Times(integer(e.Y))
		if before := least[class]; before.Exists() {
			score = score.Min(before)
		}
		least[class] = score
	}
	upper, lower := n.length(h.u), least[+1]
	if !origin {
		half := big.NewRat(1, 2)
		upper, lower = upper.Times(half), lower.Add(least[-1]).Times(half)
	}
	if lower, err = lower.Quo(n.root(h.size, n.less(1))); err != nil {
		return real.Interval{}, errors.New("exact: the weights prove no margin: v₊ and v₋ are one point, or nearly so")
	}
	return lower.Max(n.Int(0)).Interval().To(upper.Interval()), nil
}
