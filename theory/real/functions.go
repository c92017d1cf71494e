package real

import "math/big"

// guard is how many bits more than asked the series are computed with. A series at
// p bits has fewer than p terms and some operations a term, each with an error below
// 2^(1−p−guard), so that few results are wider than one unit in the last place.
const guard = 32

// maxExponent bounds the arguments of exp, so that no result nears the greatest
// exponent of a big.Float, 2³¹−1.
const maxExponent = 1 << 24

// increasing returns the image of x under an increasing function, which encloses the
// value at a number.
func (x Interval) increasing(f func(prec uint, v *big.Float) Interval) Interval {
	lo := f(x.Prec(), x.lo)
	if x.lo.Cmp(x.hi) == 0 {
		return lo
	}
	return Interval{lo: lo.lo, hi: f(x.Prec(), x.hi).hi}
}

// Sqrt returns √x, to the last bit. The error is a *[DomainError] if x holds a
// negative number.
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
	r := down(prec).Sqrt(v) // rounded in the direction of v's, whichever that is
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

// ulp is the distance from f, which is not 0, to the next number of its precision
// away from 0.
func ulp(f *big.Float) *big.Float {
	return new(big.Float).SetMantExp(big.NewFloat(1), f.MantExp(nil)-int(f.Prec()))
}

// Log returns the natural logarithm of x. The error is a *[DomainError] if x holds a
// number that is not positive.
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
	at := Interval{lo: m, hi: m}.Round(max(prec, v.Prec()) + guard)
	sum := artanh(at.Sub(at.integer(1)).over(at.Add(at.integer(1))))
	if e != 0 {
		sum = sum.Add(at.integer(int64(e)).Mul(artanh(at.integer(1).over(at.integer(3)))))
	}
	return sum.Add(sum).Round(prec)
}

// over is Quo by what is known to be other than 0.
func (x Interval) over(y Interval) Interval {
	z, err := x.Quo(y)
	if err != nil {
		panic(err)
	}
	return z
}

// artanh returns artanh t for |t| ≤ ½, as a partial sum and its remainder:
//
//	artanh t = t (Σ_{k<K} t^2k/(2k+1) + ρ t^2K/(2K+1)),  1 ≤ ρ ≤ 1/(1−t²) ≤ 4/3 < 2
func artanh(t Interval) Interval {
	square := t.Mul(t)
	power, sum := square, t.integer(1)
	for k := int64(1); ; k++ {
		term := power.over(t.integer(2*k + 1))
		if negligible(term, sum) {
			return t.Mul(sum.Add(term.Mul(Interval{lo: t.integer(1).lo, hi: t.integer(2).hi})))
		}
		power, sum = power.Mul(square), sum.Add(term)
	}
}

// negligible reports that |term| is below the last bit of sum.
func negligible(term, sum Interval) bool {
	last := sum.hi.MantExp(nil) - int(sum.Prec())
	below := func(f *big.Float) bool { return f.Sign() == 0 || f.MantExp(nil) < last }
	return below(term.lo) && below(term.hi)
}

// Exp returns eˣ. The error is a *[DomainError] if x holds a number above 2²⁴ in
// size.
func (x Interval) Exp() (Interval, error) {
	limit := big.NewFloat(maxExponent)
	if x.hi.Cmp(limit) > 0 || x.lo.Cmp(limit.Neg(limit)) < 0 {
		return Interval{}, &DomainError{Op: "exponential", Of: x, Expected: "a number of at most 2^24 in size"}
	}
	return x.increasing(exp), nil
}

// exp encloses e^v, |v| ≤ maxExponent, with k about ⌊v/log 2⌋ and r = v − k log 2,
// |r| < 1, as a partial sum and its remainder:
//
//	e^v = 2^k (Σ_{i<n} r^i/i! + ρ r^n/n!),  |ρ−1| ≤ Σ_{j≥1} (|r|/2)^j < 1 since n ≥ 1
func exp(prec uint, v *big.Float) Interval {
	if v.Sign() == 0 {
		return NewInterval(prec, big.NewRat(1, 1))
	}
	// |k| < 2²⁵ leaves r 25 bits less.
	at := Interval{lo: v, hi: v}.Round(max(prec, v.Prec()) + guard + 25)
	log2 := artanh(at.integer(1).over(at.integer(3)))
	log2 = log2.Add(log2)
	k := floor(at.over(log2).lo).Int64()
	r := at.Sub(log2.Mul(at.integer(k)))

	term, sum := r, at.integer(1)
	for n := int64(2); !negligible(term, sum); n++ {
		sum = sum.Add(term)
		term = term.Mul(r).over(at.integer(n))
	}
	sum = sum.Add(term.Mul(Interval{lo: at.integer(0).lo, hi: at.integer(2).hi}))
	shift := int(k)
	return outward(new(big.Float).SetMantExp(sum.lo, shift), new(big.Float).SetMantExp(sum.hi, shift)).Round(prec)
}
