package exact

import (
	"fmt"
	"math/big"
)

// Verify checks the certificate against the examples, exactly, and returns nil or
// the first fault. It uses nothing of how the solution was found.
//
//	(1)  λ ≥ 0, with sum 1 over P and over N
//	(2)  v₊ = Σλx over P,  v₋ = Σλx over N
//	(3)  w = v₊−v₋ ≠ 0,  b = −½w·(v₊+v₋)
//	(4)  y(w·x+b) ≥ ½‖w‖² for every example, with equality where λ > 0
//	(5)  γ∗² = ¼‖w‖²
//
// It is enough: for all u and c with ‖u‖ = 1 the least y(u·x+c) is at most its
// mean by λ over the two classes, ½u·(v₊−v₋) ≤ ½‖w‖ by (1) to (3), and (w, b)/‖w‖
// reaches that by (4).
//
// Through the origin λ has sum 1 over all examples, v₊ = Σλyx, v₋ = 0, b = 0, and
// ‖w‖² is in the place of ½‖w‖² and ¼‖w‖².
func (s Solution) Verify(examples []Example) error {
	plus, minus, err := combine(examples, s.Lambda, s.Origin) // (1), (2)
	if err != nil {
		return err
	}
	w := plus.Minus(minus)
	if w.IsZero() {
		return fmt.Errorf("exact: w = 0: v₊ and v₋ are the same point")
	}
	b, least, sqGamma := new(big.Rat), w.SqNorm(), w.SqNorm()
	if !s.Origin {
		b.Mul(big.NewRat(-1, 2), w.Dot(plus.Plus(big.NewRat(1, 1), minus)))
		least.Mul(least, big.NewRat(1, 2))
		sqGamma.Mul(sqGamma, big.NewRat(1, 4))
	}
	for _, claim := range []struct {
		name        string
		stated, got Vector
	}{
		{"v₊", s.Plus, plus},
		{"v₋", s.Minus, minus},
		{"w", s.W, w},                              // (3)
		{"b", Vector{s.B}, Vector{b}},              // (3)
		{"γ²", Vector{s.SqGamma}, Vector{sqGamma}}, // (5)
	} {
		if !claim.stated.fits(len(claim.got)) || !claim.stated.Equal(claim.got) {
			return fmt.Errorf("exact: %s is stated as %v, expected %v", claim.name, claim.stated, claim.got)
		}
	}
	for i, e := range examples { // (4)
		margin := new(big.Rat).Add(w.Dot(e.X), b)
		margin.Mul(margin, big.NewRat(int64(e.Y), 1))
		switch {
		case margin.Cmp(least) < 0:
			return fmt.Errorf("exact: example %d: y(w·x+b) is %v, expected at least %v", i, margin, least)
		case margin.Cmp(least) > 0 && s.Lambda[i].Sign() > 0:
			return fmt.Errorf("exact: example %d: y(w·x+b) is %v with λ > 0, expected %v", i, margin, least)
		}
	}
	return nil
}

// Verify checks the witness against the examples, exactly, and returns nil or the
// first fault: the multipliers are convex, and they make the Point of both
// classes; through the origin, 0 of the yx. No hyperplane has all of P strictly on
// one side and all of N on the other, since the point would have to be on both.
func (e *NotSeparableError) Verify(examples []Example) error {
	plus, minus, err := combine(examples, e.Lambda, e.Origin)
	if err != nil {
		return err
	}
	for _, point := range []Vector{plus, minus} {
		if !e.Point.fits(len(point)) || !e.Point.Equal(point) {
			return fmt.Errorf("exact: the common point is stated as %v, expected %v", e.Point, point)
		}
	}
	return nil
}

// combine returns the convex combinations v₊ and v₋ of the examples (through the
// origin v and 0) or what is wrong with the examples or the multipliers.
func combine(examples []Example, lambda []*big.Rat, origin bool) (plus, minus Vector, err error) {
	if len(examples) == 0 || len(lambda) != len(examples) {
		return nil, nil, fmt.Errorf("exact: %d multipliers of %d examples, expected one each of at least one",
			len(lambda), len(examples))
	}
	d := len(examples[0].X)
	plus, minus = NewVector(d), NewVector(d)
	sumPlus, sumMinus := new(big.Rat), new(big.Rat)
	for i, e := range examples {
		switch {
		case !e.X.fits(d) || e.Y != 1 && e.Y != -1:
			return nil, nil, fmt.Errorf("exact: example %d: %v with label %d, expected %d coordinates and 1 or -1", i, e.X, e.Y, d)
		case lambda[i] == nil || lambda[i].Sign() < 0:
			return nil, nil, fmt.Errorf("exact: multiplier %d is %v, expected at least 0", i, lambda[i])
		case origin:
			plus = plus.Plus(lambda[i], e.X.Times(big.NewRat(int64(e.Y), 1)))
			sumPlus.Add(sumPlus, lambda[i])
		case e.Y > 0:
			plus = plus.Plus(lambda[i], e.X)
			sumPlus.Add(sumPlus, lambda[i])
		default:
			minus = minus.Plus(lambda[i], e.X)
			sumMinus.Add(sumMinus, lambda[i])
		}
	}
	one := big.NewRat(1, 1)
	if sumPlus.Cmp(one) != 0 || !origin && sumMinus.Cmp(one) != 0 {
		return nil, nil, fmt.Errorf("exact: the multipliers have sums %v and %v, expected 1", sumPlus, sumMinus)
	}
	return plus, minus, nil
}

// fits reports that x has d coordinates, none of them missing.
func (x Vector) fits(d int) bool {
	for _, v := range x {
		if v == nil {
			return false
		}
	}
	return len(x) == d
}
