package measure

import "math"

// Nearest returns the nearest points of the hulls of x and y. In ℓp they are those, in ℓ2, of
// points whose coordinates
// have the weights ω_i = |u_i|^{p−2}, u = p−n, with which the one minimum is the
// other. They are found by
//
//	ω_i ← ω_i^{1−θ}|u_i|^{θ(p−2)},
//
// which for a single equation a·u = 1 is exact at θ = 1/(p−1), from any ω. The
// separating w = ω∘u is held against all points: what it certifies is true whichever
// way it was found.
func (m Metric) Nearest(x, y []Vector) Nearest {
	if m.Euclidean() {
		return nearest2(x, y)
	}
	const (
		enough = 1e-12
		rounds = 40
		widest = 1e16 // weight, and one over the least
	)
	d := len(x[0])
	omega := make(Vector, d)
	for i := range omega {
		omega[i] = 1
	}
	best := Nearest{loose: true, Dist: math.Inf(1), Lower: math.Inf(-1), Reach: m.Widest(x, y)}
	for k := range rounds {
		scale := func(v Vector) Vector {
			s := make(Vector, d)
			for i := range v {
				s[i] = math.Sqrt(omega[i]) * v[i]
			}
			return s
		}
		near := nearest2(Map(scale, x), Map(scale, y))
		p, n := combined(near.first, x, d), combined(near.second, y, d)
		u, w := p.Minus(n), make(Vector, d)
		for i := range w {
			w[i] = math.Sqrt(omega[i]) * (near.P[i] - near.N[i])
		}
		if dist := m.Norm(u); dist < best.Dist {
			best.P, best.N, best.Dist = p, n, dist
		}
		if size := m.Dual(w); size > 0 {
			w = w.Times(1 / size)
			if lower := x[Lowest(x, w, 1)].Dot(w) - y[Lowest(y, w, -1)].Dot(w); lower > best.Lower {
				best.Lower, best.W = lower, w
			}
		}
		if best.Dist-best.Lower <= enough*best.Dist || best.Dist <= Hidden*best.Reach {
			break
		}
		// At the minimum Σω_i u_i² = ‖u‖², with ω_i = (|u_i|/‖u‖)^{p−2}.
		length, theta, unit := m.Norm(u), 1/m.node(k), 0.0
		for i := range omega {
			unit += omega[i] * (u[i] / length) * (u[i] / length)
		}
		for i := range omega {
			omega[i] = math.Pow(omega[i]/unit, 1-theta) * math.Pow(math.Abs(u[i])/length, theta*(m.P-2))
			omega[i] = max(min(omega[i], widest), 1/widest)
		}
	}
	return best
}

// combined is the point with these weights on the points x.
func combined(weights map[int]float64, x []Vector, d int) Vector {
	p := make(Vector, d)
	for i := range x { // not in the order of a map
		if lambda, ok := weights[i]; ok {
			p = p.Plus(lambda, x[i])
		}
	}
	return p
}

// node goes round the Chebyshev nodes of the interval from 1 to p−1: θ = 1 is exact
// where u is a vertex. Orders in which the long steps are far apart keep the numbers
// small on the way.
func (m Metric) node(k int) float64 {
	const round = 8
	stride := 3
	if m.P < 2 {
		stride = 5
	}
	at := math.Cos(math.Pi * (float64(stride*k%round) + 0.5) / round)
	return m.P/2 + at*(m.P/2-1)
}
