package real

import "math/big"

// The series are summed in fixed point: a number is an integer of units of 2^-bits, every
// product and quotient is rounded down, and the error is counted in units.

// fixed returns ⌊f 2^bits⌋.
func fixed(f *big.Float, bits uint) *big.Int { return floor(new(big.Float).SetMantExp(f, int(bits))) }

// between returns the interval from n units to n + more units.
func between(n *big.Int, more int64, bits uint) Interval {
	lo, hi := down(bits).SetInt(n), up(bits).SetInt(new(big.Int).Add(n, big.NewInt(more)))
	return outward(lo.SetMantExp(lo, -int(bits)), hi.SetMantExp(hi, -int(bits)))
}

// artanh encloses artanh t, t = a/b, |t| ≤ ½, by a partial sum and its remainder:
//
//	artanh t = t (Σ_{k<K} t^2k/(2k+1) + ρ t^2K/(2K+1)),  1 ≤ ρ ≤ 1/(1−t²) ≤ 4/3
//
// A computed power of t² falls short of the true one by e < 2 units, since the next one falls short by less than
// e t² + t² + 1 ≤ 2/4 + 1/4 + 1. So a term falls short by less than 2/(2k+1) + 1 < 2, and the remainder is less than
// 2, since the power t^2K is 0.
func artanh(bits uint, a, b *big.Int) Interval {
	one := new(big.Int).Lsh(big.NewInt(1), bits)
	square := new(big.Int).Mul(a, a)
	square.Lsh(square, bits).Quo(square, new(big.Int).Mul(b, b))
	sum, power, term, divisor := one, new(big.Int).Set(square), new(big.Int), new(big.Int)
	k := int64(1)
	for ; power.Sign() > 0; k++ {
		sum.Add(sum, term.Quo(power, divisor.SetInt64(2*k+1)))
		power.Rsh(power.Mul(power, square), bits)
	}
	return between(sum, 2*k, bits).Mul(NewInterval(bits, new(big.Rat).SetFrac(a, b)))
}

// expSmall encloses e^r, 0 ≤ r < 1, by a partial sum and its remainder:
//
//	e^r = Σ_{i<n} r^i/i! + ρ r^n/n!,  1 ≤ ρ ≤ e
//
// r lies between two numbers of units, and e^r grows by less than 3 from one number to the next. A computed term
// falls short of the true one by e < 2 units, since the next one falls short by less than e r/i + 1 ≤ e/2 + 1. So the
// remainder is less than 2e < 6, since its term is 0.
func expSmall(r Interval) Interval {
	bits := r.Prec()
	low := fixed(r.lo, bits)
	if low.Sign() < 0 {
		low.SetInt64(0)
	}
	width := new(big.Int).Sub(fixed(r.hi, bits), low).Int64() + 1
	sum, term, divisor := new(big.Int).Lsh(big.NewInt(1), bits), new(big.Int).Set(low), new(big.Int)
	n := int64(2)
	for ; term.Sign() > 0; n++ {
		sum.Add(sum, term)
		term.Mul(term, low)
		term.Quo(term.Rsh(term, bits), divisor.SetInt64(n))
	}
	return between(sum, 2*n+6+3*width, bits)
}
