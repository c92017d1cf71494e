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

// Expm1 returns eˣ − 1, accurately for small |x|: with u = eˣ rounded, (u − 1)/ln u·x loses
// in the quotient what was lost in u (Kahan).
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
