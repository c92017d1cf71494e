package certificate

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// Enclosure is a number, given by the two ends of an interval that holds it. The ends are
// equal where the number is rational and short. Otherwise they are the multiples of 2^-bits
// next to it on both sides, so that whoever computes the number finds the same ends. The
// number of bits is 64, doubled until the quantity and the claim are apart, unless they are equal. In a norm other
// than ℓ₂ the maximum margin is only known between two numbers, and the ends are the
// multiples around the interval that a precision gives.
type Enclosure [2]*big.Rat

// Middle returns the middle of the interval, rounded to float64.
func (e Enclosure) Middle() float64 {
	v, _ := new(big.Rat).Mul(new(big.Rat).Add(e[0], e[1]), big.NewRat(1, 2)).Float64()
	return v
}

const (
	leastBits = 64
	// shortBits bounds the precision at which a number is tried to be rational: one
	// with numerator and denominator up to half of it is found.
	shortBits = 512
)

// sides returns the quantity and the claim, apart, or as near as they are where they are equal.
func (f *facts) sides() (quantity, bound Enclosure, err error) {
	equal := false
	if f.Strict() {
		if equal, err = f.holds(f.equality); err != nil {
			return quantity, bound, err
		}
	}
	for bits := uint(leastBits); ; bits *= 2 {
		if quantity, err = f.side(f.QuantityExpr, bits); err != nil {
			return quantity, bound, err
		}
		if bound, err = f.side(f.ClaimExpr, bits); err != nil {
			return quantity, bound, err
		}
		above, below := quantity, bound
		if f.FromBelow() {
			above, below = below, above
		}
		if equal || above[0].Cmp(below[1]) > 0 {
			return quantity, bound, nil
		}
		if f.p != nil && bits > f.limit.Prec {
			return quantity, bound, &real.UndecidedError{Prec: bits, What: "the sides"}
		}
	}
}

// side returns the value of an expression.
func (f *facts) side(e *formula.Expr, bits uint) (Enclosure, error) {
	at, err := f.values(e)
	if err != nil {
		return Enclosure{}, err
	}
	interval := func(prec uint) (real.Interval, error) { return e.Interval(prec, at) }
	for prec := uint(leastBits); prec <= shortBits; prec *= 8 {
		x, err := interval(prec)
		var domain *real.DomainError
		if errors.As(err, &domain) && domain.Undecided {
			continue
		}
		if err != nil {
			return Enclosure{}, err
		}
		q := simplest(x.Lower(), x.Upper())
		if equal, err := f.equals(e, at, q); err == nil && equal {
			return Enclosure{q, q}, nil
		}
	}
	return f.enclose(interval, bits)
}

// enclose is [closely], or in a norm [around].
func (f *facts) enclose(interval func(prec uint) (real.Interval, error), bits uint) (Enclosure, error) {
	if f.p != nil {
		return around(interval, bits, f.limit.Prec)
	}
	return closely(interval, bits, f.limit.Prec)
}

// equals decides whether an expression has the value q.
func (f *facts) equals(e *formula.Expr, at []real.Real, q *big.Rat) (bool, error) {
	sign := ""
	if q.Sign() < 0 {
		sign = "-"
	}
	const candidate = "this_number"
	condition, err := formula.ParseCondition(fmt.Sprintf("(%s\n) == %s%s", e, sign, candidate), f.words().With(candidate))
	if err != nil {
		return false, err
	}
	return condition.Holds(append(slices.Clone(at), real.Rational(new(big.Rat).Abs(q))), leastBits)
}

// closely returns the multiples of 2^-bits next to the number that an interval is
// computed of.
func closely(interval func(prec uint) (real.Interval, error), bits, limit uint) (Enclosure, error) {
	unit := new(big.Int).Lsh(big.NewInt(1), bits)
	least := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Mul(unit, unit))
	return refine(interval, 2*bits, limit, func(lo, hi *big.Rat) (Enclosure, bool) {
		below, above := over(lo, unit), under(hi, unit)
		below.Sub(below, big.NewInt(1))
		above.Add(above, big.NewInt(1))
		return between(below, above, unit), new(big.Rat).Sub(hi, lo).Cmp(least) < 0
	})
}

// around returns the multiples of 2^-bits around an interval, which in a norm need not
// get narrow: it is that of the precision that is asked for first. One number stays one.
func around(interval func(prec uint) (real.Interval, error), bits, limit uint) (Enclosure, error) {
	unit := new(big.Int).Lsh(big.NewInt(1), bits)
	return refine(interval, max(shortBits, 2*bits), limit, func(lo, hi *big.Rat) (Enclosure, bool) {
		if lo.Cmp(hi) == 0 {
			return Enclosure{lo, hi}, true
		}
		return between(under(lo, unit), over(hi, unit), unit), true
	})
}

// refine returns what enough makes of an interval: of the one at prec bits, and of ever
// more, up to the limit, where that has no value yet or is not enough.
func refine(interval func(prec uint) (real.Interval, error), prec, limit uint, enough func(lo, hi *big.Rat) (Enclosure, bool)) (Enclosure, error) {
	for ; ; prec *= 2 {
		x, err := interval(prec)
		var domain *real.DomainError
		switch {
		case errors.As(err, &domain) && domain.Undecided:
		case err != nil:
			return Enclosure{}, err
		default:
			if e, ok := enough(x.Lower(), x.Upper()); ok {
				return e, nil
			}
		}
		if prec >= limit {
			return Enclosure{}, &real.UndecidedError{Prec: prec, Last: x, Domain: domain}
		}
	}
}

// between is from below to above, in units of 1/unit.
func between(below, above, unit *big.Int) Enclosure {
	return Enclosure{new(big.Rat).SetFrac(below, unit), new(big.Rat).SetFrac(above, unit)}
}

// over returns ⌈q·unit⌉.
func over(q *big.Rat, unit *big.Int) *big.Int {
	n := under(new(big.Rat).Neg(q), unit)
	return n.Neg(n)
}

// under returns ⌊q·unit⌋.
func under(q *big.Rat, unit *big.Int) *big.Int {
	n := new(big.Int).Mul(q.Num(), unit)
	return n.Div(n, q.Denom())
}

// simplest returns the rational number of the least denominator in [lo, hi], by the
// continued fractions q₀ + 1/(q₁ + 1/(…)) that both ends begin with. It computes with
// integers, as no quotient on the way needs lowest terms.
func simplest(lo, hi *big.Rat) *big.Rat {
	one := big.NewInt(1)
	a, b := new(big.Int).Set(lo.Num()), new(big.Int).Set(lo.Denom())
	c, d := new(big.Int).Set(hi.Num()), new(big.Int).Set(hi.Denom())
	var quotients []*big.Int
	for {
		q, rest := new(big.Int).DivMod(a, b, new(big.Int))
		next := new(big.Int).Add(q, one)
		if last := new(big.Int).Mul(next, d); rest.Sign() == 0 || last.Cmp(c) <= 0 {
			if rest.Sign() != 0 {
				q = next
			}
			quotients = append(quotients, q)
			break
		}
		quotients = append(quotients, q)
		// 1/(x−q) takes [a/b, c/d] to [d/(c−qd), b/rest]
		a, b, c, d = d, c.Sub(c, new(big.Int).Mul(q, d)), b, rest
	}
	num, denom := quotients[len(quotients)-1], one
	for i := len(quotients) - 2; i >= 0; i-- {
		num, denom = new(big.Int).Add(new(big.Int).Mul(quotients[i], num), denom), num
	}
	return new(big.Rat).SetFrac(num, denom)
}
