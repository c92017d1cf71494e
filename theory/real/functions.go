package real

import (
	"math/big"
	"sync"
)

// guard is the number of extra bits with which the series are computed. The sum of a series at p bits errs by less
// than 2^(3−p) for each of its fewer than p terms, so that few results are wider than one unit in the last place.
const guard = 32

// maxExponent bounds the arguments of exp, so that no result nears the greatest exponent of a big.Float, 2³¹−1.
const maxExponent = 1 << 24

// increasing returns the image of x under an increasing function, which encloses the value at a number.
func (x Interval) increasing(f func(prec uint, v *big.Float) Interval) Interval {
	lo := f(x.Prec(), x.lo)
	if x.lo.Cmp(x.hi) == 0 {
		return lo
	}
	return Interval{lo: lo.lo, hi: f(x.Prec(), x.hi).hi}
}

// Sqrt returns √x, to the last bit. The error is a *[DomainError] if x holds a negative number.
func (x Interval) Sqrt() (Interval, error) {
	if x.lo.Sign() < 0 {
		return Interval{}, &DomainError{Op: "root", Of: x, Expected: "a number of at least 0", Undecided: x.hi.Sign() >= 0}
	}
	return x.increasing(sqrt), nil
}

// sqrt encloses √v, v ≥ 0: the lower end is the greatest r with r² ≤ v.
func sqrt(prec uint, v *big.Float) Interval {
	if v.Sign() == 0 {
		return NewInterval(prec, new(big.Rat))
	}
	r := down(prec).Sqrt(v) // rounded in the direction of v's mode
	squareCmp := func(r *big.Float) int { return new(big.Float).SetPrec(2*prec).Mul(r, r).Cmp(v) }
	for squareCmp(r) > 0 {
		r.Sub(r, ulp(r))
	}
	next := up(prec).Add(r, ulp(r))
	for squareCmp(next) <= 0 {
		r.Set(next)
		next.Add(r, ulp(r))
	}
	if squareCmp(r) == 0 {
		return outward(r, up(prec).Set(r))
	}
	return outward(r, next)
}

// ulp returns the distance from f, which is not 0, to the next number of its precision away from 0.
func ulp(f *big.Float) *big.Float {
	return new(big.Float).SetMantExp(big.NewFloat(1), f.MantExp(nil)-int(f.Prec()))
}

// Log returns the natural logarithm of x. The error is a *[DomainError] if x holds a number that is not positive.
func (x Interval) Log() (Interval, error) {
	if x.lo.Sign() <= 0 {
		return Interval{}, &DomainError{Op: "logarithm", Of: x, Expected: "a positive number", Undecided: x.hi.Sign() > 0}
	}
	return x.increasing(log), nil
}

// log encloses log v, v > 0, with v = m 2^e and m in [0.7, 1.4):
//
//	log v = 2 artanh((m−1)/(m+1)) + 2e artanh(1/3)
//
// since log m = 2 artanh((m−1)/(m+1)) and log 2 is that for m = 2.
func log(prec uint, v *big.Float) Interval {
	if v.Cmp(big.NewFloat(1)) == 0 {
		return NewInterval(prec, new(big.Rat))
	}
	m := new(big.Float)
	e := v.MantExp(m) // m in [½, 1)
	if m.Cmp(big.NewFloat(0.7)) < 0 {
		m.SetMantExp(m, 1)
		e--
	}
	bits := max(prec, v.Prec()) + guard
	digits := v.MinPrec()
	n, one := fixed(m, digits), new(big.Int).Lsh(big.NewInt(1), digits) // m = n/one
	sum := artanh(bits, new(big.Int).Sub(n, one), new(big.Int).Add(n, one))
	if e != 0 {
		sum = sum.Add(halfLog2(bits).Mul(sum.integer(int64(e))))
	}
	return sum.Add(sum).Round(prec)
}

// halfLog2 encloses ½ log 2 = artanh(1/3), which every logarithm and exponential of a precision needs.
func halfLog2(bits uint) Interval {
	known, found := halvesOfLog2.Load(bits)
	if !found {
		known, _ = halvesOfLog2.LoadOrStore(bits, artanh(bits, big.NewInt(1), big.NewInt(3)))
	}
	return known.(Interval)
}

var halvesOfLog2 sync.Map // by their precision

// Exp returns eˣ. The error is a *[DomainError] if x holds a number above 2²⁴ in size.
func (x Interval) Exp() (Interval, error) {
	limit := big.NewFloat(maxExponent)
	if x.hi.Cmp(limit) > 0 || x.lo.Cmp(limit.Neg(limit)) < 0 {
		return Interval{}, &DomainError{Op: "exponential", Of: x, Expected: "a number of at most 2^24 in size"}
	}
	return x.increasing(exp), nil
}

// exp encloses e^v, |v| ≤ maxExponent, as 2^k e^r with k = ⌊v/log 2⌋ and r = v − k log 2.
func exp(prec uint, v *big.Float) Interval {
	if v.Sign() == 0 {
		return NewInterval(prec, big.NewRat(1, 1))
	}
	// |k| < 2²⁵ leaves r 25 bits less.
	at := Interval{lo: v, hi: v}.Round(max(prec, v.Prec()) + guard + 25)
	log2 := halfLog2(at.Prec()).Mul(at.integer(2))
	k := floor(at.corners(log2.hi, log2.lo, (*big.Float).Quo).lo).Int64()
	sum := expSmall(at.Sub(log2.Mul(at.integer(k))))
	shift := int(k)
	return outward(new(big.Float).SetMantExp(sum.lo, shift), new(big.Float).SetMantExp(sum.hi, shift)).Round(prec)
}
