// Package measure measures what properties speak of: inner products with twice the digits, lengths and
// distances in a norm, and how far rounding may move them.
//
// It shares no code with what it is held against. Vectors are plain loops over
// coordinates, and norms are their definitions.
//
//	symbol     Go             meaning
//	‖·‖, ‖·‖∗  Norm, Dual     of a [Metric]
//	∇½‖·‖²     Link, Unlink   and its inverse
package measure

import (
	"math"

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

// Unit returns a/‖a‖₂, and 0 of 0.
func (a Vector) Unit() Vector {
	if length := a.Norm(); length > 0 {
		return a.Times(1 / length)
	}
	return a
}

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

// Map returns the points f(x), nil of none.
func Map(f func(Vector) Vector, x []Vector) []Vector {
	if x == nil {
		return nil
	}
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

// Expand returns all d coordinates of x.
func Expand(x vec.Vector, d int) Vector {
	full := make(Vector, d)
	for k, v := range x.Value {
		i := k
		if x.Index != nil {
			i = x.Index[k]
		}
		full[i] = v
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

// Split returns the points of each class.
func Split(stream []theory.Example, x []Vector) (plus, minus []Vector) {
	for t, e := range stream {
		if e.Y == theory.Positive {
			plus = append(plus, x[t])
		} else {
			minus = append(minus, x[t])
		}
	}
	return plus, minus
}
