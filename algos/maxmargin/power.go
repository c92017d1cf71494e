package maxmargin

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// power is the part of a Solver that is for ℓp, p ≠ 2, with 1/p + 1/q = 1.
//
//	Problem    min ‖u‖_p, u = u₀ + Zλ, Eλ = 1, λ ≥ 0, and its dual
//	           max (u₀·w + Σ_g ν_g)/‖w‖_q, where z·w ≥ ν_g for all points of hull g
//	Given      the solution in ℓ2: separability is the same there
//	Returns    λ, u, ν, and w with ‖w‖_q = 1; of any feasible pair
//	           u₀·w + Σν ≤ min ‖u‖_p ≤ ‖u‖_p
//	Tolerance  ‖u‖_p − u₀·w − Σν ≤ Tolerance·‖u‖_p
//	Algorithm  Newton's method on the side that has the exponent r = max(p, q) ≥ 2,
//	           u or w, and so second derivatives: the quadratic model of ‖·‖_r^r/r
//	           makes a problem in ℓ2 with another metric (model.go), which Wolfe's
//	           method solves from the active set of the last. Its û and ŵ are feasible:
//	           go to the best points of the segments [u, û] and [w, ŵ]
//	           (segment.go). All this over a working set, which the lowest of all
//	           points join each time that the gap has fallen to a tenth
//	Stops      at the tolerance, over all points; or when rounding keeps the gap
//	           from falling
//
// At 0 the map from u to w, w_i ∝ sign(u_i)|u_i|^{p−1}, is infinitely steep for
// p < 2: in float64 no u has a w of a small gap there, but w has such a u.
type power struct {
	norm, dual vec.Norm
	p, q       float64
	tolerance  float64

	started bool
	settled int          // how many of the points kept are solved for
	work    []int        // the working set; the first points of the hulls come first
	in      []bool       // by example: is it in work
	hull    []int        // of work
	z       []vec.Vector // of work: signed and shifted
	score   []float64    // of work: z·w
	lambda  []float64    // of work: the weights of u
	members []int        // the active set of the last model, places in work
	weights []float64    // their weights in it
	scores  scores       // of the points kept, for the scores z·w

	u, w         []float64
	level        [2]float64 // ν_g
	upper, lower float64    // ‖u‖_p and u₀·w + Σν
	slack        float64    // the greatest difference of the two that stands
}

const (
	// startTolerance is the relative gap of the solution in ℓ2.
	startTolerance = 1e-3
	// turns is how many models in a row may leave the gap above nine tenths of what
	// it was before rounding is taken for the reason.
	turns = 25
	// entering is how many points may join the working set at a time.
	entering = 64
)

func newPower(norm vec.Lp, dim int, tolerance float64) *power {
	return &power{
		norm: norm, dual: norm.Dual(), p: norm.P, q: norm.P / (norm.P - 1), tolerance: tolerance,
		u: make([]float64, dim), w: make([]float64, dim), scores: scores{at: make([]float64, dim)},
	}
}

// gap is ‖u‖ − u₀·w − Σν, and goal what it is to be: half of what is asked for.
func (p *power) gap() float64  { return p.upper - p.lower }
func (p *power) goal() float64 { return p.tolerance / 2 * p.upper }

// hidden reports whether w may fail to separate the points for all that rounding
// lets see.
func (p *power) hidden(s *Solver) bool { return p.lower <= 8*s.roundingOf(norm(p.w), s.reach) }

// cuts reports whether point i, the last kept, is so far below its level that the
// certificate is lost. Else it is noted.
func (p *power) cuts(s *Solver, i int) bool {
	if p.hidden(s) {
		return true
	}
	g, v := s.hull(s.points[i].Y), s.scoreAt(p.w, i)
	below := max(0, p.level[g]-v)
	if p.gap()+below > p.slack {
		return true
	}
	p.level[g] -= below
	p.lower -= below
	p.settled++
	p.open(s)
	p.scores.note(i, v)
	return false
}

// settle solves over all points kept.
func (p *power) settle(ctx context.Context, s *Solver) (changed bool, err error) {
	if p.started && p.settled == len(s.points) {
		return false, nil
	}
	if !p.started {
		if _, err := s.separate(ctx); err != nil {
			return false, err
		}
		p.seed(s)
	}
	p.trim(s)
	if err := p.solve(ctx, s); err != nil {
		return true, err
	}
	p.slack, p.settled = max(p.tolerance*p.upper, 1.1*p.gap()), len(s.points)
	if p.hidden(s) {
		return true, s.judge(p.w)
	}
	return true, nil
}

