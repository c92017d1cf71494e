package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// MaximumCosine is MCP(ρ), and CMCP, whose ρ is 0. Besides w they keep ℓ, a lower bound of cos(w, w∗)/γ. With s = y w·x
// and N = ‖x‖²
//
//	update iff s ≤ ρ‖w‖/ℓ, of the strict one where η < ½ as well:  η = max{0, sℓ/‖w‖},
//	w ← w + ‖w‖/(ℓN) y x,  ℓ² ← ℓ² + (1−2η)/N, of the sharp one,
//	where s ≥ 0,  ℓ² ← (ℓ² + 2/N + 1/(ℓ²N²))·‖w‖²/‖w'‖², with w' the new w
//
// and w = y x, ℓ = 1/‖x‖ at the first x that is not 0. It implements BH16,
// Section 4 (Lemma 8, and Fig. 2, which has ρ = ½).
//
// The classifiers of the first two updates are rational, as ‖w‖/ℓ is ‖x‖² at first, and the next ones have one root: up
// to there all decisions are made, including ties. Then come roots of roots, where s = 0 is decided if x is orthogonal
// to the examples of all updates, and no other tie is.
//
// The learner's own margin γ_t is 1/ℓ. Where w becomes 0, which separable examples exclude, it cannot go on.
type MaximumCosine struct {
	plane
	sqL  real.Number // ℓ², no number before the first update
	rho  *big.Rat
	rule string // "", "strict" or "sharp"
}

func newMaximumCosine(s space) Learner {
	return &MaximumCosine{plane: s.zero(), rho: s.values["rho"], rule: s.word}
}

// Step implements [Learner].
func (l *MaximumCosine) Step(x Vector, y int) Step {
	s := l.observe(x, y)
	if x.IsZero() {
		return s
	}
	inverse := new(big.Rat).Inv(x.SqNorm()) // 1/N
	if !l.sqL.Exists() {
		l.plane, l.sqL, s.Updated = l.through(at(x.Times(integer(y)))), l.Rational(inverse), true
		l.sqGamma = l.Rational(x.SqNorm())
		return s
	}
	s.SqTarget = l.size.Mul(l.sqGamma)
	s.Limit = root(s.SqTarget).Times(l.rho)
	s.Updated = atMostRoot("the update", s.Score, l.rho, s.SqTarget)
	if s.Updated && l.rule == "strict" { // not where s ≥ ½‖w‖/ℓ
		s.Updated = !atMostRoot("the update", s.Score.Neg(), big.NewRat(-1, 2), s.SqTarget)
	}
	if s.Updated {
		l.learn(x, inverse, s)
	}
	return s
}

func (l *MaximumCosine) learn(x Vector, inverse *big.Rat, s Step) {
	sqInverse := new(big.Rat).Mul(inverse, inverse)
	target, before := root(s.SqTarget), l.size // ‖w‖/ℓ, ‖w‖²
	l.extend(s.SqTarget.Times(sqInverse), x, s)
	if sign("‖w‖ > 0", l.size) == 0 {
		failInfeasible()
	}
	positive := sign("η", s.Score) > 0 // never where ρ = 0
	switch gain := l.Rational(inverse); {
	case positive && l.rule == "sharp":
		reach := l.sqL.Add(gain.Times(integer(2))).Add(l.sqGamma.Times(sqInverse))
		l.sqL = quo(reach.Mul(before), l.size)
	case positive:
		eta := quo(s.Score, target)
		l.sqL = l.sqL.Add(l.Int(1).Sub(eta.Times(integer(2))).Times(inverse))
	default:
		l.sqL = l.sqL.Add(gain)
	}
	l.sqGamma = quo(l.Int(1), l.sqL)
}
