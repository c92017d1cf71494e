package claim

import (
	"math/big"

	"marginlab/algos/exact"
)

const (
	// exactBits bounds the size of exact numbers: what is longer is computed with
	// in intervals.
	exactBits = 1 << 16
	// rangeBits bounds the ends of intervals to about 2^±rangeBits. An operation on
	// two of them remains far from the range of an interval, 2^±2³¹, and an error can
	// print them: that of 2^(2²²) takes minutes.
	rangeBits = 1 << 17
)

// real is a number that is known exactly, or by an interval that holds it.
type real struct {
	exact  *surd
	within exact.Interval // where exact is nil
}

func (x real) interval(prec uint) exact.Interval {
	if x.exact != nil {
		return x.exact.interval(prec)
	}
	return x.within.Round(prec)
}

// exactly is a result that is known exactly, unless it is too long.
func (v *evaluator) exactly(x *surd) (real, error) {
	if x.bits() > exactBits {
		within := x.interval(v.prec)
		return v.enclosed("number", within, within, nil)
	}
	return real{exact: x}, nil
}

// enclosed is the result x of an operation on an interval (and another, perhaps). One
// that holds a single number is known exactly.
func (v *evaluator) enclosed(op string, of, x exact.Interval, err error) (real, error) {
	if err != nil {
		return real{}, err
	}
	lower, upper := x.Lower(), x.Upper()
	switch {
	case max(magnitude(lower), magnitude(upper)) > rangeBits:
		return real{}, &exact.DomainError{Op: op, Of: of, Expected: "a result of 2^-(2^17) to 2^(2^17) in size, or 0"}
	case lower.Cmp(upper) == 0 && 2*size(lower) <= exactBits:
		return real{exact: rational(lower)}, nil
	}
	return real{within: x}, nil
}

// magnitude is about |log₂ |q||, 0 for 0.
func magnitude(q *big.Rat) int {
	if q.Sign() == 0 {
		return 0
	}
	log := q.Num().BitLen() - q.Denom().BitLen()
	return max(log, -log)
}
