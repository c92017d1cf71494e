package num

import "math"

// Pow returns xʸ, with the special cases of [math.Pow], but that a power of −0 has no sign and
// a fractional one of −∞ is NaN.
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
	// Then x^yi: b·2ᵏ runs through the successive squares of x, and the bits of yi say which
	// of them are factors.
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
