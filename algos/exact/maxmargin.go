package exact

import (
	"errors"
	"fmt"
	"math/big"

	"marginlab/theory/real"
)

// Solution has the maximum margin of examples, with the multipliers that prove it; see [Prove].
//
//	γ∗ = ½ min {‖v₊−v₋‖ : v₊ ∈ conv P, v₋ ∈ conv N},  w = v₊−v₋,  b = −½w·(v₊+v₋)
//
// (HKNS25, eqs. (2) and (3), Lemma 3.1). Through the origin
//
//	γ∗ = min {‖v‖ : v ∈ conv{yx}},  w = v₊ = v,  v₋ = 0,  b = 0.
//
// w, b and γ∗² are unique. The multipliers need not be, nor v₊ and v₋ if the hulls have parallel faces. If the hulls
// share the point v₊ = v₋ or, through the origin, v = 0, then w and γ∗ are 0: the examples are not separable, since no
// hyperplane has that point strictly on both sides.
type Solution struct {
	Lambda      []*big.Rat // λ ≥ 0, one an example: v₊ = Σλx over P, v₋ = Σλx over N
	Plus, Minus Vector     // v₊, v₋ (through the origin v = Σλyx over all, and 0)
	W           Vector     // not normalised
	B           *big.Rat   // in the scale of W
	SqGamma     *big.Rat   // γ∗² = ‖w‖²/4 (through the origin ‖w‖²)
}

// MaxMargin returns the maximum margin of the examples, through the origin or not. It returns false where there is no
// problem to solve because a class is missing; through the origin one class is enough. It panics if the dimensions
// differ or a label is not ±1.
//
// It uses Wolfe's method on one or two hulls, which is finite and exact; see [corral].
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
	s, err := combine(examples, nearestPoint(examples, origin), origin)
	return s, err == nil
}

// Prove returns the maximum margin that multipliers prove, which may be 0. The error says why they prove none. It does
// not depend on how they were found.
//
//	(1)  λ ≥ 0, with sum 1 over P and over N (through the origin over all)
//	(2)  y(w·x+b) ≥ ½‖w‖² for every example
//
// This is enough: for all u and c with ‖u‖ = 1 the least y(u·x+c) is at most its λ-weighted mean over the two classes,
// ½u·(v₊−v₋) ≤ ½‖w‖ by (1), and (w, b)/‖w‖ attains this by (2). Through the origin ‖w‖² replaces ½‖w‖².
func Prove(examples []Example, lambda []*big.Rat, origin bool) (Solution, error) {
	s, err := combine(examples, lambda, origin)
	if err != nil || s.W.IsZero() {
		return s, err
	}
	least := s.W.SqNorm()
	if !origin {
		least.Mul(least, big.NewRat(1, 2))
	}
	for i, e := range examples {
		margin := s.W.Dot(e.X)
		margin.Mul(margin.Add(margin, s.B), integer(e.Y))
		if margin.Cmp(least) < 0 {
			return Solution{}, fmt.Errorf("exact: example %d: y(w·x+b) is %v, expected at least %v", i, margin, least)
		}
	}
	return s, nil
}

// combine returns the candidate solution of multipliers. The error says that (1) fails.
func combine(examples []Example, lambda []*big.Rat, origin bool) (s Solution, err error) {
	if len(examples) == 0 || len(lambda) != len(examples) {
		return s, fmt.Errorf("exact: %d multipliers of %d examples, expected one each of at least one",
			len(lambda), len(examples))
	}
	d := len(examples[0].X)
	v := map[int]Vector{+1: NewVector(d), -1: NewVector(d)} // Σλx of each class; through the origin Σλyx of all
	sums := map[int]*big.Rat{+1: new(big.Rat), -1: new(big.Rat)}
	for i, e := range examples {
		mustLabel(e.Y)
		if lambda[i] == nil || lambda[i].Sign() < 0 {
			return s, fmt.Errorf("exact: multiplier %d is %v, expected at least 0", i, lambda[i])
		}
		hull, weight := e.Y, lambda[i]
		if origin {
			hull, weight = +1, new(big.Rat).Mul(weight, integer(e.Y))
		}
		sums[hull].Add(sums[hull], lambda[i])
		if weight.Sign() != 0 { // most are 0
			v[hull] = v[hull].Plus(weight, e.X)
		}
	}
	if one := integer(1); sums[+1].Cmp(one) != 0 || !origin && sums[-1].Cmp(one) != 0 {
		return s, fmt.Errorf("exact: the multipliers have sums %v and %v, expected 1", sums[+1], sums[-1])
	}
	w := v[+1].Minus(v[-1])
	s = Solution{Lambda: lambda, Plus: v[+1], Minus: v[-1], W: w, B: new(big.Rat), SqGamma: w.SqNorm()}
	if !origin {
		s.B.Sub(s.Minus.SqNorm(), s.Plus.SqNorm()) // w·(v₊+v₋) = ‖v₊‖² − ‖v₋‖²
		s.B.Mul(s.B, big.NewRat(1, 2))
		s.SqGamma.Mul(s.SqGamma, big.NewRat(1, 4))
	}
	return s, nil
}

// LengthIn encloses ‖x‖_p, to the last bit where at most one coordinate is not 0. The error is a *[TooLongError]. It
// panics unless 1.01 ≤ p ≤ 101, as [MarginIn] does.
func LengthIn(p *big.Rat, x Vector, prec uint) (real.Interval, error) {
	if err := checkSize([]Example{{X: x}}); err != nil {
		return real.Interval{}, err
	}
	return newNorm(real.NewField(prec), p).length(at(x)).Interval(), nil
}

// MarginIn encloses the maximum margin of separable examples in the norm ‖·‖_p, between the bounds that two witnesses
// made of convex weights λ prove. With v₊ = Σλx over P, v₋ = Σλx over N, u = v₊−v₋ and w = u^⟨p−1⟩ (see [norm])
//
//	(min_P w·x − max_N w·x)/(2‖w‖∗) ≤ γ∗ ≤ ½‖u‖,  ‖w‖∗ = ‖u‖^{p−1}:
//
// the hyperplane of w, half way between the classes, has the margin on the left, and every hyperplane has at most the
// λ-weighted mean of its margins, ½w·u/‖w‖∗ ≤ ½‖u‖ (HKNS25, Lemma 3.1). Through the origin it is min y w·x/‖w‖∗ ≤ γ∗ ≤
// ‖u‖ with u = Σλyx. The lower end is at least 0. The error says that the weights are not convex, or that they prove
// nothing at this precision.
func MarginIn(p *big.Rat, examples []Example, lambda []*big.Rat, origin bool, prec uint) (real.Interval, error) {
	s, err := combine(examples, lambda, origin)
	if err == nil {
		err = checkSize(examples)
	}
	if err != nil {
		return real.Interval{}, err
	}
	n := newNorm(real.NewField(prec), p)
	h := n.through(at(s.W))
	least := map[bool]real.Number{} // min y w·x of each class; through the origin of all
	for _, e := range examples {
		hull := origin || e.Y > 0
		least[hull] = lesser(least[hull], h.Score(e.X).Times(integer(e.Y)))
	}
	upper, lower := n.length(h.u), least[true]
	if !origin {
		half := big.NewRat(1, 2)
		upper, lower = upper.Times(half), lower.Add(least[false]).Times(half)
	}
	if lower, err = lower.Quo(n.root(h.size, n.less(1))); err != nil {
		return real.Interval{}, errors.New("exact: the weights prove no margin: v₊ and v₋ are one point, or nearly so")
	}
	return lower.Max(n.Int(0)).Interval().To(upper.Interval()), nil
}
