package maxmargin

import (
	"context"
	"math"

	"marginlab/internal/num"
)

// modelled is the solution of a model: û with its weights, and ŵ.
type modelled struct {
	u, w   []float64
	lambda []float64 // of the working set
}

// model solves the quadratic model of the problem over the working set. In units
// in which the side x of the exponent r ≥ 2 has ‖x‖_r = 1 let
//
//	φ(x)_i = sign(x_i)|x_i|^{r−1},  h_i = (r−1)|x_i|^{r−2} + ε,  ε = (r−2)(gap/d)^{(r−2)/r}.
//
// For p ≥ 2, where x is u, the model of ‖u‖_p^p/p is
//
//	½ Σ h_i(u_i − t_i)²,  t = u_x − φ(u_x)/h,  with ŵ = h(û − t).
//
// For p < 2, where x is w, that of ‖w‖_q^q/q, by its dual in u, is
//
//	½ Σ (u_i − t_i)²/h_i,  t = φ(w_x) − hw_x,  with ŵ = (û − t)/h.
//
// Both are the distance of the hulls in ℓ2 with the coordinates multiplied by the
// roots of a metric m, m = h or 1/h, and the target t in place of 0; its w is ŵ/√m.
// The padding ε keeps the model from going far where x_i is small and h_i says
// nothing, by as much as is left to gain (Adil, Peng and Sachdeva 2019).
func (p *power) model(ctx context.Context, s *Solver) (modelled, error) {
	d := len(p.u)
	r, scale := p.p, p.upper
	if p.p < 2 { // the length of w that goes with ‖w‖ = 1; a bound of 0 says nothing
		r, scale = p.q, max(p.lower, 1e-3*p.upper)
	}
	gap := min(1, max(p.gap()/p.upper, unit))
	pad := float64((r - 2) * num.Pow(gap/float64(d), (r-2)/r))
	root, origin := make([]float64, d), make([]float64, d)
	for i := range d {
		x := p.w[i]
		if p.p >= 2 {
			x = p.u[i] / scale
		}
		phi := math.Copysign(num.Pow(math.Abs(x), r-1), x)
		h := float64((r-1)*num.Pow(math.Abs(x), r-2)) + pad
		t := phi - float64(h*x)
		root[i] = 1 / math.Sqrt(h)
		if p.p >= 2 {
			t, root[i] = x-phi/h, math.Sqrt(h)
		}
		origin[i] = root[i] * (s.u0[i]/scale - t)
	}

	metric := NewSolver(d, Options{Origin: s.opt.Origin, Tolerance: 1e-3 * max(gap, p.tolerance)})
	for k, z := range p.z {
		y := s.points[p.work[k]].Y
		image := z.Clone()
		for j := range image.Value {
			image.Value[j] *= float64(y) * root[image.Coordinate(j)] / scale
		}
		metric.Keep(image, y)
	}
	copy(metric.u0, origin)
	metric.factored = true
	metric.startFrom(p.members, p.weights)
	// That the target is in the hulls, or rounding, is no failure here: any feasible
	// pair will do.
	_, _ = metric.solve(ctx)
	if err := ctx.Err(); err != nil {
		return modelled{}, err
	}
	metric.active.normalise()
	c := &metric.active
	m := modelled{u: make([]float64, d), w: make([]float64, d), lambda: make([]float64, len(p.z))}
	copy(m.u, s.u0)
	p.members, p.weights = p.members[:0], p.weights[:0]
	for k, at := range c.id {
		m.lambda[at] = c.lambda[k]
		p.z[at].AddTo(m.u, c.lambda[k])
		p.members, p.weights = append(p.members, at), append(p.weights, c.lambda[k])
	}
	for i := range m.w {
		m.w[i] = root[i] * metric.w[i]
	}
	return m, nil
}
