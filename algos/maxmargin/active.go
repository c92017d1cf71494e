package maxmargin

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

// activeSet is that of Wolfe's method, his corral: points that are affinely
// independent within their hulls, with positive convex weights (but for one
// that has just entered with weight 0).
//
//	symbol   field    meaning
//	z_k      z        the points, signed and shifted (package comment)
//	λ_k      lambda   their weights, which sum to 1 in each hull
//	E        hull     E_gk = 1 where member k is in hull g, else 0
//	Z̃        —        the matrix with columns (z_k, σe_g), of full column rank
//	R        r        RᵀR = K = Z̃ᵀZ̃ = ZᵀZ + σ²EᵀE
//	         score    z_k·w
//	ν_g      level    Σ λ_k z_k·w over hull g
//	δ_k      delta    the way from λ to the affine minimiser
type activeSet struct {
	hulls int
	sigma float64 // σ, of the order of the scale: within maxScale of it

	id     []int
	hull   []int
	z      []vec.Vector
	norm   []float64 // ‖z_k‖
	lambda []float64
	r      factor

	score, delta []float64
	level        [2]float64

	residual []float64    // scratch of project, length d, zero between calls
	coef, q  []float64    // results of project: z̃ = Z̃·coef + residual, q = R·coef
	step     []float64    // scratch of project
	spare    []vec.Vector // the storage of points that were dropped
}

func (c *activeSet) len() int { return len(c.id) }

// reset makes the active set empty. It keeps the storage of the points.
func (c *activeSet) reset() {
	c.spare = append(c.spare, c.z...)
	c.id, c.hull, c.z, c.norm, c.lambda = c.id[:0], c.hull[:0], c.z[:0], c.norm[:0], c.lambda[:0]
	c.score, c.delta = c.score[:0], c.delta[:0]
	c.r.reset()
}

// dependent is the least relative distance that a point may have from the
// affine hulls of the active set and still enter. The distance is computed as the
// norm of an explicit residual, whose rounding error is some units of 1e-16
// relative to the point: four digits are left.
const dependent = 1e-12

// maxCorrections ends the corrections of project where they do not converge.
const maxCorrections = 10

// insert appends the point z of a hull with weight 0. It reports false, and
// leaves the active set as it was, when z is in the affine hull to working
// precision; then z̃ ≈ Z̃·coef.
func (c *activeSet) insert(id, hull int, z vec.Vector) bool {
	norm := math.Sqrt(z.SqNorm())
	distance := c.project(hull, z, norm)
	if !(distance > dependent*num.Hypot(norm, c.sigma)) {
		return false
	}
	c.append(id, hull, z, norm)
	c.r.push(c.q, distance, hull)
	return true
}

// append appends the point z of a hull with weight 0, without R.
func (c *activeSet) append(id, hull int, z vec.Vector, norm float64) {
	c.id = append(c.id, id)
	c.hull = append(c.hull, hull)
	c.z = append(c.z, z)
	c.norm = append(c.norm, norm)
	c.lambda = append(c.lambda, 0)
	c.score = append(c.score, 0)
	c.delta = append(c.delta, 0)
}

// room returns the storage of a point that was dropped, if there is one.
func (c *activeSet) room() (z vec.Vector) {
	if n := len(c.spare); n > 0 {
		z, c.spare = c.spare[n-1], c.spare[:n-1]
	}
	return z
}

// project fits z̃ by the columns of Z̃ that R has, z̃ = Z̃·coef + residual, by
// the corrected seminormal equations (Björck 1987): K·coef = Z̃ᵀz̃ is solved by
// R, and again for the residual, computed explicitly, as long as this falls to
// less than a tenth. It returns ‖residual‖. One correction is enough until the
// condition number of Z̃ is near 1/√u; then a few more are needed.
func (c *activeSet) project(hull int, z vec.Vector, norm float64) (distance float64) {
	n := c.r.N
	c.coef, c.q, c.step = resize(c.coef, n), resize(c.q, n), resize(c.step, n)
	clear(c.coef)
	clear(c.q)
	z.AddTo(c.residual, 1)
	var tail [2]float64 // the residual in the two coordinates that Z̃ has more than Z
	tail[hull] = c.sigma
	distance = num.Hypot(norm, c.sigma)
	for range maxCorrections {
		for k := range n {
			c.step[k] = c.z[k].Dot(c.residual) + float64(c.sigma*tail[c.hull[k]])
		}
		c.r.SolveTrans(c.step)
		floats.Add(c.q, c.step)
		c.r.Solve(c.step)
		floats.Add(c.coef, c.step)
		for k, f := range c.step {
			c.z[k].AddTo(c.residual, -f)
			tail[c.hull[k]] -= float64(f * c.sigma)
		}
		last := distance
		distance = math.Sqrt(num.Dot(c.residual, c.residual) + float64(tail[0]*tail[0]) + float64(tail[1]*tail[1]))
		if distance >= 0.1*last {
			break
		}
	}
	clear(c.residual)
	return distance
}

