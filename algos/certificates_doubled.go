package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// doubledCertificates keeps v₊ and v₋ in ℓ2 as combinations of twice the digits, and
// follows the inner products of a step as [scaledCertificates] does. A step costs
// O(nnz(x)), some three times what it does there. The errors of a_t and γ_t are some
// ε²D̄²/γ_t; what remains of those of some ε·D̄ is in the classifier, whose numbers are
// float64.
//
// OMM goes over to it where the form that it has would lose digits.
type doubledCertificates struct {
	v      [2]*doubled   // v₋, v₊
	square [2]vec.Double // ‖v₋‖², ‖v₊‖²
	ww     vec.Double    // ‖w̃‖², 0 where it is within rounding of it
	along  [2]vec.Double // v₋·x, v₊·x of the x last scored
}

// cancelled is how many times as large as their sum terms are whose rounding is too much
// of it: errors would be above some 2¹⁸ε = 6e-11, relative to a length.
const cancelled = 1 << 18

// few reports that a squared length leaves too few of the digits that float64 has beside
// terms of this size: of itself where they are squares, of its root where they are products
// with a point. At or below a least one it is rounding alone, as where hulls touch: there is
// no digit to keep, and a tie stays what it is.
func few(square, terms, least float64) bool { return terms > cancelled*square && square > least }

// touching is the part of a squared length that a step leaves of it by rounding alone.
const touching = 0x1p-48

// vanishing is the squared distance of hulls that touch, relative to the squares of their
// points: what rounding makes of 0, without twice the digits.
const vanishing = 0x1p-88

// double returns the same certificates in twice the digits, in the memory of a doubled
// form, if that is not nil.
func double(c certificates, into *doubledCertificates, dim int) *doubledCertificates {
	if into == nil {
		into = &doubledCertificates{v: [2]*doubled{newDoubled(dim), newDoubled(dim)}}
	}
	plus, minus := make([]float64, dim), make([]float64, dim)
	c.copyTo(plus, minus)
	into.v[1].set(plus)
	into.v[0].set(minus)
	into.square = [2]vec.Double{into.v[0].sqNorm(), into.v[1].sqNorm()}
	var ww vec.Double
	for i := range dim {
		u := into.v[1].at(i).Sub(into.v[0].at(i))
		ww = ww.Add(u.Mul(u))
	}
	into.settle(ww)
	return into
}

// settle makes ‖w̃‖² known.
func (c *doubledCertificates) settle(ww vec.Double) {
	if ww.Hi <= vanishing*(c.square[0].Hi+c.square[1].Hi) {
		ww = vec.Double{}
	}
	c.ww = ww
}

func (c *doubledCertificates) start(theory.Label, vec.Vector) {
	panic("algos: a doubled form goes on from another")
}

func (c *doubledCertificates) exceeded() bool { return false }

func (c *doubledCertificates) score(x vec.Vector) (s, rounding float64) {
	c.along = [2]vec.Double{c.v[0].dot(x), c.v[1].dot(x)}
	return c.scored().Hi, 0
}

// scored is s of the x last scored, and 0 where w̃ is.
func (c *doubledCertificates) scored() vec.Double {
	if c.ww.Hi == 0 {
		return vec.Double{}
	}
	return c.along[1].Sub(c.along[0]).Add(c.square[0].Sub(c.square[1]).Times(0.5))
}

func (c *doubledCertificates) sqNorm() float64 { return c.ww.Hi }

func (c *doubledCertificates) approach(x vec.Vector, y theory.Label) bool {
	k, xx := side(y), square(x)
	uz := c.ww.Times(0.5).Sub(c.scored().Times(float64(y)))
	if uz.Hi <= 0 {
		return false
	}
	zz := c.square[k].Sub(c.along[k].Times(2)).Add(xx)
	beta, rest := vec.Double{Hi: 1}, vec.Double{}
	if uz.Less(zz) {
		beta = uz.Quo(zz)
		rest = rest.Add(vec.Double{Hi: 1}).Sub(beta)
	}
	c.v[k].multiply(rest)
	c.v[k].add(x, beta)
	c.square[k] = rest.Mul(rest).Mul(c.square[k]).
		Add(beta.Mul(rest).Mul(c.along[k]).Times(2)).
		Add(beta.Mul(beta).Mul(xx))
	c.settle(c.ww.Sub(beta.Mul(uz.Times(2).Sub(beta.Mul(zz)))))
	return true
}

func (c *doubledCertificates) copyTo(plus, minus []float64) {
	for i := range plus {
		plus[i], minus[i] = c.v[1].at(i).Hi, c.v[0].at(i).Hi
	}
}

// classifier rounds w once, and b = −½ w·(v₊+v₋) of this w.
func (c *doubledCertificates) classifier() theory.Classifier {
	w := make([]float64, len(c.v[0].hi))
	inverse := ratio(1, math.Sqrt(c.ww.Hi))
	var b vec.Double
	for i := range w {
		plus, minus := c.v[1].at(i), c.v[0].at(i)
		w[i] = plus.Sub(minus).Times(inverse).Hi
		b = b.Sub(plus.Add(minus).Times(w[i] / 2))
	}
	return theory.Classifier{W: w, B: b.Hi}
}
