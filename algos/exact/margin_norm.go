package exact

import (
	"errors"
	"math/big"

	"marginlab/theory/real"
)

// LengthIn encloses ‖x‖_p, to the last bit where at most one coordinate is not 0. The
// error is a *[TooLongError]. It panics unless 1.01 ≤ p ≤ 101.
func LengthIn(p *big.Rat, x Vector, prec uint) (real.Interval, error) {
	mustLie("p", p, "[1.01, 101]")
	if err := checkSize([]Example{{X: x}}); err != nil {
		return real.Interval{}, err
	}
	n := norm{Field: real.NewField(prec), p: p}
	return n.length(pointOf(n.Field, x)).Interval(), nil
}

// MarginIn encloses the maximum margin of separable examples in the norm ‖·‖_p, between
// what two witnesses made of convex weights λ prove. With v₊ = Σλx over P, v₋ = Σλx
// over N, u = v₊−v₋ and w = u^⟨p−1⟩ (see [norm])
//
//	(min_P w·x − max_N w·x)/(2‖w‖∗) ≤ γ∗ ≤ ½‖u‖,  ‖w‖∗ = ‖u‖^{p−1}:
//
// the hyperplane of w has the margin on the left, half way between the classes, and
// every one has at most the mean of its margins by λ, ½w·u/‖w‖∗ ≤ ½‖u‖ (HKNS25,
// Lemma 3.1). Through the origin it is min y w·x/‖w‖∗ ≤ γ∗ ≤ ‖u‖ with u = Σλyx. The
// lower end is at least 0. The error says that the weights are not convex, or that they
// prove nothing at this precision.
func MarginIn(p *big.Rat, examples []Example, lambda []*big.Rat, origin bool, prec uint) (real.Interval, error) {
	mustLie("p", p, domainOfP)
	plus, minus, err := combine(examples, lambda, origin)
	if err == nil {
		err = checkSize(examples)
	}
	if err != nil {
		return real.Interval{}, err
	}
	n := newNorm(real.NewField(prec), p)
	h := n.throughOrigin(pointOf(n.Field, plus.Minus(minus)))
	least := map[int]real.Number{} // min y w·x of each class; through the origin of all
	for _, e := range examples {
		class := e.Y
		if origin {
			class = +1
		}
		score := h.Score(e.X).Times(integer(e.Y))
		if before := least[class]; before.Exists() {
			score = score.Min(before)
		}
		least[class] = score
	}
	upper, lower := n.length(h.u), least[+1]
	if !origin {
		half := big.NewRat(1, 2)
		upper, lower = upper.Times(half), lower.Add(least[-1]).Times(half)
	}
	lower, err = lower.Quo(n.root(h.power, n.less(1)))
	if err != nil {
		return real.Interval{}, errors.New("exact: the weights prove no margin: v₊ and v₋ are one point, or nearly so")
	}
	return lower.Max(n.Int(0)).Interval().To(upper.Interval()), nil
}
