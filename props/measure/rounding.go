package measure

import "math"

// Ulps returns what rounding may take from a sum of the terms of an inner product of
// x, and a few more, in units of their size.
func Ulps(x Vector) float64 { return 0x1p-52 * float64(len(x)+8) }

// Units returns how many units in the last place a sum of d products may be off, of
// vectors that have been through a few operations themselves.
func Units(d int) float64 { return 16 * float64(d+4) * 0x1p-52 }

// Units returns that in the norm: powers are a few operations more.
func (m Metric) Units(d int) float64 {
	if m.Euclidean() {
		return Units(d)
	}
	return Units(d) * max(m.P, m.P/(m.P-1))
}

// Sway returns how far ℓ(u)·z may be from what it is told, if each coordinate of u is
// off by e: below p = 2 ℓ is steep where a coordinate is near 0.
func (m Metric) Sway(u, z Vector, e float64) (most float64) {
	length := m.Norm(u)
	if length == 0 {
		return math.Inf(1)
	}
	if m.Euclidean() {
		for _, v := range z {
			most += e * math.Abs(v) / length
		}
		return most
	}
	grad := func(v float64) float64 {
		return math.Copysign(math.Pow(min(1, math.Abs(v)/length), m.P-1), v)
	}
	for i, v := range u {
		at := grad(v)
		most += math.Abs(z[i]) * max(math.Abs(grad(v+e)-at), math.Abs(grad(v-e)-at))
	}
	return most
}

// OnLattice reports whether all coordinates are integers up to 2²⁰ times one
// power of two, so that inner products of a few of them are exact.
func OnLattice(x ...Vector) bool {
	unit, most := math.MaxInt, math.MinInt
	for _, point := range x {
		for _, v := range point {
			if v == 0 {
				continue
			}
			f, exponent := math.Frexp(v)
			most = max(most, exponent)
			for f != math.Trunc(f) {
				f, exponent = f*2, exponent-1
			}
			unit = min(unit, exponent)
		}
	}
	return most <= unit+20 || most == math.MinInt
}

// Alone reports whether x has one coordinate, a power of two: then w·x/‖x‖ is exact.
func Alone(x Vector) bool {
	for _, v := range x {
		if f, _ := math.Frexp(math.Abs(v)); v != 0 && f != 0.5 {
			return false
		}
	}
	return x.Nonzero() == 1
}
