package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// ALMA is ALMA for ‖·‖_p, p ≥ 2, through the origin.
//
//	θ_1 = 0, k = 1;  x̂ = x/‖x‖;  γ_k = B√(p−1)/√k, η_k = C/√((p−1)k)
//	update iff y(w·x̂) ≤ (1−α)γ_k, w = ∇½‖θ‖²:
//	  θ' = θ + η_k y x̂,  θ ← θ'/max{1, ‖θ'‖},  k ← k+1
//
// It implements Gentile (2001), with B = √8/α and C = √2, those of its Theorem 3, unless
// they are given. An x = 0 has no direction, and is no update.
//
// Here θ = √f u with a number f, which is 1 in norms other than ℓ₂. In ℓ₂ no root is in the way:
// with N = ‖x‖²
//
//	w·x̂ = √(f/N) u·x,  u = Σ τ_i y_i x_i,  τ² = η_k²/(Nf),  f ← min{f, 1/‖u'‖²},
//
// which needs no decision on ‖θ'‖ ≤ 1. Ties are decided as long as the τ have no two roots and no
// roots of roots, and where θ = ±x̂ of an example. Otherwise s = 0 is decided if x is orthogonal
// to all the examples that were learned, and other ties are not; in other norms none is.
type ALMA struct {
	plane // of u
	f     real.Number
	sqB   *big.Rat // B²(p−1)
	sqC   *big.Rat // C²/(p−1)
	phi   *big.Rat // 1−α
	k     int
}

func newALMA(s space) Learner {
	sqB, sqC := new(big.Rat).Quo(integer(8), squareOf(s.values["alpha"])), integer(2)
	if b := s.values["B"]; b != nil {
		sqB = squareOf(b)
	}
	if c := s.values["C"]; c != nil {
		sqC = squareOf(c)
	}
	return &ALMA{s.zero(), s.Int(1), sqB.Mul(sqB, s.less(1)), sqC.Quo(sqC, s.less(1)), s.oneLess("alpha"), 1}
}

// Step implements [Learner]. The score is ‖θ‖^{p−2}‖x‖/√f times y(w·x̂).
func (l *ALMA) Step(x Vector, y int) Step {
	s := l.observe(x, y)
	if x.IsZero() {
		return s
	}
	sqN := l.sqLength(x)
	sqGamma, twice := l.SqGamma().Mul(sqN), integer(2)
	limit := quo(sqGamma, l.f).Mul(l.root(l.size, twice.Mul(twice, l.less(2))))
	s.SqTarget = sqGamma.Mul(l.dual(l.size))
	s.Limit, s.Updated = root(limit).Times(l.phi), atMostRoot("the update", s.Score, l.phi, limit)
	if s.Updated {
		sqTau := quo(l.Rational(new(big.Rat).Quo(l.sqC, integer(l.k))), sqN.Mul(l.f)) // η_k²/(Nf)
		l.learn(x, root(sqTau), sqTau, s)
		l.k++
	}
	return s
}

// learn adds τ y x to u, and makes ‖θ‖ at most 1, which needs no decision.
func (l *ALMA) learn(x Vector, tau, sqTau real.Number, s Step) {
	if l.euclidean {
		l.extend(tau, sqTau, x, s)
		l.clip()
		return
	}
	theta := l.u.plus(tau.Times(integer(s.Y)), at(x)).coordinates(l.Field)
	by := l.length(point{x: theta}).Max(l.Int(1))
	for i, v := range theta {
		theta[i] = quo(v, by)
	}
	l.plane = l.through(point{x: theta})
}

// clip is that in ℓ₂. Where θ is along one example it is ±x̂, which is known.
func (l *ALMA) clip() {
	if order, decided := l.size.Mul(l.f).Cmp(l.Int(1)); decided && order > 0 && len(l.u.rest) == 1 && l.u.q.IsZero() {
		if side, known := l.u.rest[0].alpha.Sign(); known {
			z := l.u.rest[0].z.Times(integer(side))
			l.plane, l.f = l.through(at(z)), l.Rational(new(big.Rat).Inv(z.SqNorm()))
			return
		}
	}
	l.f = capped(l.f, l.size)
}

// Classifier implements [Learner]: it is w itself, but where that cannot be computed.
func (l *ALMA) Classifier() (Point, real.Number) {
	if l.euclidean {
		return l.u.times(root(l.f)).coordinates(l.Field), l.b
	}
	if sign, decided := l.size.Sign(); !decided || sign == 0 {
		return l.plane.Classifier()
	}
	return l.w.times(quo(l.Int(1), l.root(l.size, l.less(2)))).coordinates(l.Field), l.b
}

// SqGamma implements [Learner].
func (l *ALMA) SqGamma() real.Number { return l.Rational(new(big.Rat).Quo(l.sqB, integer(l.k))) }
