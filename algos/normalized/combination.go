package normalized

import (
	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// combination is Σ α_i a_i: it has α, and Gα, which it updates as α changes.
type combination struct {
	G     Points
	coef  []float64 // α
	image []float64 // Gα
	row   []float64 // of G, for toward
}

// zero returns the combination α = 0.
func zero(G Points) *combination {
	n := G.Len()
	return &combination{G: G, coef: make([]float64, n), image: make([]float64, n), row: make([]float64, n)}
}

// weighted returns the combination with the given weights.
func weighted(G Points, coef []float64) *combination {
	c := zero(G)
	copy(c.coef, coef)
	c.refresh()
	return c
}

// uniform returns 1/n, the combination from which the algorithms start.
func uniform(G Points) *combination { return weighted(G, falling(G.Len(), 1)) }

// falling returns n weights of sum 1 in proportion to 1, ratio, ratio², ….
func falling(n int, ratio float64) []float64 {
	q, sum, v := make([]float64, n), 0., 1.
	for i := range q {
		q[i] = v
		sum += v
		v = float64(v * ratio)
	}
	for i := range q {
		q[i] /= sum
	}
	return q
}

func (c *combination) clone() *combination {
	d := zero(c.G)
	copy(d.coef, c.coef)
	copy(d.image, c.image)
	return d
}

// refresh computes Gα from α.
func (c *combination) refresh() { c.G.Mul(c.image, c.coef) }

// refreshEvery is the number of iterations after which Gα is computed from α: by then rounding has added no more than
// that many units to its error.
const refreshEvery = 64

// mix makes α ← sα + tβ, without a product by G.
func (c *combination) mix(s, t float64, beta *combination) {
	blend(c.coef, s, t, beta.coef)
	blend(c.image, s, t, beta.image)
}

// toward makes α ← (1−θ)α + θe_j in iteration k, by a row of G. The product by G that keeps Gα fresh costs n rows,
// and is made no more often than every n iterations.
func (c *combination) toward(theta float64, j, k int) {
	floats.Scale(1-theta, c.coef)
	c.coef[j] += theta
	if (k+1)%max(refreshEvery, c.G.Len()) == 0 {
		c.refresh()
		return
	}
	c.G.Row(c.row, j)
	blend(c.image, 1-theta, theta, c.row)
}

func blend(x []float64, s, t float64, y []float64) {
	floats.Scale(s, x)
	num.AddScaled(x, t, y)
}

// sqNorm returns ‖α‖_G².
func (c *combination) sqNorm() float64 { return max(0, num.Dot(c.coef, c.image)) }

// least returns min_i (Gα)_i.
func (c *combination) least() float64 { return floats.Min(c.image) }

// separator returns [Separator] where Gα > 0, beyond rounding and drift, else [None].
func (c *combination) separator() (Certificate, *combination) {
	if c.fresh(func() bool { return c.least() > c.G.Rounding() }) {
		return Separator, c
	}
	return None, c
}

// within reports whether ‖α‖_G² ≤ ε² + τ, beyond drift.
func (c *combination) within(eps, tau float64) bool {
	return c.fresh(func() bool { return c.sqNorm() <= float64(eps*eps)+tau })
}

// fresh reports whether the condition holds, also after Gα is computed afresh.
func (c *combination) fresh(holds func() bool) bool {
	if !holds() {
		return false
	}
	c.refresh()
	return holds()
}

// argmin returns the j of p(α) = e_j.
func (c *combination) argmin() int { return first(c.image, c.G.Rounding()) }

// first returns the first index of x within τ of the least.
func first(x []float64, tau float64) int {
	least := floats.Min(x)
	for i, v := range x {
		if v <= least+tau {
			return i
		}
	}
	panic("normalized: a coordinate is not a number")
}
