package maxmargin

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// bulk solves problems in ℓ2 of many sparse points, most of which end in the active set, as
// those of text do. R of k members takes k³ steps; bulk has no matrix but the points.
//
//	Problem    min ½‖w‖², w = Σ λyx, where λ ≥ 0 and the weights of each hull sum to 1:
//	           that of Solver, since o₊ and o₋ cancel
//	Given      the weights of the Solver's active set
//	Returns    λ in the simplices, at a gap of bulkAim·Tolerance
//	Algorithm  Moré and Toraldo (1991): steps along the projected gradient choose a face
//	           of the simplices, that is, which weights are 0; conjugate gradients,
//	           preconditioned by a diagonal, go towards its least point, and their way
//	           is projected where it leaves the simplices
//	Gives up   where ‖w‖² and the gap do not fall any more, and returns what it has
//
//	symbol   field    meaning
//	λ_i      lambda   the weights, of all points
//	m_i      metric   ‖x_i‖² and the mean of these, the diagonal
//	         score    y_i x_i·w
//	ν_g      level    Σ λ_i y_i x_i·w over hull g
//	         low      the least score of hull g
//	δ_i      way      where a step leads
type bulk struct {
	s                     *Solver
	lambda, metric, score []float64
	level, low            [2]float64
	w                     []float64
	sq                    float64 // ‖w‖²

	face    []int     // the points with a weight
	way, to []float64 // by point
	ahead   []float64 // scratch: Σ δyx
}

const (
	// crowd is how many members of an active set, and turns to get there, make a bulk.
	crowd = 512
	// mostFactored is of how many members R is computed at once, where bulk gave up.
	mostFactored = 2048
	// bulkAim leaves room below [Solver.slack] for the rounding of scores that are not
	// shifted.
	bulkAim = 0.4
	// gradients is how many projected gradients follow each other.
	gradients = 2
	// leaving ends conjugate gradients that left the simplices: a step gains less than
	// this part of the greatest gain so far.
	leaving = 0.1
	// refined ends them too, at this part of the differences of scores that there were:
	// then these are computed afresh.
	refined = 1e-4
	// bulkPatience is how many rounds in a row may neither halve the gap nor lower ‖w‖² by
	// bulkFall of itself or of the gap. The least ½‖w‖² is less than a gap away.
	bulkPatience, bulkFall = 50, 1e-3
)

// crowded reports whether the active set is one for bulk: so large, after so many turns or
// without R.
func (s *Solver) crowded(turns int) bool {
	return s.active.len() >= crowd && !s.dense && !s.factored && (turns >= crowd || s.active.r.N < s.active.len())
}

// solveBulk goes on with bulk from the active set, and leaves one without R. The error is
// that of ctx; what was reached by then is kept.
func (s *Solver) solveBulk(ctx context.Context, turns int) error {
	b := s.newBulk()
	err := b.solve(ctx, turns)
	b.settle()
	return err
}

// newBulk returns a bulk with the weights of the active set.
func (s *Solver) newBulk() *bulk {
	n, d := len(s.points), len(s.w)
	b := &bulk{
		s: s, lambda: make([]float64, n), metric: make([]float64, n), score: make([]float64, n),
		w: make([]float64, d), way: make([]float64, n), to: make([]float64, n), ahead: make([]float64, d),
	}
	var mean float64
	for i := range s.points {
		b.metric[i] = s.points[i].X.SqNorm()
		mean += b.metric[i] / float64(n)
	}
	floats.AddConst(mean, b.metric)
	for k, i := range s.active.id {
		b.lambda[i] = s.active.lambda[k]
	}
	return b
}

// settle makes the points with a weight the active set.
func (b *bulk) settle() {
	s, c := b.s, &b.s.active
	c.reset()
	c.r = factor{}
	for i, l := range b.lambda {
		if l > 0 {
			e, norm := &s.points[i], s.scores.known[i].norm
			c.append(i, s.hull(e.Y), s.shift[side(e.Y)].minus(c.room(), e.X, e.Y), norm)
			c.lambda[c.len()-1] = l
			s.scale = max(s.scale, norm)
		}
	}
	c.sigma = s.scale
	s.refresh()
	c.levels(s.w)
	s.scores.pool = s.scores.pool[:0]
}

