package props

import (
	"fmt"
	"slices"

	"marginlab/theory"
)

// nearest is the referee of package maxmargin, and shares no code with it: the
// nearest points of two hulls, for the few points of a drawn stream. What it
// found is certified by the plane between them, whichever way it was found.
type nearest struct {
	p, n        []float64 // the nearest points, p ∈ conv x and n ∈ conv y
	dist, lower float64   // lower ≤ the distance of the hulls ≤ dist = ‖p−n‖
	reach       float64   // the length of the longest x−y met

	loose         bool            // of a norm in which the referee may end early: lower is what it is
	w             []float64       // the plane: ‖w‖∗ = 1, and lower is what it certifies
	first, second map[int]float64 // the weights of p and n on the points
}

// hidden is the distance, relative to the reach, that rounding hides: there the
// relative gap of [nearest.sure] is 1.
const hidden = 0x1p-23

// certain is how well the referee means to know a distance, relatively.
const certain = 1e-9

// sure returns an error if the referee did not find what rounding lets it find:
// w = p−n is a sum of vectors as long as reach, its inner products with them are
// off by units in the last place of reach² (64 of them, for all that are
// added), and are to be seen beside ‖w‖². Of a distance so small that rounding
// hides it, nothing is said.
func (r nearest) sure() error {
	if r.dist <= hidden*r.reach {
		return nil
	}
	if r.loose {
		return nil
	}
	q := hidden * r.reach / r.dist
	if gap := (r.dist - r.lower) / r.dist; gap > certain+q*q {
		return fmt.Errorf("the referee found no nearest points: the distance is in [%v, %v]", r.lower, r.dist)
	}
	return nil
}

// pair is the vertex x_i − y_j of the difference of the hulls, with its weight.
type pair struct {
	i, j   int
	lambda float64
	d      []float64
}

// apart finds the point of least norm in conv{x_i − y_j}, of points that are to
// be seen from near by: Wolfe (1976), with
// each step to the affine minimiser taken from the residual at the present
// point, so that repeating it refines the solution.
func apart(x, y [][]float64) nearest {
	const (
		enough = 1e-13 // relative gap at which to stop: a thousand roundings
		rounds = 400
	)
	corral := []pair{{d: minus(x[0], y[0]), lambda: 1}}
	reach := norm(corral[0].d)
	var w []float64
	for range rounds {
		w = combine(corral)
		next := lowestPair(x, y, w, corral)
		reach = max(reach, norm(next.d))
		if ww := dot(w, w); ww-dot(next.d, w) <= enough*ww || ww <= 1e-30*reach*reach {
			break
		}
		corral = descend(append(corral, next))
	}
	p, n := make([]float64, len(w)), make([]float64, len(w))
	for _, c := range corral {
		p = along(p, c.lambda, x[c.i])
		n = along(n, c.lambda, y[c.j])
	}
	r := nearest{p: p, n: n, dist: distance(p, n), reach: reach, first: map[int]float64{}, second: map[int]float64{}}
	for _, c := range corral {
		r.first[c.i] += c.lambda
		r.second[c.j] += c.lambda
	}
	if r.dist > 0 {
		w = minus(p, n)
		r.lower = (dot(x[lowest(x, w, 1)], w) - dot(y[lowest(y, w, -1)], w)) / r.dist
		r.w = along(make([]float64, len(w)), 1/r.dist, w)
	}
	return r
}

func combine(corral []pair) []float64 {
	w := make([]float64, len(corral[0].d))
	for _, c := range corral {
		w = along(w, c.lambda, c.d)
	}
	return w
}

// lowestPair is the vertex with the least d·w, of those that are not in the
// corral: there rounding alone could make it lower than w.
func lowestPair(x, y [][]float64, w []float64, corral []pair) pair {
	taken := func(i, j int) bool {
		return slices.ContainsFunc(corral, func(c pair) bool { return c.i == i && c.j == j })
	}
	best := pair{i: lowest(x, w, 1), j: lowest(y, w, -1)}
	best.d = minus(x[best.i], y[best.j])
	if !taken(best.i, best.j) {
		return best
	}
	best.d = w
	for i := range x {
		for j := range y {
			if d := minus(x[i], y[j]); dot(d, w) < dot(best.d, w) && !taken(i, j) {
				best = pair{i: i, j: j, d: d}
			}
		}
	}
	return best
}

