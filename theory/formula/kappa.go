package formula

import (
	"math/big"
	"slices"
)

// kappaText is κ∘(δ,η) (HKNS25, eq. (5)), the factor by which a margin shrinks at least
// when a point comes in: its closed form in ℓ2, where s = 2 and c = 1, and in a norm of
// smoothness s, c the bound by
//
//	κ∘(δ,η)^s ≤ min_{β∈[0,1]} 1 − sβη + cβ^sδ^s
//
// There is no value for η > δ, as there is no such point.
const kappaText = `max(0, eta) > delta ? -1/0 : eta <= 0 ? 1 : eta <= c*delta^s
	? max(0, 1 - (s-1)*c^(1/(1-s))*(eta/delta)^(s/(s-1)))^(1/s)
	: max(0, 1 - s*eta + c*delta^s)^(1/s)`

// kappa0 is a call kappa0(delta, eta) or kappa0(delta, eta, s, c).
func (p *parser) kappa0(name token, args []*node) *node {
	if len(args) == 2 {
		for _, n := range []int64{2, 1} {
			args = append(args, number(name.pos, big.NewRat(n, 1)))
		}
	}
	if len(args) != 4 {
		return p.fail(name.pos, "%d arguments of kappa0, expected delta and eta, or with s and c of a norm", len(args))
	}
	names := []string{"delta", "eta", "s", "c"}
	body, err := Parse(kappaText, Words{}.With(names...))
	if err != nil {
		panic(err)
	}
	given := make([]*node, 4)
	for i, t := range body.terms {
		given[i] = args[slices.Index(names, t.Name)]
		p.typed(given[i], false)
	}
	n := body.root.with(given)
	n.pos = name.pos
	return p.bounded(n)
}

// with returns the expression with others in the place of its terms.
func (n *node) with(terms []*node) *node {
	if n.op == "term" {
		return terms[n.term]
	}
	m := *n
	m.kids, m.size = nil, 1
	for _, k := range n.kids {
		k = k.with(terms)
		m.kids, m.size = append(m.kids, k), m.size+k.size
	}
	return &m
}
