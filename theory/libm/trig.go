package libm

import "math"

// Hypot returns √(p² + q²) without overflow.
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

// Cos and Sin take |x| ≤ 2²⁹ and panic beyond: Cephes' sin.c.
func Cos(x float64) float64 {
	j, z := octant(math.Abs(x))
	y := sinCos(z, j == 1 || j == 2 || j == 5 || j == 6)
	if 2 <= j && j < 6 {
		return -y
	}
	return y
}

// Sin is described at [Cos].
func Sin(x float64) float64 {
	j, z := octant(math.Abs(x))
	y := sinCos(z, !(j == 1 || j == 2 || j == 5 || j == 6))
	if x == 0 {
		return x
	}
	if (j > 3) != (x < 0) {
		return -y
	}
	return y
}

// octant returns j and z with x = jπ/4 + z, j even or 0, |z| ≤ π/4.
func octant(x float64) (j uint64, z float64) {
	switch {
	case math.IsNaN(x):
		return 0, x
	case x > 1<<29:
		panic("libm: the angle is too large")
	}
	j = uint64(x * (4 / math.Pi))
	y := float64(j)
	if j&1 == 1 {
		j++
		y++
	}
	return j & 7, ((x - float64(y*7.85398125648498535156e-1)) - float64(y*3.77489470793079817668e-8)) - float64(y*2.69515142907905952645e-15)
}

// sinCos is sin z or cos z for |z| ≤ π/4.
func sinCos(z float64, sin bool) float64 {
	zz := z * z
	if sin {
		return z + float64(z*zz*polynomial(zz, 1.58962301576546568060e-10, -2.50507477628578072866e-8, 2.75573136213857245213e-6, -1.98412698295895385996e-4, 8.33333333332211858878e-3, -1.66666666666666307295e-1))
	}
	return 1 - float64(0.5*zz) + float64(zz*zz*polynomial(zz, -1.13585365213876817300e-11, 2.08757008419747316778e-9, -2.75573141792967388112e-7, 2.48015872888517045348e-5, -1.38888888888730564116e-3, 4.16666666666665929218e-2))
}

// Acos returns the arc cosine of x in radians, NaN outside of [-1, 1].
func Acos(x float64) float64 {
	a := math.Abs(x)
	if !(a <= 1) {
		return math.NaN()
	}
	cos := math.Sqrt(1 - float64(x*x))
	var sin float64
	switch {
	case x == 0:
	case a > 0.7:
		sin = math.Pi/2 - arc(cos/a)
	default:
		sin = arc(a / cos)
	}
	return math.Pi/2 - math.Copysign(sin, x)
}

// arc is the arc tangent of 0 ≤ x < 2.4: Cephes' atan.c.
func arc(x float64) float64 {
	const more = 6.123233995736765886130e-17 // what π/2 lacks
	if x <= 0.66 {
		return arcNear(x)
	}
	return math.Pi/4 + arcNear((x-1)/(x+1)) + 0.5*more
}

func arcNear(x float64) float64 {
	z := x * x
	z = z * polynomial(z, -8.750608600031904122785e-01, -1.615753718733365076637e+01, -7.500855792314704667340e+01, -1.228866684490136173410e+02, -6.485021904942025371773e+01) /
		polynomial(z, 1, 2.485846490142306297962e+01, 1.650270098316988542046e+02, 4.328810604912902668951e+02, 4.853903996359136964868e+02, 1.945506571482613964425e+02)
	return float64(x*z) + x
}

// polynomial has the coefficient of the highest power first.
func polynomial(x float64, c ...float64) float64 {
	y := c[0]
	for _, v := range c[1:] {
		y = float64(y*x) + v
	}
	return y
}
