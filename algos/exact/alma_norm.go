package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// normedALMA is ALMA for ‖·‖_p, p ≥ 2, through the origin, in intervals.
//
//	θ_1 = 0, k = 1;  x̂ = x/‖x‖;  γ_k = B√(p−1)/√k, η_k = C/√((p−1)k)
//	update iff y(w·x̂) ≤ (1−α)γ_k, w = ∇½‖θ‖²:
//	  θ' = θ + η_k y x̂,  θ ← θ'/max{1, ‖θ'‖},  k ← k+1
//
// It implements Gentile (2001), with B = √8/α and C = √2, those of its Theorem 3, unless
// they are given. An x = 0 has no direction, and is no update. Scores are
// θ^⟨p−1⟩·x (see [lp]), which is ‖θ‖^{p−2}‖x‖ times w·x̂.
type normedALMA struct {
	lp
	theta    box
	power    real.Interval // ‖θ‖^p
	sqB, sqC *big.Rat      // B²(p−1), C²/(p−1)
	phi      *big.Rat      // 1−α
	k        int
}

func newNormedALMA(n lp, dim int, alpha, b, c *big.Rat) enclosed {
	square := func(given, otherwise *big.Rat) *big.Rat {
		if given == nil {
			return otherwise
		}
		return new(big.Rat).Mul(given, given)
	}
	smooth := new(big.Rat).Sub(n.p, integer(1))
	l := &normedALMA{lp: n, phi: new(big.Rat).Sub(integer(1), alpha), k: 1}
	l.sqB = square(b, new(big.Rat).Quo(integer(8), new(big.Rat).Mul(alpha, alpha)))
	l.sqB = new(big.Rat).Mul(l.sqB, smooth)
	l.sqC = new(big.Rat).Quo(square(c, integer(2)), smooth)
	l.theta, l.power = boxOf(n.prec, NewVector(dim)), real.NewInterval(n.prec, new(big.Rat))
	return l
}

// overK encloses √(q/k).
func (l *normedALMA) overK(q *big.Rat) real.Interval {
	root, err := real.NewInterval(l.prec, new(big.Rat).Quo(q, integer(l.k))).Sqrt()
	if err != nil {
		panic(err) // q ≥ 0
	}
	return root
}

func (l *normedALMA) step(x Vector, y int) (enclosedStep, error) {
	score := l.score(x).Times(integer(y))
	decision, err := see(score, y)
	step := enclosedStep{Decision: decision, score: score}
	if err != nil || x.IsZero() {
		return step, err
	}
	length, gamma := l.norm(boxOf(l.prec, x)), l.overK(l.sqB)
	target := gamma.Mul(length).Mul(l.root(l.power, new(big.Rat).Sub(l.p, integer(1)))) // γ_k‖w‖∗
	step.margin, step.sqGamma, step.sqTarget = true, l.number(gamma.Mul(gamma)), l.number(target.Mul(target))

	limit := gamma.Mul(length).Times(l.phi)
	if l.p.Cmp(integer(2)) > 0 {
		limit = limit.Mul(l.root(l.power, new(big.Rat).Sub(l.p, integer(2))))
	}
	missing := score.Interval().Sub(limit)
	sign, decided := missing.Sign()
	if !decided {
		return step, undecided("the update", l.number(missing))
	}
	if step.Updated = sign <= 0; step.Updated {
		eta, err := l.overK(l.sqC).Times(integer(y)).Quo(length)
		if err != nil {
			return step, uncomputed("the step", l.prec, err)
		}
		l.learn(l.theta.plus(eta, boxOf(l.prec, x)))
	}
	return step, nil
}

// learn is θ ← θ'/max{1, ‖θ'‖}, which needs no decision.
func (l *normedALMA) learn(theta box) {
	length := l.norm(theta)
	by := length.Max(real.NewInterval(l.prec, integer(1)))
	for i := range theta {
		theta[i] = quotient(theta[i], by)
	}
	l.theta, l.power = theta, l.sum(theta)
	l.k++
}

func (l *normedALMA) score(x Vector) real.Number {
	return l.number(l.up(l.theta).dot(boxOf(l.prec, x)))
}

// classifier is w = θ^⟨p−1⟩/‖θ‖^{p−2} itself, but where that cannot be computed.
func (l *normedALMA) classifier() ([]real.Interval, real.Interval) {
	w := l.up(l.theta)
	zero := real.NewInterval(l.prec, new(big.Rat))
	if l.power.Lower().Sign() <= 0 || l.p.Cmp(integer(2)) <= 0 {
		return w, zero
	}
	by := l.root(l.power, new(big.Rat).Sub(l.p, integer(2)))
	for i := range w {
		w[i] = quotient(w[i], by)
	}
	return w, zero
}

func (l *normedALMA) sqNorm() real.Number {
	if l.k == 1 {
		return rational(l.prec, new(big.Rat))
	}
	return l.number(l.sqDual(l.power))
}

func (l *normedALMA) sqGamma() (real.Number, bool) {
	gamma := l.overK(l.sqB)
	return l.number(gamma.Mul(gamma)), true
}
