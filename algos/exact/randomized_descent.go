package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// RandomizedDescent is the randomized online linear classifier by OMD, which predicts +1 with
// probability (1+q_t)/2. For features z with ‖z‖ ≤ R
//
//	x_1 = 0;  q_t = z_t·x_t;  x_{t+1} = argmin_{‖x‖ ≤ 1/R} −½ y_t z_t·x + ‖x − x_t‖²/(2η_t)
//	η_t = 2√2/(R²√t)
//
// that is the point of the ball nearest to x_t + ½η_t y_t z_t. It implements the OMD strategy of
// O19, Section 1, with the η_t of Theorem 1 where R = 1, without a coin: its label is the more
// probable one. R is given, or it is the greatest ‖z‖ so far, the present one included; where
// that grows, x_t is taken to the nearest point of the smaller ball first.
//
// Here x = √f ω with a number f and ω = Σ τ_i y_i z_i, as in [ALMA]: τ² = η²/(4f), and
// f ← min{f, 1/(R²‖ω‖²)} needs no decision. Inside of the ball the steps of features z_i along axes
// of their own are ‖z_i‖√2/(R²√i), whose ratios are the roots of 2, …, t: these span a field of
// the degree 2^π(t) over ℚ, π(t) the number of primes up to t (Besicovitch 1940). So exact numbers
// would be exponentially long, and where one root does not do, there are intervals. In them q = 0
// is decided where z is orthogonal to all the examples before it, and other ties are not.
type RandomizedDescent struct {
	combination // ω
	sqOmega, f  real.Number
	lottery
	expected real.Number // Σ ½|y_t − q_t|
}

func randomizedDescentKinds() []kind {
	return []kind{{
		name: "randomized-omd", params: lotteryParams(),
		learner: func(n norm, dim int, p values) Learner {
			return &RandomizedDescent{combination{Field: n.Field, dim: dim}, n.Int(0), n.Int(1), newLottery(p), n.Int(0)}
		},
	}}
}

// Step implements [Learner].
func (l *RandomizedDescent) Step(x Vector, y int) (Step, error) {
	n := x.SqNorm()
	if l.meets(n) {
		if err := l.within(); err != nil {
			return Step{}, err
		}
	}
	s, err := observe(l.Score(x), y)
	if err != nil {
		return s, err
	}
	factor := root(l.f)
	s.SqNorm, s.Limit = l.sqOmega, l.Int(0)
	s.scaled = func(score real.Number) (real.Number, error) { return probable(score.Mul(factor)), nil }
	wrong := l.Int(1).Sub(probable(s.Score.Mul(factor)))
	l.expected = l.expected.Add(wrong.Times(big.NewRat(1, 2)))
	if s.Updated = n.Sign() > 0; s.Updated {
		err = l.learn(x.Times(integer(y)), n, s.Score)
	}
	return s, err
}

// learn adds ½η_t z. R is not 0.
func (l *RandomizedDescent) learn(z Vector, n *big.Rat, s real.Number) error {
	sqEta := new(big.Rat).Mul(l.sqR, l.sqR)
	sqEta.Quo(big.NewRat(2, l.t), sqEta)
	sqTau, err := l.Rational(sqEta).Quo(l.f)
	if err != nil {
		return uncomputed("the step", l.Bits, err)
	}
	tau := root(sqTau)
	l.sqOmega = l.sqOmega.Add(tau.Times(integer(2)).Mul(s)).Add(sqTau.Times(n))
	l.add(tau, z)
	return l.within()
}

// within makes ‖x‖ at most 1/R.
func (l *RandomizedDescent) within() error {
	size := l.sqOmega.Times(l.sqR)
	if order, decided := size.Mul(l.f).Cmp(l.Int(1)); decided && order <= 0 {
		return nil
	}
	inverse, err := l.Int(1).Quo(size)
	if err != nil {
		return uncomputed("‖x‖ ≤ 1/R", l.Bits, err)
	}
	l.f = l.f.Min(inverse)
	return nil
}

// SqNorm implements [Learner].
func (l *RandomizedDescent) SqNorm() real.Number { return l.sqOmega }

// Classifier implements [Learner].
func (l *RandomizedDescent) Classifier() (Point, real.Number) { return l.times(root(l.f)) }

// SqGamma implements [Learner]: there is none.
func (l *RandomizedDescent) SqGamma() real.Number { return real.Number{} }
