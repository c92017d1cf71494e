package exact

import "math/big"

// hullPoint is a point of the convex hull of examples, with the moves that made
// it: from the first example a share β of the way to each of the others.
type hullPoint struct {
	at   Vector
	of   []Vector
	beta []*big.Rat // 1 for the first
}

func newHullPoint(x Vector) *hullPoint {
	return &hullPoint{at: x, of: []Vector{x}, beta: []*big.Rat{integer(1)}}
}

// toward moves p to the point of the segment from it to x that is nearest to o.
// It is false, and p stays, if that is o itself: the two hulls meet.
func (p *hullPoint) toward(x, o Vector) bool {
	at, beta := nearest(p.at, x, o)
	if at.Equal(o) {
		return false
	}
	if beta.Cmp(integer(1)) == 0 {
		*p = *newHullPoint(x)
		return true
	}
	p.at = at
	p.of = append(p.of, x)
	p.beta = append(p.beta, beta)
	return true
}

// weights are the convex weights of the examples in p: β_i Π_{j>i}(1−β_j).
func (p *hullPoint) weights() (of []Vector, weight []*big.Rat) {
	weight = make([]*big.Rat, len(p.of))
	rest := integer(1)
	for i := len(p.of) - 1; i >= 0; i-- {
		weight[i] = new(big.Rat).Mul(rest, p.beta[i])
		rest = new(big.Rat).Sub(rest, weight[i])
	}
	return p.of, weight
}
