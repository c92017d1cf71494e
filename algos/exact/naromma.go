package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// NAROMMA is aggressive ROMMA in the maximum cosine framework. It keeps a w and a
// lower bound ℓ of cos(w, w∗)/γ. With g = y w·x/‖w‖ and N = ‖x‖²
//
//	g ≥ 1/ℓ:       no update
//	1/ℓ > g ≥ ℓN:  w ← y x,  ℓ ← 1/√N
//	otherwise:     w ← w + (1−ℓg)‖w‖/(ℓN−g) y x,  ℓ² ← ℓ² + (ℓg−1)²/(N−g²)
//
// and w = y x, ℓ = 1/‖x‖ at the first x that is not 0. It implements mcp.txt,
// Fig. 1.
//
// Only the direction of w matters. At the length ‖w‖ = ℓ all is rational: ℓg is
// s = y w·x, and the length ℓ' is reached by a rational factor (the c of Li and
// Long's ROMMA)
//
//	w' = c (w + τ y x),  τ = (1−s)ℓ²/(ℓ²N−s),  c = (ℓ²N−s)/(ℓ²N−s²),  ‖w'‖ = ℓ'.
//
// Step 4, an option here, makes an x along ±w no update whatever g and y are. Without it
// NAROMMA has the direction of aggressive ROMMA (mcp.txt, Theorem 7), and its ℓ is that
// one's ‖w‖.
type NAROMMA struct {
	linear  // ‖w‖ = ℓ
	printed bool
}

func narommaKinds() []kind {
	naromma := func(name string, printed bool) kind {
		return kind{
			name: name, also: always("rho", integer(1)), rational: true,
			learner: func(_ norm, dim int, _ values) Learner {
				return &NAROMMA{linear: linear{NewVector(dim)}, printed: printed}
			},
		}
	}
	return []kind{naromma("naromma", false), naromma("naromma(step4=printed)", true)}
}

// Step implements [Learner]. γ_t is 1/ℓ, which is 1 in the scale of the score.
func (l *NAROMMA) Step(x Vector, y int) (Step, error) {
	step, s, sqL := l.observe(x, y)
	step.Limit = rational(new(big.Rat))
	if x.IsZero() {
		return step, nil
	}
	z, n := x.Times(integer(y)), x.SqNorm()
	if l.w.IsZero() {
		l.w, step.Updated = z.Times(n.Inv(n)), true
		return step, nil
	}
	one := integer(1)
	step.Target, step.Limit = rational(one), rational(one)
	sqS, nl := new(big.Rat).Mul(s, s), new(big.Rat).Mul(n, sqL)
	switch {
	case l.printed && sqS.Cmp(nl) == 0: // step 4
	case s.Cmp(one) >= 0: // step 5
	case s.Cmp(nl) >= 0: // step 6
		l.w, step.Updated = z.Times(n.Inv(n)), true
	case sqS.Cmp(nl) == 0: // z = −αw
		return step, errInfeasible
	default: // step 7
		nlMinusS := new(big.Rat).Sub(nl, s)
		tau := new(big.Rat).Sub(one, s)
		tau.Mul(tau, sqL).Quo(tau, nlMinusS)
		c := nlMinusS.Quo(nlMinusS, nl.Sub(nl, sqS))
		l.w, step.Updated = l.w.Plus(tau, z).Times(c), true
	}
	return step, nil
}

// SqGamma implements [Learner]: γ_t² = 1/ℓ².
func (l *NAROMMA) SqGamma() real.Number {
	if l.w.IsZero() {
		return real.Number{}
	}
	sqL := l.w.SqNorm()
	return rational(sqL.Inv(sqL))
}
