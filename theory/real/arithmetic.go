package real

import "math/big"

// Neg returns −a.
func (a Number) Neg() Number {
	switch {
	case a.q == nil:
		a.x = a.x.Neg()
		return a
	case a.b != nil:
		a.b = new(big.Rat).Neg(a.b)
	}
	a.q = new(big.Rat).Neg(a.q)
	return a
}

// Add returns a + b.
func (a Number) Add(b Number) Number {
	if bothRational(a, b) {
		return a.field.Rational(new(big.Rat).Add(a.q, b.q))
	}
	if ba, bb, r, ok := commonRoot(a, b); ok {
		return a.field.exact(new(big.Rat).Add(a.q, b.q), new(big.Rat).Add(ba, bb), r)
	}
	return a.field.Enclosed(a.Interval().Add(b.Interval()))
}

// Sub returns a − b.
func (a Number) Sub(b Number) Number {
	return a.Add(b.Neg())
}

// Mul returns ab: (q + b√r)(q' + b'√r) = qq' + bb'r + (qb' + bq')√r, and b√r b'√r' = bb'√(rr').
func (a Number) Mul(b Number) Number {
	if bothRational(a, b) {
		return a.field.Rational(new(big.Rat).Mul(a.q, b.q))
	}
	if ba, bb, r, ok := commonRoot(a, b); ok {
		q, both := new(big.Rat).Mul(a.q, b.q), new(big.Rat).Mul(ba, bb)
		cross := new(big.Rat).Mul(a.q, bb)
		return a.field.exact(q.Add(q, both.Mul(both, r)), cross.Add(cross, new(big.Rat).Mul(ba, b.q)), r)
	}
	switch {
	case a.IsZero():
		return a
	case b.IsZero():
		return b
	case a.isRoot() && b.isRoot():
		return a.field.exact(new(big.Rat), new(big.Rat).Mul(a.b, b.b), new(big.Rat).Mul(a.r, b.r))
	}
	return a.field.Enclosed(a.Interval().Mul(b.Interval()))
}

// bothRational reports whether both numbers are rational: most are, and need no search for a root.
func bothRational(a, b Number) bool { return a.q != nil && b.q != nil && a.b == nil && b.b == nil }

// isRoot reports whether a is of the form b√r.
func (a Number) isRoot() bool { return a.b != nil && a.q.Sign() == 0 }

// Times returns qa.
func (a Number) Times(q *big.Rat) Number { return a.Mul(Number{field: a.field, q: q}) }

// Quo returns a/b. The error is a *[DomainError] where b may be 0.
func (a Number) Quo(b Number) (Number, error) {
	if b.q != nil && !b.IsZero() {
		return a.Mul(b.inverse()), nil
	}
	return a.field.enclose(a.Interval().Quo(b.Interval()))
}

// inverse returns 1/a = (q − b√r)/(q² − b²r) of an exact a other than 0.
func (a Number) inverse() Number {
	if a.b == nil {
		return a.field.Rational(new(big.Rat).Inv(a.q))
	}
	norm := a.sqRoot()
	norm.Sub(new(big.Rat).Mul(a.q, a.q), norm)
	b := new(big.Rat).Quo(a.b, norm)
	return a.field.exact(norm.Quo(a.q, norm), b.Neg(b), a.r)
}

// Min returns the lesser of a and b, also where the comparison is undecided.
func (a Number) Min(b Number) Number {
	order, decided := a.Cmp(b)
	switch {
	case !decided:
		return a.field.Enclosed(a.Interval().Min(b.Interval()))
	case order < 0:
		return a
	}
	return b
}

// Max returns the greater of a and b.
func (a Number) Max(b Number) Number { return a.Neg().Min(b.Neg()).Neg() }

// Abs returns |a|.
func (a Number) Abs() Number {
	sign, decided := a.Sign()
	switch {
	case !decided:
		return a.field.Enclosed(a.x.Abs())
	case sign < 0:
		return a.Neg()
	}
	return a
}

