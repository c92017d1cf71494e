package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// Randomized is the randomized online linear classifier, which predicts +1 with
// probability (1+q_t)/2. For features z with ‖z‖ ≤ R
//
//	x_t = argmin_{‖x‖ ≤ 1/R} ψ_t(x) + Σ_{i<t} g_i·x,  g_i = −½ y_i z_i,  q_t = z_t·x_t
//	ψ_t(x) = R²√(2t)/4 ‖x‖²,  as printed without R²
//
// that is, with S = Σ_{i<t} y_i z_i,
//
//	x_t = S/max{R²√(2t), R‖S‖},  as printed S/max{√(2t), R‖S‖}.
//
// It implements the FTRL strategy of O19, Section 1,
// without a coin: its label is the more probable one. As S and the square of the
// divisor are rational, so is every decision; the probabilities have roots.
//
// R is given, or it is the greatest ‖z‖ so far, the present one included.
type Randomized struct {
	linear // S
	lottery
	printed bool
	chances []chance
}

// lottery is what the randomized classifiers share.
type lottery struct {
	sqR     *big.Rat // R²
	running bool     // R is the greatest ‖z‖ so far
	t       int64
}

func lotteryParams() []param {
	return []param{{name: "R", domain: "[0, inf)", optional: true}, exponent()}
}

func newLottery(p values) lottery {
	l := lottery{sqR: new(big.Rat)}
	if r := p["R"]; r != nil {
		l.sqR.Mul(r, r)
	}
	l.running = l.sqR.Sign() == 0
	return l
}

// meets begins a step at an example of the square length n. It reports whether R has grown.
func (l *lottery) meets(n *big.Rat) (grown bool) {
	l.t++
	if grown = l.running && n.Cmp(l.sqR) > 0; grown {
		l.sqR = n
	}
	return grown
}

// probable is q in [−1, 1]: beyond R, the nearest that makes a probability.
func probable(q real.Number) real.Number { return q.Min(q.Field().Int(1)).Max(q.Field().Int(-1)) }

// chance is y_t q_t = a/√d, clipped to [−1, 1].
type chance struct{ a, d *big.Rat }

func randomizedKinds() []kind {
	randomized := func(name string, printed bool) kind {
		return kind{
			name: name, params: lotteryParams(), rational: true,
			learner: func(_ norm, dim int, p values) Learner {
				return &Randomized{linear: linear{NewVector(dim)}, lottery: newLottery(p), printed: printed}
			},
		}
	}
	return []kind{randomized("randomized", false), randomized("randomized(psi=printed)", true)}
}

// Step implements [Learner].
func (l *Randomized) Step(x Vector, y int) (Step, error) {
	l.meets(x.SqNorm())
	s, score, sqSum := l.observe(x, y)
	c := chance{a: score, d: l.sqDivisor(sqSum)}
	s.Limit, s.scaled = rational(new(big.Rat)), c.scaled
	l.chances = append(l.chances, c)
	l.w, s.Updated = l.w.Plus(integer(y), x), !x.IsZero()
	return s, nil
}

// sqDivisor is the square of what S is divided by: max{2tR⁴, R²‖S‖²}, as printed
// max{2t, R²‖S‖²}.
func (l *Randomized) sqDivisor(sqSum *big.Rat) *big.Rat {
	d := big.NewRat(2*l.t, 1)
	if !l.printed {
		d.Mul(d, l.sqR).Mul(d, l.sqR)
	}
	if edge := new(big.Rat).Mul(l.sqR, sqSum); edge.Cmp(d) > 0 {
		return edge
	}
	return d
}

// ExpectedMistakes is Σ ½|y_t − q_t| over the steps so far, the expected number of
// mistakes.
func (l *Randomized) ExpectedMistakes() real.Real {
	chances := l.chances
	return real.Of(func(f real.Field) real.Number {
		sum := f.Int(0)
		for _, c := range chances {
			sum = sum.Add(c.wrong(f))
		}
		return sum
	})
}

// scaled is a score as y_t q_t.
func (c chance) scaled(score real.Number) (real.Number, error) {
	if c.d.Sign() == 0 { // there was no z but 0
		return score, nil
	}
	return probable(quotient(score, root(rational(c.d)))), nil
}

// wrong is (1 − a/√d)/2 with a/√d in [−1, 1].
func (c chance) wrong(f real.Field) real.Number {
	a := new(big.Rat).Mul(c.a, c.a)
	switch {
	case c.a.Sign() == 0:
		return f.Rational(big.NewRat(1, 2))
	case a.Cmp(c.d) >= 0:
		return f.Int((1 - c.a.Sign()) / 2)
	}
	q := root(f.Rational(a.Quo(a, c.d)))
	return f.Int(1).Add(q.Times(integer(-c.a.Sign()))).Times(big.NewRat(1, 2))
}
