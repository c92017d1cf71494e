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
	n := lp{p, prec}
	return n.norm(boxOf(prec, x)), nil
}

// MarginIn encloses the maximum margin of separable examples in the norm ‖·‖_p, between
// what two witnesses made of convex weights λ prove. With v₊ = Σλx over P, v₋ = Σλx
// over N, u = v₊−v₋ and w = u^⟨p−1⟩ (see [lp])
//
//	(min_P w·x − max_N w·x)/(2‖w‖∗) ≤ γ∗ ≤ ½‖u‖,  ‖w‖∗ = ‖u‖^{p−1}:
//
// the hyperplane of w has the margin on the left, half way between the classes, and
// every one has at most the mean of its margins by λ, ½w·u/‖w‖∗ ≤ ½‖u‖ (omm.txt,
// Lemma 3.1). Through the origin it is min y w·x/‖w‖∗ ≤ γ∗ ≤ ‖u‖ with u = Σλyx. The
// lower end is at least 0. The error says that the weights are not convex, or that they
// prove nothing at this precision.
func MarginIn(p *big.Rat, examples []Example, lambda []*big.Rat, origin bool, prec uint) (real.Interval, error) {
	n := newLp(p, prec)
	plus, minus, err := combine(examples, lambda, origin)
	if err == nil {
		err = checkSize(examples)
	}
	if err != nil {
		return real.Interval{}, err
	}
	u := boxOf(prec, plus.Minus(minus))
	w, power := n.up(u), n.sum(u)
	var least, most real.Interval // min_P w·x (through the origin min y w·x), and max_N w·x
	for _, e := range examples {
		score, positive := w.dot(boxOf(prec, e.X)), e.Y > 0 || origin
		if origin {
			score = score.Times(integer(e.Y))
		}
		switch {
		case positive && least == (real.Interval{}):
			least = score
		case positive:
			least = least.Min(score)
		case most == (real.Interval{}):
			most = score
		default:
			most = most.Max(score)
		}
	}
	upper, lower := n.norm(u), least
	if !origin {
		half := big.NewRat(1, 2)
		upper, lower = upper.Times(half), least.Sub(most).Times(half)
	}
	lower, err = lower.Quo(n.root(power, new(big.Rat).Sub(p, integer(1))))
	if err != nil {
		return real.Interval{}, errors.New("exact: the weights prove no margin: v₊ and v₋ are one point, or nearly so")
	}
	lower = lower.Max(real.NewInterval(prec, new(big.Rat)))
	return lower.To(upper), nil
}