// Floor returns ⌊a⌋.
func (a Number) Floor() Number {
	if a.q == nil {
		return a.field.Enclosed(a.x.Floor())
	}
	// q + b√r = (n ± √m)/d for integers: with b²r = u/v, d is v times the denominator of q
	n, d := new(big.Int).Set(a.q.Num()), new(big.Int).Set(a.q.Denom())
	if a.b != nil {
		square := a.sqRoot()
		m := new(big.Int).Mul(square.Num(), square.Denom())
		m.Sqrt(m.Mul(m, d).Mul(m, d))
		if a.b.Sign() < 0 {
			m.Not(m) // −⌊√m⌋ − 1 = ⌊−√m⌋
		}
		n.Add(n.Mul(n, square.Denom()), m)
		d.Mul(d, square.Denom())
	}
	return a.field.Rational(new(big.Rat).SetInt(n.Div(n, d)))
}

// Ceil returns ⌈a⌉.
func (a Number) Ceil() Number { return a.Neg().Floor().Neg() }

// Sqrt returns √a. The error is a *[DomainError] where a may be negative.
func (a Number) Sqrt() (Number, error) {
	if q, ok := a.Rational(); ok && q.Sign() >= 0 {
		if root, ok := sqrtRat(q); ok {
			return a.field.Rational(root), nil
		}
		return a.field.exact(new(big.Rat), big.NewRat(1, 1), q), nil
	}
	return a.field.enclose(a.Interval().Sqrt())
}

// Log returns log a: exactly for a = 1, so that a tie at 0 is decided. The error is a *[DomainError] where a may not
// be positive.
func (a Number) Log() (Number, error) {
	if q, ok := a.Rational(); ok && q.Cmp(big.NewRat(1, 1)) == 0 {
		return a.field.Rational(new(big.Rat)), nil
	}
	return a.field.enclose(a.Interval().Log())
}

// Exp returns e^a: exactly for a = 0. The error is a *[DomainError] where a may be above 2²⁴ in size.
func (a Number) Exp() (Number, error) {
	if a.IsZero() {
		return a.field.Rational(big.NewRat(1, 1)), nil
	}
	return a.field.enclose(a.Interval().Exp())
}

// Pow returns a^y. It is exact, unless too long, for an exact a and an integer y, and for a rational a ≥ 0 and a
// half-integer y. The error is a *[DomainError], as in [Interval.Pow].
func (a Number) Pow(y Number) (Number, error) {
	n, rational := y.Rational()
	if a.q != nil && y.q != nil {
		signA, _ := a.Sign()
		signY, _ := y.Sign()
		if signA < 0 && !(rational && n.IsInt()) || signA == 0 && signY < 0 {
			return Number{}, &DomainError{
				Op: "power", Of: a.Interval(), Expected: "a positive base, or an exponent that suits it",
			}
		}
	}
	if a.q != nil && rational {
		base := a
		if q, ok := a.Rational(); ok && !n.IsInt() && n.Denom().Cmp(big.NewInt(2)) == 0 && q.Sign() >= 0 {
			base, _ = a.Sqrt()
			n = new(big.Rat).SetInt(n.Num())
		}
		length := new(big.Int).Mul(n.Num(), big.NewInt(int64(base.length())))
		if n.IsInt() && length.CmpAbs(big.NewInt(int64(a.field.Exact))) <= 0 {
			return base.integerPower(n.Num().Int64()), nil
		}
	}
	return a.field.enclose(a.Interval().Pow(y.Interval()))
}

// length returns the number of bits of an exact number.
func (a Number) length() int {
	bits := 0
	for _, part := range []*big.Rat{a.q, a.b, a.r} {
		if part != nil {
			bits += part.Num().BitLen() + part.Denom().BitLen()
		}
	}
	return bits
}

// integerPower returns aⁿ of an exact a; a must not be 0 if n is negative.
func (a Number) integerPower(n int64) Number {
	switch {
	case n == 0:
		return a.field.Int(1)
	case n < 0:
		a, n = a.inverse(), -n
	}
	return raise(a, n, Number.Mul)
}