// remove drops member k.
func (c *activeSet) remove(k int) {
	c.spare = append(c.spare, c.z[k])
	c.id = append(c.id[:k], c.id[k+1:]...)
	c.hull = append(c.hull[:k], c.hull[k+1:]...)
	c.z = append(c.z[:k], c.z[k+1:]...)
	c.norm = append(c.norm[:k], c.norm[k+1:]...)
	c.lambda = append(c.lambda[:k], c.lambda[k+1:]...)
	c.score, c.delta = c.score[:len(c.id)], c.delta[:len(c.id)]
	c.r.remove(k)
}

// refactor computes R afresh from the points. A point that has become dependent
// on those before it is given the least distance that insert lets pass.
func (c *activeSet) refactor() {
	c.r.reset()
	for k, z := range c.z {
		g := c.hull[k]
		distance := c.project(g, z, c.norm[k])
		c.r.push(c.q, max(distance, dependent*num.Hypot(c.norm[k], c.sigma)), g)
	}
}

// levels computes z_k·w and ν_g, and returns how far w is from being the least
// point of the affine hulls: the sum over hulls of max |ν_g − z_k·w|.
func (c *activeSet) levels(w []float64) (spread float64) {
	var level, total, worst [2]float64
	for k, z := range c.z {
		g := c.hull[k]
		c.score[k] = z.Dot(w)
		level[g] += float64(c.lambda[k] * c.score[k])
		total[g] += c.lambda[k]
	}
	for g := range c.hulls {
		level[g] /= total[g]
	}
	for k, v := range c.score {
		g := c.hull[k]
		worst[g] = max(worst[g], math.Abs(level[g]-v))
	}
	c.level = level
	return worst[0] + worst[1]
}

// solve computes the way δ from λ to the least point of the affine hulls, from
// the scores Zᵀw:
//
//	minimise ‖w + Zδ‖ subject to Eδ = 0:  Kδ = Eᵀν − Zᵀw,  ν by Eδ = 0.
//
// It starts from the present w, so to repeat it is iterative refinement. Of the
// scores only differences within a hull matter.
func (c *activeSet) solve() {
	for k, g := range c.hull {
		c.delta[k] = c.level[g] - c.score[k]
	}
	c.r.SolveTrans(c.delta)
	// δ = R⁻¹(a + Σ ν_g p_g), where Eδ = 0 says p_h·(a + Σ ν_g p_g) = 0.
	p, q := c.r.p[0], c.r.p[1]
	pp, pa := num.Dot(p, p), num.Dot(p, c.delta)
	if c.hulls == 1 {
		num.AddScaled(c.delta, -pa/pp, p)
	} else {
		pq, qq, qa := num.Dot(p, q), num.Dot(q, q), num.Dot(q, c.delta)
		f := pq / pp
		nu := (float64(f*pa) - qa) / (qq - float64(f*pq))
		num.AddScaled(c.delta, nu, q)
		num.AddScaled(c.delta, -(pa+float64(nu*pq))/pp, p)
	}
	c.r.Solve(c.delta)
}

// move goes from λ towards λ+δ as far as no weight gets negative, and takes w
// along. It reports whether a weight got 0 before the end of the way.
func (c *activeSet) move(w []float64) (blocked bool) {
	alpha, first := 1.0, -1
	for k, d := range c.delta {
		if c.lambda[k]+float64(alpha*d) < 0 {
			alpha, first = c.lambda[k]/-d, k
		}
	}
	for k, d := range c.delta {
		c.lambda[k] = max(0, c.lambda[k]+float64(alpha*d))
		c.z[k].AddTo(w, alpha*d)
	}
	if first >= 0 {
		c.lambda[first] = 0
	}
	return first >= 0
}

// normalise makes the weights of each hull sum to 1, against the drift of
// rounding.
func (c *activeSet) normalise() {
	var total [2]float64
	for k, l := range c.lambda {
		total[c.hull[k]] += l
	}
	for k := range c.lambda {
		c.lambda[k] /= total[c.hull[k]]
	}
}

// resize returns a slice of length n, on the memory of x where that is enough.
func resize[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n, 2*n)
	}
	return x[:n]
}
