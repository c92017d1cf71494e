// Package measure makes the measurements of properties: inner products with twice the digits, lengths and distances
// in a norm, and bounds of their rounding.
//
// It shares no code with what it checks. Vectors are plain loops over coordinates, and norms are their definitions.
//
//	symbol     Go             meaning
//	‖·‖, ‖·‖∗  Norm, Dual     of a [Metric]
//	∇½‖·‖²     Link, Unlink   and its inverse
package measure

import (
	"math"
	"math/big"

	"marginlab/algos/exact"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Vector is a point, or a functional, by all its coordinates.
type Vector []float64

// Dot returns a·b as if computed with twice the digits and then rounded (Ogita,
// Rump, Oishi, Accurate Sum and Dot Product, 2005, Algorithm 5.3).
func (a Vector) Dot(b Vector) float64 {
	sum, low := 0.0, 0.0
	for i := range a {
		p := a[i] * b[i]
		low += math.FMA(a[i], b[i], -p)
		next := sum + p
		back := next - sum
		low += (sum - (next - back)) + (p - back)
		sum = next
	}
	return sum + low
}

// Norm returns ‖a‖₂.
func (a Vector) Norm() float64 { return math.Sqrt(a.Dot(a)) }

// In returns the first d coordinates of a, with zeros where it has fewer.
func (a Vector) In(d int) Vector {
	b := make(Vector, d)
	copy(b, a)
	return b
}

// Plus returns a + f·b.
func (a Vector) Plus(f float64, b Vector) Vector {
	c := make(Vector, len(a))
	for i := range a {
		c[i] = a[i] + f*b[i]
	}
	return c
}

// Minus returns a − b.
func (a Vector) Minus(b Vector) Vector { return a.Plus(-1, b) }

// Times returns f·a, without negative zeros.
func (a Vector) Times(f float64) Vector { return make(Vector, len(a)).Plus(f, a) }

// Distance returns ‖a−b‖₂.
func (a Vector) Distance(b Vector) float64 { return a.Minus(b).Norm() }

// Nonzero returns the number of coordinates that are not 0.
func (a Vector) Nonzero() int {
	n := 0
	for _, v := range a {
		if v != 0 {
			n++
		}
	}
	return n
}

// Map returns the points f(x).
func Map(f func(Vector) Vector, x []Vector) []Vector {
	y := make([]Vector, len(x))
	for t := range x {
		y[t] = f(x[t])
	}
	return y
}

// Longest returns max ‖x‖₂.
func Longest(x []Vector) float64 { return L2().Longest(x) }

// Widest returns the greatest distance of a point of x from one of y, in ℓ2.
func Widest(x, y []Vector) float64 { return L2().Widest(x, y) }

// Expand returns all d coordinates of x, in memory of its own.
func Expand(x vec.Vector, d int) Vector {
	full := make(Vector, d)
	for k, v := range x.Value {
		full[x.Coordinate(k)] = v
	}
	return full
}

// Points returns the examples of a stream with all their coordinates, and with a
// constant one appended if lift is not 0.
func Points(stream []theory.Example, d int, lift float64) []Vector {
	x := make([]Vector, len(stream))
	for t, e := range stream {
		if x[t] = Expand(e.X, d); lift != 0 {
			x[t] = append(x[t], lift)
		}
	}
	return x
}

// Metric is the norm ‖x‖_p.
type Metric struct{ P float64 }

// L2 returns ‖·‖₂.
func L2() Metric { return Metric{2} }

// Euclidean reports whether the norm is ℓ2, where float64 is exact on small integers.
func (m Metric) Euclidean() bool { return m.P == 2 }

// Norm returns ‖x‖, in ℓp also where powers overflow or vanish.
func (m Metric) Norm(x Vector) float64 {
	if m.Euclidean() {
		return x.Norm()
	}
	most, sum := 0.0, 0.0
	for _, v := range x {
		most = max(most, math.Abs(v))
	}
	if most == 0 {
		return 0
	}
	for _, v := range x {
		sum += math.Pow(math.Abs(v)/most, m.P)
	}
	return most * math.Pow(sum, 1/m.P)
}

// dual returns ‖·‖_q, 1/p + 1/q = 1.
func (m Metric) dual() Metric { return Metric{m.P / (m.P - 1)} }

// Dual returns ‖w‖∗ = max_{‖x‖=1} w·x.
func (m Metric) Dual(w Vector) float64 { return m.dual().Norm(w) }

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

// Unit returns x/‖x‖, and 0 for x = 0.
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

// Hidden is the greatest length, relative to that of the points, that rounding hides: the square of a difference is
// known to some units in the last place of their squares.
const Hidden = 0x1p-23

// Ulps returns the rounding of a sum of the terms of an inner product of x, and a few more, in units of their size.
func Ulps(x Vector) float64 { return 0x1p-52 * float64(len(x)+8) }

// Units returns the error, in units in the last place, of a sum of d products of vectors that have been through a few
// operations themselves. Powers are a few operations more.
func (m Metric) Units(d int) float64 {
	units := 16 * float64(d+4) * 0x1p-52
	if !m.Euclidean() {
		units *= max(m.P, m.P/(m.P-1))
	}
	return units
}

// Units returns the same in ℓ2.
func Units(d int) float64 { return L2().Units(d) }

// Sway bounds the error of ℓ(u)·z in ℓp, p ≠ 2, if each coordinate of u is off by e: below p = 2 ℓ is steep where a
// coordinate is near 0.
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

// Exact returns the examples as rational numbers, at the points x.
func Exact(examples []theory.Example, x []Vector) []exact.Example {
	all := make([]exact.Example, len(x))
	for t := range x {
		all[t] = exact.Example{X: exact.Floats(x[t]...), Y: int(examples[t].Y)}
	}
	return all
}

// MaxMargin returns the maximum margin of examples at the points x in ℓ2 by package exact, with its w∗, ‖w∗‖ = 1, and
// whether they pose the problem, which one class alone does not. The margin is 0 where rounding hides it.
func MaxMargin(examples []theory.Example, x []Vector, origin bool) (gamma float64, w Vector, posed bool) {
	s, posed := exact.MaxMargin(Exact(examples, x), origin)
	if !posed || s.SqGamma.Sign() == 0 {
		return 0, nil, posed
	}
	const prec = 200
	root := func(q *big.Rat) *big.Float {
		f := new(big.Float).SetPrec(prec).SetRat(q)
		return f.Sqrt(f)
	}
	reach := Widest(x, x)
	if origin {
		reach = max(reach, Longest(x))
	}
	if gamma, _ = root(s.SqGamma).Float64(); gamma <= Hidden*reach/2 {
		return 0, nil, posed
	}
	length := root(s.W.SqNorm())
	for _, v := range s.W {
		f := new(big.Float).SetPrec(prec).SetRat(v)
		unit, _ := f.Quo(f, length).Float64()
		w = append(w, unit)
	}
	return gamma, w, posed
}
