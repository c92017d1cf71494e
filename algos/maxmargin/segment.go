package maxmargin

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

// descend goes from u towards û as far as ‖u‖ falls: all the way, where that is as
// good to a hundredth of the tolerance, for the fewer weights.
func (p *power) descend(m modelled) {
	d := len(p.u)
	way, to := make([]float64, d), make([]float64, d)
	floats.SubTo(way, p.u, m.u)
	beta := vec.LeastNorm(p.norm, p.u, way)
	num.AddScaledTo(to, p.u, -beta, way)
	least := p.norm.Of(to)
	if n := p.norm.Of(m.u); n <= least*(1+p.tolerance/100) {
		beta, least = 1, n
		copy(to, m.u)
	}
	if least >= p.upper && beta != 1 {
		return
	}
	p.upper = least
	copy(p.u, to)
	for k, l := range m.lambda {
		p.lambda[k] = float64((1-beta)*p.lambda[k]) + float64(beta*l)
	}
}

// follow goes from w towards ℓ(u), which is good where no |u_i| is small.
func (p *power) follow(s *Solver) {
	w := make([]float64, len(p.u))
	p.norm.Grad(w, p.u)
	p.ascend(s, w)
}

// ascend goes from w to the best point of the segment [w, ŵ], over the working
// set: the greatest (u₀·w + Σν)/‖w‖_q, a concave function over a convex one and so
// without another maximum where it is positive.
func (p *power) ascend(s *Solver, to []float64) {
	const halvings = 50
	n := p.dual.Of(to)
	if n == 0 {
		return
	}
	d := len(to)
	way, at, grad := make([]float64, d), make([]float64, d), make([]float64, d)
	num.AddScaledTo(way, to, -1, p.w)
	rise := make([]float64, len(p.z))
	for k, z := range p.z {
		rise[k] = z.Dot(way)
	}
	u0, u0rise := num.Dot(s.u0, p.w), num.Dot(s.u0, way)
	ascending := func(beta float64) bool {
		least, slope := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{}
		for k, v := range p.score {
			g := p.hull[k]
			if v += float64(beta * rise[k]); v < least[g] {
				least[g], slope[g] = v, rise[k]
			}
		}
		value, growth := u0+float64(beta*u0rise), u0rise
		for g := range s.active.hulls {
			value += least[g]
			growth += slope[g]
		}
		num.AddScaledTo(at, p.w, beta, way)
		p.dual.Grad(grad, at)
		return value > 0 && growth*p.dual.Of(at) > value*num.Dot(grad, way)
	}
	beta := 1.0
	if !ascending(1) {
		low, high := 0.0, 1.0
		for range halvings {
			if beta = (low + high) / 2; ascending(beta) {
				low = beta
			} else {
				high = beta
			}
		}
		beta = low
	}
	last, lower := append(grad[:0], p.w...), p.lower
	num.AddScaled(p.w, beta, way)
	if p.rate(s); p.lower < lower {
		copy(p.w, last)
		p.rate(s)
	}
}
