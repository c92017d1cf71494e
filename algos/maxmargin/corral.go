package maxmargin

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory/vec"
)

// corral is the active set of Wolfe's method: points that are affinely
// independent within their groups, with positive convex weights (but for one
// that has just entered with weight 0).
//
//	symbol   field    meaning
//	z_k      z        the points, signed and shifted (package comment)
//	λ_k      lambda   their weights, which sum to 1 in each group
//	E        group    the groups: E_gk = 1 where member k is in group g
//	Z̃        —        the columns (z_k, σ_g e_g), linearly independent
//	R        r        RᵀR = K = Z̃ᵀZ̃ = ZᵀZ + Eᵀdiag(σ²)E
//	g_k      score    z_k·w
//	ν_g      level    Σ_k λ_k g_k over group g
//	δ_k      delta    the way from λ to the affine minimiser
type corral struct {
	groups int
	sigma  [2]float64 // the scale of each group's points

	id     []int
	group  []int
	z      []vec.Vector
	norm   []float64 // ‖z_k‖
	lambda []float64
	r      factor

	score, delta []float64
	level        [2]float64

	column []float64    // scratch of insert, length d, zero between calls
	coef   []float64    // scratch of insert: z̃ = Z̃coef + residual
	q      []float64    // scratch of insert: R·coef
	y      [2][]float64 // scratch of solve: K⁻¹Eᵀ
	spare  []vec.Vector // the storage of points that were dropped
}

func (c *corral) len() int { return len(c.id) }

// dependent is the least relative distance that a point may have from the
// affine hull of the corral and still enter. The distance is computed from the
// residual of a corrected least-squares fit, whose rounding error is some units
// of 1e-16, so the threshold leaves three digits.
const dependent = 1e-12

// insert appends the point z of a group with weight 0. It reports false, and
// leaves the corral as it was, when z is in the affine hull of its group to
// working precision; z̃ ≈ Z̃·coef then.
func (c *corral) insert(id, group int, z vec.Vector) bool {
	norm := math.Sqrt(z.SqNorm())
	if norm > 4*c.sigma[group] || c.size(group) == 1 && norm > 0 {
		c.sigma[group] = norm
		c.refactor()
	}
	diag, ok := c.project(group, z, norm)
	if !ok {
		return false
	}
	c.id = append(c.id, id)
	c.group = append(c.group, group)
	c.z = append(c.z, z)
	c.norm = append(c.norm, norm)
	c.lambda = append(c.lambda, 0)
	c.score = append(c.score, 0)
	c.delta = append(c.delta, 0)
	c.r.push(c.q, diag)
	return true
}

// project fits z̃ by the columns of the corral, z̃ = Z̃·coef + residual, by the
// corrected seminormal equations (Björck 1987): solve K·coef = Z̃ᵀz̃ by R, then
// once more for the residual, computed explicitly. It returns ‖residual‖.
func (c *corral) project(group int, z vec.Vector, norm float64) (diag float64, ok bool) {
	n := c.r.n
	c.coef, c.q = resize(c.coef, n), resize(c.q, n)
	for i := range n {
		c.coef[i], c.q[i] = 0, 0
	}
	z.AddTo(c.column, 1)
	// tail is the residual in the two coordinates that Z̃ has more than Z.
	var tail [2]float64
	tail[group] = c.sigma[group]
	step := resize(c.y[0], n)
	c.y[0] = step
	for range 2 {
		for k := range n {
			step[k] = c.z[k].Dot(c.column) + c.sigma[c.group[k]]*tail[c.group[k]]
		}
		c.r.forward(step)
		floats.Add(c.q, step)
		c.r.back(step)
		floats.Add(c.coef, step)
		for k, s := range step {
			c.z[k].AddTo(c.column, -s)
			tail[c.group[k]] -= s * c.sigma[c.group[k]]
		}
	}
	diag = math.Hypot(math.Hypot(tail[0], tail[1]), floats.Norm(c.column, 2))
	clear(c.column)
	return diag, diag > dependent*math.Hypot(norm, c.sigma[group])
}

// size is the number of members of a group.
func (c *corral) size(group int) int {
	n := 0
	for _, g := range c.group {
		if g == group {
			n++
		}
	}
	return n
}

