package normalized

import (
	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// combination is Σ α_i a_i: α, and Gα, which is kept up to date as α changes.
type combination struct {
	G     Points
	coef  []float64 // α
	image []float64 // Gα
	row   []float64 // of G, for toward
}

// zero is the combination α = 0.
func zero(G Points) *combination {
	n := G.Len()
	return &combination{G: G, coef: make([]float64, n), image: make([]float64, n), row: make([]float64, n)}
}

// uniform is 1/n, the combination that the algorithms start from.
func uniform(G Points) *combination {
	c := zero(G)
	floats.AddConst(1/float64(G.Len()), c.coef)
	c.refresh()
	return c
}

func (c *combination) clone() *combination {
	d := zero(c.G)
	copy(d.coef, c.coef)
	copy(d.image, c.image)
	return d
}

// refresh computes Gα from α.
func (c *combination) refresh() { c.G.Mul(c.image, c.coef) }

// refreshEvery is after how many iterations Gα is computed from α: rounding has
// then added no more than that many units to its error.
const refreshEvery = 64

// mix is α ← sα + tβ, without a product by G.
func (c *combination) mix(s, t float64, beta *combination) {
	blend(c.coef, s, t, beta.coef)
	blend(c.image, s, t, beta.image)
}

// toward is α ← (1−θ)α + θe_j, by a row of G.
func (c *combination) toward(theta float64, j int) {
	floats.Scale(1-theta, c.coef)
	c.coef[j] += theta
	c.G.Row(c.row, j)
	blend(c.image, 1-theta, theta, c.row)
}

func blend(x []float64, s, t float64, y []float64) {
	floats.Scale(s, x)
	num.AddScaled(x, t, y)
}

// dot is ⟨β,α⟩_G.
func (c *combination) dot(beta []float64) float64 { return num.Dot(beta, c.image) }

// sqNorm is ‖α‖_G².
func (c *combination) sqNorm() float64 { return max(0, c.dot(c.coef)) }

// least is min_i (Gα)_i.
func (c *combination) least() float64 { return floats.Min(c.image) }

// positive reports Gα > 0, beyond rounding and drift.
func (c *combination) positive() bool {
	tau := c.G.Rounding()
	if !(c.least() > tau) {
		return false
	}
	c.refresh()
	return c.least() > tau
}

// within reports ‖α‖_G² ≤ ε² + τ, beyond drift.
func (c *combination) within(eps, tau float64) bool {
	most := float64(eps*eps) + tau
	if !(c.sqNorm() <= most) {
		return false
	}
	c.refresh()
	return c.sqNorm() <= most
}

// argmin is the j of p(α) = e_j: the first at which (Gα)_j is least.
func (c *combination) argmin() int { return first(c.image, c.G.Rounding()) }

// first is the first index of x within τ of the least.
func first(x []float64, tau float64) int {
	least := floats.Min(x)
	for i, v := range x {
		if v <= least+tau {
			return i
		}
	}
	panic("normalized: a coordinate is not a number")
}
