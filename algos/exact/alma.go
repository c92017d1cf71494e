package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// ALMA is the approximate large margin algorithm for ‖·‖_p, p ≥ 2, through the origin.
//
//	θ_1 = 0, k = 1;  x̂ = x/‖x‖;  γ_k = B√(p−1)/√k, η_k = C/√((p−1)k)
//	update iff y(w·x̂) ≤ (1−α)γ_k, w = ∇½‖θ‖²:
//	  θ' = θ + η_k y x̂,  θ ← θ'/max{1, ‖θ'‖},  k ← k+1
//
// It implements Gentile (2001). Unless B and C are given, they are B = √8/α and C = √2 from its Theorem 3. An x = 0 has
// no direction, and is no update.
//
// Here θ = √f u, as in [ball], with f = 1 in norms other than ℓ₂. In ℓ₂ no root is needed: with N = ‖x‖²
//
//	w·x̂ = √(f/N) u·x,  u = Σ τ_i y_i x_i,  τ² = η_k²/(Nf),  f ← min{f, 1/‖u'‖²}.
//
// Ties are decided as long as the τ have no two roots and no roots of roots, and where θ = ±x̂ for an example.
// Otherwise s = 0 is decided if x is orthogonal to the examples of all updates, and no other tie is; in other norms no
// tie is.
type ALMA struct {
	ball
	sqB *big.Rat // B²(p−1)
	sqC *big.Rat // C²/(p−1)
	phi *big.Rat // 1−α
	k   int
}

func newALMA(s space) Learner {
	sqB, sqC := new(big.Rat).Quo(integer(8), squareOf(s.values["alpha"])), integer(2)
	if b := s.values["B"]; b != nil {
		sqB = squareOf(b)
	}
	if c := s.values["C"]; c != nil {
		sqC = squareOf(c)
	}
	return &ALMA{newBall(s), sqB.Mul(sqB, s.less(1)), sqC.Quo(sqC, s.less(1)), s.oneLess("alpha"), 1}
}

// Step implements [Learner]. The score is ‖θ‖^{p−2}‖x‖/√f times y(w·x̂).
func (l *ALMA) Step(x Vector, y int) Step {
	s := l.observe(x, y)
	if x.IsZero() {
		return s
	}
	sqN := l.root(l.through(at(x)).size, integer(2)) // ‖x‖²
	sqGamma, twice := l.SqGamma().Mul(sqN), integer(2)
	limit := quo(sqGamma, l.f).Mul(l.root(l.size, twice.Mul(twice, l.less(2))))
	s.SqTarget = sqGamma.Mul(l.dual(l.size))
	s.Limit, s.Updated = root(limit).Times(l.phi), atMostRoot("the update", s.Score, l.phi, limit)
	if !s.Updated {
		return s
	}
	sqTau := quo(l.Rational(new(big.Rat).Quo(l.sqC, integer(l.k))), sqN.Mul(l.f)) // η_k²/(Nf)
	if l.k++; l.euclidean {
		l.extend(sqTau, x, s)
		l.clip(integer(1))
		return s
	}
	theta := l.u.plus(root(sqTau).Times(integer(s.Y)), at(x))
	l.plane = l.through(theta.times(quo(l.Int(1), l.length(theta).Max(l.Int(1)))))
	return s
}

// Classifier implements [Learner]. It returns w itself, except where w cannot be computed.
func (l *ALMA) Classifier() (Point, real.Number) {
	if sign, decided := l.size.Sign(); l.euclidean || !decided || sign == 0 {
		return l.ball.Classifier()
	}
	return l.w.times(quo(l.Int(1), l.root(l.size, l.less(2)))).coordinates(l.Field), l.b
}

// SqGamma implements [Learner].
func (l *ALMA) SqGamma() real.Number { return l.Rational(new(big.Rat).Quo(l.sqB, integer(l.k))) }

// ball is a classifier √f u with a number f. Only f keeps it in a ball of ℓ₂, which needs no decision.
type ball struct {
	plane // of u
	f     real.Number
}

func newBall(s space) ball { return ball{s.zero(), s.Int(1)} }

// clip sets f to the lesser of f and 1/R²‖u‖², so that ‖√f u‖ is at most 1/R. Where u is along one example, the clipped
// vector becomes u, so that it is known exactly.
func (l *ball) clip(sqR *big.Rat) {
	size := l.size.Times(sqR)
	order, decided := size.Mul(l.f).Cmp(l.Int(1))
	if decided && order <= 0 {
		return
	}
	if l.f = l.f.Min(quo(l.Int(1), size)); decided && len(l.u.rest) == 1 && l.u.q.IsZero() {
		if side, known := l.u.rest[0].alpha.Sign(); known {
			l.plane = l.through(at(l.u.rest[0].z.Times(integer(side))))
			l.f = quo(l.Int(1), l.size.Times(sqR))
		}
	}
}

// Classifier implements [Learner].
func (l *ball) Classifier() (Point, real.Number) {
	return l.u.times(root(l.f)).coordinates(l.Field), l.b
}