// lowest is the position of the point with the least s·(w·x).
func lowest(x [][]float64, w []float64, s float64) int {
	at := 0
	for i := range x {
		if s*dot(x[i], w) < s*dot(x[at], w) {
			at = i
		}
	}
	return at
}

// descend moves to the point of least norm in the affine hull of a subset of
// the corral on which it has positive weights, and returns that subset.
func descend(corral []pair) []pair {
	for {
		delta := toAffineMinimum(corral)
		step, out := 1.0, -1
		for k, c := range corral {
			if delta[k] < 0 && c.lambda+step*delta[k] < 0 {
				step, out = c.lambda/-delta[k], k
			}
		}
		for k := range corral {
			corral[k].lambda += step * delta[k]
		}
		if out < 0 {
			return corral
		}
		corral[out].lambda = 0
		corral = slices.DeleteFunc(corral, func(c pair) bool { return c.lambda <= 0 })
	}
}

// toAffineMinimum returns the change δ of the weights, Σδ = 0, that takes
// w = Σ λ_k d_k to the point of least norm in the affine hull of the d_k: the
// least squares problem min ‖w + Σ_k δ_k (d_k−d_0)‖, by modified Gram–Schmidt.
// A d_k that depends on those before it keeps its weight.
func toAffineMinimum(corral []pair) []float64 {
	n := len(corral)
	delta := make([]float64, n)
	rest := combine(corral)
	q, r := make([][]float64, n), make([][]float64, n) // d_k−d_0 = Σ_l r_kl q_l
	rhs := make([]float64, n)                          // −w = Σ_l rhs_l q_l + …
	for k := 1; k < n; k++ {
		v := minus(corral[k].d, corral[0].d)
		full := norm(v)
		r[k] = make([]float64, n)
		for range 2 { // once more for the rounding of the first time
			for l := 1; l < k; l++ {
				if q[l] != nil {
					f := dot(q[l], v)
					r[k][l] += f
					v = along(v, -f, q[l])
				}
			}
		}
		if size := norm(v); size > 1e-13*full {
			q[k], r[k][k] = along(make([]float64, len(v)), 1/size, v), size
			rhs[k] = -dot(q[k], rest)
			rest = along(rest, rhs[k], q[k])
		}
	}
	for k := n - 1; k > 0; k-- {
		if q[k] != nil {
			delta[k] = rhs[k] / r[k][k]
			for l := 1; l < k; l++ {
				rhs[l] -= delta[k] * r[k][l]
			}
			delta[0] -= delta[k]
		}
	}
	return delta
}

// offline measures the geometry of a stream in a view, in ℓ2 or in the norm, by the
// referee and by comparing all pairs. Gamma and Lower are 0 where the view is not
// separable, or so little that rounding hides it.
func offline(stream []theory.Example, d int, view theory.View) (theory.Geometry, error) {
	return metric{p: 2}.offline(stream, d, view)
}

func (m metric) offline(stream []theory.Example, d int, view theory.View) (theory.Geometry, error) {
	x := lifted(stream, d, view.Lift)
	if view.Normalised {
		x = mapAll(m.direction, x)
	}
	g := theory.Geometry{Examples: len(stream), Dim: d, DBar: m.longest(x), Shortest: m.shortest(x)}
	if view.Lift != 0 {
		g.Dim++
	}
	plus, minus := split(stream, x)
	g.Positives = len(plus)
	g.DPlus, g.DMinus, g.Delta = m.widest(plus, plus), m.widest(minus, minus), m.widest(plus, minus)
	g.D = max(g.DPlus, g.DMinus)
	var r nearest
	switch {
	case view.Origin:
		for t, e := range stream {
			x[t] = along(make([]float64, g.Dim), float64(e.Y), x[t])
		}
		r = m.apart(x, [][]float64{make([]float64, g.Dim)})
		g.Gamma, g.Lower = r.dist, r.lower
	case len(plus) == 0 || len(minus) == 0:
		return g, nil
	default:
		r = m.apart(split(stream, seenFrom(x[0], x)))
		g.Gamma, g.Lower = r.dist/2, r.lower/2
	}
	if r.dist <= hidden*r.reach {
		g.Gamma, g.Lower = 0, 0
		return g, nil
	}
	g.Separable = g.Lower > 0
	return g, r.sure()
}

// lifted are the points of a stream, with a constant coordinate appended if c
// is not 0.
func lifted(stream []theory.Example, d int, c float64) [][]float64 {
	x := points(stream, d)
	if c != 0 {
		for t := range x {
			x[t] = append(x[t], c)
		}
	}
	return x
}
