package props

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// The properties measure with these functions and no others: plain loops over
// coordinates, written for this package, so that a fault in the code under test
// cannot hide itself.

// dot returns a·b as if computed with twice the digits and then rounded (Ogita,
// Rump, Oishi, Accurate Sum and Dot Product, 2005, Algorithm 5.3).
func dot(a, b []float64) float64 {
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

func norm(a []float64) float64 { return math.Sqrt(dot(a, a)) }

// along returns a + f·b.
func along(a []float64, f float64, b []float64) []float64 {
	c := make([]float64, len(a))
	for i := range a {
		c[i] = a[i] + f*b[i]
	}
	return c
}

func minus(a, b []float64) []float64 { return along(a, -1, b) }

func distance(a, b []float64) float64 { return norm(minus(a, b)) }

// toSegment returns the distance of q from the segment [p, x], and β with the
// nearest point p + β(x−p). It computes with differences alone, which lose no
// digits however far from the origin the points are.
func toSegment(q, p, x []float64) (dist, beta float64) {
	z, u := minus(x, p), minus(q, p)
	if zz := dot(z, z); zz > 0 {
		beta = max(0, min(1, dot(u, z)/zz))
	}
	return norm(along(u, -beta, z)), beta
}

// expand returns all d coordinates of x.
func expand(x vec.Vector, d int) []float64 {
	full := make([]float64, d)
	for k, v := range x.Value {
		i := k
		if x.Index != nil {
			i = x.Index[k]
		}
		full[i] = v
	}
	return full
}

// points are the examples of a stream with all their coordinates.
func points(stream []theory.Example, d int) [][]float64 {
	x := make([][]float64, len(stream))
	for t, e := range stream {
		x[t] = expand(e.X, d)
	}
	return x
}

// seenFrom are the points x−o. A difference of two float64 is exact up to half a
// unit in its own last place, however far from the origin both are: what is
// measured from there on has rounding errors in proportion to the extent of the
// stream, not to its distance from the origin.
func seenFrom(o []float64, x [][]float64) [][]float64 {
	y := make([][]float64, len(x))
	for t := range x {
		y[t] = minus(x[t], o)
	}
	return y
}

// split are the points of each class.
func split(stream []theory.Example, x [][]float64) (plus, minus [][]float64) {
	for t, e := range stream {
		if e.Y == theory.Positive {
			plus = append(plus, x[t])
		} else {
			minus = append(minus, x[t])
		}
	}
	return plus, minus
}

// widest is the greatest distance of a point of x from one of y.
func widest(x, y [][]float64) float64 {
	most := 0.0
	for _, a := range x {
		for _, b := range y {
			most = max(most, distance(a, b))
		}
	}
	return most
}

// longest is D̄ = max ‖x‖.
func longest(x [][]float64) float64 {
	most := 0.0
	for _, a := range x {
		most = max(most, norm(a))
	}
	return most
}

// direction is x/‖x‖, and 0 of 0.
func direction(x []float64) []float64 {
	if length := norm(x); length > 0 {
		return along(make([]float64, len(x)), 1/length, x)
	}
	return x
}

// segmentKappa is κ∘(δ,η) as the distance of e₁ from the segment [0, z] with
// z·e₁ = η and ‖z‖ = δ: the pair (u, z) of omm.txt, Section 5.1, at which the
// maximum is attained; 1 where η ≤ 0. [KappaIsTheMaxMin] holds that against the
// maximum itself.
func segmentKappa(delta, eta float64) float64 {
	switch {
	case eta > delta:
		return math.Inf(-1)
	case eta <= 0:
		return 1
	}
	z := []float64{eta, math.Sqrt(max(0, (delta-eta)*(delta+eta)))}
	dist, _ := toSegment([]float64{1, 0}, []float64{0, 0}, z)
	return dist
}
