package num

import "math"

// Exp returns eˣ: SLEEF's method, x = k·ln 2 + 16r and a Taylor series for eʳ − 1, whose
// result is doubled four times.
func Exp(x float64) float64 {
	const (
		ln2U     = 0.69314718055966295651160180568695068359375
		ln2L     = 0.28235290563031577122588448175013436025525412068e-12
		overflow = 7.09782712893384e+02
	)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x > overflow:
		return math.Inf(1)
	case x < -1000: // -∞ too
		return 0
	}
	k := math.RoundToEven(x * math.Log2E)
	r := math.FMA(-k, ln2L, math.FMA(-k, ln2U, x)) * 0.0625
	s := 2.4801587301587301587e-5
	for _, c := range [...]float64{1.9841269841269841270e-4, 1.3888888888888888889e-3, 8.3333333333333333333e-3, 4.1666666666666666667e-2, 1.6666666666666666667e-1, 0.5, 1} {
		s = math.FMA(s, r, c)
	}
	r *= s
	for range 3 {
		r *= r + 2
	}
	return scale(math.FMA(r, r+2, 1), int(k))
}

// scale returns v·2ᵏ, which is rounded to 0 below 2⁻¹⁰⁷⁵⁺²².
func scale(v float64, k int) float64 {
	switch e := k + 0x3ff; {
	case e >= 0x7ff:
		return math.Inf(1)
	case e > 0:
		return v * math.Float64frombits(uint64(e)<<52)
	case e < -52:
		return 0
	default:
		return v * math.Float64frombits(uint64(e+0x3fe)<<52) * 0x1p-1022
	}
}

// Exp2 returns 2ˣ.
func Exp2(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x > 1.0239999999999999e+03:
		return math.Inf(1)
	case x < -1.0740e+03:
		return 0
	}
	k := int(x + math.Copysign(0.5, x))
	t := x - float64(k)
	hi, lo := float64(t*ln2Hi), float64(-t*ln2Lo)
	r := hi - lo
	s := r * r
	p := 4.13813679705723846039e-08
	for _, c := range [...]float64{-1.65339022054652515390e-06, 6.61375632143793436117e-05, -2.77777777770155933842e-03, 1.66666666666666657415e-01} {
		p = c + float64(s*p)
	}
	c := r - float64(s*p)
	return math.Ldexp(1-((lo-r*c/(2-c))-hi), k)
}

// Expm1 returns eˣ − 1, accurately for small |x|: with u = eˣ rounded, the error of u cancels in the
// quotient of (u − 1)/ln u·x (Kahan).
func Expm1(x float64) float64 {
	switch u := Exp(x); {
	case u == 1:
		return x
	case u-1 == -1 || math.IsInf(u, 1):
		return u - 1
	default:
		return (u - 1) / Log(u) * x
	}
}

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

// Log1p returns ln(1 + x), accurately for small |x|: with u = 1 + x rounded, the error of u cancels in
// the quotient of ln u·(x/(u − 1)) (Kahan).
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

// Pow returns xʸ, with the special cases of [math.Pow], except that a power of −0 has no sign and
// a fractional power of −∞ is NaN.
func Pow(x, y float64) float64 {
	yi, yf := math.Modf(math.Abs(y))
	switch {
	case y == 0 || x == 1:
		return 1
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case x < 0:
		if yf != 0 && !math.IsInf(y, 0) {
			return math.NaN()
		}
		if math.Mod(yi, 2) == 1 {
			return -Pow(-x, y)
		}
		return Pow(-x, y)
	case x == 0 || math.IsInf(x, 1) || yi >= 1<<63: // so large that every x but 1 overflows or vanishes
		if (x < 1) == (y > 0) {
			return 0
		}
		return math.Inf(1)
	case y == 1:
		return x
	case math.Abs(y) == 0.5:
		if y < 0 {
			return 1 / math.Sqrt(x)
		}
		return math.Sqrt(x)
	}

	// |y| = yi + yf. The product a·2ᵉ gathers the factors of x^|y|, first x^yf.
	a, e := 1.0, 0
	if yf != 0 {
		if yf > 0.5 {
			yf--
			yi++
		}
		a = Exp(yf * Log(x))
	}
	// Then x^yi: b·2ᵏ runs through the successive squares of x, and the bits of yi select the
	// factors among them.
	b, k := math.Frexp(x)
	for i := int64(yi); i != 0; i >>= 1 {
		if k < -1<<12 || 1<<12 < k { // a square that is left is a factor, and 2ᵏ alone overflows or vanishes
			e += k
			break
		}
		if i&1 == 1 {
			a *= b
			e += k
		}
		b = float64(b * b)
		k <<= 1
		if b < .5 {
			b += b
			k--
		}
	}
	if y < 0 { // inverted before Ldexp, which may overflow
		a, e = 1/a, -e
	}
	return math.Ldexp(a, e)
}

// Hypot returns √(p² + q²) without overflow or underflow on the way.
func Hypot(p, q float64) float64 {
	p, q = math.Abs(p), math.Abs(q)
	switch {
	case math.IsInf(p, 1) || math.IsInf(q, 1):
		return math.Inf(1)
	case math.IsNaN(p) || math.IsNaN(q):
		return math.NaN()
	}
	high, low := max(p, q), min(p, q)
	if high == 0 {
		return 0
	}
	r := low / high
	return high * math.Sqrt(float64(r*r)+1)
}
