package maxmargin

import (
	"math"
	"slices"
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
	// smallRefinements is how often an active set may be solved for again without
	// another point.
	smallRefinements = 4
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
	s.sq, s.scale = m.sq, math.Sqrt(dot(s.u0, s.u0))
	for k, i := range m.id {
		norm := s.scores.known[i].norm
		s.scale = max(s.scale, norm)
		z := c.room()
		z.Value, z.Index = append(z.Value[:0], m.row(i)...), nil
		c.append(i, m.hull[i], z, norm)
		c.lambda[k], c.score[k] = m.lambda[k], m.score[i]
	}
	c.sigma, c.level = s.scale, m.level
	return true
}

// load signs and shifts the points, and opens the active set with the first of each
// hull, z = 0.
func (m *small) load(s *Solver) {
	n := len(s.points)
	m.d = len(s.w)
	m.stride = min(n, m.d+2)
	m.z, m.hull, m.score = resize(m.z, n*m.d), resize(m.hull, n), resize(m.score, n)
	m.member = resize(m.member, n)
	clear(m.member)
	m.gram, m.root = resize(m.gram, m.stride*m.stride), resize(m.root, m.stride*m.stride)
	m.delta, m.w = resize(m.delta, m.stride), resize(m.w, m.d)
	m.id, m.lambda = m.id[:0], m.lambda[:0]
	m.p = [2][]float64{resize(m.p[0], m.stride), resize(m.p[1], m.stride)}
	for i := range s.points {
		e := &s.points[i]
		m.hull[i] = s.hull(e.Y)
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

// solve makes w optimal over all points to 0.9·Tolerance; it reports false where it
// gives up.
func (m *small) solve(s *Solver) bool {
	hulls := s.active.hulls
	sigma := s.reach * s.reach
	if sigma == 0 {
		sigma = 1
	}
	for g := range hulls {
		m.enter(slices.Index(m.hull, g), sigma)
		m.lambda[g] = 1
	}
	blocked, refined := false, 0
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
				if refined++; refined > smallRefinements {
					return false
				}
			}
		}
		m.way(hulls)
		if blocked = m.move(); blocked && !m.drop() {
			return false
		}
	}
	return false
}

// enter appends point i to the active set with weight 0, unless it depends on it.
func (m *small) enter(i int, sigma float64) bool {
	k := len(m.id)
	if k == m.stride {
		return false
	}
	z, row := m.row(i), m.gram[k*m.stride:]
	for j, other := range m.id {
		row[j] = dot(z, m.row(other))
		if m.hull[other] == m.hull[i] {
			row[j] += sigma
		}
	}
	row[k] = dot(z, z) + sigma
	m.id, m.lambda = append(m.id, i), append(m.lambda, 0)
	if !m.factor(k) {
		m.id, m.lambda = m.id[:k], m.lambda[:k]
		return false
	}
	m.member[i] = true
	return true
}

// factor computes row i of L and of the p_g from the rows before and row i of K. It reports
// false where K is not positive definite enough.
func (m *small) factor(i int) bool {
	row, root := m.gram[i*m.stride:], m.root[i*m.stride:]
	square := row[i]
	var p [2]float64
	p[m.hull[m.id[i]]] = 1
	for j := range i {
		other := m.root[j*m.stride:]
		v := (row[j] - dot(root[:j], other[:j])) * other[j]
		root[j] = v
		square -= v * v
		p[0] -= v * m.p[0][j]
		p[1] -= v * m.p[1][j]
	}
	if !(square > smallDependent*row[i]) {
		return false
	}
	root[i] = 1 / math.Sqrt(square)
	m.p[0][i], m.p[1][i] = p[0]*root[i], p[1]*root[i]
	return true
}

