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
// segment between them (see [nearest]). Steps are in the scale of v, where
// no division is needed: y w·x ≤ 1−ε is y v·x ≤ (1−ε)‖v‖², and γ_t = ‖v‖. The
// example of an update then has this margin, as v is orthogonal to the segment, or is y x.
type ROMMA struct {
	hyperplane          // of v, 0 for w = 0
	limit      *big.Rat // 1−ε
}

func rommaKinds() []kind {
	romma := func(n norm, dim int, eps *big.Rat) Learner {
		return &ROMMA{n.throughOrigin(pointOf(n.Field, NewVector(dim))), new(big.Rat).Sub(integer(1), eps)}
	}
	return []kind{
		{
			name: "romma", params: []param{{name: "eps", domain: "[0, 1]"}}, also: lessThanOne("eps"),
			rational: true, doubling: true,
			learner: func(n norm, dim int, p values) Learner { return romma(n, dim, p["eps"]) },
		},
		{
			name: "a-romma", rational: true, doubling: true,
			also:    func(values) values { return values{"rho": integer(1), "eps": integer(0)} },
			learner: func(n norm, dim int, _ values) Learner { return romma(n, dim, integer(0)) },
		},
	}
}

// Step implements [Learner].
func (l *ROMMA) Step(x Vector, y int) (Step, error) {
	if x.IsZero() || l.power.IsZero() {
		s, err := l.observe(x, y)
		s.Limit, s.Updated = l.Int(0), err == nil && !x.IsZero()
		if s.Updated {
			err = l.place(x, y, pointOf(l.Field, x.Times(integer(y))))
		}
		return s, err
	}
	s, err := l.measure(x, y)
	if err != nil {
		return s, err
	}
	s.scaled = over(s.Target)
	order, err := s.limit("the update", l.limit)
	if err != nil || order > 0 || order == 0 && l.limit.Cmp(integer(1)) == 0 {
		return s, err
	}
	v, _ := l.nearest(l.u, pointOf(l.Field, x.Times(integer(y))), pointOf(l.Field, NewVector(len(x))))
	err = l.place(x, y, v) // v = 0 where y x = −αv, α ≥ 0
	s.Updated = err == nil
	return s, err
}

// place makes v the classifier, whose margin y x has then.
func (l *ROMMA) place(x Vector, y int, v Point) error {
	h := l.throughOrigin(v)
	h.target = h.power
	h.at = map[int]Point{+1: v, -1: pointOf(l.Field, NewVector(len(v))).minus(v)}
	h.touching = touching{y, flat{at: x}}
	return l.move(h)
}

// SqGamma implements [Learner]: γ_t² = ‖v‖².
func (l *ROMMA) SqGamma() real.Number {
	if l.power.IsZero() {
		return real.Number{}
	}
	return l.power
}