// remove drops member k.
func (c *corral) remove(k int) {
	c.spare = append(c.spare, c.z[k])
	last := c.len() - 1
	copy(c.id[k:], c.id[k+1:])
	copy(c.group[k:], c.group[k+1:])
	copy(c.z[k:], c.z[k+1:])
	copy(c.norm[k:], c.norm[k+1:])
	copy(c.lambda[k:], c.lambda[k+1:])
	c.id, c.group, c.z, c.norm, c.lambda = c.id[:last], c.group[:last], c.z[:last], c.norm[:last], c.lambda[:last]
	c.score, c.delta = c.score[:last], c.delta[:last]
	c.r.remove(k)
}

// refactor computes R afresh from the points. A member that has become
// dependent on those before it is dropped when its weight is 0, and else kept
// with the least distance that insert lets pass.
func (c *corral) refactor() {
	c.r.reset()
	for k := range c.z {
		diag, _ := c.project(c.group[k], c.z[k], c.norm[k])
		least := dependent * math.Hypot(c.norm[k], c.sigma[c.group[k]])
		c.r.push(c.q, max(diag, least))
	}
}

// levels computes g_k = z_k·w and ν_g, and returns how far w is from being
// least over the affine hull: Σ_g max_k |ν_g − g_k|.
func (c *corral) levels(w []float64) (spread float64) {
	c.level = [2]float64{}
	var total [2]float64
	for k := range c.z {
		c.score[k] = c.z[k].Dot(w)
		c.level[c.group[k]] += c.lambda[k] * c.score[k]
		total[c.group[k]] += c.lambda[k]
	}
	var worst [2]float64
	for g := range c.groups {
		c.level[g] /= total[g]
	}
	for k, s := range c.score {
		g := c.group[k]
		worst[g] = max(worst[g], math.Abs(c.level[g]-s))
	}
	return worst[0] + worst[1]
}

// solve computes the way δ from λ to the weights of the point of least norm in
// the affine hulls, from the scores g = Zᵀw:
//
//	minimise ‖w + Zδ‖ subject to Eδ = 0:  Kδ = Eᵀν − g,  ν by Eδ = 0.
//
// Because it starts from the present w it is its own iterative refinement.
func (c *corral) solve() {
	n := c.len()
	copy(c.delta, c.score)
	for k, g := range c.group {
		c.delta[k] -= c.level[g] // only differences within a group matter
	}
	c.r.forward(c.delta)
	c.r.back(c.delta)
	var s [2][2]float64
	var rhs [2]float64
	for g := range c.groups {
		y := resize(c.y[g], n)
		c.y[g] = y
		for k := range y {
			y[k] = 0
			if c.group[k] == g {
				y[k] = 1
			}
		}
		c.r.forward(y)
		c.r.back(y)
		for k, v := range y {
			s[g][c.group[k]] += v
		}
	}
	for k, v := range c.delta {
		rhs[c.group[k]] += v
	}
	var nu [2]float64
	if c.groups == 1 {
		nu[0] = rhs[0] / s[0][0]
	} else {
		det := s[0][0]*s[1][1] - s[0][1]*s[1][0]
		nu[0] = (rhs[0]*s[1][1] - s[0][1]*rhs[1]) / det
		nu[1] = (s[0][0]*rhs[1] - rhs[0]*s[1][0]) / det
	}
	for k := range c.delta {
		d := -c.delta[k]
		for g := range c.groups {
			d += nu[g] * c.y[g][k]
		}
		c.delta[k] = d
	}
}

// move goes from λ towards λ+δ as far as no weight gets negative, and moves w
// along. It returns the members that lost their weight, first the one that
// stopped the way; none if the whole way was gone.
func (c *corral) move(w []float64) (alpha float64, blocking int) {
	alpha, blocking = 1, -1
	for k, d := range c.delta {
		if d < 0 && c.lambda[k]+alpha*d < 0 {
			if a := c.lambda[k] / -d; a < alpha {
				alpha, blocking = a, k
			}
		}
	}
	for k, d := range c.delta {
		c.lambda[k] = max(0, c.lambda[k]+alpha*d)
		c.z[k].AddTo(w, alpha*d)
	}
	if blocking >= 0 {
		c.lambda[blocking] = 0
	}
	return alpha, blocking
}

// normalise makes the weights of each group sum to 1, against the slow drift
// of rounding.
func (c *corral) normalise() {
	var total [2]float64
	for k, l := range c.lambda {
		total[c.group[k]] += l
	}
	for k := range c.lambda {
		c.lambda[k] /= total[c.group[k]]
	}
}

// resize returns a slice of length n on x's storage where it is large enough.
func resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n, 2*n)
	}
	return x[:n]
}
