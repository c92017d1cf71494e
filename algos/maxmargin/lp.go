package maxmargin

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

// power is the part of a Solver that solves in ℓp, p ≠ 2, with 1/p + 1/q = 1.
//
//	Problem    min ‖u‖_p, u = u₀ + Zλ, Eλ = 1, λ ≥ 0, and its dual
//	           max (u₀·w + Σ_g ν_g)/‖w‖_q, where z·w ≥ ν_g for all points of hull g
//	Given      the solution in ℓ2: separability is the same there
//	Returns    λ, u, ν, and w with ‖w‖_q = 1; of any feasible pair
//	           u₀·w + Σν ≤ min ‖u‖_p ≤ ‖u‖_p
//	Tolerance  ‖u‖_p − u₀·w − Σν ≤ Tolerance·‖u‖_p
//	Algorithm  Newton's method on the side that has the exponent r = max(p, q) ≥ 2,
//	           u or w, and so second derivatives: the quadratic model of ‖·‖_r^r/r
//	           makes a problem in ℓ2 with another metric, which the Solver
//	           solves from the corral of the last. Its û and ŵ are feasible:
//	           go to the best points of the segments [u, û] and [w, ŵ].
//	           All this over a working set, which the lowest of all
//	           points join each time that the gap has fallen to a tenth
//	Stops      at the tolerance, over all points; or when rounding keeps the gap
//	           from falling
//
// At 0 the map from u to w, w_i ∝ sign(u_i)|u_i|^{p−1}, is infinitely steep for p < 2: in float64 no u has a w of a
// small gap there, but w has such a u.
type power struct {
	norm      vec.Lp
	dual      vec.Norm
	tolerance float64

	work   []member // the working set, with the weights of u and the scores of w; the first points of the hulls come first
	corral []member // of the last model
	prices prices   // of the scores z·w of all points

	u, w         []float64
	level        [2]float64 // ν_g
	upper, lower float64    // ‖u‖_p and u₀·w + Σν
	slack        float64    // the greatest allowed difference of the two
}

const (
	// startTolerance is the relative gap of the solution in ℓ2.
	startTolerance = 1e-3
	// turns is how many models in a row may leave the gap above nine tenths of its value before rounding is taken to be
	// the reason.
	turns = 25
	// entering limits the points that join the working set at a time.
	entering = 64
)

func newPower(norm vec.Lp, dim int, tolerance float64) *power {
	p := &power{norm: norm, dual: norm.Dual(), tolerance: tolerance, u: make([]float64, dim), w: make([]float64, dim)}
	p.prices.reset(p.w)
	return p
}

// gap returns ‖u‖ − u₀·w − Σν, and goal its target: half of the tolerance asked for.
func (p *power) gap() float64  { return p.upper - p.lower }
func (p *power) goal() float64 { return p.tolerance / 2 * p.upper }

// hidden reports whether rounding may hide that w does not separate the points.
func (p *power) hidden(s *Solver) bool {
	return p.lower <= 8*s.roundingOf(normOf(vec.L2{}, p.w), s.reach)
}

// cuts reports whether point i, the last kept, is so far below its level that the certificate is lost. Otherwise it
// lowers the level and the bound.
func (p *power) cuts(s *Solver, i int) bool {
	g := s.hull[i]
	below := max(0, p.level[g]-s.dot(i, p.w))
	if p.hidden(s) || p.gap()+below > p.slack {
		return true
	}
	p.level[g] -= below
	p.lower -= below
	return false
}

// settle solves over all points kept.
func (p *power) settle(ctx context.Context, s *Solver) (changed bool, err error) {
	if len(p.work) == 0 {
		if _, err := s.separate(ctx); err != nil {
			return false, err
		}
		p.seed(s)
	}
	n := s.hulls // points without weight leave
	p.work = append(p.work[:n], slices.DeleteFunc(p.work[n:], func(m member) bool {
		return m.lambda == 0 && find(p.corral, m.id) < 0
	})...)
	if err := p.solve(ctx, s); err != nil {
		return true, err
	}
	p.slack = max(p.tolerance*p.upper, 1.1*p.gap())
	if p.hidden(s) {
		return true, s.decide(p.w, 1)
	}
	return true, nil
}

