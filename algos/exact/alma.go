package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// alma is ALMA for ‖·‖₂, through the origin, in intervals.
//
//	w_1 = 0, k = 1;  x̂ = x/‖x‖;  γ_k = B/√k, η_k = C/√k
//	update iff y(w·x̂) ≤ (1−α)γ_k:
//	  w' = w + η_k y x̂,  w ← w'/max{1, ‖w'‖},  k ← k+1
//
// It implements Gentile (2001) for p = 2, with B = √8/α and C = √2, those of its
// Theorem 3, unless they are given. An x = 0 has no direction, and is no update.
//
// Here w = √f ω with a number f and ω = Σ τ_i y_i x_i, so that
//
//	w·x̂ = √(f/N) ω·x,  N = ‖x‖²,  τ² = C²/(kNf),  f ← min{f, 1/‖ω'‖²},
//
// which compares squares, and needs no decision on ‖w'‖ ≤ 1. Ties are decided as long
// as the τ have no two roots and no roots of roots, and where w = ±x̂ of an example.
// Otherwise s = 0 is decided if x is orthogonal to
// all the examples that were learned, and other ties are not.
type alma struct {
	omega      *combination
	sqOmega, f real.Number
	sqB, sqC   *big.Rat
	phi        *big.Rat // 1−α
	k          int
}

func newALMA(dim int, prec uint, alpha, b, c *big.Rat) enclosed {
	l := &alma{
		omega:   &combination{prec: prec, dim: dim},
		sqOmega: rational(prec, new(big.Rat)), f: rational(prec, integer(1)),
		sqB: new(big.Rat).Quo(integer(8), new(big.Rat).Mul(alpha, alpha)), sqC: integer(2),
		phi: new(big.Rat).Sub(integer(1), alpha), k: 1,
	}
	if b != nil {
		l.sqB = new(big.Rat).Mul(b, b)
	}
	if c != nil {
		l.sqC = new(big.Rat).Mul(c, c)
	}
	return l
}

// overK is q/k.
func (l *alma) overK(q *big.Rat) *big.Rat { return new(big.Rat).Quo(q, integer(l.k)) }

// step has, times √(N/f), the score y(w·x̂) and the target γ_k‖w‖.
func (l *alma) step(x Vector, y int) (enclosedStep, error) {
	prec := l.omega.prec
	z, n := x.Times(integer(y)), x.SqNorm()
	s := l.omega.dot(z)
	decision, err := see(s, y)
	step := enclosedStep{Decision: decision, score: s}
	if err != nil || x.IsZero() {
		return step, err
	}
	sqGamma := l.overK(l.sqB)
	step.margin, step.sqGamma = true, rational(prec, sqGamma)
	step.sqTarget = l.sqOmega.Times(sqGamma).Times(n)
	limit, err := rational(prec, new(big.Rat).Mul(sqGamma, n)).Quo(l.f)
	if err != nil {
		return step, uncomputed("the update", prec, err)
	}
	if step.Updated, err = atMost("the update", s, l.phi, limit); err != nil || !step.Updated {
		return step, err
	}
	return step, l.learn(z, n, s)
}

func (l *alma) learn(z Vector, n *big.Rat, s real.Number) error {
	prec := l.omega.prec
	sqTau, err := rational(prec, new(big.Rat).Quo(l.overK(l.sqC), n)).Quo(l.f)
	if err != nil {
		return uncomputed("the step", prec, err)
	}
	tau := root(sqTau)
	l.sqOmega = l.sqOmega.Add(tau.Times(integer(2)).Mul(s)).Add(sqTau.Times(n))
	l.omega.add(tau, z)
	l.k++
	return l.clip()
}

// clip makes ‖w‖ at most 1. Where w is along one example it is ±x̂, which is known.
func (l *alma) clip() error {
	prec := l.omega.prec
	one := rational(prec, integer(1))
	order, decided := l.sqOmega.Mul(l.f).Cmp(one)
	if decided && order <= 0 {
		return nil
	}
	if sign, known := l.omega.alpha[0].Sign(); decided && known && len(l.omega.z) == 1 {
		n := l.omega.z[0].SqNorm()
		l.omega.alpha[0], l.sqOmega, l.f = rational(prec, integer(sign)), rational(prec, n), rational(prec, new(big.Rat).Inv(n))
		return nil
	}
	inverse, err := one.Quo(l.sqOmega)
	if err != nil {
		return uncomputed("‖w‖ ≤ 1", prec, err)
	}
	l.f = l.f.Min(inverse)
	return nil
}

func (l *alma) score(x Vector) real.Number                   { return l.omega.dot(x) }
func (l *alma) sqNorm() real.Number                          { return l.sqOmega }
func (l *alma) classifier() ([]real.Interval, real.Interval) { return l.omega.classifier(root(l.f)) }

func (l *alma) sqGamma() (real.Number, bool) {
	return rational(l.omega.prec, l.overK(l.sqB)), true
}
