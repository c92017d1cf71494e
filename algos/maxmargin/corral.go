package maxmargin

import (
	"math"
	"slices"

	"marginlab/internal/linalg"
	"marginlab/internal/num"
	"marginlab/theory/vec"
)

// corral is the active set of Wolfe's method, by his name for it: points that are affinely independent within their
// hulls, with convex weights. The weights are positive, except for points that have just entered with weight 0.
//
//	symbol   field    meaning
//	z_k      member   the points, signed and shifted (package comment)
//	λ_k      lambda   their weights, which sum to 1 in each hull
//	E        —        E_gk = 1 where member k is in hull g, else 0
//	Z̃        —        the matrix with columns (z_k, σe_g), of full column rank
//	R        root     RᵀR = K = Z̃ᵀZ̃ = ZᵀZ + σ²EᵀE
//	p_g      p        R⁻ᵀEᵀe_g
//	ν_g      level    Σ λ_k z_k·w over hull g
//	δ_k      delta    the way from λ to the least point of the affine hulls
type corral struct {
	*points
	hulls  int
	sigma  float64 // σ, of the order of the longest z
	member []member
	delta  []float64
	level  [2]float64

	root    linalg.Upper // of the first root.N members
	p       [2][]float64
	q, step []float64 // scratch
	rest    []float64 // scratch of length d, zero between calls
}

const (
	// dependent is the least relative distance that a point may have from the affine hulls of the corral and
	// still enter. The distance is computed as the norm of an explicit residual, whose rounding error is some
	// units of 1e-16 relative to the point: four digits are left.
	dependent = 1e-12
	// short is the relative distance below which Gram products are too inaccurate: its square would lose half of its
	// digits.
	short = 1e-4
	// mostCorrections limits the corrections of project where they do not converge.
	mostCorrections = 10
)

func (c *corral) reset() { c.member, c.root.N = c.member[:0], 0 }

// rooted reports whether R covers all members.
func (c *corral) rooted() bool { return c.root.N == len(c.member) }

// add appends point i with a weight, without R.
func (c *corral) add(i int, lambda float64) {
	c.member = append(c.member, member{id: i, hull: c.hull[i], lambda: lambda})
}

// insert appends point i with a weight. It reports false, and leaves the corral as it was, if the point is in the
// affine hulls to working precision.
func (c *corral) insert(i int, lambda float64) bool {
	entered := c.factor(i, dependent)
	if entered {
		c.add(i, lambda)
	}
	return entered
}

// exchange lets point i, which is in the affine hulls of the corral, take the place of a member, without moving w: z̃ =
// Z̃·f, so that weight t on i and λ − t·f on the corral keep w and the sums of weights. The member whose weight is used
// up first leaves; there is one, as the f of the hull of i sum to 1.
func (c *corral) exchange(i int) {
	t, first := math.Inf(1), 0
	f := c.fit(i)
	for k, v := range f {
		if v > dependent && c.member[k].lambda < t*v {
			t, first = c.member[k].lambda/v, k
		}
	}
	c.reweigh(f, -t)
	c.remove(first)
	if !c.insert(i, t) { // also dependent on the others, which take over t
		c.reweigh(c.fit(i), t)
	}
}

// fit returns the f of z̃ = Z̃·f, valid until the next call.
func (c *corral) fit(i int) []float64 {
	c.delta = resize(c.delta, c.root.N)
	c.project(c.delta, i)
	c.root.Solve(c.delta)
	return c.delta
}

// reweigh adds a part of the way to the weights. Weights that rounding makes negative become 0.
func (c *corral) reweigh(way []float64, part float64) {
	for k, v := range way {
		c.member[k].lambda = max(0, c.member[k].lambda+float64(part*v))
	}
}

// refactor computes R afresh. A member that has become dependent on the earlier ones gets the least distance that lets
// it enter.
func (c *corral) refactor() {
	c.root.N = 0
	for _, m := range c.member {
		c.factor(m.id, 0)
	}
}

// factor appends the column of point i to R: q = R⁻ᵀZ̃ᵀz̃ and the distance of z̃ from the span of Z̃. If the distance
// is not above a relative least, it reports false and appends nothing.
func (c *corral) factor(i int, least float64) bool {
	n, g, whole := c.root.N, c.hull[i], c.whole(i)
	if n == c.root.Stride {
		c.grow()
	}
	c.q = resize(c.q, n+1)
	q := c.q[:n]
	c.products(q, i)
	c.root.SolveTrans(q)
	square, shortest := float64(whole*whole)-vec.Dot(q, q), math.Inf(1)
	for k := range n {
		shortest = min(shortest, c.root.Data[k*(c.root.Stride+1)])
	}
	distance := math.Sqrt(max(0, square))
	if square <= float64(short*short*whole*whole) || shortest < short*c.sigma {
		distance = c.project(q, i)
	}
	if floor := dependent * whole; !(distance > floor) {
		if least > 0 {
			return false
		}
		distance = floor
	}
	for h := range c.hulls {
		e := -vec.Dot(q, c.p[h][:n])
		if h == g {
			e++
		}
		c.p[h] = append(c.p[h][:n], e/distance)
	}
	for k, v := range append(q, distance) {
		c.root.Data[k*c.root.Stride+n] = v
	}
	c.root.N++
	return true
}

// whole returns ‖z̃‖ of point i.
func (c *corral) whole(i int) float64 {
	return math.Sqrt(float64(c.norm[i]*c.norm[i]) + float64(c.sigma*c.sigma))
}

