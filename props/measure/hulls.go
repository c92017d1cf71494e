package measure

import (
	"fmt"
	"slices"
)

// Nearest is the pair of nearest points of the convex hulls of two finite sets. It is
// certified by the plane between the points, whichever way they were found.
type Nearest struct {
	P, N        Vector  // the nearest points
	Dist, Lower float64 // Lower ≤ the distance of the hulls ≤ Dist = ‖P−N‖
	Reach       float64 // the length of the longest difference met
	W           Vector  // the plane: ‖W‖∗ = 1, and Lower is what it certifies

	loose         bool            // of a norm in which the search may end early: Lower is what it is
	first, second map[int]float64 // the weights of P and N on the points
}

// Hidden is the distance, relative to the reach, that rounding hides: there the
// relative gap of [Nearest.Sure] is 1.
const Hidden = 0x1p-23

// Certain is how well a distance is to be known, relatively.
const Certain = 1e-9

// Sure returns an error if the points are not as near as rounding lets them be found:
// w = p−n is a sum of vectors as long as the reach, its inner products with them are
// off by units in the last place of its square (64 of them, for all that are
// added), and are to be seen beside ‖w‖². Of a distance so small that rounding
// hides it, nothing is said.
func (r Nearest) Sure() error {
	if r.loose || r.Dist <= Hidden*r.Reach {
		return nil
	}
	q := Hidden * r.Reach / r.Dist
	if gap := (r.Dist - r.Lower) / r.Dist; gap > Certain+q*q {
		return fmt.Errorf("the nearest points were not found: the distance is in [%v, %v]", r.Lower, r.Dist)
	}
	return nil
}

// pair is the vertex x_i − y_j of the difference of the hulls, with its weight.
type pair struct {
	i, j   int
	lambda float64
	d      Vector
}

// nearest2 finds the point of least norm in conv{x_i − y_j} by Wolfe's method (1976), of
// points that are to be seen from near by. Each step to the affine minimiser is taken
// from the residual at the present point, so that repeating it refines the solution.
func nearest2(x, y []Vector) Nearest {
	const (
		enough = 1e-13 // relative gap at which to stop: a thousand roundings
		rounds = 400
	)
	active := []pair{{d: x[0].Minus(y[0]), lambda: 1}}
	reach := active[0].d.Norm()
	for range rounds {
		w := combine(active)
		next := lowestPair(x, y, w, active)
		reach = max(reach, next.d.Norm())
		if ww := w.Dot(w); ww-next.d.Dot(w) <= enough*ww || ww <= 1e-30*reach*reach {
			break
		}
		active = descend(append(active, next))
	}
	r := Nearest{Reach: reach, first: map[int]float64{}, second: map[int]float64{}}
	r.P, r.N = make(Vector, len(x[0])), make(Vector, len(x[0]))
	for _, c := range active {
		r.P, r.N = r.P.Plus(c.lambda, x[c.i]), r.N.Plus(c.lambda, y[c.j])
		r.first[c.i] += c.lambda
		r.second[c.j] += c.lambda
	}
	if r.Dist = r.P.Distance(r.N); r.Dist > 0 {
		r.W = r.P.Minus(r.N).Times(1 / r.Dist)
		w := r.P.Minus(r.N)
		r.Lower = (x[Lowest(x, w, 1)].Dot(w) - y[Lowest(y, w, -1)].Dot(w)) / r.Dist
	}
	return r
}

func combine(active []pair) Vector {
	w := make(Vector, len(active[0].d))
	for _, c := range active {
		w = w.Plus(c.lambda, c.d)
	}
	return w
}

// lowestPair is the vertex with the least d·w, of those that are not active: of an
// active one rounding alone could make it lower than w.
func lowestPair(x, y []Vector, w Vector, active []pair) pair {
	taken := func(i, j int) bool {
		return slices.ContainsFunc(active, func(c pair) bool { return c.i == i && c.j == j })
	}
	best := pair{i: Lowest(x, w, 1), j: Lowest(y, w, -1)}
	best.d = x[best.i].Minus(y[best.j])
	if !taken(best.i, best.j) {
		return best
	}
	best.d = w
	for i := range x {
		for j := range y {
			if d := x[i].Minus(y[j]); d.Dot(w) < best.d.Dot(w) && !taken(i, j) {
				best = pair{i: i, j: j, d: d}
			}
		}
	}
	return best
}

// Lowest returns the position of the point with the least s·(w·x).
func Lowest(x []Vector, w Vector, s float64) int {
	at := 0
	for i := range x {
		if s*x[i].Dot(w) < s*x[at].Dot(w) {
			at = i
		}
	}
	return at
}

// descend moves to the point of least norm in the affine hull of a subset of
// the active pairs on which it has positive weights, and returns that subset.
func descend(active []pair) []pair {
	for {
		delta := toAffineMinimum(active)
		step, out := 1.0, -1
		for k, c := range active {
			if delta[k] < 0 && c.lambda+step*delta[k] < 0 {
				step, out = c.lambda/-delta[k], k
			}
		}
		for k := range active {
			active[k].lambda += step * delta[k]
		}
		if out < 0 {
			return active
		}
		active[out].lambda = 0
		active = slices.DeleteFunc(active, func(c pair) bool { return c.lambda <= 0 })
	}
}

// toAffineMinimum returns the change δ of the weights, Σδ = 0, that takes
// w = Σ λ_k d_k to the point of least norm in the affine hull of the d_k: the
// least squares problem min ‖w + Σ_k δ_k (d_k−d_0)‖, by modified Gram–Schmidt.
// A d_k that depends on those before it keeps its weight.
func toAffineMinimum(active []pair) Vector {
	n := len(active)
	delta := make(Vector, n)
	rest := combine(active)
	q, r := make([]Vector, n), make([]Vector, n) // d_k−d_0 = Σ_l r_kl q_l
	rhs := make(Vector, n)                       // −w = Σ_l rhs_l q_l + …
	for k := 1; k < n; k++ {
		v := active[k].d.Minus(active[0].d)
		full := v.Norm()
		r[k] = make(Vector, n)
		for range 2 { // once more for the rounding of the first time
			for l := 1; l < k; l++ {
				if q[l] != nil {
					f := q[l].Dot(v)
					r[k][l] += f
					v = v.Plus(-f, q[l])
				}
			}
		}
		if size := v.Norm(); size > 1e-13*full {
			q[k], r[k][k] = v.Times(1/size), size
			rhs[k] = -q[k].Dot(rest)
			rest = rest.Plus(rhs[k], q[k])
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
