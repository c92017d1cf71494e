package exact

import (
	"cmp"
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
// It implements the FTRL strategy of O19, Section 1, without a coin: it predicts the more probable label. As S and the
// square of the divisor are rational, so is every decision; the probabilities have roots. R is given, or else the
// greatest ‖z‖ so far, including the present one.
type Randomized struct {
	plane // of u = S
	lottery
	printed bool
}

func newRandomized(s space) Learner { return &Randomized{s.zero(), newLottery(s), s.word == "printed"} }

// Step implements [Learner].
func (l *Randomized) Step(x Vector, y int) Step {
	l.meet(x.SqNorm())
	s := l.observe(x, y)
	divisor := big.NewRat(2*l.t, 1)
	if !l.printed {
		divisor.Mul(divisor, l.sqR).Mul(divisor, l.sqR)
	}
	chance := s.Score
	if square := l.Rational(divisor).Max(l.size.Times(l.sqR)); !square.IsZero() { // else there was no z but 0
		chance = quo(s.Score, root(square))
	}
	l.draw(&s, chance)
	l.plane, s.Updated = l.through(l.u.plus(l.Int(y), at(x))), !x.IsZero()
	return s
}

// RandomizedDescent is the randomized online linear classifier by OMD, which predicts +1 with
// probability (1+q_t)/2. For features z with ‖z‖ ≤ R
//
//	x_1 = 0;  q_t = z_t·x_t;  x_{t+1} = argmin_{‖x‖ ≤ 1/R} −½ y_t z_t·x + ‖x − x_t‖²/(2η_t)
//	η_t = 2√2/(R²√t)
//
// that is the point of the ball nearest to x_t + ½η_t y_t z_t. It implements the OMD strategy of O19, Section 1, with
// the η_t of Theorem 1 where R = 1, without a coin: it predicts the more probable label. R is given, or else the
// greatest ‖z‖ so far, including the present one; when R grows, x_t is first projected onto the smaller ball.
//
// Here x = √f u, as in [ball], u = Σ τ_i y_i z_i and τ² = η²/(4f). Inside of the ball the steps of features z_i along
// axes of their own are ‖z_i‖√2/(R²√i), whose ratios are the roots of 2, …, t: these span a field of the degree 2^π(t)
// over ℚ, π(t) the number of primes up to t (Besicovitch 1940). So exact numbers would be exponentially long, and where
// one root is not enough, intervals replace them. With intervals q = 0 is decided where z is orthogonal to all earlier
// examples, and no other tie is.
type RandomizedDescent struct {
	ball
	lottery
}

func newRandomizedDescent(s space) Learner { return &RandomizedDescent{newBall(s), newLottery(s)} }

// Step implements [Learner].
func (l *RandomizedDescent) Step(x Vector, y int) Step {
	n := x.SqNorm()
	if l.meet(n) {
		l.clip(l.sqR)
	}
	s := l.observe(x, y)
	l.draw(&s, s.Score.Mul(root(l.f)))
	if s.Updated = n.Sign() > 0; s.Updated {
		l.extend(quo(l.Rational(new(big.Rat).Quo(big.NewRat(2, l.t), squareOf(l.sqR))), l.f), x, s)
		l.clip(l.sqR)
	}
	return s
}

// lottery is the state that the randomized classifiers share.
type lottery struct {
	sqR      *big.Rat // R²
	running  bool     // R is the greatest ‖z‖ so far
	t        int64
	expected real.Number // Σ ½|y_t − q_t|
}

func newLottery(s space) lottery {
	sqR := squareOf(cmp.Or(s.values["R"], new(big.Rat)))
	return lottery{sqR: sqR, running: sqR.Sign() == 0, expected: s.Int(0)}
}

// meet begins a step at an example of the square length n. It reports whether R has grown.
func (l *lottery) meet(n *big.Rat) (grown bool) {
	l.t++
	if grown = l.running && n.Cmp(l.sqR) > 0; grown {
		l.sqR = n
	}
	return grown
}

// draw ends a step. Its y_t q_t is q or, beyond R, the nearest number to q that gives a probability.
func (l *lottery) draw(s *Step, q real.Number) {
	one := q.Field().Int(1)
	q = q.Min(one).Max(one.Neg())
	s.Odds = q.Times(integer(s.Y))
	l.expected = l.expected.Add(one.Sub(q).Times(big.NewRat(1, 2)))
}

// Random is a learner that draws its labels.
type Random interface {
	Expected() real.Number // Σ ½|y − q|, the expected number of mistakes so far
}

// Expected implements [Random].
func (l *lottery) Expected() real.Number { return l.expected }
