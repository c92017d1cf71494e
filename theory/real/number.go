package real

import (
	"cmp"
	"math"
	"math/big"
)

// Field limits exact numbers: a number is exact as long as no numerator or denominator has more than Exact bits.
// Longer numbers, and those that are not of the form q + b√r, are intervals of a precision in Bits.
type Field struct {
	Bits  uint
	Exact int
}

// NewField returns the field in which exact numbers are no longer than intervals.
func NewField(prec uint) Field { return Field{Bits: prec, Exact: int(prec)} }

// Number is a real number of a [Field]: exactly q + b√r, or an interval. Exact numbers decide zeros and ties where a
// computation has met one root, but no roots of roots and no sums of two roots. Numbers are immutable.
type Number struct {
	field   Field
	q, b, r *big.Rat // q is nil in an interval; b and r are nil for a rational, else b ≠ 0 and r is no square
	x       Interval
}

// Rational returns q.
func (f Field) Rational(q *big.Rat) Number { return f.exact(q, nil, nil) }

// Int returns n.
func (f Field) Int(n int) Number { return f.Rational(new(big.Rat).SetInt64(int64(n))) }

// Enclosed returns a number that is only known to lie in x, exactly where x is one number.
func (f Field) Enclosed(x Interval) Number {
	if x.lo.Cmp(x.hi) == 0 {
		return f.Rational(x.Lower())
	}
	return Number{field: f, x: x}
}

// enclose returns the number that an operation on intervals encloses, or the operation's error.
func (f Field) enclose(x Interval, err error) (Number, error) {
	if err != nil {
		return Number{}, err
	}
	return f.Enclosed(x), nil
}

// exact returns q + b√r, in an interval if it is too long.
func (f Field) exact(q, b, r *big.Rat) Number {
	if b != nil && b.Sign() == 0 {
		b, r = nil, nil
	}
	a := Number{field: f, q: q, b: b, r: r}
	if f.isLong(q) || f.isLong(b) || f.isLong(r) {
		return Number{field: f, x: a.Interval()}
	}
	return a
}

// isLong reports whether a part is too long to be exact.
func (f Field) isLong(part *big.Rat) bool {
	return part != nil && max(part.Num().BitLen(), part.Denom().BitLen()) > f.Exact
}

// In returns the number in another field.
func (a Number) In(f Field) Number {
	if a.q == nil {
		return f.Enclosed(a.x)
	}
	return f.exact(a.q, a.b, a.r)
}

// Field returns the field in which the number is computed.
func (a Number) Field() Field { return a.field }

// Interval encloses the number.
func (a Number) Interval() Interval {
	switch {
	case a.q == nil:
		return a.x
	case a.b == nil:
		return NewInterval(a.field.Bits, a.q)
	}
	root, err := NewInterval(a.field.Bits, a.sqRoot()).Sqrt()
	if err != nil {
		panic(err) // b²r > 0
	}
	if a.b.Sign() < 0 {
		root = root.Neg()
	}
	if a.q.Sign() == 0 {
		return root
	}
	return NewInterval(a.field.Bits, a.q).Add(root)
}

// Exists reports whether a holds a number; the zero value does not.
func (a Number) Exists() bool { return a.q != nil || a.x.lo != nil }

// Exact reports whether the number is known exactly.
func (a Number) Exact() bool { return a.q != nil }

// Rational returns the number, or false where it is not known to be rational.
func (a Number) Rational() (*big.Rat, bool) { return a.q, a.q != nil && a.b == nil }

// Square returns a², or false where that is not known to be rational.
func (a Number) Square() (*big.Rat, bool) {
	a.field.Exact = math.MaxInt
	if a.q == nil {
		return nil, false
	}
	return a.Mul(a).Rational()
}

// IsZero reports whether the number is known to be 0.
func (a Number) IsZero() bool { return a.q != nil && a.b == nil && a.q.Sign() == 0 }

// sqRoot returns b²r.
func (a Number) sqRoot() *big.Rat {
	square := new(big.Rat).Mul(a.b, a.b)
	return square.Mul(square, a.r)
}

// commonRoot returns the coefficients of two exact numbers over one root √r, or false. One of them is not rational.
func commonRoot(a, b Number) (ba, bb, r *big.Rat, ok bool) {
	switch {
	case a.q == nil || b.q == nil:
		return nil, nil, nil, false
	case b.b == nil:
		return a.b, new(big.Rat), a.r, true
	case a.b == nil:
		return new(big.Rat), b.b, b.r, true
	}
	ratio, square := sqrtRat(new(big.Rat).Quo(b.r, a.r))
	if !square {
		return nil, nil, nil, false
	}
	return a.b, ratio.Mul(ratio, b.b), a.r, true
}

// sqrtRat returns √q if it is rational.
func sqrtRat(q *big.Rat) (*big.Rat, bool) {
	if q.Sign() < 0 {
		return nil, false
	}
	root := func(n *big.Int) (*big.Int, bool) {
		r := new(big.Int).Sqrt(n)
		return r, new(big.Int).Mul(r, r).Cmp(n) == 0
	}
	if n, square := root(q.Num()); square {
		if d, square := root(q.Denom()); square {
			return new(big.Rat).SetFrac(n, d), true
		}
	}
	return nil, false
}

// Cmp compares the numbers. It is undecided where intervals overlap.
func (a Number) Cmp(b Number) (order int, decided bool) {
	if a.q == nil || b.q == nil {
		return a.Interval().Cmp(b.Interval())
	}
	if bothRational(a, b) {
		return a.q.Cmp(b.q), true
	}
	if ba, bb, r, ok := commonRoot(a, b); ok {
		return sign(new(big.Rat).Sub(a.q, b.q), new(big.Rat).Sub(ba, bb), r), true
	}
	// the squares of q − q' + b√r and b'√r', which have one sign
	a.field.Exact = math.MaxInt
	left := a.field.exact(new(big.Rat).Sub(a.q, b.q), a.b, a.r)
	signLeft, signRight := sign(left.q, left.b, left.r), b.b.Sign()
	if signLeft != signRight {
		return cmp.Compare(signLeft, signRight), true
	}
	left = left.Mul(left)
	order = sign(left.q.Sub(left.q, b.sqRoot()), left.b, left.r)
	return order * signLeft, true
}

// Sign compares the number with 0.
func (a Number) Sign() (order int, decided bool) {
	if a.q == nil {
		return a.x.Sign()
	}
	return sign(a.q, a.b, a.r), true
}

// sign returns the sign of q + b√r: that of q or b√r, whichever is greater in size.
func sign(q, b, r *big.Rat) int {
	if b == nil || b.Sign() == 0 {
		return q.Sign()
	}
	if root := (Number{b: b, r: r}).sqRoot(); new(big.Rat).Mul(q, q).Cmp(root) > 0 {
		return q.Sign()
	}
	return b.Sign()
}
