package measure

import (
	"math/big"

	"marginlab/algos/exact"
	"marginlab/theory"
)

// Exact returns the examples as rational numbers, at the points x.
func Exact(examples []theory.Example, x []Vector) []exact.Example {
	all := make([]exact.Example, len(x))
	for t := range x {
		all[t] = exact.Example{X: exact.Floats(x[t]...), Y: int(examples[t].Y)}
	}
	return all
}

// MaxMargin returns the maximum margin of examples at the points x in ℓ2 by package exact, with its w∗, ‖w∗‖ = 1,
// and whether they pose the problem, as one class alone does not. It is 0 where rounding hides the margin.
func MaxMargin(examples []theory.Example, x []Vector, origin bool) (gamma float64, w Vector, posed bool) {
	s, posed := exact.MaxMargin(Exact(examples, x), origin)
	if !posed || s.SqGamma.Sign() == 0 {
		return 0, nil, posed
	}
	const prec = 200
	root := func(q *big.Rat) *big.Float {
		f := new(big.Float).SetPrec(prec).SetRat(q)
		return f.Sqrt(f)
	}
	reach := Widest(x, x)
	if origin {
		reach = max(reach, Longest(x))
	}
	if gamma, _ = root(s.SqGamma).Float64(); gamma <= Hidden*reach/2 {
		return 0, nil, posed
	}
	length := root(s.W.SqNorm())
	for _, v := range s.W {
		f := new(big.Float).SetPrec(prec).SetRat(v)
		unit, _ := f.Quo(f, length).Float64()
		w = append(w, unit)
	}
	return gamma, w, posed
}
