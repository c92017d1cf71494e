package normalized

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// normed is d(p) = (C/2)‖p − q‖_s², s = 1 + 1/m, C = em, m = ⌊2 ln n⌋. It is strongly convex in ‖·‖₁ with the
// constant 1 and has a bound of the order of ln n, 2C, as the entropy; and it is a square, as ½‖p − q‖². With
// x_i = (Gα)_i − min Gα there are h > 0 and 0 < c ≤ 1 with
//
//	p_μ(α)_i = max(q_i + cw_i, 0),  w_i = ±|1 − x_i/h|^m, + where x_i ≤ h,
//	Σ p_μ(α)_i = 1,  h = c^{1/m} μC‖p_μ(α) − q‖_s^{2−s}
//
// except where x_i = 0 for all q_i > 0: there it is q. Both are computed to some roundings, in some 15 to 20
// computations of w: p_μ(α) is exact for an x that is off by some roundings of h, and its sum is 1 to rounding.
type normed struct {
	m           int
	s, C, h, mu float64
	q, fall     []float64 // q_i, q_i^s
	w, rise     []float64 // w_i, |w_i|^s, of h
	x           []float64
}

// squaredNorm is the prox of a [normed].
func squaredNorm(q []float64) prox {
	n := len(q)
	m := max(1, math.Floor(2*num.Log(float64(n)))) // a single point has one answer, whatever m is
	r := &normed{
		m: int(m), s: 1 + 1/m, C: float64(math.E * m), q: q,
		fall: make([]float64, n), w: make([]float64, n), rise: make([]float64, n), x: make([]float64, n),
	}
	for i, v := range q {
		r.fall[i] = num.Pow(v, r.s)
	}
	return prox{r.d, r.argmin, 2, 2 * r.C}
}

func (r *normed) d(p []float64) (d float64) {
	for i, v := range p {
		d += num.Pow(math.Abs(v-r.q[i]), r.s)
	}
	return r.C / 2 * num.Pow(d, 2/r.s)
}

func (r *normed) argmin(dst, image []float64, mu float64) {
	r.mu = mu
	least, far := floats.Min(image), 0.
	for i, v := range image {
		if r.x[i] = v - least; r.q[i] > leastWeight {
			far = max(far, r.x[i])
		}
	}
	if copy(dst, r.q); far == 0 {
		return
	}
	high := min(far, 2*mu*r.C) // the length is 2 at most, and c is 1
	var y float64
	reached := high < far/3 // below any h at which no weight reaches 0
	if !reached {
		high = root(far/3, far, r.free)
		y, reached = r.solve(high)
	}
	if reached {
		low := high / 2
		for r.over(low) >= 0 {
			high, low = low, low/2
		}
		y, _ = r.solve(root(low, high, r.over))
	}
	c := power(y, r.m)
	for i, v := range r.w {
		dst[i] = max(0, r.q[i]+float64(c*v))
	}
	floats.Scale(1/num.Sum(dst), dst)
}

// place computes w at h.
func (r *normed) place(h float64) {
	r.h = h
	for i, x := range r.x {
		u := 1 - x/h
		r.w[i] = math.Copysign(power(math.Abs(u), r.m), u)
		r.rise[i] = math.Abs(u * r.w[i])
	}
}

// free returns, at h, the sum of the w_i of the weights that can move: with c it is 0 where no weight reaches 0.
func (r *normed) free(h float64) (sum float64) {
	r.place(h)
	for i, v := range r.w {
		if v > 0 || r.q[i] > leastWeight {
			sum += v
		}
	}
	return sum
}

// shift returns the right side of the equation of h for p = max(q + cw, 0), y = c^{1/m}, and the c at which Σp is 1
// if no other weights are 0 there: at most 0, or infinite, if none exists.
func (r *normed) shift(c, y float64) (h, next float64) {
	var fallen, slope, atZero, above float64
	for i, v := range r.w {
		if float64(c*v) < -r.q[i] {
			fallen += r.q[i]
			atZero += r.fall[i]
		} else {
			slope += v
			above += r.rise[i]
		}
	}
	power := atZero + float64(num.Pow(c, r.s)*above)
	return r.mu * r.C * y * num.Pow(power, (2-r.s)/r.s), fallen / slope
}

// over returns h less the right side of its equation at the c at which Σp is 1, or less 0 if none exists.
func (r *normed) over(h float64) float64 {
	r.place(h)
	c := math.Inf(1)
	_, next := r.shift(c, 1)
	for 0 < next && next < c { // Newton's steps, from above
		c = next
		_, next = r.shift(c, 1)
	}
	if !(next > 0) {
		return h
	}
	right, _ := r.shift(c, num.Pow(c, r.s-1))
	return h - right
}

// solve returns the y = c^{1/m} of the equation of h, and whether weights above 0 reach 0 there.
func (r *normed) solve(h float64) (y float64, reached bool) {
	r.place(h)
	y = root(0, 1, func(y float64) float64 {
		if y == 0 {
			return -h
		}
		right, _ := r.shift(power(y, r.m), y)
		return right - h
	})
	_, next := r.shift(power(y, r.m), y)
	return y, next != 0
}

// power returns x^m.
func power(x float64, m int) float64 {
	p := 1.0
	for ; m > 0; m >>= 1 {
		if m&1 == 1 {
			p *= x
		}
		x *= x
	}
	return p
}

// root returns the number between low and high at which the sign of f changes, to some roundings; f is below 0 at
// low, and not at high. It uses inverse quadratic interpolation where that is safe, else bisection (Chandrupatla,
// 1997).
func root(low, high float64, f func(x float64) float64) float64 {
	a, b, fa, fb := low, high, f(low), f(high)
	for t := 0.5; ; {
		x := a + float64(t*(b-a))
		c, fx, fc := a, f(x), fa
		if (fx < 0) != (fa < 0) {
			b, c, fb, fc = a, b, fa, fb
		}
		a, fa = x, fx
		least := unit * (a + b) / math.Abs(b-a)
		if fa == 0 || least > 0.5 {
			return a
		}
		t = 0.5
		xi, phi := (a-b)/(c-b), (fa-fb)/(fc-fb)
		if float64(phi*phi) < xi && float64((1-phi)*(1-phi)) < 1-xi {
			t = float64(fa/(fb-fa)*fc/(fb-fc)) + float64((c-a)/(b-a)*fa/(fc-fa)*fb/(fc-fb))
		}
		t = min(1-least, max(least, t))
	}
}