// solve takes turns until the gap is closed over all points kept, or stays.
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
			if _, err := s.separate(ctx); err != nil {
				return err
			}
			p.restart(s)
		}
		if idle++; p.gap() < 0.9*least {
			least, idle = p.gap(), 0
		}
		m, err := p.model(ctx, s)
		if err != nil {
			return err
		}
		p.descend(m)
		p.ascend(s, m.w)
		p.follow(s)
	}
}

// seed takes u, λ and w from the solution in ℓ2.
func (p *power) seed(s *Solver) {
	p.started = true
	for g := range s.active.hulls {
		p.enter(s, slices.IndexFunc(s.points, func(e theory.Example) bool { return s.hull(e.Y) == g }))
	}
	for k, i := range s.active.id {
		p.enter(s, i)
		at := slices.Index(p.work, i)
		p.lambda[at] = s.active.lambda[k]
		p.members, p.weights = append(p.members, at), append(p.weights, s.active.lambda[k])
	}
	p.refresh(s)
	copy(p.w, s.w)
	p.rate(s)
	p.follow(s)
}

// restart takes the w of ℓ2, which separates, and goes from there towards the
// present one.
func (p *power) restart(s *Solver) {
	w := slices.Clone(p.w)
	copy(p.w, s.w)
	p.rate(s)
	p.ascend(s, w)
}

// open makes room for what is remembered of each point kept.
func (p *power) open(s *Solver) {
	for i := len(p.in); i < len(s.points); i++ {
		a := s.scores.known[i]
		a.low = math.Inf(-1)
		p.in, p.scores.known = append(p.in, false), append(p.scores.known, a)
	}
}

// enter puts point i into the working set, with weight 0.
func (p *power) enter(s *Solver, i int) {
	p.open(s)
	if p.in[i] {
		return
	}
	p.in[i] = true
	e := &s.points[i]
	z := s.shift[side(e.Y)].minus(vec.Vector{}, e.X, e.Y)
	p.work, p.hull, p.z = append(p.work, i), append(p.hull, s.hull(e.Y)), append(p.z, z)
	p.lambda, p.score = append(p.lambda, 0), append(p.score, z.Dot(p.w))
}

// trim leaves in the working set the first points of the hulls, the active set of the
// last model, and the points with a weight.
func (p *power) trim(s *Solver) {
	n := 0
	for k, i := range p.work {
		at := slices.Index(p.members, k)
		if p.in[i] = k < s.active.hulls || at >= 0 || p.lambda[k] > 0; !p.in[i] {
			continue
		}
		if at >= 0 {
			p.members[at] = n
		}
		p.work[n], p.hull[n], p.z[n], p.lambda[n], p.score[n] = i, p.hull[k], p.z[k], p.lambda[k], p.score[k]
		n++
	}
	clear(p.z[n:])
	p.work, p.hull, p.z, p.lambda, p.score = p.work[:n], p.hull[:n], p.z[:n], p.lambda[:n], p.score[:n]
}

// scan prices the points outside the working set, but for those that are known to be
// above their level, and lets the lowest join, unless all they take from the gap is a
// tenth.
func (p *power) scan(s *Solver) (added bool) {
	p.open(s)
	p.scores.travel(p.w)
	type price struct {
		example int
		below   float64
	}
	var low []price
	var worst [2]float64
	way := p.scores.gone()
	for i := range s.points {
		a := &p.scores.known[i]
		level := p.level[a.hull]
		if p.in[i] || a.low-float64(way*a.norm) >= level {
			continue
		}
		v := s.scoreAt(p.w, i)
		p.scores.note(i, v)
		if v < level {
			low = append(low, price{i, level - v})
			worst[a.hull] = max(worst[a.hull], level-v)
		}
	}
	loss := worst[0] + worst[1]
	if added = p.gap()+loss > max(p.tolerance*p.upper, 1.1*p.gap()); added {
		slices.SortStableFunc(low, func(a, b price) int { return cmp.Compare(b.below, a.below) })
		for _, c := range low[:min(len(low), entering)] {
			p.enter(s, c.example)
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
	for k, z := range p.z {
		p.score[k] = z.Dot(p.w)
		p.level[p.hull[k]] = min(p.level[p.hull[k]], p.score[k])
	}
	p.lower = num.Dot(s.u0, p.w)
	for g := range s.active.hulls {
		p.lower += p.level[g]
	}
}

// refresh makes the weights of each hull sum to 1 and computes u = u₀ + Zλ.
func (p *power) refresh(s *Solver) {
	var total [2]float64
	for k, l := range p.lambda {
		total[p.hull[k]] += l
	}
	copy(p.u, s.u0)
	for k, z := range p.z {
		if p.lambda[k] > 0 {
			p.lambda[k] /= total[p.hull[k]]
			z.AddTo(p.u, p.lambda[k])
		}
	}
	p.upper = p.norm.Of(p.u)
}