// solve takes rounds of projected gradients and conjugate gradients until the gap is
// closed, w vanishes, or nothing gets better.
func (b *bulk) solve(ctx context.Context, turns int) error {
	watch := Watcher(ctx)
	least, best := math.Inf(1), math.Inf(1)
	for idle := 0; idle < bulkPatience; idle++ {
		b.refresh()
		for range gradients {
			watch(Stage{What: "maximum margin", Turns: turns})
			turns++
			if b.price(); b.solved() {
				return nil
			}
			b.descend()
		}
		if b.price(); b.solved() {
			return nil
		}
		gap := b.gap()
		if gap < least/2 || best-b.sq > bulkFall*min(gap, b.sq) {
			idle = 0
		}
		least, best = min(least, gap), min(best, b.sq)
		if err := b.conjugate(ctx); err != nil {
			return err
		}
		b.search(1)
	}
	return nil
}

// hull is the hull of point i.
func (b *bulk) hull(i int) int { return int(b.s.scores.known[i].hull) }

// combine stores Σ f_i y_i x_i in dst, where f_i = f[i] or, given the points, f[k] is of points[k].
func (b *bulk) combine(dst, f []float64, points []int) {
	clear(dst)
	for k, v := range f {
		i := k
		if points != nil {
			i = points[k]
		}
		if v != 0 {
			e := &b.s.points[i]
			e.X.AddTo(dst, float64(e.Y)*v)
		}
	}
}

// refresh makes the weights of each hull sum to 1, and computes w from them.
func (b *bulk) refresh() {
	var total [2]float64
	for i, l := range b.lambda {
		total[b.hull(i)] += l
	}
	for i := range b.lambda {
		b.lambda[i] /= total[b.hull(i)]
	}
	b.combine(b.w, b.lambda, nil)
	b.sq = num.Dot(b.w, b.w)
}

// price computes the scores, the levels, the least scores and the face.
func (b *bulk) price() {
	b.level, b.low, b.face = [2]float64{}, [2]float64{math.Inf(1), math.Inf(1)}, b.face[:0]
	for i, l := range b.lambda {
		e, g := &b.s.points[i], b.hull(i)
		v := float64(e.Y) * e.X.Dot(b.w)
		b.score[i] = v
		b.level[g] += float64(l * v)
		b.low[g] = min(b.low[g], v)
		if l > 0 {
			b.face = append(b.face, i)
		}
	}
}

// gap is Σ_g (ν_g − min yx·w).
func (b *bulk) gap() (gap float64) {
	for g := range b.s.active.hulls {
		gap += b.level[g] - b.low[g]
	}
	return gap
}

// aim is the gap to stop at.
func (b *bulk) aim() float64 { return bulkAim * b.s.opt.Tolerance * b.sq }

// solved reports whether the gap is closed or w vanished.
func (b *bulk) solved() bool { return b.gap() <= b.aim() || b.s.vanishes(b.sq, len(b.face)) }

// descend takes a step along the gradient, projected onto the weights that are positive or
// are to grow, as long as the least of ‖w‖² on its line.
func (b *bulk) descend() {
	open := func(i int) bool { return b.lambda[i] > 0 || b.score[i] < b.level[b.hull(i)] }
	var sum, weight [2]float64
	for i, m := range b.metric {
		if open(i) {
			sum[b.hull(i)] += b.score[i] / m
			weight[b.hull(i)] += 1 / m
		}
	}
	var slope float64
	for i, m := range b.metric {
		b.way[i] = 0
		if open(i) {
			g := b.hull(i)
			b.way[i] = (sum[g]/weight[g] - b.score[i]) / m
			slope += float64(float64(b.way[i]*b.way[i]) * m)
		}
	}
	b.combine(b.ahead, b.way, nil)
	if curve := num.Dot(b.ahead, b.ahead); slope > 0 && curve > 0 {
		b.search(slope / curve)
	}
}

