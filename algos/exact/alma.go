package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// ALMA is ALMA for ‖·‖₂, through the origin.
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
// Otherwise s = 0 is decided if x is orthogonal to all the examples that were learned,
// and other ties are not. [NormedALMA], which is for all p, decides none of these.
type ALMA struct {
	rates
	combination // ω
	sqOmega, f  real.Number
}

// rates are those of ALMA, by which γ_k and η_k fall with the number of the update.
type rates struct {
	sqB, sqC *big.Rat // B²(p−1), C²/(p−1)
	phi      *big.Rat // 1−α
	k        int
}

func newRates(p *big.Rat, given values) rates {
	square := func(name string, otherwise *big.Rat) *big.Rat {
		if v := given[name]; v != nil {
			return new(big.Rat).Mul(v, v)
		}
		return otherwise
	}
	alpha, smooth := given["alpha"], new(big.Rat).Sub(p, integer(1))
	r := rates{phi: new(big.Rat).Sub(integer(1), alpha), k: 1}
	r.sqB = new(big.Rat).Mul(smooth, square("B", new(big.Rat).Quo(integer(8), new(big.Rat).Mul(alpha, alpha))))
	r.sqC = new(big.Rat).Quo(square("C", integer(2)), smooth)
	return r
}

// sqGammaK is γ_k², and sqEtaK is η_k².
func (r *rates) sqGammaK() *big.Rat { return new(big.Rat).Quo(r.sqB, integer(r.k)) }
func (r *rates) sqEtaK() *big.Rat   { return new(big.Rat).Quo(r.sqC, integer(r.k)) }

func almaKinds() []kind {
	return []kind{{
		name: "alma", normed: true,
		params: []param{
			{name: "alpha", domain: "(0, 1]"}, {name: "B", domain: "(0, inf)", optional: true},
			{name: "C", domain: "(0, inf)", optional: true}, {name: "p", domain: "[2, 100]", optional: true},
		},
		learner: func(n norm, dim int, p values) Learner {
			if n.euclidean {
				return &ALMA{
					rates: newRates(n.p, p), combination: combination{Field: n.Field, dim: dim},
					sqOmega: n.Int(0), f: n.Int(1),
				}
			}
			return newNormedALMA(n, dim, newRates(n.p, p))
		},
	}}
}

// Step implements [Learner]. Score and target are √(N/f) times y(w·x̂) and γ_k‖w‖.
func (l *ALMA) Step(x Vector, y int) (Step, error) {
	n := x.SqNorm()
	s, err := observe(l.Score(x), y)
	if err != nil || x.IsZero() {
		return s, err
	}
	f, sqGamma := l.f, l.sqGammaK()
	s.scaled = func(a real.Number) (real.Number, error) { return a.Mul(root(f.Times(new(big.Rat).Inv(n)))), nil }
	s.SqTarget = l.sqOmega.Times(sqGamma).Times(n)
	limit, err := l.Rational(new(big.Rat).Mul(sqGamma, n)).Quo(l.f)
	if err != nil {
		return s, uncomputed("the update", l.Bits, err)
	}
	s.SqNorm, s.Limit = l.sqOmega, root(limit).Times(l.phi)
	if s.Updated, err = atMostRoot("the update", s.Score, l.phi, limit); err != nil || !s.Updated {
		return s, err
	}
	return s, l.learn(x.Times(integer(y)), n, s.Score)
}

func (l *ALMA) learn(z Vector, n *big.Rat, s real.Number) error {
	sqTau, err := l.Rational(new(big.Rat).Quo(l.sqEtaK(), n)).Quo(l.f)
	if err != nil {
		return uncomputed("the step", l.Bits, err)
	}
	tau := root(sqTau)
	l.sqOmega = l.sqOmega.Add(tau.Times(integer(2)).Mul(s)).Add(sqTau.Times(n))
	l.add(tau, z)
	l.k++
	return l.clip()
}

// clip makes ‖w‖ at most 1. Where w is along one example it is ±x̂, which is known.
func (l *ALMA) clip() error {
	order, decided := l.sqOmega.Mul(l.f).Cmp(l.Int(1))
	if decided && order <= 0 {
		return nil
	}
	if sign, known := l.alpha[0].Sign(); decided && known && len(l.z) == 1 {
		n := l.z[0].SqNorm()
		l.alpha[0], l.sqOmega, l.f = l.Int(sign), l.Rational(n), l.Rational(new(big.Rat).Inv(n))
		return nil
	}
	inverse, err := l.Int(1).Quo(l.sqOmega)
	if err != nil {
		return uncomputed("‖w‖ ≤ 1", l.Bits, err)
	}
	l.f = l.f.Min(inverse)
	return nil
}

// SqNorm implements [Learner].
func (l *ALMA) SqNorm() real.Number { return l.sqOmega }

// Classifier implements [Learner].
func (l *ALMA) Classifier() (Point, real.Number) { return l.times(root(l.f)) }

// SqGamma implements [Learner].
func (l *ALMA) SqGamma() real.Number { return l.Rational(l.sqGammaK()) }
