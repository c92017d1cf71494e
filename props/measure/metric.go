package measure

import "math"

// Metric is the norm ‖x‖_p.
type Metric struct{ P float64 }

// L2 returns ‖·‖₂.
func L2() Metric { return Metric{2} }

// Euclidean reports whether it is ℓ2, where float64 is exact on small integers.
func (m Metric) Euclidean() bool { return m.P == 2 }

// Norm returns ‖x‖, in ℓp also where powers overflow or vanish.
func (m Metric) Norm(x Vector) float64 {
	if m.Euclidean() {
		return x.Norm()
	}
	return powerNorm(x, m.P)
}

// dual is ‖·‖_q, 1/p + 1/q = 1.
func (m Metric) dual() Metric { return Metric{m.P / (m.P - 1)} }

// Dual returns ‖w‖∗ = max_{‖x‖=1} w·x.
func (m Metric) Dual(w Vector) float64 { return m.dual().Norm(w) }

func powerNorm(x Vector, p float64) float64 {
	most, sum := 0.0, 0.0
	for _, v := range x {
		most = max(most, math.Abs(v))
	}
	if most == 0 {
		return 0
	}
	for _, v := range x {
		sum += math.Pow(math.Abs(v)/most, p)
	}
	return most * math.Pow(sum, 1/p)
}

// Link returns ∇½‖u‖² = ‖u‖ℓ(u): u in ℓ2, else sign(u_i)(|u_i|/‖u‖)^{p−1}‖u‖.
func (m Metric) Link(u Vector) Vector {
	if m.Euclidean() {
		return u.Times(1)
	}
	length := m.Norm(u)
	w := make(Vector, len(u))
	for i, v := range u {
		if v != 0 {
			w[i] = math.Copysign(math.Pow(math.Abs(v)/length, m.P-1)*length, v)
		}
	}
	return w
}

// Unlink returns ∇½‖w‖∗², the u whose link is w.
func (m Metric) Unlink(w Vector) Vector { return m.dual().Link(w) }

// Unit returns x/‖x‖, and 0 of 0.
func (m Metric) Unit(x Vector) Vector {
	if length := m.Norm(x); length > 0 {
		return x.Times(1 / length)
	}
	return x
}

// Smoothness returns the s and c of ‖u−z‖^s ≤ ‖u‖^s − s‖u‖^{s−1}ℓ(u)·z + c‖z‖^s.
func (m Metric) Smoothness() (s, c float64) {
	if m.P >= 2 {
		return 2, m.P - 1
	}
	return m.P, math.Pow(2, 2-m.P)
}

// Widest returns the greatest distance of a point of x from one of y.
func (m Metric) Widest(x, y []Vector) (most float64) {
	for _, a := range x {
		for _, b := range y {
			most = max(most, m.Norm(a.Minus(b)))
		}
	}
	return most
}

// Longest returns max ‖x‖.
func (m Metric) Longest(x []Vector) (most float64) {
	for _, a := range x {
		most = max(most, m.Norm(a))
	}
	return most
}

// Hidden is the length, relative to that of the points, that rounding hides: the square of a difference is known to
// some units in the last place of their squares.
const Hidden = 0x1p-23

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

// Sway returns how far ℓ(u)·z may be from what it is told in ℓp, p ≠ 2, if each coordinate of u is
// off by e: below p = 2 ℓ is steep where a coordinate is near 0.
func (m Metric) Sway(u, z Vector, e float64) (most float64) {
	length := m.Norm(u)
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
