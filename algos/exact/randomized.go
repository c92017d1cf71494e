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
// It implements the FTRL strategy of online-linear-classification.txt, Section 1,
// without a coin: its label is the more probable one. As S and the square of the
// divisor are rational, so is every decision; the probabilities have roots.
type Randomized struct {
	sqR     *big.Rat
	running bool // R is the greatest ‖z‖ so far
	printed bool
	sum     Vector // S
	t       int64
	chances []chance
}

// chance is y_t q_t = a/√d, clipped to [−1, 1].
type chance struct{ a, d *big.Rat }

// NewRandomized returns the randomized classifier for ℚ^dim, for features of norm
// at most R ≥ 0. For R nil, or 0, it is the greatest norm so far, the present one
// included.
func NewRandomized(dim int, r *big.Rat) *Randomized {
	l := &Randomized{sum: NewVector(dim), sqR: new(big.Rat)}
	if r != nil {
		mustLie("R", r, "[0, inf)")
		l.sqR.Mul(r, r)
	}
	l.running = l.sqR.Sign() == 0
	return l
}

// NewPrintedRandomized returns it with the regulariser ψ_t as printed.
func NewPrintedRandomized(dim int, r *big.Rat) *Randomized {
	l := NewRandomized(dim, r)
	l.printed = true
	return l
}

// Step implements [Learner].
func (l *Randomized) Step(x Vector, y int) Step {
	l.t++
	s := observe(l.sum, new(big.Rat), x, y)
	if n := x.SqNorm(); l.running && n.Cmp(l.sqR) > 0 {
		l.sqR = n
	}
	l.chances = append(l.chances, chance{a: s.Score, d: l.sqDivisor(s.SqNorm)})
	l.sum, s.Updated = l.sum.Plus(integer(y), x), !x.IsZero()
	return s
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

// Classifier implements [Learner]: S, along which x_{t+1} is, and b is 0.
func (l *Randomized) Classifier() (Vector, *big.Rat) { return l.sum, new(big.Rat) }

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
