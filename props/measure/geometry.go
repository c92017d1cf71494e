package measure

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

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

// Geometry returns the geometry of a stream in a view, by comparing all pairs and by
// [Metric.Nearest], with the direction w∗ of the maximum margin, ‖w∗‖∗ = 1. Gamma and
// Lower are 0 where the view is not separable, or so little that rounding hides it.
func (m Metric) Geometry(stream []theory.Example, d int, view theory.View) (theory.Geometry, Vector, error) {
	x := Points(stream, d, view.Lift)
	if view.Normalised {
		x = Map(m.Unit, x)
	}
	g := theory.Geometry{Examples: len(stream), Dim: d, DBar: m.Longest(x)}
	if view.Lift != 0 {
		g.Dim++
	}
	if len(x) > 0 {
		g.Shortest = math.Inf(1)
	}
	for _, v := range x {
		g.Shortest = min(g.Shortest, m.Norm(v))
	}
	plus, minus := Split(stream, x)
	g.Positives = len(plus)
	g.DPlus, g.DMinus, g.Delta = m.Widest(plus, plus), m.Widest(minus, minus), m.Widest(plus, minus)
	g.D = max(g.DPlus, g.DMinus)
	var r Nearest
	switch {
	case view.Origin:
		for t, e := range stream {
			x[t] = x[t].Times(float64(e.Y))
		}
		r = m.Nearest(x, []Vector{make(Vector, g.Dim)})
		g.Gamma, g.Lower = r.Dist, r.Lower
	case len(plus) == 0 || len(minus) == 0:
		return g, nil, nil
	default:
		r = m.Nearest(Split(stream, SeenFrom(x[0], x)))
		g.Gamma, g.Lower = r.Dist/2, r.Lower/2
	}
	if r.Dist <= Hidden*r.Reach {
		g.Gamma, g.Lower = 0, 0
		return g, nil, nil
	}
	g.Separable = g.Lower > 0
	return g, r.W, r.Sure()
}