// products stores Z̃ᵀz̃ in dst, for the members that R covers.
func (c *corral) products(dst []float64, i int) {
	z := c.rest
	if c.dense {
		z = c.rows[i]
	} else {
		c.addTo(i, z, 1)
	}
	for k := range dst {
		dst[k] = c.dot(c.member[k].id, z)
		if c.member[k].hull == c.hull[i] {
			dst[k] += float64(c.sigma * c.sigma)
		}
	}
	if !c.dense {
		clear(z)
	}
}

// project computes q and the distance as factor does, by the corrected seminormal equations (Björck 1987): Kf = Z̃ᵀz̃
// is solved by R, and again for the residual z̃ − Z̃f, computed explicitly, as long as this falls to less than a tenth.
func (c *corral) project(q []float64, i int) (distance float64) {
	clear(q)
	c.step = resize(c.step, len(q))
	c.addTo(i, c.rest, 1)
	var tail [2]float64 // the residual in the two extra coordinates of Z̃
	tail[c.hull[i]] = c.sigma
	whole := c.whole(i)
	distance = whole
	for range mostCorrections {
		for k := range q {
			m := &c.member[k]
			c.step[k] = c.dot(m.id, c.rest) + float64(c.sigma*tail[m.hull])
		}
		c.root.SolveTrans(c.step)
		num.AddScaled(q, 1, c.step)
		c.root.Solve(c.step)
		for k, f := range c.step {
			m := &c.member[k]
			c.addTo(m.id, c.rest, -f)
			tail[m.hull] -= float64(f * c.sigma)
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

func (c *corral) grow() {
	to := linalg.NewUpper(max(16, 2*c.root.Stride))
	for i := range c.root.N {
		copy(to.Data[i*to.Stride:], c.root.Data[i*c.root.Stride:][:c.root.N])
	}
	to.N = c.root.N
	c.root = to
}

// remove drops member k. The columns of R after it move left, and Givens rotations of its rows clear the entries below
// the diagonal.
func (c *corral) remove(k int) {
	c.member = slices.Delete(c.member, k, k+1)
	r := &c.root
	for i := range r.N {
		row := r.Data[i*r.Stride:][:r.N]
		from := max(k, i-1)
		copy(row[from:], row[from+1:])
	}
	r.N--
	for i := k; i < r.N; i++ {
		upper, lower := r.Row(i), r.Data[(i+1)*r.Stride:][i:r.N]
		length := num.Hypot(upper[0], lower[0])
		cos, sin := upper[0]/length, lower[0]/length
		linalg.Rotate(upper, lower, cos, sin)
		for _, p := range c.p[:c.hulls] {
			linalg.Rotate(p[i:i+1], p[i+1:i+2], cos, sin)
		}
	}
	for h := range c.hulls {
		c.p[h] = c.p[h][:r.N]
	}
}

// levels computes ν_g from the scores, and returns how far w is from the least point of the affine hulls: the sum
// over hulls of max |ν_g − z_k·w|.
func (c *corral) levels() (spread float64) {
	c.level = [2]float64{}
	for _, m := range c.member {
		c.level[m.hull] += float64(m.lambda * m.score)
	}
	var worst [2]float64
	for _, m := range c.member {
		worst[m.hull] = max(worst[m.hull], math.Abs(c.level[m.hull]-m.score))
	}
	return worst[0] + worst[1]
}

// solve computes the way δ from λ to the least point of the affine hulls, from the scores Zᵀw:
//
//	minimise ‖w + Zδ‖ subject to Eδ = 0:  Kδ = Eᵀν − Zᵀw,  ν by Eδ = 0.
//
// It starts from the present w, so repeating it is iterative refinement. Only differences of scores within a hull
// matter.
func (c *corral) solve() {
	c.delta = resize(c.delta, len(c.member))
	for k, m := range c.member {
		c.delta[k] = c.level[m.hull] - m.score
	}
	c.root.SolveTrans(c.delta)
	// δ = R⁻¹(a + Σ ν_g p_g), where Eδ = 0 says p_h·(a + Σ ν_g p_g) = 0.
	p, q := c.p[0], c.p[1]
	pp, pa := vec.Dot(p, p), vec.Dot(p, c.delta)
	if c.hulls == 1 {
		num.AddScaled(c.delta, -pa/pp, p)
	} else {
		pq, qq, qa := vec.Dot(p, q), vec.Dot(q, q), vec.Dot(q, c.delta)
		f := pq / pp
		nu := (float64(f*pa) - qa) / (qq - float64(f*pq))
		num.AddScaled(c.delta, -(pa+float64(nu*pq))/pp, p)
		num.AddScaled(c.delta, nu, q)
	}
	c.root.Solve(c.delta)
}

// move goes from λ towards λ+δ as far as no weight becomes negative. It returns that part of the way, and whether a
// weight became 0 before its end.
func (c *corral) move() (part float64, blocked bool) {
	part, first := 1.0, -1
	for k, d := range c.delta {
		if l := c.member[k].lambda; l+float64(part*d) < 0 {
			part, first = l/-d, k
		}
	}
	c.reweigh(c.delta, part)
	if first >= 0 {
		c.member[first].lambda = 0
	}
	return part, first >= 0
}

// resize returns a slice of length n, in the memory of x if that is enough.
func resize[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n, 2*n)
	}
	return x[:n]
}