// solve takes turns until the gap over all points kept is closed, or no longer falls.
func (p *power) solve(ctx context.Context, s *Solver) error {
	p.scan(s)
	due, least, idle := p.gap(), math.Inf(1), 0
	for {
		if spent := idle > turns; p.gap() <= due || spent {
			end := p.gap() <= p.goal() || spent
			if added := p.scan(s); !added && end {
				return nil
			}
			due, least, idle = max(p.goal(), 0.1*p.gap()), math.Inf(1), 0
			continue
		}
		if p.hidden(s) {
			// The w of ℓ2 separates: go from there towards the present one.
			if _, err := s.separate(ctx); err != nil {
				return err
			}
			w := slices.Clone(p.w)
			copy(p.w, s.w)
			p.rate(s)
			p.ascend(s, w)
		}
		if idle++; p.gap() < 0.9*least {
			least, idle = p.gap(), 0
		}
		if err := p.step(ctx, s); err != nil {
			return err
		}
	}
}

// seed takes u, λ and w from the solution in ℓ2.
func (p *power) seed(s *Solver) {
	for g := range s.hulls {
		p.enter(s, member{id: slices.Index(s.hull, g), hull: g})
	}
	p.corral = slices.Clone(s.member)
	for _, m := range p.corral {
		p.enter(s, m)
	}
	p.refresh(s)
	copy(p.w, s.w)
	p.rate(s)
	p.follow(s)
}

// enter puts a point into the working set, or adds to its weight there.
func (p *power) enter(s *Solver, m member) {
	if k := find(p.work, m.id); k >= 0 {
		p.work[k].lambda += m.lambda
		return
	}
	m.score = s.dot(m.id, p.w)
	p.work = append(p.work, m)
}

// scan prices the points, and lets the lowest join the working set if they raise the gap above the tolerance and by
// more than a tenth. Points of the working set are at their level.
func (p *power) scan(s *Solver) (added bool) {
	low, worst := s.scan(&p.prices, p.w, p.level, 0, entering)
	loss := worst[0] + worst[1]
	if added = p.gap()+loss > max(p.tolerance*p.upper, 1.1*p.gap()); added {
		for _, c := range low {
			p.enter(s, member{id: c.id, hull: s.hull[c.id]})
		}
	}
	for g := range worst {
		p.level[g] -= worst[g]
	}
	p.lower -= loss
	return added
}

// rate normalises w and computes its scores, levels and bound over the working set.
func (p *power) rate(s *Solver) {
	floats.Scale(1/p.dual.Of(p.w), p.w)
	p.level = [2]float64{math.Inf(1), math.Inf(1)}
	for k := range p.work {
		m := &p.work[k]
		m.score = s.dot(m.id, p.w)
		p.level[m.hull] = min(p.level[m.hull], m.score)
	}
	p.lower = vec.Dot(s.u0, p.w)
	for g := range s.hulls {
		p.lower += p.level[g]
	}
}

// refresh makes the weights of each hull sum to 1 and computes u = u₀ + Zλ.
func (p *power) refresh(s *Solver) {
	normalise(p.work)
	s.sum(p.u, s.u0, p.work)
	p.upper = p.norm.Of(p.u)
}

