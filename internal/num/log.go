package num

import "math"

const (
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10
)

// Log returns ln x.
func Log(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	// x = 2ᵏ(1+f) with √½ ≤ 1+f < √2, as the assembly for amd64 finds them
	bits := math.Float64bits(x)
	k := float64(int(bits>>52) - 0x3fe)
	if bits < 1<<52 { // there the assembly is wrong
		bits = math.Float64bits(x * 0x1p52)
		k = float64(int(bits>>52) - 0x3fe - 52)
	}
	f := math.Float64frombits(bits&(1<<52-1) | 0x3fe<<52)
	if f <= math.Sqrt2/2 {
		f *= 2
		k--
	}
	f--
	s := f / (2 + f)
	s2 := s * s
	s4 := s2 * s2
	t1 := float64(s2 * (6.666666666666735130e-01 + float64(s4*(2.857142874366239149e-01+float64(s4*(1.818357216161805012e-01+float64(s4*1.479819860511658591e-01)))))))
	t2 := float64(s4 * (3.999999999940941908e-01 + float64(s4*(2.222219843214978396e-01+float64(s4*1.531383769920937332e-01)))))
	r := t1 + t2
	half := float64(0.5 * f * f)
	return float64(k*ln2Hi) - ((half - (float64(s*(half+r)) + float64(k*ln2Lo))) - f)
}

// Log2 returns the binary logarithm of x, exact for powers of two.
func Log2(x float64) float64 {
	frac, exp := math.Frexp(x)
	if frac == 0.5 {
		return float64(exp - 1)
	}
	return float64(Log(frac)*(1/math.Ln2)) + float64(exp)
}

// Log10 returns the decimal logarithm of x.
func Log10(x float64) float64 { return Log(x) * (1 / math.Ln10) }

// Log1p returns ln(1 + x), accurately for small |x|: with u = 1 + x rounded, ln u·(x/(u − 1))
// loses in the quotient what was lost in u (Kahan).
func Log1p(x float64) float64 {
	switch u := 1 + x; {
	case u == 1:
		return x
	case math.IsInf(u, 1):
		return u
	default:
		return Log(u) * (x / (u - 1))
	}
}
