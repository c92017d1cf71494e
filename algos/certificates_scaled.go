package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// scaledCertificates keeps v₊ and v₋ as combinations of the points that moved them, so
// that a step costs O(nnz(x)) amortised whatever the dimension.
//
// The inner products that a step needs are followed by recurrences,
//
//	v ← (1−β)v + βx:  ‖v‖² ← (1−β)²‖v‖² + 2β(1−β) v·x + β²‖x‖²,
//	u = w̃:            u·z = ½‖w̃‖² − A,   ‖w̃‖² ← ‖w̃‖² − 2β u·z + β²‖z‖²,
//
// and computed afresh whenever the moves since the last time have changed as many
// numbers as they are computed from: rounding does not pile up, and the amortised cost
// stays.
//
// These are squares of the points: a_t and γ_t have an error of some ε·D̄²/γ_t,
// ε = 2⁻⁵². Where that is too much, [doubledCertificates] take over, in ℝ^d: over a Gram
// matrix it is in the numbers K_ij already.
type scaledCertificates struct {
	space   Space
	v       [2]certificate // v₋, v₊
	square  [2]float64     // ‖v₋‖², ‖v₊‖²
	ww      float64        // ‖w̃‖²
	along   [2]float64     // v₋·x, v₊·x of the x last scored
	changed int            // numbers changed since the last renewal
	far     bool           // what exceeded says
}

// certificate is a combination that knows its distance from another.
type certificate interface {
	combination
	// squares computes ‖v‖², ‖u‖² and ‖v−u‖², u of the same type as v.
	squares(u certificate) (vv, uu, dd float64)
}

// side is the place of a class in pairs: negative, positive.
func side(y theory.Label) int { return int(y+1) / 2 }

func (c *scaledCertificates) start(y theory.Label, x vec.Vector) {
	c.v[side(y)].multiply(0)
	c.v[side(y)].add(x, 1)
	c.renew()
	c.far = c.few(c.ww, 0, vanishing)
}

// few is [few] of ‖w̃‖² beside the squares of the points and of an x.
func (c *scaledCertificates) few(ww, xx, least float64) bool {
	terms := c.square[0] + c.square[1] + xx
	return c.space.Gram == nil && few(ww, terms, least*terms)
}

func (c *scaledCertificates) exceeded() bool { return c.far }

func (c *scaledCertificates) score(x vec.Vector) (s, rounding float64) {
	c.along = [2]float64{c.v[0].dot(x), c.v[1].dot(x)}
	return (c.along[1] - c.along[0]) - float64((c.square[1]-c.square[0])/2), 0
}

func (c *scaledCertificates) sqNorm() float64 { return c.ww }

func (c *scaledCertificates) approach(x vec.Vector, y theory.Label) bool {
	k, xx := side(y), c.space.Square(x)
	s := (c.along[1] - c.along[0]) - float64((c.square[1]-c.square[0])/2)
	uz, zz := float64(c.ww/2)-float64(float64(y)*s), max(c.square[k]-float64(2*c.along[k])+xx, 0)
	beta := vec.L2{}.LeastNorm(uz, zz)
	ww := max(c.ww-float64(2*beta*uz)+float64(beta*beta*zz), 0)
	if c.far = c.few(ww, xx, touching); c.far || beta == 0 {
		return false
	}
	rest := 1 - beta
	c.square[k] = float64(rest*rest*c.square[k]) + float64(2*beta*rest*c.along[k]) + float64(beta*beta*xx)
	c.ww = ww
	c.v[k].multiply(rest)
	if c.changed += c.v[k].add(x, beta); c.changed >= c.v[0].size()+c.v[1].size() {
		c.renew()
	}
	return true
}

// renew computes ‖v₊‖², ‖v₋‖² and ‖w̃‖² afresh.
func (c *scaledCertificates) renew() {
	c.changed = 0
	c.square[1], c.square[0], c.ww = c.v[1].squares(c.v[0])
}

func (c *scaledCertificates) copyTo(plus, minus []float64) {
	c.v[1].copyTo(plus, 1)
	c.v[0].copyTo(minus, 1)
}

func (c *scaledCertificates) classifier() theory.Classifier {
	plus, minus := make([]float64, c.space.Dim), make([]float64, c.space.Dim)
	c.copyTo(plus, minus)
	return certified(vec.L2{}, plus, minus)
}

// kernelCertificates are those over a Gram matrix, where a vector is known by its inner
// products alone.
type kernelCertificates struct{ scaledCertificates }

// score knows the part of ‖v₊‖² + ‖v₋‖² + ‖x‖² that hides in A, a difference of inner
// products.
func (c *kernelCertificates) score(x vec.Vector) (s, rounding float64) {
	s, _ = c.scaledCertificates.score(x)
	return s, 8 * 0x1p-52 * (c.square[1] + c.square[0] + c.space.Square(x))
}

func (c *kernelCertificates) classifier() theory.Classifier {
	w, minus := make([]float64, c.space.Dim), make([]float64, c.space.Dim)
	c.copyTo(w, minus)
	norm := math.Sqrt(c.ww)
	for i, m := range minus {
		w[i] = ratio(w[i]-m, norm)
	}
	return theory.Classifier{W: w, B: ratio(-(c.square[1]-c.square[0])/2, norm)}
}
