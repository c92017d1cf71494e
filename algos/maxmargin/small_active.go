package maxmargin

import (
	"math"

	"marginlab/theory/vec"
)

// The active set of small: points enter, weights move along the solution of a KKT system,
// and points leave.

// enter appends point i to the active set with weight 0, unless it depends on it.
func (m *small) enter(i int, sigma float64) bool {
	k := len(m.id)
	if k == m.stride {
		return false
	}
	z, row := m.row(i), m.gram[k*m.stride:]
	for j, other := range m.id {
		row[j] = vec.Dot(z, m.row(other))
		if m.hull[other] == m.hull[i] {
			row[j] += sigma
		}
	}
	row[k] = vec.Dot(z, z) + sigma
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
		v := (row[j] - dotFew(root[:j], other[:j])) * other[j]
		root[j] = v
		square -= float64(v * v)
		p[0] -= float64(v * m.p[0][j])
		p[1] -= float64(v * m.p[1][j])
	}
	if !(square > smallDependent*row[i]) {
		return false
	}
	root[i] = 1 / math.Sqrt(square)
	m.p[0][i], m.p[1][i] = p[0]*root[i], p[1]*root[i]
	return true
}

// dotFew is [vec.Dot], of less than 4 numbers without a call.
func dotFew(x, y []float64) (sum float64) {
	if len(x) >= 4 {
		return vec.Dot(x, y)
	}
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}

// way computes δ, as activeSet.solve does.
func (m *small) way(hulls int) {
	n := len(m.id)
	delta, p, q := m.delta[:n], m.p[0][:n], m.p[1][:n]
	var pp, pq, qq, pa, qa float64
	for k, i := range m.id {
		root := m.root[k*m.stride:]
		a := (m.level[m.hull[i]] - m.score[i] - dotFew(root[:k], delta[:k])) * root[k]
		delta[k] = a
		pp += float64(p[k] * p[k])
		pq += float64(p[k] * q[k])
		qq += float64(q[k] * q[k])
		pa += float64(p[k] * a)
		qa += float64(q[k] * a)
	}
	mu, nu := -pa/pp, 0.0
	if hulls == 2 {
		f := pq / pp
		nu = (float64(f*pa) - qa) / (qq - float64(f*pq))
		mu = -(pa + float64(nu*pq)) / pp
	}
	for k := range delta {
		delta[k] += float64(mu*p[k]) + float64(nu*q[k])
	}
	for k := n - 1; k >= 0; k-- {
		root := m.root[k*m.stride:]
		v := delta[k] * root[k]
		delta[k] = v
		for j, r := range root[:k] {
			delta[j] -= float64(v * r)
		}
	}
}

// move goes from λ towards λ+δ as far as no weight gets negative. It reports whether a
// weight got 0 before the end of the way.
func (m *small) move() (blocked bool) {
	alpha, first := 1.0, -1
	for k, l := range m.lambda {
		if d := m.delta[k]; l+float64(alpha*d) < 0 {
			alpha, first = l/-d, k
		}
	}
	for k := range m.lambda {
		m.lambda[k] = max(0, m.lambda[k]+float64(alpha*m.delta[k]))
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
