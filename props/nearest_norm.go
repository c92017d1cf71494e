package props

import (
	"math"
)

// apart finds the nearest points of two hulls in the norm, by the referee of ℓ2: of
// the images in a norm of an inner product, and in ℓp of points whose coordinates
// have the weights ω_i = |u_i|^{p−2}, u = p−n, with which the one minimum is the
// other. They are found by
//
//	ω_i ← ω_i^{1−θ}|u_i|^{θ(p−2)},
//
// which for a single equation a·u = 1 is exact at θ = 1/(p−1), from any ω. The
// separating w = ω∘u is held against all points: what it certifies is true whichever
// way it was found.
func (m metric) apart(x, y [][]float64) nearest {
	if m.euclidean() {
		return apart(x, y)
	}
	if m.p == 2 {
		r, d := apart(mapAll(m.image, x), mapAll(m.image, y)), len(x[0])
		r.p, r.n = combined(r.first, x, d), combined(r.second, y, d)
		if r.dist > 0 {
			r.w = m.adjoint(r.w)
		}
		return r
	}
	const (
		enough = 1e-12
		rounds = 40
		widest = 1e16 // weight, and one over the least
	)
	d := len(x[0])
	omega := make([]float64, d)
	for i := range omega {
		omega[i] = 1
	}
	best := nearest{loose: true, dist: math.Inf(1), lower: math.Inf(-1), reach: m.widest(x, y)}
	for k := range rounds {
		scale := func(v []float64) []float64 {
			s := make([]float64, d)
			for i := range v {
				s[i] = math.Sqrt(omega[i]) * v[i]
			}
			return s
		}
		near := apart(mapAll(scale, x), mapAll(scale, y))
		p, n := combined(near.first, x, d), combined(near.second, y, d)
		u, w := minus(p, n), make([]float64, d)
		for i := range w {
			w[i] = math.Sqrt(omega[i]) * (near.p[i] - near.n[i])
		}
		if dist := m.of(u); dist < best.dist {
			best.p, best.n, best.dist = p, n, dist
		}
		if size := m.dual(w); size > 0 {
			w = along(make([]float64, d), 1/size, w)
			if lower := dot(x[lowest(x, w, 1)], w) - dot(y[lowest(y, w, -1)], w); lower > best.lower {
				best.lower, best.w = lower, w
			}
		}
		if best.dist-best.lower <= enough*best.dist || best.dist <= hidden*best.reach {
			break
		}
		// At the minimum Σω_i u_i² = ‖u‖², with ω_i = (|u_i|/‖u‖)^{p−2}.
		length, theta, unit := m.of(u), 1/m.node(k), 0.0
		for i := range omega {
			unit += omega[i] * (u[i] / length) * (u[i] / length)
		}
		for i := range omega {
			omega[i] = math.Pow(omega[i]/unit, 1-theta) * math.Pow(math.Abs(u[i])/length, theta*(m.p-2))
			omega[i] = max(min(omega[i], widest), 1/widest)
		}
	}
	return best
}

// direction is x/‖x‖, and 0 of 0.
func (m metric) direction(x []float64) []float64 {
	if length := m.of(x); length > 0 {
		return along(make([]float64, len(x)), 1/length, x)
	}
	return x
}

// shortest is min ‖x‖, 0 of none.
func (m metric) shortest(x [][]float64) float64 {
	if len(x) == 0 {
		return 0
	}
	least := math.Inf(1)
	for _, a := range x {
		least = min(least, m.of(a))
	}
	return least
}

func mapAll(f func([]float64) []float64, x [][]float64) [][]float64 {
	y := make([][]float64, len(x))
	for t := range x {
		y[t] = f(x[t])
	}
	return y
}

// combined is the point with these weights on the points x.
func combined(weights map[int]float64, x [][]float64, d int) []float64 {
	p := make([]float64, d)
	for i := range x { // not in the order of a map
		if lambda, ok := weights[i]; ok {
			p = along(p, lambda, x[i])
		}
	}
	return p
}

// node goes round the Chebyshev nodes of the interval from 1 to p−1: θ = 1 is exact
// where u is a vertex. Orders in which the long steps are far apart keep the numbers
// small on the way.
func (m metric) node(k int) float64 {
	const round = 8
	stride := 3
	if m.p < 2 {
		stride = 5
	}
	at := math.Cos(math.Pi * (float64(stride*k%round) + 0.5) / round)
	return m.p/2 + at*(m.p/2-1)
}
