package vec

import (
	"math"
	"strconv"

	"marginlab/internal/num"
)

// Lp is the norm ‖x‖_p = (Σ|x_i|^p)^{1/p} with
//
//	ℓ(x)_i = sign(x_i)(|x_i|/‖x‖_p)^{p−1}
//
// and the dual ‖·‖_q, 1/p + 1/q = 1. Coordinates are divided by the largest before their powers are taken, which
// would overflow or vanish at large p, and the powers are summed in pairs. So ‖x‖_p is right to a few units in the
// last place (ulp), and ℓ(x)_i to a few times p ulps: p is the condition of the map.
//
// Powers of integers and half-integers are products: p = 1.5, 2.5, 3, 10 cost a few
// nanoseconds a coordinate, p = 1.1 an exp and a log.
type Lp struct{ P float64 }

// Of returns ‖x‖_p.
func (n Lp) Of(x []float64) float64 {
	m := maxAbs(x)
	if m == 0 {
		return 0
	}
	return m * num.Pow(n.sum(x, m), 1/n.P)
}

// Grad stores ℓ(x) in dst.
func (n Lp) Grad(dst, x []float64) {
	dst = dst[:len(x)]
	m := maxAbs(x)
	if m == 0 {
		clear(dst)
		return
	}
	sum := n.powers(dst, x, m)
	scale := num.Pow(sum, (1-n.P)/n.P)
	for i := range dst {
		dst[i] *= scale
	}
}

// Direction stores a positive multiple of ℓ(x) in dst, which may be x itself, and
// returns ‖x‖ and the factor that makes it ‖x‖ℓ(x) = ∇½‖x‖²:
//
//	dst_i = sign(x_i)(|x_i|/unit)^{p−1},  factor = unit(‖x‖/unit)^{2−p}.
//
// The unit is max|x_i| or, if p is an integer and there is more than one coordinate, the power of two above it: inner
// products with small integers are then exact where x consists of such integers, and 0 where they should be.
func (n Lp) Direction(dst, x []float64) (length, factor float64) {
	dst = dst[:len(x)]
	m := maxAbs(x)
	if m == 0 {
		clear(dst)
		return 0, 0
	}
	unit := m
	if n.P == math.Trunc(n.P) && several(x) {
		unit = math.Ldexp(1, math.Ilogb(m)+1)
	}
	most := m / unit
	length = most * num.Pow(n.powers(dst, x, unit)/(Power(most, n.P-1)*most), 1/n.P) // ‖x‖/unit
	return length * unit, num.Pow(length, 2-n.P) * unit
}

// several reports whether more than one coordinate is not 0.
func several(x []float64) bool {
	count := 0
	for _, v := range x {
		if v != 0 {
			count++
		}
	}
	return count > 1
}

// run is the number of terms that are summed one after the other. A longer sum is the sum of two halves, so that
// rounding grows with log d.
const run = 32

// sum returns Σ(|x_i|/m)^p.
func (n Lp) sum(x []float64, m float64) (sum float64) {
	if len(x) > run {
		h := len(x) / 2
		return n.sum(x[:h], m) + n.sum(x[h:], m)
	}
	for _, v := range x {
		sum += Power(math.Abs(v)/m, n.P)
	}
	return sum
}

// powers stores sign(x_i)(|x_i|/m)^{p−1} in dst and returns Σ(|x_i|/m)^p.
func (n Lp) powers(dst, x []float64, m float64) (sum float64) {
	if len(x) > run {
		h := len(x) / 2
		return n.powers(dst[:h], x[:h], m) + n.powers(dst[h:], x[h:], m)
	}
	for i, v := range x {
		t := math.Abs(v) / m
		g := Power(t, n.P-1)
		if t < minNormal && v != 0 { // the quotient vanishes; its power need not, for p < 2
			g = num.Exp((n.P - 1) * (num.Log(math.Abs(v)) - num.Log(m)))
		}
		sum += float64(g * t)
		dst[i] = math.Copysign(g, v)
	}
	return sum
}

// minNormal is the least float64 of full precision.
const minNormal = 0x1p-1022

// maxAbs returns max|x_i|, and NaN where a coordinate is NaN. Without their signs, floats have the order of their
// bits, NaN last.
func maxAbs(x []float64) float64 {
	var m uint64
	for _, v := range x {
		m = max(m, math.Float64bits(math.Abs(v)))
	}
	return math.Float64frombits(m)
}

// Dual returns ‖·‖_q, q = p/(p−1).
func (n Lp) Dual() Norm { return Lp{n.P / (n.P - 1)} }

// Smoothness returns 2, p−1 for p ≥ 2, where no constant is less, and p, 2^{2−p} for p ≤ 2. The least constant for p
// < 2 is (1+s^{p−1})/(1+s)^{p−1} at the s > 1 with (p−1)s − s^{p−1} = 2−p (Xu, Inequalities in Banach spaces with
// applications, 1991): up to a tenth less. Lemmas 2 and 3 of theory/PROOFS.md prove the inequality.
func (n Lp) Smoothness() (s, c float64) {
	if n.P >= 2 {
		return 2, n.P - 1
	}
	return n.P, num.Exp2(2 - n.P)
}

// String returns p.
func (n Lp) String() string { return strconv.FormatFloat(n.P, 'g', -1, 64) }
