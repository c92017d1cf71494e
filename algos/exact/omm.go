package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// OMM is online maximum margin classification, the efficient implementation, in a norm
// ‖·‖_p. It keeps one point of each class's convex hull, v₊ and v₋:
//
//	u = v₊−v₋,  w = u^⟨p−1⟩ (see [norm]),  b = −w·(v₊+v₋)/2,  γ_t = ½‖u‖,  a_t = y(w·x+b)/‖w‖∗
//
// An update moves v₊ (v₋ if y = −1) to the point of the segment [v₊, x] that is nearest
// v₋. It implements HKNS25, Algorithm 1. Its e-OMM (Section 6) has ρ = 1, and ce-OMM
// has ρ = 0.
//
// As printed, Algorithm 1 updates at a_t < ργ_t only, and for ρ < 1 may then err for
// ever without an update. OMM updates at a_t ≤ ργ_t, but where a_t = γ_t, when nothing
// would change. With A = y(w·x+b), no root is needed: a_t ≤ ργ_t is A ≤ ½ρ‖u‖^p.
//
// The example of an update then has the margin γ_t, as w is orthogonal to the segment, or
// v₊ is x; and where v₊ is on a line through examples, all of the line has it. These ties
// are the ones that streams are full of, and no precision would decide them once the
// numbers are long.
type OMM struct {
	opening // at are v₊ and v₋
	rho     *big.Rat
	printed bool
	on      map[int]flat // what is known to hold v₊ and v₋, where that is a point or a line
}

func ommKinds() []kind {
	rho := param{name: "rho", domain: "[0, 1]"}
	omm := func(name string, rule func(p values) OMM, also func(values) values, params ...param) kind {
		return kind{
			name: name, params: append(params, exponent()), also: also, rational: true, doubling: true, normed: true,
			learner: func(n norm, dim int, p values) Learner {
				l := rule(p)
				l.opening = newOpening(n, dim)
				return &l
			},
		}
	}
	return []kind{
		omm("e-omm", func(values) OMM { return OMM{rho: integer(1)} }, always("rho", integer(1))),
		omm("ce-omm", func(values) OMM { return OMM{rho: integer(0)} }, always("rho", integer(0))),
		omm("omm", func(p values) OMM { return OMM{rho: p["rho"]} }, nil, rho),
		omm("omm(rule=printed)", func(p values) OMM { return OMM{rho: p["rho"], printed: true} }, nil, rho),
	}
}

// Step implements [Learner].
func (l *OMM) Step(x Vector, y int) (Step, error) {
	if !l.over() {
		return l.open(x, y, func() error {
			l.on = map[int]flat{}
			return l.place(pointOf(l.Field, l.kept[+1]), pointOf(l.Field, l.kept[-1]))
		})
	}
	s, err := l.measure(x, y)
	if err != nil {
		return s, err
	}
	s.scaled = perUnit(s.sqDual)
	order, err := s.limit("the update", l.rho)
	tie := !l.printed && l.rho.Cmp(integer(1)) < 0
	if err != nil || order > 0 || order == 0 && !tie {
		return s, err
	}
	v := l.at[y]
	moved, inside := l.nearest(v, pointOf(l.Field, x), l.at[-y])
	if y > 0 {
		err = l.place(moved, l.at[-1])
	} else {
		err = l.place(l.at[+1], moved)
	}
	if s.Updated = err == nil; s.Updated {
		l.touch(v, x, y, inside)
	}
	return s, err
}

// touch notes what has the margin after v, of the label y, has moved toward x.
func (l *OMM) touch(v Point, x Vector, y int, inside bool) {
	l.touching = touching{y, flat{at: x}}
	from, known := l.on[y]
	if q, rational := v.Rational(); rational {
		from, known = flat{at: q}, true
	}
	delete(l.on, y)
	if !known {
		return
	}
	if f, ok := from.through(x); ok {
		l.on[y] = f
		if inside {
			l.touching.flat = f
		}
	}
}

// place puts the hyperplane half way between v₊ and v₋.
func (l *OMM) place(plus, minus Point) error {
	h := l.halfway(plus, minus, plus.minus(minus))
	h.target = h.power.Times(big.NewRat(1, 2))
	return l.move(h)
}

// Certificates are v₊ and v₋, nil before the opening is over.
func (l *OMM) Certificates() (plus, minus Point) { return l.at[+1], l.at[-1] }

// SqGamma implements [Learner]: γ_t² = ¼‖u‖².
func (l *OMM) SqGamma() real.Number {
	if !l.over() {
		return real.Number{}
	}
	return l.root(l.power, integer(2)).Times(big.NewRat(1, 4))
}
