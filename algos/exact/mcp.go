package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// MaximumCosine is MCP, and CMCP. Beside w they keep ℓ, a lower bound
// of cos(w, w∗)/γ. With s = y w·x and N = ‖x‖²
//
//	CMCP  update iff s ≤ 0,          η = 0
//	MCP   update iff s ≤ ‖w‖/(2ℓ),   η = max{0, sℓ/‖w‖}
//	w ← w + ‖w‖/(ℓN) y x,  ℓ² ← ℓ² + (1−2η)/N
//
// and w = y x, ℓ = 1/‖x‖ at the first x that is not 0. It implements BH16,
// Section 4 (Lemma 8 and Fig. 2).
//
// The classifiers of the first two updates are rational, as ‖w‖/ℓ is ‖x‖² at first,
// and those after it have one root at first: there all decisions are made, ties too.
// Then come roots of roots, where s = 0 is decided if x is orthogonal to all the
// examples that were learned, and other ties are not.
//
// The learner's own margin is 1/ℓ. Where w gets to be 0, which separable examples
// exclude, there is no way on.
type MaximumCosine struct {
	combination
	sqW          real.Number // ‖w‖²
	sqL          real.Number // ℓ²
	phi          *big.Rat
	begun        bool
	conservative bool // η is 0: CMCP
}

func maximumCosineKinds() []kind {
	mcp := func(name string, phi *big.Rat, conservative bool) kind {
		return kind{
			name: name, also: always("rho", phi),
			learner: func(n norm, dim int, _ values) Learner {
				return &MaximumCosine{combination: combination{Field: n.Field, dim: dim}, sqW: n.Int(0), phi: phi, conservative: conservative}
			},
		}
	}
	return []kind{mcp("cmcp", new(big.Rat), true), mcp("mcp", big.NewRat(1, 2), false)}
}

// Step implements [Learner].
func (l *MaximumCosine) Step(x Vector, y int) (Step, error) {
	z, n := x.Times(integer(y)), x.SqNorm()
	s, err := observe(l.Score(x), y)
	if err != nil {
		return s, err
	}
	if !l.begun {
		s.Updated = !x.IsZero()
		l.begin(z, n)
		return s, nil
	}
	inverse, err := l.Int(1).Quo(l.sqL)
	if err != nil {
		return s, uncomputed("1/ℓ", l.Bits, err)
	}
	s.SqTarget = l.sqW.Mul(inverse)
	if x.IsZero() {
		return s, nil
	}
	if s.Updated, err = atMostRoot("the update", s.Score, l.phi, s.SqTarget); err != nil || !s.Updated {
		return s, err
	}
	return s, l.learn(z, n, s)
}

// begin sets w = z, ℓ = 1/‖z‖, if z ≠ 0.
func (l *MaximumCosine) begin(z Vector, n *big.Rat) {
	if n.Sign() == 0 {
		return
	}
	l.add(l.Int(1), z)
	l.sqW, l.sqL, l.begun = l.Rational(n), l.Rational(new(big.Rat).Inv(n)), true
}

func (l *MaximumCosine) learn(z Vector, n *big.Rat, s Step) error {
	inverse := new(big.Rat).Inv(n)
	one := l.Int(1)
	target := root(s.SqTarget) // ‖w‖/ℓ
	if sign, _ := s.Score.Sign(); sign > 0 && !l.conservative {
		eta, err := s.Score.Quo(target)
		if err != nil {
			return uncomputed("η", l.Bits, err)
		}
		one = one.Add(eta.Times(integer(-2)))
	}
	tau := target.Times(inverse)
	// ‖w + τz‖² = ‖w‖² + 2τs + τ²N, and τ²N = (‖w‖/ℓ)²/N
	l.sqW = l.sqW.Add(tau.Times(integer(2)).Mul(s.Score)).Add(s.SqTarget.Times(inverse))
	l.sqL = l.sqL.Add(one.Times(inverse))
	l.add(tau, z)
	switch sign, decided := l.sqW.Sign(); {
	case !decided:
		return undecided("‖w‖ > 0", l.sqW)
	case sign == 0:
		return errInfeasible
	}
	return nil
}

// SqNorm implements [Learner].
func (l *MaximumCosine) SqNorm() real.Number { return l.sqW }

// Classifier implements [Learner].
func (l *MaximumCosine) Classifier() (Point, real.Number) { return l.times(l.Int(1)) }

// SqGamma implements [Learner]: γ_t² = 1/ℓ².
func (l *MaximumCosine) SqGamma() real.Number {
	if !l.begun {
		return real.Number{}
	}
	gamma, _ := l.Int(1).Quo(l.sqL)
	return gamma
}
