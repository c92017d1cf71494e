package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// MaximumCosine is MCP(ρ), and CMCP, whose ρ is 0. Beside w they keep ℓ, a lower bound
// of cos(w, w∗)/γ. With s = y w·x and N = ‖x‖²
//
//	update iff s ≤ ρ‖w‖/ℓ, of the strict one where η < ½ as well:  η = max{0, sℓ/‖w‖},
//	w ← w + ‖w‖/(ℓN) y x,  ℓ² ← ℓ² + (1−2η)/N, of the sharp one,
//	where s ≥ 0,  ℓ² ← (ℓ² + 2/N + 1/(ℓ²N²))·‖w‖²/‖w'‖², with w' the new w
//
// and w = y x, ℓ = 1/‖x‖ at the first x that is not 0. It implements BH16,
// Section 4 (Lemma 8, and Fig. 2, which has ρ = ½).
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
	sqW   real.Number // ‖w‖²
	sqL   real.Number // ℓ²
	rho   *big.Rat
	rule  string // "", "strict" or "sharp"
	begun bool
}

func maximumCosineKinds() []kind {
	half := big.NewRat(1, 2)
	mcp := func(name, rule string, params ...param) kind {
		rho := func(p values) *big.Rat {
			switch {
			case name == "cmcp":
				return new(big.Rat)
			case p["rho"] != nil:
				return p["rho"]
			}
			return half
		}
		return kind{
			name: name, params: params, also: func(p values) values { return values{"rho": rho(p)} },
			learner: func(n norm, dim int, p values) Learner {
				return &MaximumCosine{combination: combination{Field: n.Field, dim: dim}, sqW: n.Int(0), rho: rho(p), rule: rule}
			},
		}
	}
	free := param{name: "rho", domain: "[0, 1/2]", optional: true}
	return []kind{mcp("cmcp", ""), mcp("mcp", "", free), mcp("mcp(rule=strict)", "strict", free), mcp("mcp(rule=sharp)", "sharp", free)}
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
	if x.IsZero() {
		return s, nil
	}
	inverse, err := l.Int(1).Quo(l.sqL)
	if err != nil {
		return s, uncomputed("1/ℓ", l.Bits, err)
	}
	sqW := l.sqW
	s.SqNorm, s.SqTarget, s.sqDual = sqW, sqW.Mul(inverse), func() real.Number { return sqW }
	s.Limit = root(s.SqTarget).Times(l.rho)
	if s.Updated, err = atMostRoot("the update", s.Score, l.rho, s.SqTarget); err != nil || !s.Updated {
		return s, err
	}
	if l.rule == "strict" {
		tie, err := atMostRoot("the update", s.Score.Times(integer(-1)), big.NewRat(-1, 2), s.SqTarget) // s ≥ ½‖w‖/ℓ
		if err != nil || tie {
			s.Updated = false
			return s, err
		}
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
	target := root(s.SqTarget)     // ‖w‖/ℓ
	before, beyond := l.sqW, false // y(w·x) > 0, as never where ρ = 0
	if sign, _ := s.Score.Sign(); sign > 0 {
		beyond = true
		eta, err := s.Score.Quo(target)
		if err != nil {
			return uncomputed("η", l.Bits, err)
		}
		one = one.Add(eta.Times(integer(-2)))
	}
	tau := target.Times(inverse)
	// ‖w + τz‖² = ‖w‖² + 2τs + τ²N, and τ²N = (‖w‖/ℓ)²/N
	l.sqW = l.sqW.Add(tau.Times(integer(2)).Mul(s.Score)).Add(s.SqTarget.Times(inverse))
	l.add(tau, z)
	switch sign, decided := l.sqW.Sign(); {
	case !decided:
		return undecided("‖w‖ > 0", l.sqW)
	case sign == 0:
		return errInfeasible
	}
	if l.rule != "sharp" || !beyond {
		l.sqL = l.sqL.Add(one.Times(inverse))
		return nil
	}
	return l.sharpen(before, inverse)
}

// sharpen sets ℓ² of the sharp one, given ‖w‖² before the update and 1/N.
func (l *MaximumCosine) sharpen(before real.Number, inverse *big.Rat) error {
	reach, err := l.Int(1).Quo(l.sqL)
	if err != nil {
		return uncomputed("1/ℓ", l.Bits, err)
	}
	reach = l.sqL.Add(l.Rational(new(big.Rat).Mul(integer(2), inverse))).Add(reach.Times(new(big.Rat).Mul(inverse, inverse)))
	if l.sqL, err = reach.Mul(before).Quo(l.sqW); err != nil {
		return uncomputed("ℓ", l.Bits, err)
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