// search goes from λ to the projection of λ + a·way, or of a shorter way where
// ‖w‖² does not fall all the way there.
func (b *bulk) search(a float64) {
	const tries = 8
	for try := range tries {
		for i, l := range b.lambda {
			b.to[i] = l + float64(a*b.way[i])
		}
		b.project(b.to)
		floats.Sub(b.to, b.lambda)
		b.combine(b.ahead, b.to, nil)
		var slope float64 // of ½‖w‖²; of the scores only differences within a hull matter
		for i, f := range b.to {
			slope += float64(f * (b.score[i] - b.level[b.hull(i)]))
		}
		curve := num.Dot(b.ahead, b.ahead)
		if falls := slope < -curve/2; falls || try == tries-1 && slope < 0 {
			t := 1.0
			if !falls {
				t = -slope / curve // the least on the line
			}
			for i, f := range b.to {
				b.lambda[i] = max(0, b.lambda[i]+float64(t*f))
			}
			num.AddScaled(b.w, t, b.ahead)
			b.sq = num.Dot(b.w, b.w)
			return
		}
		a *= 0.3
	}
}

// project makes v the nearest weights in the simplices, as the metric measures them:
// v_i − θ_g/m_i where that is positive, else 0. It finds θ_g by dropping what gets 0 until
// nothing does (Michelot 1986).
func (b *bulk) project(v []float64) {
	var theta [2]float64
	for {
		sum, weight, last := [2]float64{-1, -1}, [2]float64{}, theta
		for i, m := range b.metric {
			if g := b.hull(i); float64(m*v[i]) > theta[g] {
				sum[g] += v[i]
				weight[g] += 1 / m
			}
		}
		for g := range theta {
			if weight[g] > 0 {
				theta[g] = max(theta[g], sum[g]/weight[g])
			}
		}
		if theta == last {
			break
		}
	}
	for i, m := range b.metric {
		v[i] = max(0, v[i]-theta[b.hull(i)]/m)
	}
}

// conjugate computes the way from λ towards the least point of the face, to where the
// scores on it differ by less than those beside it or, once the way has left the
// simplices, to where a step gains little.
func (b *bulk) conjugate(ctx context.Context) error {
	k := len(b.face)
	room := make([]float64, 4*k)
	x, r, z, p := room[:k], room[k:2*k], room[2*k:3*k], room[3*k:]
	beside := [2]float64{}
	for i, l := range b.lambda {
		if g := b.hull(i); l == 0 {
			beside[g] = max(beside[g], b.level[g]-b.score[i])
		}
	}
	for j, i := range b.face {
		r[j] = b.level[b.hull(i)] - b.score[i]
	}
	rho, spread := b.precondition(z, r)
	copy(p, z)
	goal := max(b.aim()/4, 0.01*(beside[0]+beside[1]), refined*spread)
	gain := 0.0
	for range k {
		if !(spread > goal) {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		b.combine(b.ahead, p, b.face)
		curve := num.Dot(b.ahead, b.ahead)
		if !(curve > 0) {
			break
		}
		alpha, inside := rho/curve, true
		for j, i := range b.face {
			e := &b.s.points[i]
			x[j] += float64(alpha * p[j])
			inside = inside && b.lambda[i]+x[j] >= 0
			r[j] -= float64(alpha * float64(float64(e.Y)*e.X.Dot(b.ahead)))
		}
		if now := alpha * rho; !inside && now <= leaving*gain {
			break
		} else {
			gain = max(gain, now)
		}
		last := rho
		rho, spread = b.precondition(z, r)
		for j, v := range z {
			p[j] = v + float64(rho/last*p[j])
		}
	}
	clear(b.way)
	for j, i := range b.face {
		b.way[i] = x[j]
	}
	return nil
}

// precondition stores in z the r of the face less their means, over the metric, so that z
// sums to 0 in each hull. It returns Σrz and the sum over hulls of the greatest difference
// from the mean.
func (b *bulk) precondition(z, r []float64) (rho, spread float64) {
	var sum, weight, worst [2]float64
	for j, i := range b.face {
		g, m := b.hull(i), b.metric[i]
		sum[g] += r[j] / m
		weight[g] += 1 / m
	}
	for j, i := range b.face {
		g, m := b.hull(i), b.metric[i]
		v := r[j] - sum[g]/weight[g]
		worst[g] = max(worst[g], math.Abs(v))
		z[j] = v / m
		rho += float64(v * z[j])
	}
	return rho, worst[0] + worst[1]
}
