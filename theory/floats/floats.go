// Package floats is the part of gonum's package floats that this project uses, with the
// same bits on every machine: those of gonum's assembly for amd64, on data whose first
// number is aligned.
//
// gonum adds in an order of its own on amd64, in the order of the slice elsewhere, and
// its Go code leaves products to be fused with sums. Sum there even depends on where in
// memory a slice begins.
package floats

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

// dot adds in four lanes; what fills no round goes to the first.
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

// Sum returns Σ s_i, added in eight lanes.
func Sum(s []float64) float64 {
	var lane [8]float64
	n := len(s) &^ 7
	for i := 0; i < n; i += 8 {
		for k := range lane {
			lane[k] += s[i+k]
		}
	}
	s = s[n:]
	for k := range 2 { // 4, 5, 6, 7 to 2, 3, 0, 1 in the order of gonum's registers
		lane[k] += lane[6+k]
		lane[2+k] += lane[4+k]
	}
	if len(s) >= 4 {
		for k := range 4 {
			lane[k] += s[k]
		}
		s = s[4:]
	}
	lane[0] += lane[2]
	lane[1] += lane[3]
	if len(s) >= 2 {
		lane[0] += s[0]
		lane[1] += s[1]
		s = s[2:]
	}
	sum := lane[0] + lane[1]
	if len(s) == 1 {
		sum += s[0]
	}
	return sum
}

// AddScaled computes dst_i += alpha·s_i. It panics if the lengths differ.
func AddScaled(dst []float64, alpha float64, s []float64) { AddScaledTo(dst, dst, alpha, s) }

// AddScaledTo computes dst_i = y_i + alpha·s_i and returns dst. It panics if the lengths
// differ.
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

// Norm returns ‖s‖_p for p = 1, 2 or ∞. It panics for another p: gonum would take powers,
// which have other bits elsewhere.
func Norm(s []float64, p float64) float64 {
	if p != 1 && p != 2 && !math.IsInf(p, 1) {
		panic("floats: a norm that is not that of p = 1, 2 or ∞")
	}
	if p != 2 || assembly {
		return floats.Norm(s, p)
	}
	var n length
	for _, v := range s {
		n.add(v)
	}
	return n.value()
}

// Distance returns ‖s − t‖₂. It panics if the lengths differ.
func Distance(s, t []float64) float64 {
	if assembly {
		return floats.Distance(s, t, 2)
	}
	return distance(s, t)
}

func distance(s, t []float64) float64 {
	sameLength(s, t)
	var n length
	for i, v := range s {
		n.add(v - t[i])
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
		panic("floats: lengths differ")
	}
}
