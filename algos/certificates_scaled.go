package algos

import (
	"marginlab/theory"
	"marginlab/theory/vec"
)

// scaledCertificates keeps v₊ and v₋ as scaled sums of the points that moved
// them, so that a step costs O(nnz(x)) amortised whatever the dimension.
//
// The inner products that a step needs are followed by recurrences,
//
//	v ← (1−β)v + βx:  ‖v‖² ← (1−β)²‖v‖² + 2β(1−β) v·x + β²‖x‖²,
//	u = w̃:            u·z = ½‖w̃‖² − A,   ‖w̃‖² ← ‖w̃‖² − 2β u·z + β²‖z‖²,
//
// and computed afresh from the coordinates whenever the moves since the last
// time have touched as many coordinates as v₊ and v₋ have together: rounding
// does not pile up, and the amortised cost stays.
//
// These are squares of the points: a_t and γ_t have an error of some ε·D̄²/γ_t,
// ε = 2⁻⁵². Data as far from the origin as D̄ > 10⁴γ is better stored dense, where
// the error is some ε·D̄.
type scaledCertificates struct {
	v       [2]scaledSum // v₋, v₊
	square  [2]float64   // ‖v₋‖², ‖v₊‖²
	ww      float64      // ‖w̃‖²
	along   [2]float64   // v₋·x, v₊·x of the x last scored
	touched int          // coordinates moved since the last renewal
}

func newScaledCertificates(dim int) *scaledCertificates {
	return &scaledCertificates{v: [2]scaledSum{newScaledSum(dim), newScaledSum(dim)}}
}

// side is the place of a class in the pairs of scaledCertificates.
func side(y theory.Label) int {
	if y == theory.Positive {
		return 1
	}
	return 0
}

func (c *scaledCertificates) start(y theory.Label, x vec.Vector) {
	c.v[side(y)].set(x, 1)
	c.renew()
}

func (c *scaledCertificates) score(x vec.Vector) float64 {
	c.along = [2]float64{c.v[0].dot(x), c.v[1].dot(x)}
	return (c.along[1] - c.along[0]) - (c.square[1]-c.square[0])/2
}

func (c *scaledCertificates) sqNorm() float64 { return c.ww }

// segment returns u·z and ‖z‖² of the x last scored.
func (c *scaledCertificates) segment(x vec.Vector, y theory.Label) (uz, zz float64) {
	s := (c.along[1] - c.along[0]) - (c.square[1]-c.square[0])/2
	k := side(y)
	zz = c.square[k] - 2*c.along[k] + x.SqNorm()
	return c.ww/2 - float64(y)*s, max(zz, 0)
}

func (c *scaledCertificates) approach(x vec.Vector, y theory.Label) bool {
	uz, zz := c.segment(x, y)
	beta := vec.L2{}.LeastNorm(uz, zz)
	if beta == 0 {
		return false
	}
	k, rest := side(y), 1-beta
	c.touched += len(x.Value)
	c.square[k] = rest*rest*c.square[k] + 2*beta*rest*c.along[k] + beta*beta*x.SqNorm()
	c.ww = max(c.ww-2*beta*uz+beta*beta*zz, 0)
	c.v[k].multiply(rest)
	c.v[k].add(x, beta)
	if c.touched >= len(c.v[0].support)+len(c.v[1].support) {
		c.renew()
	}
	return true
}

// renew computes ‖v₊‖², ‖v₋‖² and ‖w̃‖² from the coordinates.
func (c *scaledCertificates) renew() {
	c.touched = 0
	minus, plus := &c.v[0], &c.v[1]
	c.square = [2]float64{}
	c.ww = 0
	for _, i := range plus.support {
		p := plus.at(i)
		u := p - minus.at(i)
		c.square[1] += p * p
		c.ww += u * u
	}
	for _, i := range minus.support {
		n := minus.at(i)
		c.square[0] += n * n
		if !plus.held[i] {
			c.ww += n * n
		}
	}
}

func (c *scaledCertificates) copyTo(plus, minus []float64) {
	c.v[1].copyTo(plus, 1)
	c.v[0].copyTo(minus, 1)
}
