package exact

import (
	"math"
	"math/big"
)

// number is a real number: exactly q + b√r, where q is not nil (and b not 0, and r
// no square; both are nil for a rational), or in an interval. An exact number stays
// so as long as its parts are no longer than the precision, which decides zeros and
// ties where a computation has met one root, but no roots of roots and no two.
type number struct {
	prec    uint
	q, b, r *big.Rat
	x       Interval // where q is nil
}

// rational returns q in numbers of a precision.
func rational(prec uint, q *big.Rat) number { return number{prec: prec, q: q}.short() }

// short is a, in an interval if it is longer than the precision.
func (a number) short() number {
	if a.b != nil && a.b.Sign() == 0 {
		a.b, a.r = nil, nil
	}
	for _, part := range []*big.Rat{a.q, a.b, a.r} {
		if part != nil && longest(part) > int(a.prec) {
			return number{prec: a.prec, x: a.interval()}
		}
	}
	return a
}

func (a number) interval() Interval {
	if a.q == nil {
		return a.x
	}
	x := NewInterval(a.prec, a.q)
	if a.b == nil {
		return x
	}
	root, err := NewInterval(a.prec, a.r).Sqrt()
	if err != nil {
		panic(err)
	}
	return x.Add(NewInterval(a.prec, a.b).Mul(root))
}

// alike returns two exact numbers over one r, or false: q + b√r and q' + b'√r with
// b or b' 0.
func alike(a, b number) (qa, ba, qb, bb, r *big.Rat, ok bool) {
	if a.q == nil || b.q == nil {
		return
	}
	ba, bb, r = new(big.Rat), new(big.Rat), a.r
	if a.b != nil {
		ba = a.b
	}
	switch {
	case b.b == nil:
	case a.b == nil:
		bb, r = b.b, b.r
	default:
		ratio, square := sqrtRat(new(big.Rat).Quo(b.r, a.r))
		if !square {
			return
		}
		bb = ratio.Mul(ratio, b.b)
	}
	return a.q, ba, b.q, bb, r, true
}

func (a number) add(b number) number {
	if qa, ba, qb, bb, r, ok := alike(a, b); ok {
		return number{prec: a.prec, q: new(big.Rat).Add(qa, qb), b: new(big.Rat).Add(ba, bb), r: r}.short()
	}
	return number{prec: a.prec, x: a.interval().Add(b.interval())}
}

// mul is (q + b√r)(q' + b'√r) = qq' + bb'r + (qb' + bq')√r.
func (a number) mul(b number) number {
	if qa, ba, qb, bb, r, ok := alike(a, b); ok {
		q := new(big.Rat).Mul(qa, qb)
		if r != nil {
			both := new(big.Rat).Mul(ba, bb)
			q.Add(q, both.Mul(both, r))
		}
		cross := new(big.Rat).Mul(qa, bb)
		cross.Add(cross, new(big.Rat).Mul(ba, qb))
		return number{prec: a.prec, q: q, b: cross, r: r}.short()
	}
	switch {
	case a.isZero():
		return a
	case b.isZero():
		return b
	}
	return number{prec: a.prec, x: a.interval().Mul(b.interval())}
}

// times is qa.
func (a number) times(q *big.Rat) number { return a.mul(rational(a.prec, q)) }

func (a number) isZero() bool { return a.q != nil && a.b == nil && a.q.Sign() == 0 }

// over is a/b. The error is a *[DomainError] where b may be 0.
func (a number) over(b number) (number, error) {
	if b.q != nil && !b.isZero() {
		return a.mul(b.inverse()), nil
	}
	x, err := a.interval().Quo(b.interval())
	return number{prec: a.prec, x: x}, err
}

// inverse is 1/a = (q − b√r)/(q² − b²r) of an exact a other than 0.
func (a number) inverse() number {
	if a.b == nil {
		return rational(a.prec, new(big.Rat).Inv(a.q))
	}
	norm := a.sqRoot()
	norm.Sub(new(big.Rat).Mul(a.q, a.q), norm)
	b := new(big.Rat).Quo(a.b, norm)
	return number{prec: a.prec, q: norm.Quo(a.q, norm), b: b.Neg(b), r: a.r}.short()
}

// sqRoot is b²r.
func (a number) sqRoot() *big.Rat {
	square := new(big.Rat).Mul(a.b, a.b)
	return square.Mul(square, a.r)
}

// min is the lesser of a and b, which need not be decided.
func (a number) min(b number) number {
	if order, decided := a.cmp(b); decided {
		if order < 0 {
			return a
		}
		return b
	}
	return number{prec: a.prec, x: a.interval().Min(b.interval())}
}

// abs is |a|.
func (a number) abs() number {
	if sign, decided := a.sign(); decided {
		return a.times(integer(sign))
	}
	return number{prec: a.prec, x: a.x.Max(a.x.Neg())}
}

// signedSquare is a|a|, which orders numbers as they are.
func (a number) signedSquare() number { return a.mul(a.abs()) }

// sqrt is √a of an a that is at least 0: what an interval has below it is left out.
func (a number) sqrt() number {
	if a.q != nil && a.b == nil {
		if root, ok := sqrtRat(a.q); ok {
			return number{prec: a.prec, q: root}
		}
		return number{prec: a.prec, q: new(big.Rat), b: integer(1), r: a.q}
	}
	x := a.interval()
	if x.lo.Sign() < 0 {
		x.lo = down(a.prec)
	}
	x, err := x.Sqrt()
	if err != nil {
		panic(err)
	}
	return number{prec: a.prec, x: x}
}

// sqrtRat is √q, where that is rational.
func sqrtRat(q *big.Rat) (*big.Rat, bool) {
	if q.Sign() < 0 {
		return nil, false
	}
	root := func(n *big.Int) (*big.Int, bool) {
		r := new(big.Int).Sqrt(n)
		return r, new(big.Int).Mul(r, r).Cmp(n) == 0
	}
	n, ok := root(q.Num())
	if !ok {
		return nil, false
	}
	d, ok := root(q.Denom())
	if !ok {
		return nil, false
	}
	return new(big.Rat).SetFrac(n, d), true
}

// cmp compares a with b, as [Interval.Cmp] does.
func (a number) cmp(b number) (order int, decided bool) {
	if qa, ba, qb, bb, r, ok := alike(a, b); ok {
		return number{q: new(big.Rat).Sub(qa, qb), b: new(big.Rat).Sub(ba, bb), r: r}.sign()
	}
	return a.interval().Cmp(b.interval())
}

// sign compares a with 0: of q and b√r the greater in size has it.
func (a number) sign() (sign int, decided bool) {
	switch {
	case a.q == nil:
		return a.x.Sign()
	case a.b == nil || a.b.Sign() == 0:
		return a.q.Sign(), true
	case new(big.Rat).Mul(a.q, a.q).Cmp(a.sqRoot()) > 0:
		return a.q.Sign(), true
	}
	return a.b.Sign(), true
}

// square is a², where that is rational.
func (a number) square() (*big.Rat, bool) {
	if a.q == nil {
		return nil, false
	}
	a.prec = math.MaxInt
	square := a.mul(a)
	return square.q, square.b == nil
}
