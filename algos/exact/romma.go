package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// ROMMA is the relaxed online maximum margin algorithm. At y w·x ≤ 1−ε (below 1,
// if ε = 0: aggressive ROMMA)
//
//	w ← argmin ‖w'‖²  s.t.  y w'·x ≥ 1,  w'·w ≥ ‖w‖²;
//
// the first example that is not 0 is an update to w = y x/‖x‖², and x = 0 never
// is one. It implements Li and Long (2002), with the parameter of ZH13,
// Section 4.1: ε = 1 is ROMMA itself, which updates at mistakes and ties.
//
// The constraints are those of the maximum margin problem of the two points
// v = w/‖w‖² and y x, so that the solution's v is the least-norm point of the
// segment between them. Steps are in the scale of v, where no division is needed:
// y w·x ≤ 1−ε is y v·x ≤ (1−ε)‖v‖², and γ_t = ‖v‖. The example of an update then
// has this margin, as v is orthogonal to the segment, or is y x.
type ROMMA struct {
	plane          // of v, 0 for w = 0
	limit *big.Rat // 1−ε
}

// Step implements [Learner].
func (l *ROMMA) Step(x Vector, y int) Step {
	z := at(x.Times(integer(y)))
	if x.IsZero() || l.size.IsZero() {
		s := l.observe(x, y)
		if s.Updated = !x.IsZero(); s.Updated {
			l.place(x, y, z)
		}
		return s
	}
	s := l.measure(x, y)
	s.paper = func() real.Number { return quo(s.Score, s.Target) }
	if order := s.compare("the update", l.limit); order > 0 || order == 0 && l.limit.Cmp(integer(1)) == 0 {
		return s
	}
	v, _ := l.nearest(l.u, z, at(NewVector(len(x))))
	l.place(x, y, v) // v = 0 where y x = −αv, α ≥ 0
	s.Updated = true
	return s
}

// place makes v the classifier, whose margin y x has then.
func (l *ROMMA) place(x Vector, y int, v point) {
	h := l.through(v)
	h.target, h.on = h.size, map[int]point{+1: v, -1: v.times(l.Int(-1))}
	h.level = level{y: y, at: x}
	l.move(h)
}

// SqGamma implements [Learner]: γ_t² = ‖v‖².
func (l *ROMMA) SqGamma() real.Number {
	if l.size.IsZero() {
		return real.Number{}
	}
	return l.size
}
