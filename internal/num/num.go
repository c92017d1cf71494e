// Package num computes with the same bits on every machine: sums of products, elementary
// functions and draws.
//
// Packages math and gonum do not. They have assembly for some machines, gonum adds in an order of its own
// there, and their Go code leaves products to be fused with sums. Here one operation has one order of
// summation, and every rounding is written out. On amd64 the bits are those of packages math and rand and of
// gonum's assembly, except for [Sum], [Log1p] and [Expm1].
//
// Algorithms and constants of [Exp], [Exp2], [Log] and [Pow] come from the Go authors
// (src/math, see LICENSE) and, through them, from FreeBSD's msun (© 1993 Sun Microsystems), Cephes
// (© 1984–2000 Stephen L. Moshier) and SLEEF (Naoki Shibata, public domain).
package num

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Dot returns Σ s_i·t_i. It panics if the lengths differ.
func Dot(s, t []float64) float64 {
	if assembly {
		return floats.Dot(s, t)
	}
	return dot(s, t)
}

// dot adds in four lanes; the rest that does not fill all four goes to the first.
func dot(s, t []float64) float64 {
	sameLength(s, t)
	var lane [4]float64
	n := len(s) &^ 3
	for i, v := range s {
		k := i % 4
		if i >= n {
			k = 0
		}
		lane[k] += float64(v * t[i])
	}
	return (lane[1] + lane[3]) + (lane[0] + lane[2])
}

// AddScaled computes dst_i += alpha·s_i. It panics if the lengths differ.
func AddScaled(dst []float64, alpha float64, s []float64) { AddScaledTo(dst, dst, alpha, s) }

// AddScaledTo computes dst_i = y_i + alpha·s_i and returns dst. It panics if the lengths differ.
func AddScaledTo(dst, y []float64, alpha float64, s []float64) []float64 {
	if assembly {
		return floats.AddScaledTo(dst, y, alpha, s)
	}
	return addScaledTo(dst, y, alpha, s)
}

func addScaledTo(dst, y []float64, alpha float64, s []float64) []float64 {
	sameLength(dst, y)
	sameLength(dst, s)
	for i, v := range s {
		dst[i] = y[i] + float64(alpha*v)
	}
	return dst
}

// Norm returns ‖s‖₂. It neither overflows nor vanishes on the way.
func Norm(s []float64) float64 {
	var n length
	for _, v := range s {
		n.add(v)
	}
	return n.value()
}

// length is scale·√sumSq, which neither overflows nor vanishes.
type length struct{ scale, sumSq float64 }

func (n *length) add(v float64) {
	v = math.Abs(v)
	switch {
	case v == 0 || math.IsNaN(n.scale):
	case math.IsNaN(v) || math.IsInf(v, 1):
		n.scale = v
	case math.IsInf(n.scale, 1):
	case n.scale < v:
		q := n.scale / v
		n.sumSq = 1 + float64(n.sumSq*q*q)
		n.scale = v
	default:
		q := v / n.scale
		n.sumSq += float64(q * q)
	}
}

func (n *length) value() float64 {
	if n.scale == 0 || math.IsInf(n.scale, 1) || math.IsNaN(n.scale) {
		return n.scale
	}
	return n.scale * math.Sqrt(n.sumSq)
}

func sameLength(s, t []float64) {
	if len(s) != len(t) {
		panic("num: lengths differ")
	}
}

// Sum returns Σ s_i, in the order of the slice.
func Sum(s []float64) float64 {
	sum := 0.0
	for _, v := range s {
		sum += v
	}
	return sum
}

// Distance returns ‖s − t‖₂. It panics if the lengths differ.
func Distance(s, t []float64) float64 {
	sameLength(s, t)
	var n length
	for i, v := range s {
		n.add(v - t[i])
	}
	return n.value()
}
