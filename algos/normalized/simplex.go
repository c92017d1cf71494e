package normalized

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// softmax stores e^{−x/μ}/‖e^{−x/μ}‖₁ in dst: argmin_{p∈Δ} x·p + μ(Σ p_i log p_i + log n).
func softmax(dst, x []float64, mu float64) {
	least := floats.Min(x)
	for i, v := range x {
		dst[i] = num.Exp((least - v) / mu)
	}
	floats.Scale(1/num.Sum(dst), dst)
}

// entropy is d(p) = Σ p_i log p_i + log n, whose centre is 1/n.
func entropy(n int) prox {
	log := num.Log(float64(n))
	d := func(p []float64) float64 {
		d := log
		for _, v := range p {
			if v > 0 {
				d += float64(v * num.Log(v))
			}
		}
		return d
	}
	return prox{d, softmax, 2, log}
}

// relativeEntropy is d(p) = Σ p_i log(p_i/q_i), for which p_μ(α) is in proportion to q_i e^{−(Gα)_i/μ}.
func relativeEntropy(q []float64) prox {
	d := func(p []float64) (d float64) {
		for i, v := range p {
			if v > 0 {
				d += float64(v * num.Log(v/q[i]))
			}
		}
		return d
	}
	argmin := func(dst, image []float64, mu float64) {
		for i, v := range image {
			dst[i] = v - float64(mu*num.Log(q[i]))
		}
		softmax(dst, dst, mu)
	}
	return prox{d, argmin, 2, -num.Log(floats.Min(q))}
}

// halfSquare is d(p) = ½‖p − q‖², for which p_μ(α) is the point of Δ nearest q − Gα/μ.
func halfSquare(q []float64) prox {
	d := func(p []float64) (d float64) {
		for i, v := range p {
			d += float64((v - q[i]) * (v - q[i]))
		}
		return d / 2
	}
	argmin := func(dst, image []float64, mu float64) {
		for i, v := range image {
			dst[i] = q[i] - v/mu
		}
		Project(dst, dst)
	}
	return prox{d, argmin, 2 * float64(len(q)), float64(len(q))}
}

// squaredNorm is d(p) = (C/2)‖p − q‖_s², s = 1 + 1/m, C = em, m = ⌊2 ln n⌋. As the entropy it is strongly convex in
// ‖·‖₁ with the constant 1, and has a bound of the order of ln n, 2C; and it is a square. With x_i = (Gα)_i − min Gα
// there are h > 0 and 0 < c ≤ 1 with
//
//	p_μ(α)_i = max(q_i + cw_i, 0),  w_i = ±|1 − x_i/h|^m, + where x_i ≤ h,
//	Σ p_μ(α)_i = 1,  h = c^{1/m} μC‖p_μ(α) − q‖_s^{2−s}
//
// but where x_i = 0 of all q_i > 0: there it is q. Bisections find h and then c, each to the last bit, in some
// 250 passes over x. So p_μ(α) is that of an x that is off by some roundings of h, and its sum is 1 to rounding.
func squaredNorm(q []float64) prox {
	m := max(1, math.Floor(2*num.Log(float64(len(q))))) // one point is where it is whatever m is
	s, C := 1+1/m, float64(math.E*m)
	w, rise, fall := make([]float64, len(q)), make([]float64, len(q)), make([]float64, len(q)) // |w_i|^s, q_i^s
	for i, v := range q {
		fall[i] = num.Pow(v, s)
	}
	// place makes w of h.
	place := func(image []float64, least, h float64) {
		for i, v := range image {
			u := 1 - (v-least)/h
			w[i] = math.Copysign(num.Pow(math.Abs(u), m), u)
			rise[i] = math.Abs(u * w[i])
		}
	}
	// shift returns C‖p − q‖_s^{2−s} for p = max(q + cw, 0), and the c at which Σp is 1 if no other p_i are 0 there.
	shift := func(c float64) (length, next float64) {
		var fallen, slope, atZero, above float64
		for i, v := range w {
			if float64(c*v) < -q[i] {
				fallen += q[i]
				atZero += fall[i]
			} else {
				slope += v
				above += rise[i]
			}
		}
		return C * num.Pow(atZero+float64(num.Pow(c, s)*above), (2-s)/s), fallen / slope
	}
	d := func(p []float64) (d float64) {
		for i, v := range p {
			d += num.Pow(math.Abs(v-q[i]), s)
		}
		return C / 2 * num.Pow(d, 2/s)
	}
	argmin := func(dst, image []float64, mu float64) {
		least, far := floats.Min(image), 0.
		for i, v := range image {
			if q[i] > 0 {
				far = max(far, v-least)
			}
		}
		if copy(dst, q); far == 0 {
			return
		}
		h := bisect(far, func(h float64) bool {
			place(image, least, h)
			c := math.Inf(1)
			length, next := shift(c)
			for 0 < next && next < c { // Newton's steps, from above, to where Σp is 1; to 0 if that is nowhere
				c = next
				length, next = shift(c)
			}
			return !(next > 0) || h >= float64(mu*length)*num.Pow(c, 1/m)
		})
		place(image, least, h)
		c := bisect(1, func(c float64) bool {
			length, _ := shift(c)
			return float64(mu*length)*num.Pow(c, 1/m) >= h
		})
		for i, v := range w {
			dst[i] = max(0, q[i]+float64(c*v))
		}
		floats.Scale(1/num.Sum(dst), dst)
	}
	return prox{d, argmin, 2, 2 * C}
}

// bisect returns the least number in (0, high] where a condition holds that holds from some number on, and at high.
func bisect(high float64, holds func(x float64) bool) float64 {
	for low := 0.; ; {
		switch middle := (low + high) / 2; {
		case middle <= low || middle >= high:
			return high
		case holds(middle):
			high = middle
		default:
			low = middle
		}
	}
}

// Project stores the point of Δ nearest v in dst, which may be v:
//
//	max(v_i − t, 0), Σ max(v_i − t, 0) = 1.
//
// With v sorted, v₁ ≥ v₂ ≥ …, t is (v₁+…+v_m − 1)/m for the greatest m at which v_m
// is above it. Equal coordinates stay equal (Held, Wolfe, Crowder, 1974).
func Project(dst, v []float64) {
	top := floats.Max(v)
	sorted := make([]float64, len(v))
	for i, x := range v {
		sorted[i] = x - top // ≤ 0: t is then in [−1, 0) and has its digits
	}
	slices.Sort(sorted)
	slices.Reverse(sorted)
	var sum, t float64
	for i, x := range sorted {
		sum += x
		if next := (sum - 1) / float64(i+1); x > next {
			t = next
		} else {
			break
		}
	}
	for i, x := range v {
		dst[i] = max(x-top-t, 0)
	}
}
