package maxmargin

import (
	"math"

	"marginlab/theory/vec"
)

// small solves problems of few dense points in ℓ2, from the beginning and all at once. In
// these the calls and the updates of the [Solver] take longer than the arithmetic: small
// computes afresh in each round what the Solver follows.
//
//	Problem    that of Solver, with its z, u₀, λ, w, ν_g and E
//	Algorithm  Wolfe (1976) as there, but for two things: the lowest point of each
//	           hull enters, and KKT systems are solved by Cholesky's L of K
//	Returns    the active set with its weights, at a gap of 0.9·Tolerance
//	Gives up   and leaves the problem to the Solver, where rounding is not far below
//	           the tolerance, as when the hulls meet or nearly so, where points depend on
//	           each other, and after smallRounds
//
//	symbol   field           meaning
//	z_i      z               all points, signed and shifted, one after the other
//	z_i·w    score           of all points
//	λ_k      lambda          of the members of the active set
//	K        gram            K_jk = z_j·z_k + σ²[j, k in one hull], a row a member
//	L        root            LLᵀ = K, of the diagonal the inverse
//	p_g      p               L⁻¹e_g
//	δ_k      delta           the way from λ to the affine minimiser
type small struct {
	d          int
	z          []float64
	point      []int  // that z_i is of: those of one hull come after those of the other
	from       [3]int // where the hulls begin, and end
	hull       []int
	score      []float64
	member     []bool // by point: is it in the active set
	id         []int  // of the active set
	lambda     []float64
	gram, root []float64
	stride     int
	p          [2][]float64
	delta      []float64
	kept       []int // scratch of drop
	w          []float64
	sq         float64
	level      [2]float64
	low        [2]int // the lowest point of each hull
}

const (
	// smallest problems have at most so many points, in as many dimensions.
	smallest = 64
	// smallRounds is more than separable problems of that size were seen to need.
	smallRounds = 200
	// smallDependent is the least relative square of the distance of a point from the
	// affine hulls of the active set at which it enters: K loses ten digits then, of
	// sixteen.
	smallDependent = 1e-10
)

// isSmall reports whether the problem is one for small.
func (s *Solver) isSmall() bool {
	if len(s.points) > smallest || len(s.w) > smallest {
		return false
	}
	for i := range s.points {
		if s.points[i].X.IsSparse() {
			return false
		}
	}
	return true
}

// solveSmall solves by small. It reports false where that gave up; then nothing has
// changed.
func (s *Solver) solveSmall() bool {
	m, c := &s.small, &s.active
	m.load(s)
	if !m.solve(s) {
		return false
	}
	s.started = true
	copy(s.w, m.w)
	copy(s.scores.at, m.w)
	s.sq, s.scale = m.sq, math.Sqrt(vec.Dot(s.u0, s.u0))
	for k, i := range m.id {
		norm := s.scores.known[m.point[i]].norm
		s.scale = max(s.scale, norm)
		z := c.room()
		z.Value, z.Index = append(z.Value[:0], m.row(i)...), nil
		c.append(m.point[i], m.hull[i], z, norm)
		c.lambda[k], c.score[k] = m.lambda[k], m.score[i]
	}
	c.sigma, c.level = s.scale, m.level
	return true
}

// load signs and shifts the points, and empties the active set.
func (m *small) load(s *Solver) {
	n := len(s.points)
	m.from = [3]int{0, s.count[0], n}
	if s.opt.Origin {
		m.from[1] = n
	}
	m.d, m.point = len(s.w), resize(m.point, n)
	m.stride = min(n, m.d+2)
	m.z, m.hull, m.score = resize(m.z, n*m.d), resize(m.hull, n), resize(m.score, n)
	m.member = resize(m.member, n)
	clear(m.member)
	m.gram, m.root = resize(m.gram, m.stride*m.stride), resize(m.root, m.stride*m.stride)
	m.delta, m.w = resize(m.delta, m.stride), resize(m.w, m.d)
	m.id, m.lambda = m.id[:0], m.lambda[:0]
	m.p = [2][]float64{resize(m.p[0], m.stride), resize(m.p[1], m.stride)}
	next := m.from
	for k := range s.points {
		e := &s.points[k]
		g := s.hull(e.Y)
		i := next[g]
		next[g]++
		m.point[i], m.hull[i] = k, g
		z, sign, o := m.row(i), float64(e.Y), s.shift[side(e.Y)].dense
		for k, v := range o {
			if k < len(e.X.Value) {
				v -= e.X.Value[k]
			}
			z[k] = -sign * v
		}
	}
}

func (m *small) row(i int) []float64 { return m.z[i*m.d : (i+1)*m.d : (i+1)*m.d] }

// solve makes w optimal over all points to 0.9·Tolerance, from the first point of each
// hull on, z = 0; it reports false where it gives up.
func (m *small) solve(s *Solver) bool {
	hulls := s.active.hulls
	sigma := s.reach * s.reach
	if sigma == 0 {
		sigma = 1
	}
	for g := range hulls {
		m.enter(m.from[g], sigma)
		m.lambda[g] = 1
	}
	blocked := false
	for range smallRounds {
		m.measure(s.u0, hulls)
		if !(4*float64(hulls)*s.roundingOf(math.Sqrt(m.sq), s.reach) < 0.05*s.opt.Tolerance*m.sq) {
			return false
		}
		if !blocked {
			gap, slack, entered := 0.0, 0.9*s.opt.Tolerance*m.sq, false
			var below [2]float64
			for g := range hulls {
				below[g] = m.level[g] - m.score[m.low[g]]
				gap += below[g]
			}
			if gap <= slack {
				return true
			}
			for g := range hulls {
				if i := m.low[g]; below[g] > slack/2 && !m.member[i] && m.enter(i, sigma) {
					entered = true
				}
			}
			if !entered {
				return false
			}
		}
		m.way(hulls)
		if blocked = m.move(); blocked && !m.drop() {
			return false
		}
	}
	return false
}

// measure computes w = u₀ + Σλz, the scores of all points, the levels, and the lowest
// points.
func (m *small) measure(u0 []float64, hulls int) {
	copy(m.w, u0)
	for k, i := range m.id {
		if l := m.lambda[k]; l != 0 {
			vec.AddScaled(m.w, l, m.row(i))
		}
	}
	m.sq = vec.Dot(m.w, m.w)
	vec.DotRows(m.score, m.z, m.w)
	for g := range hulls {
		least, from := math.Inf(1), m.from[g]
		for i, v := range m.score[from:m.from[g+1]] {
			if v < least {
				least, m.low[g] = v, from+i
			}
		}
	}
	var level, total [2]float64
	for k, i := range m.id {
		g := m.hull[i]
		level[g] += float64(m.lambda[k] * m.score[i])
		total[g] += m.lambda[k]
	}
	for g := range hulls {
		m.level[g] = level[g] / total[g]
	}
}
