package exact

import "math/big"

// NAROMMA is aggressive ROMMA in the maximum cosine framework. It keeps a w and a
// lower bound ℓ of cos(w, w∗)/γ. With g = y w·x/‖w‖ and N = ‖x‖²
//
//	g ≥ 1/ℓ:       no update
//	1/ℓ > g ≥ ℓN:  w ← y x,  ℓ ← 1/√N
//	otherwise:     w ← w + (1−ℓg)‖w‖/(ℓN−g) y x,  ℓ² ← ℓ² + (ℓg−1)²/(N−g²)
//
// and w = y x, ℓ = 1/‖x‖ at the first x that is not 0. It implements mcp.txt,
// Fig. 1, without its step 4; [NewPrintedNAROMMA] has it.
//
// Only the direction of w matters. At the length ‖w‖ = ℓ all is rational: ℓg is
// s = y w·x, and the length ℓ' is reached by a rational factor (the c of Li and
// Long's ROMMA)
//
//	w' = c (w + τ y x),  τ = (1−s)ℓ²/(ℓ²N−s),  c = (ℓ²N−s)/(ℓ²N−s²),  ‖w'‖ = ℓ'.
type NAROMMA struct {
	w       Vector // ‖w‖ = ℓ
	printed bool
}

// NewNAROMMA returns NAROMMA for ℚ^dim, without step 4 of Fig. 1: then it has the
// direction of aggressive ROMMA (mcp.txt, Theorem 7), and its ℓ is that one's ‖w‖.
func NewNAROMMA(dim int) *NAROMMA { return &NAROMMA{w: NewVector(dim)} }

// NewPrintedNAROMMA returns NAROMMA for ℚ^dim as printed: by step 4 of Fig. 1 an x
// along ±w is no update whatever g and y are.
func NewPrintedNAROMMA(dim int) *NAROMMA { return &NAROMMA{w: NewVector(dim), printed: true} }

// Step implements [Learner]. γ_t is 1/ℓ, which is 1 in the scale of the score.
func (l *NAROMMA) Step(x Vector, y int) Step {
	step := observe(l.w, new(big.Rat), x, y)
	if x.IsZero() {
		return step
	}
	z, n := x.Times(integer(y)), x.SqNorm()
	if l.w.IsZero() {
		l.w, step.Updated = z.Times(n.Inv(n)), true
		return step
	}
	step.Target, step.Limit = integer(1), integer(1)
	s, sqL := step.Score, step.SqNorm
	sqS, nl := new(big.Rat).Mul(s, s), new(big.Rat).Mul(n, sqL)
	switch {
	case l.printed && sqS.Cmp(nl) == 0: // step 4
	case s.Cmp(integer(1)) >= 0: // step 5
	case s.Cmp(nl) >= 0: // step 6
		l.w, step.Updated = z.Times(n.Inv(n)), true
	case sqS.Cmp(nl) == 0: // z = −αw
		step.Infeasible = true
	default: // step 7
		nlMinusS := new(big.Rat).Sub(nl, s)
		tau := new(big.Rat).Sub(integer(1), s)
		tau.Mul(tau, sqL).Quo(tau, nlMinusS)
		c := nlMinusS.Quo(nlMinusS, nl.Sub(nl, sqS))
		l.w, step.Updated = l.w.Plus(tau, z).Times(c), true
	}
	return step
}

// Classifier implements [Learner]: w with ‖w‖ = ℓ, and b is 0.
func (l *NAROMMA) Classifier() (Vector, *big.Rat) { return l.w, new(big.Rat) }

// SqGamma is γ_t² = 1/ℓ², nil before the first update.
func (l *NAROMMA) SqGamma() *big.Rat {
	if l.w.IsZero() {
		return nil
	}
	sqL := l.w.SqNorm()
	return sqL.Inv(sqL)
}