// step solves the quadratic model of the problem over the working set, and goes towards its solution. In units in which
// the side x with the exponent r ≥ 2 has ‖x‖_r = 1, let
//
//	φ(x)_i = sign(x_i)|x_i|^{r−1},  h_i = (r−1)|x_i|^{r−2} + ε,  ε = (r−2)(gap/d)^{(r−2)/r}.
//
// For p ≥ 2, where x is u, the model of ‖u‖_p^p/p is
//
//	½ Σ h_i(u_i − t_i)²,  t = u_x − φ(u_x)/h,  with ŵ = h(û − t).
//
// For p < 2, where x is w, the model of ‖w‖_q^q/q, by its dual in u, is
//
//	½ Σ (u_i − t_i)²/h_i,  t = φ(w_x) − hw_x,  with ŵ = (û − t)/h.
//
// Both are the distance of the hulls in ℓ2 with the coordinates multiplied by the roots of a metric m, m = h or 1/h,
// and the target t in place of 0; its w is ŵ/√m. The padding ε keeps the model from going far where x_i is small and
// h_i carries no information; it shrinks with the gap (Adil, Peng and Sachdeva 2019).
func (p *power) step(ctx context.Context, s *Solver) error {
	d := len(p.u)
	x, r, scale, onDual := p.u, p.norm.P, p.upper, p.norm.P < 2
	if onDual { // the length of w that goes with ‖w‖ = 1; a bound of 0 tells nothing
		x, r, scale = p.w, r/(r-1), max(p.lower, 1e-3*p.upper)
	}
	gap := min(1, max(p.gap()/p.upper, unit))
	pad := float64((r - 2) * num.Pow(gap/float64(d), (r-2)/r))
	root, model := make([]float64, d), NewSolver(d, Options{Origin: s.origin, Tolerance: 1e-3 * max(gap, p.tolerance)})
	for i, x := range x {
		if !onDual {
			x /= scale
		}
		phi := math.Copysign(num.Pow(math.Abs(x), r-1), x)
		h := float64((r-1)*num.Pow(math.Abs(x), r-2)) + pad
		t := phi - float64(h*x)
		root[i] = 1 / math.Sqrt(h)
		if !onDual {
			t, root[i] = x-phi/h, math.Sqrt(h)
		}
		model.u0[i] = root[i] * (s.u0[i]/scale - t)
	}

	model.metric = true // its u₀ is for points without a shift
	for _, m := range p.work {
		e := s.given[m.id]
		image, y := e.X.Clone(), 1.0
		if s.dense { // the first points are 0, and so are their images
			image, y = vec.Vector{Value: slices.Clone(s.rows[m.id])}, float64(e.Y)
		}
		for j := range image.Value {
			image.Value[j] *= y * root[image.Coordinate(j)] / scale
		}
		model.Keep(image, e.Y)
	}
	for k := range p.corral {
		p.corral[k].id = find(p.work, p.corral[k].id)
	}
	model.start(p.corral)
	// A target inside the hulls, or rounding, is no failure here: any feasible pair will do.
	_, _ = model.solve(ctx)
	normalise(model.member)
	p.corral = append(p.corral[:0], model.member...)
	for k := range p.corral {
		p.corral[k].id = p.work[p.corral[k].id].id
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	u, w := make([]float64, d), root
	s.sum(u, s.u0, p.corral)
	floats.Mul(w, model.w)
	p.descend(u)
	p.ascend(s, w)
	p.follow(s)
	return nil
}

// descend goes from u towards the corral's û as far as ‖u‖ falls. It goes all the way, to have fewer weights, where
// that is as good up to a hundredth of the tolerance.
func (p *power) descend(u []float64) {
	way := slices.Clone(p.u)
	floats.Sub(way, u)
	beta := vec.LeastNorm(p.norm, p.u, way)
	to := num.AddScaledTo(way, p.u, -beta, way)
	least := p.norm.Of(to)
	if n := p.norm.Of(u); n <= least*(1+p.tolerance/100) {
		beta, least, to = 1, n, u
	}
	if least >= p.upper && beta != 1 {
		return
	}
	p.upper = least
	copy(p.u, to)
	for k := range p.work {
		m := &p.work[k]
		m.lambda = float64((1 - beta) * m.lambda)
		if at := find(p.corral, m.id); at >= 0 {
			m.lambda += float64(beta * p.corral[at].lambda)
		}
	}
}

// follow goes from w towards ℓ(u), which is good where no |u_i| is small.
func (p *power) follow(s *Solver) {
	w := make([]float64, len(p.u))
	p.norm.Grad(w, p.u)
	p.ascend(s, w)
}

// ascend goes from w to the best point of the segment [w, ŵ], over the working set, where (u₀·w + Σν)/‖w‖_q is
// greatest. This is a concave function over a convex one, and so has no other maximum where it is positive.
func (p *power) ascend(s *Solver, to []float64) {
	if p.dual.Of(to) == 0 {
		return
	}
	d := len(to)
	way, at, grad := make([]float64, d), make([]float64, d), make([]float64, d)
	num.AddScaledTo(way, to, -1, p.w)
	rise := make([]float64, len(p.work))
	for k, m := range p.work {
		rise[k] = s.dot(m.id, way)
	}
	u0, u0rise := num.Dot(s.u0, p.w), num.Dot(s.u0, way)
	ascending := func(beta float64) bool {
		least, slope := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{}
		for k, m := range p.work {
			if v := m.score + float64(beta*rise[k]); v < least[m.hull] {
				least[m.hull], slope[m.hull] = v, rise[k]
			}
		}
		value, growth := u0+float64(beta*u0rise), u0rise
		for g := range s.hulls {
			value += least[g]
			growth += slope[g]
		}
		num.AddScaledTo(at, p.w, beta, way)
		p.dual.Grad(grad, at)
		return value > 0 && growth*p.dual.Of(at) > value*num.Dot(grad, way)
	}
	beta := 0.0
	if ascending(1) {
		beta = 1
	}
	for part := 0.5; beta < 1 && part >= 0x1p-50; part /= 2 {
		if ascending(beta + part) {
			beta += part
		}
	}
	last, lower := slices.Clone(p.w), p.lower
	num.AddScaled(p.w, beta, way)
	if p.rate(s); p.lower < lower {
		copy(p.w, last)
		p.rate(s)
	}
}
