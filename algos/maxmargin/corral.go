package maxmargin

import (
	"math"
	"slices"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

// corral is the active set of Wolfe's method, which he calls so: points that are affinely
// independent within their hulls, with convex weights that are positive, but for points that have
// just entered with weight 0.
//
//	symbol   field    meaning
//	z_k      id       the points, signed and shifted (package comment)
//	λ_k      lambda   their weights, which sum to 1 in each hull
//	E        —        E_gk = 1 where member k is in hull g, else 0
//	Z̃        —        the matrix with columns (z_k, σe_g), of full column rank
//	L        root     LLᵀ = K = Z̃ᵀZ̃ = ZᵀZ + σ²EᵀE, by rows, with the inverse of its diagonal
//	p_g      p        L⁻¹Eᵀe_g
//	         score    z_k·w
//	ν_g      level    Σ λ_k z_k·w over hull g
//	δ_k      delta    the way from λ to the least point of the affine hulls
type corral struct {
	*points
	hulls                int
	sigma                float64 // σ, of the order of the longest z
	id                   []int
	lambda, score, delta []float64
	level                [2]float64

	rooted  int // the number of members that L has
	stride  int // of the rows of L
	root    []float64
	p       [2][]float64
	step, q []float64 // scratch
	rest    []float64 // scratch of length d, zero between calls
}

const (
	// dependent is the least relative distance that a point may have from the affine hulls of the
	// corral and still enter. The distance is computed as the norm of an explicit residual, whose
	// rounding error is some units of 1e-16 relative to the point: four digits are left.
	dependent = 1e-12
	// short is the relative distance below which Gram products do not tell it: its square would
	// lose half of its digits.
	short = 1e-4
	// mostCorrections ends the corrections of project where they do not converge.
	mostCorrections = 10
)

func (c *corral) reset() {
	c.id, c.lambda, c.score, c.delta, c.rooted = c.id[:0], c.lambda[:0], c.score[:0], c.delta[:0], 0
}

func (c *corral) row(k int) []float64 { return c.root[k*c.stride : k*c.stride+k+1] }

// append appends point i with a weight, without L.
func (c *corral) append(i int, lambda float64) {
	c.id, c.lambda = append(c.id, i), append(c.lambda, lambda)
	c.score, c.delta = append(c.score, 0), append(c.delta, 0)
}

// insert appends point i with weight 0. It reports false, and leaves the corral as it was, if the
// point is in the affine hulls to working precision.
func (c *corral) insert(i int) bool {
	if !c.factor(i, dependent) {
		return false
	}
	c.append(i, 0)
	return true
}

// exchange lets point i, which is in the affine hulls of the corral, take the place of a member, and
// w stays where it is: z̃ = Z̃·f, so that weight t on i and λ − t·f on the corral keep w and the sums
// of weights. The member whose weight is used up first leaves; the f of the hull of i sum to 1, and
// so there is one.
func (c *corral) exchange(i int) {
	t, first := math.Inf(1), 0
	f := c.fit(i)
	for k, v := range f {
		if v > dependent && c.lambda[k] < t*v {
			t, first = c.lambda[k]/v, k
		}
	}
	for k, v := range f {
		c.lambda[k] = max(0, c.lambda[k]-float64(t*v))
	}
	c.remove(first)
	if c.insert(i) {
		c.lambda[len(c.id)-1] = t
		return
	}
	for k, v := range c.fit(i) { // dependent on the others too: these take t over
		c.lambda[k] = max(0, c.lambda[k]+float64(t*v))
	}
}

// fit returns f of z̃ = Z̃·f.
func (c *corral) fit(i int) []float64 {
	f := make([]float64, c.rooted)
	c.project(f, i, c.whole(i))
	c.backward(f)
	return f
}

// refactor computes L afresh. A member that has become dependent on those before it is given the
// least distance that lets it enter.
func (c *corral) refactor() {
	c.rooted = 0
	for _, i := range c.id {
		c.factor(i, 0)
	}
}

// factor appends the row of point i to L: q = L⁻¹Z̃ᵀz̃ and the distance of z̃ from the span of Z̃. It
// reports false if that is not above a relative least, and appends nothing.
func (c *corral) factor(i int, least float64) bool {
	n, g := c.rooted, c.hull[i]
	if n == c.stride {
		c.grow()
	}
	q := c.row(n)[:n]
	c.products(q, i)
	whole := c.whole(i)
	square, longest := float64(whole*whole), 0.0 // longest is the inverse of the shortest distance so far
	for k, v := range q {
		if c.hull[c.id[k]] == g {
			v += float64(c.sigma * c.sigma)
		}
		row := c.row(k)
		v = (v - dotFew(q[:k], row[:k])) * row[k]
		q[k] = v
		square -= float64(v * v)
		longest = max(longest, row[k])
	}
	distance := math.Sqrt(max(0, square))
	if square <= float64(short*short*whole*whole) || longest*short*c.sigma > 1 {
		distance = c.project(q, i, whole)
	}
	if floor := dependent * whole; !(distance > floor) {
		if least > 0 {
			return false
		}
		distance = floor
	}
	c.row(n)[n] = 1 / distance
	for h := range c.hulls {
		e := -dotFew(q, c.p[h][:n])
		if h == g {
			e++
		}
		c.p[h] = append(c.p[h][:n], e/distance)
	}
	c.rooted++
	return true
}

// whole is ‖z̃‖ of point i.
func (c *corral) whole(i int) float64 {
	return math.Sqrt(float64(c.norm[i]*c.norm[i]) + float64(c.sigma*c.sigma))
}

// products stores z_k·z_i of the members that L has in dst.
func (c *corral) products(dst []float64, i int) {
	if c.dense {
		for k := range dst {
			dst[k] = c.dot(c.id[k], c.z(i))
		}
		return
	}
	c.addTo(i, c.rest, 1)
	for k := range dst {
		dst[k] = c.dot(c.id[k], c.rest)
	}
	clear(c.rest)
}

// project computes q and the distance as factor does, by the corrected seminormal equations
// (Björck 1987): Kf = Z̃ᵀz̃ is solved by L, and again for the residual z̃ − Z̃f, computed explicitly,
// as long as this falls to less than a tenth.
func (c *corral) project(q []float64, i int, whole float64) (distance float64) {
	clear(q)
	c.step = resize(c.step, len(q))
	c.addTo(i, c.rest, 1)
	var tail [2]float64 // the residual in the two coordinates that Z̃ has more than Z
	tail[c.hull[i]] = c.sigma
	distance = whole
	for range mostCorrections {
		for k := range q {
			c.step[k] = c.dot(c.id[k], c.rest) + float64(c.sigma*tail[c.hull[c.id[k]]])
		}
		c.forward(c.step)
		for k, f := range c.step {
			q[k] += f
		}
		c.backward(c.step)
		for k, f := range c.step {
			c.addTo(c.id[k], c.rest, -f)
			tail[c.hull[c.id[k]]] -= float64(f * c.sigma)
		}
		last := distance
		distance = math.Sqrt(vec.Dot(c.rest, c.rest) + float64(tail[0]*tail[0]) + float64(tail[1]*tail[1]))
		if distance >= 0.1*last || distance < unit*whole {
			break
		}
	}
	clear(c.rest)
	return distance
}

// forward computes L⁻¹x in place, and backward L⁻ᵀx.
func (c *corral) forward(x []float64) {
	for k := range x {
		row := c.row(k)
		x[k] = (x[k] - dotFew(row[:k], x[:k])) * row[k]
	}
}

func (c *corral) backward(x []float64) {
	for k := len(x) - 1; k >= 0; k-- {
		row := c.row(k)
		x[k] *= row[k]
		if k < 4 {
			for j, v := range row[:k] {
				x[j] -= float64(x[k] * v)
			}
		} else {
			vec.AddScaled(x[:k], -x[k], row[:k])
		}
	}
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

func (c *corral) grow() {
	stride := max(16, 2*c.stride)
	root := make([]float64, stride*stride)
	for k := range c.rooted {
		copy(root[k*stride:], c.row(k))
	}
	c.stride, c.root = stride, root
}

// remove drops member k. The rows of L after it move up, and Givens rotations of their columns take
// away what is then right of the diagonal.
func (c *corral) remove(k int) {
	c.id, c.lambda = slices.Delete(c.id, k, k+1), slices.Delete(c.lambda, k, k+1)
	c.score, c.delta = slices.Delete(c.score, k, k+1), slices.Delete(c.delta, k, k+1)
	c.rooted--
	cos, sin := resize(c.step, c.rooted), resize(c.q, c.rooted)
	c.step, c.q = cos, sin
	for i := k; i < c.rooted; i++ {
		row := c.root[i*c.stride : i*c.stride+i+2]
		copy(row, c.row(i+1))
		for j := k; j < i; j++ {
			row[j], row[j+1] = turn(row[j], row[j+1], cos[j], sin[j])
		}
		diagonal := 1 / row[i+1]
		r := num.Hypot(row[i], diagonal)
		cos[i], sin[i] = row[i]/r, diagonal/r
		row[i] = 1 / r
	}
	for h := range c.hulls {
		p := c.p[h]
		for j := k; j < c.rooted; j++ {
			p[j], p[j+1] = turn(p[j], p[j+1], cos[j], sin[j])
		}
		c.p[h] = p[:c.rooted]
	}
}

func turn(a, b, cos, sin float64) (float64, float64) {
	return float64(cos*a) + float64(sin*b), float64(cos*b) - float64(sin*a)
}

// levels computes ν_g from the scores, and returns how far w is from the least point of the affine
// hulls: the sum over hulls of max |ν_g − z_k·w|.
func (c *corral) levels() (spread float64) {
	c.level = [2]float64{}
	for k, i := range c.id {
		c.level[c.hull[i]] += float64(c.lambda[k] * c.score[k])
	}
	var worst [2]float64
	for k, i := range c.id {
		g := c.hull[i]
		worst[g] = max(worst[g], math.Abs(c.level[g]-c.score[k]))
	}
	return worst[0] + worst[1]
}

// solve computes the way δ from λ to the least point of the affine hulls, from the scores Zᵀw:
//
//	minimise ‖w + Zδ‖ subject to Eδ = 0:  Kδ = Eᵀν − Zᵀw,  ν by Eδ = 0.
//
// It starts from the present w, so to repeat it is iterative refinement. Of the scores only
// differences within a hull matter.
func (c *corral) solve() {
	for k, i := range c.id {
		c.delta[k] = c.level[c.hull[i]] - c.score[k]
	}
	c.forward(c.delta)
	// δ = L⁻ᵀ(a + Σ ν_g p_g), where Eδ = 0 says p_h·(a + Σ ν_g p_g) = 0.
	p := c.p[0]
	pp, pa := dotFew(p, p), dotFew(p, c.delta)
	if c.hulls == 1 {
		num.AddScaled(c.delta, -pa/pp, p)
	} else {
		q := c.p[1]
		pq, qq, qa := dotFew(p, q), dotFew(q, q), dotFew(q, c.delta)
		f := pq / pp
		nu := (float64(f*pa) - qa) / (qq - float64(f*pq))
		mu := -(pa + float64(nu*pq)) / pp
		for k := range c.delta {
			c.delta[k] += float64(mu*p[k]) + float64(nu*q[k])
		}
	}
	c.backward(c.delta)
}

// move goes from λ towards λ+δ as far as no weight gets negative. It returns the part of the way that
// this is, and whether a weight got 0 before its end.
func (c *corral) move() (part float64, blocked bool) {
	part, first := 1.0, -1
	for k, d := range c.delta {
		if c.lambda[k]+float64(part*d) < 0 {
			part, first = c.lambda[k]/-d, k
		}
	}
	for k, d := range c.delta {
		c.lambda[k] = max(0, c.lambda[k]+float64(part*d))
	}
	if first >= 0 {
		c.lambda[first] = 0
	}
	return part, first >= 0
}

// follow takes w along a part of the way δ.
func (c *corral) follow(w []float64, part float64) {
	for k, d := range c.delta {
		c.addTo(c.id[k], w, part*d)
	}
}

// normalise makes the weights of each hull sum to 1, against the drift of rounding.
func (c *corral) normalise() {
	var total [2]float64
	for k, i := range c.id {
		total[c.hull[i]] += c.lambda[k]
	}
	for k, i := range c.id {
		c.lambda[k] /= total[c.hull[i]]
	}
}

// resize returns a slice of length n, on the memory of x where that is enough.
func resize[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n, 2*n)
	}
	return x[:n]
}