// measure computes w = u₀ + Σλz, the scores of all points, the levels, and the lowest
// points.
func (m *small) measure(u0 []float64, hulls int) {
	copy(m.w, u0)
	for k, i := range m.id {
		if l := m.lambda[k]; l != 0 {
			for j, v := range m.row(i) {
				m.w[j] += l * v
			}
		}
	}
	m.sq = dot(m.w, m.w)
	least := [2]float64{math.Inf(1), math.Inf(1)}
	for i, g := range m.hull {
		v := dot(m.row(i), m.w)
		m.score[i] = v
		if v < least[g] {
			least[g], m.low[g] = v, i
		}
	}
	var level, total [2]float64
	for k, i := range m.id {
		g := m.hull[i]
		level[g] += m.lambda[k] * m.score[i]
		total[g] += m.lambda[k]
	}
	for g := range hulls {
		m.level[g] = level[g] / total[g]
	}
}

// way computes δ, as activeSet.solve does.
func (m *small) way(hulls int) {
	n := len(m.id)
	delta, p, q := m.delta[:n], m.p[0][:n], m.p[1][:n]
	var pp, pq, qq, pa, qa float64
	for k, i := range m.id {
		root := m.root[k*m.stride:]
		a := (m.level[m.hull[i]] - m.score[i] - dot(root[:k], delta[:k])) * root[k]
		delta[k] = a
		pp += p[k] * p[k]
		pq += p[k] * q[k]
		qq += q[k] * q[k]
		pa += p[k] * a
		qa += q[k] * a
	}
	mu, nu := -pa/pp, 0.0
	if hulls == 2 {
		f := pq / pp
		nu = (f*pa - qa) / (qq - f*pq)
		mu = -(pa + nu*pq) / pp
	}
	for k := range delta {
		delta[k] += mu*p[k] + nu*q[k]
	}
	for k := n - 1; k >= 0; k-- {
		root := m.root[k*m.stride:]
		v := delta[k] * root[k]
		delta[k] = v
		for j, r := range root[:k] {
			delta[j] -= v * r
		}
	}
}

// move goes from λ towards λ+δ as far as no weight gets negative. It reports whether a
// weight got 0 before the end of the way.
func (m *small) move() (blocked bool) {
	alpha, first := 1.0, -1
	for k, l := range m.lambda {
		if d := m.delta[k]; l+alpha*d < 0 {
			alpha, first = l/-d, k
		}
	}
	for k := range m.lambda {
		m.lambda[k] = max(0, m.lambda[k]+alpha*m.delta[k])
	}
	if first >= 0 {
		m.lambda[first] = 0
	}
	return first >= 0
}

// drop takes from the active set the points whose weight fell to 0, and factors anew
// from the first of them on. Those that have just entered may have 0 still. It reports
// false where K is not positive definite enough.
func (m *small) drop() bool {
	kept, from := m.kept[:0], len(m.id)
	for k, i := range m.id {
		if m.lambda[k] == 0 && m.delta[k] < 0 {
			m.member[i] = false
			from = min(from, k)
			continue
		}
		kept = append(kept, k)
	}
	m.kept = kept
	for to := from; to < len(kept); to++ {
		k := kept[to]
		m.id[to], m.lambda[to] = m.id[k], m.lambda[k]
		for at, j := range kept[:to+1] {
			m.gram[to*m.stride+at] = m.gram[k*m.stride+j]
		}
	}
	m.id, m.lambda = m.id[:len(kept)], m.lambda[:len(kept)]
	for to := from; to < len(kept); to++ {
		if !m.factor(to) {
			return false
		}
	}
	return true
}

// dot returns x·y of vectors of one length.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var a, b, c, d float64
	n := len(x) &^ 3
	for i := 0; i < n; i += 4 {
		p, q := (*[4]float64)(x[i:]), (*[4]float64)(y[i:])
		a += p[0] * q[0]
		b += p[1] * q[1]
		c += p[2] * q[2]
		d += p[3] * q[3]
	}
	sum := (a + b) + (c + d)
	for i := n; i < len(x); i++ {
		sum += x[i] * y[i]
	}
	return sum
}
