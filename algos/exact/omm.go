package exact

import "math/big"

// OMM is online maximum margin classification, the efficient implementation. It
// keeps one point of each class's convex hull, v₊ and v₋:
//
//	w = v₊−v₋,  b = −w·(v₊+v₋)/2,  γ_t = ‖w‖/2,  a_t = y(w·x+b)/‖w‖.
//
// An update moves v₊ (v₋ if y = −1) to the point of the segment [v₊, x] that is
// nearest v₋. It implements omm.txt, Algorithm 1, for the norm ℓ₂.
//
// As printed, Algorithm 1 updates at a_t < ργ_t only, and for ρ < 1 may then err
// for ever without an update. OMM updates at a_t ≤ ργ_t, but where a_t = γ_t,
// when nothing would change; [NewPrintedOMM] is the algorithm as printed. With
// A = y(w·x+b), no root is needed: a_t ≤ ργ_t is A ≤ ρ‖w‖²/2.
type OMM struct {
	opening
	rho     *big.Rat
	printed bool
	v       map[int]*hullPoint // v₊ and v₋ by their label
	w       Vector             // v₊−v₋
	b       *big.Rat           // −(‖v₊‖²−‖v₋‖²)/2
}

// NewOMM returns OMM(ρ) for ℚ^dim, with 0 ≤ ρ ≤ 1. The e-OMM of omm.txt,
// Section 6, has ρ = 1, and ce-OMM has ρ = 0.
func NewOMM(dim int, rho *big.Rat) *OMM {
	mustLie("rho", rho, "[0, 1]")
	return &OMM{opening: opening{dim: dim}, rho: rho}
}

// NewPrintedOMM returns OMM(ρ) for ℚ^dim with the update condition of omm.txt,
// Algorithm 1, as printed: a_t < ργ_t.
func NewPrintedOMM(dim int, rho *big.Rat) *OMM {
	l := NewOMM(dim, rho)
	l.printed = true
	return l
}

// Step implements [Learner].
func (l *OMM) Step(x Vector, y int) Step {
	if !l.over {
		s := l.opening.step(x, y)
		if l.over && !l.refuse(&s) {
			l.v = map[int]*hullPoint{+1: newHullPoint(l.plus), -1: newHullPoint(l.minus)}
			l.place()
		}
		return s
	}
	w, b := l.Classifier()
	s := observe(w, b, x, y)
	s.Target = half(s.SqNorm)
	s.Limit = new(big.Rat).Mul(l.rho, s.Target)
	if l.updates(s) {
		s.Updated = l.v[y].toward(x, l.v[-y].at)
		s.Infeasible = !s.Updated
		if s.Updated {
			l.place()
		}
	}
	return s
}

// place puts the hyperplane half way between v₊ and v₋.
func (l *OMM) place() {
	plus, minus := l.v[+1].at, l.v[-1].at
	l.w = plus.Minus(minus)
	l.b = half(new(big.Rat).Sub(minus.SqNorm(), plus.SqNorm()))
}

func (l *OMM) updates(s Step) bool {
	if l.printed {
		return s.Score.Cmp(s.Limit) < 0
	}
	return s.Score.Cmp(s.Limit) <= 0 && s.Score.Cmp(s.Target) < 0
}

// Classifier implements [Learner]: (v₊−v₋, −(‖v₊‖²−‖v₋‖²)/2).
func (l *OMM) Classifier() (Vector, *big.Rat) {
	if !l.over {
		return l.constant()
	}
	return l.w, l.b
}

// Certificates are v₊ and v₋, nil before the opening is over.
func (l *OMM) Certificates() (plus, minus Vector) {
	if !l.over {
		return nil, nil
	}
	return l.v[+1].at, l.v[-1].at
}

// Hull proves that the certificate of class y is in the convex hull of the
// class: Σ weight_i of_i is the certificate. It is nil before the opening is
// over.
func (l *OMM) Hull(y int) (of []Vector, weight []*big.Rat) {
	mustLabel(y)
	if !l.over {
		return nil, nil
	}
	return l.v[y].weights()
}

// SqGamma is γ_t² = ‖v₊−v₋‖²/4, nil before the opening is over.
func (l *OMM) SqGamma() *big.Rat {
	if !l.over {
		return nil
	}
	return half(half(l.w.SqNorm()))
}
