package props

import "math"

// metric is a norm as this package measures it, for itself: ‖x‖_p, or √(xᵀMx) of a
// symmetric M, to which belongs the identity in the coordinates that it does not
// have (one that a learner appends).
type metric struct {
	p float64
	m [][]float64 // nil for ‖·‖_p
}

// metric is the norm that the case is in: that of M, or ‖·‖_p.
func (c Case) metric() metric {
	m := metric{p: 2, m: c.M}
	switch {
	case c.M != nil:
	case c.P != 0:
		m.p = c.P
	case c.Learner != nil:
		if p, ok := c.Learner.Params()["p"]; ok {
			m.p = p
		}
	}
	return m
}

// euclidean says that it is ℓ2, where float64 is exact on small integers.
func (m metric) euclidean() bool { return m.p == 2 && m.m == nil }

// of is ‖x‖.
func (m metric) of(x []float64) float64 {
	switch {
	case m.euclidean():
		return norm(x)
	case m.p == 2:
		return math.Sqrt(dot(x, m.times(x)))
	}
	return powerNorm(x, m.p)
}

// dual is ‖w‖∗ = max_{‖x‖=1} w·x: ‖w‖_q, 1/p + 1/q = 1, or √(wᵀM⁻¹w).
func (m metric) dual(w []float64) float64 {
	if m.p != 2 {
		return powerNorm(w, m.p/(m.p-1))
	}
	return norm(m.forward(w))
}

func powerNorm(x []float64, p float64) float64 {
	most, sum := 0.0, 0.0
	for _, v := range x {
		most = max(most, math.Abs(v))
	}
	if most == 0 {
		return 0
	}
	for _, v := range x {
		sum += math.Pow(math.Abs(v)/most, p)
	}
	return most * math.Pow(sum, 1/p)
}

// link is ∇½‖u‖² = ‖u‖ℓ(u): u in ℓ2, Mu, or sign(u_i)(|u_i|/‖u‖)^{p−1}‖u‖.
func (m metric) link(u []float64) []float64 {
	if m.p == 2 {
		return m.times(u)
	}
	return powerLink(u, m.p)
}

// unlink is ∇½‖w‖∗², the u whose link is w.
func (m metric) unlink(w []float64) []float64 {
	if m.p != 2 {
		return powerLink(w, m.p/(m.p-1))
	}
	return m.back(m.forward(w))
}

func powerLink(u []float64, p float64) []float64 {
	length := powerNorm(u, p)
	w := make([]float64, len(u))
	for i, v := range u {
		if v != 0 {
			w[i] = math.Copysign(math.Pow(math.Abs(v)/length, p-1)*length, v)
		}
	}
	return w
}

// smoothness are s and c of ‖u−z‖^s ≤ ‖u‖^s − s‖u‖^{s−1}ℓ(u)·z + c‖z‖^s.
func (m metric) smoothness() (s, c float64) {
	if m.p >= 2 {
		return 2, m.p - 1
	}
	return m.p, math.Pow(2, 2-m.p)
}

// kappa is κ∘(δ,η) in the norms of inner products, and else a number that is not
// below it: the least of 1 − sβη + cβ^sδ^s over β ∈ [0,1], to the power 1/s
// (theory.md's κ̄). That is a parabola for s = 2; its slope vanishes where
// β^{s−1} = η/(cδ^s).
func (m metric) kappa(delta, eta float64) float64 {
	if m.p == 2 || eta > delta || eta <= 0 {
		return segmentKappa(delta, eta)
	}
	s, c := m.smoothness()
	beta := min(1, math.Pow(eta/(c*math.Pow(delta, s)), 1/(s-1)))
	return math.Pow(max(0, 1-s*beta*eta+c*math.Pow(beta*delta, s)), 1/s)
}

// toSegment is the distance of q from the segment [p, x], and β with the nearest
// point p + β(x−p). Where it has no formula it is found by halving: the distance is
// convex in β.
func (m metric) toSegment(q, p, x []float64) (dist, beta float64) {
	z, u := minus(x, p), minus(q, p)
	switch {
	case m.euclidean():
		return toSegment(q, p, x)
	case m.p == 2:
		if zz := dot(z, m.times(z)); zz > 0 {
			beta = max(0, min(1, dot(u, m.times(z))/zz))
		}
	case m.falls(u, z, 1) >= 0:
		beta = 1
	case m.falls(u, z, 0) > 0:
		for low, high := 0.0, 1.0; ; {
			beta = low + (high-low)/2
			if beta == low || beta == high {
				break
			}
			if m.falls(u, z, beta) > 0 {
				low = beta
			} else {
				high = beta
			}
		}
	}
	return m.of(along(u, -beta, z)), beta
}

// falls is −d‖u−βz‖/dβ = ℓ(u−βz)·z.
func (m metric) falls(u, z []float64, beta float64) float64 {
	t := along(u, -beta, z)
	if length := m.of(t); length > 0 {
		return dot(m.link(t), z) / length
	}
	return 0
}

// sway is how far ℓ(u)·z may be from what it is told, if each coordinate of u is off
// by e: below p = 2 ℓ is steep where a coordinate is near 0.
func (m metric) sway(u, z []float64, e float64) (most float64) {
	length := m.of(u)
	if length == 0 {
		return math.Inf(1)
	}
	if m.p == 2 {
		for i := range z {
			column := make([]float64, len(z))
			column[i] = e
			most += math.Abs(dot(m.times(column), z)) / length
		}
		return most
	}
	grad := func(v float64) float64 {
		return math.Copysign(math.Pow(min(1, math.Abs(v)/length), m.p-1), v)
	}
	for i, v := range u {
		at := grad(v)
		most += math.Abs(z[i]) * max(math.Abs(grad(v+e)-at), math.Abs(grad(v-e)-at))
	}
	return most
}

// span is a length that the rounding of x in this norm is in proportion to.
func (m metric) span(x []float64) float64 {
	if m.m == nil {
		return m.of(x)
	}
	trace := 1.0
	for i := range m.m {
		trace += m.m[i][i]
	}
	return math.Sqrt(trace) * norm(x)
}

// widest is the greatest distance of a point of x from one of y.
func (m metric) widest(x, y [][]float64) float64 {
	most := 0.0
	for _, a := range x {
		for _, b := range y {
			most = max(most, m.of(minus(a, b)))
		}
	}
	return most
}

// longest is max ‖x‖, and farthest the greatest span.
func (m metric) longest(x [][]float64) float64  { return mostOf(m.of, x) }
func (m metric) farthest(x [][]float64) float64 { return mostOf(m.span, x) }

func mostOf(length func([]float64) float64, x [][]float64) float64 {
	most := 0.0
	for _, a := range x {
		most = max(most, length(a))
	}
	return most
}

// units is how many units in the last place a sum of d products may be off, in the
// norm: powers and a factor of M are a few operations more.
func (m metric) units(d int) float64 {
	switch {
	case m.p != 2:
		return units(d) * max(m.p, m.p/(m.p-1))
	case m.m != nil:
		return units(d) * float64(d)
	}
	return units(d)
}
