package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// normedOMM is [OMM] in a norm ‖·‖_p, in intervals:
//
//	u = v₊−v₋,  w = u^⟨p−1⟩ (see [lp]),  b = −w·(v₊+v₋)/2,  γ_t‖w‖∗ = ½‖u‖^p.
//
// It implements omm.txt, Algorithm 1 (efficient). Score and target are in the scale of
// this w, which needs no root. That a point is violating is decided; how far it moves
// v₊ or v₋ is enclosed.
type normedOMM struct {
	lp
	opening
	rho     *big.Rat
	printed bool
	v       map[int]box // v₊ and v₋ by their label
	w       box
	power   real.Interval // ‖u‖^p
}

func newNormedOMM(n lp, dim int, rho *big.Rat, printed bool) enclosed {
	return &normedOMM{lp: n, opening: opening{dim: dim}, rho: rho, printed: printed}
}

func (l *normedOMM) step(x Vector, y int) (enclosedStep, error) {
	if !l.over {
		return l.open(x, y)
	}
	a := l.along(x).Times(integer(y))
	step := enclosedStep{score: l.number(a), margin: true, sqGamma: l.number(l.sqHalf())}
	target := l.power.Times(big.NewRat(1, 2))
	step.sqTarget = l.number(target.Mul(target))
	var err error
	if step.Decision, err = see(step.score, y); err != nil {
		return step, err
	}
	if step.Updated, err = l.updates(a, target); err != nil || !step.Updated {
		return step, err
	}
	l.v[y] = l.nearest(l.v[y], boxOf(l.prec, x), l.v[-y])
	return step, l.place()
}

// open is a step of the opening; the last one makes v₊ and v₋.
func (l *normedOMM) open(x Vector, y int) (enclosedStep, error) {
	s := l.opening.step(x, y)
	step := enclosedStep{Decision: Decision{Y: y, Predicted: s.Predicted, Updated: s.Updated, Opening: true}}
	if !l.over {
		return step, nil
	}
	if l.refuse(&s) {
		return step, errInfeasible
	}
	l.v = map[int]box{+1: boxOf(l.prec, l.plus), -1: boxOf(l.prec, l.minus)}
	return step, l.place()
}

// updates decides A ≤ ρT and A < T, and A < ρT as printed, with T > 0.
func (l *normedOMM) updates(a, target real.Interval) (bool, error) {
	sign, decided := a.Sub(target.Times(l.rho)).Sign()
	if !decided {
		return false, undecided("the update", l.number(a.Sub(target.Times(l.rho))))
	}
	return sign < 0 || sign == 0 && !l.printed && l.rho.Cmp(integer(1)) < 0, nil
}

// place puts the hyperplane half way between v₊ and v₋, which are apart.
func (l *normedOMM) place() error {
	u := l.v[+1].minus(l.v[-1])
	l.w, l.power = l.up(u), l.sum(u)
	return apart(l.number(l.power))
}

// apart is nil if a number that is 0 where the classes meet is not 0.
func apart(a real.Number) error {
	switch sign, decided := a.Sign(); {
	case !decided:
		return undecided("the classes are apart", a)
	case sign == 0:
		return errInfeasible
	}
	return nil
}

// along is w·x + b = w·(x − (v₊+v₋)/2).
func (l *normedOMM) along(x Vector) real.Interval {
	return l.w.dot(boxOf(l.prec, x).minus(l.v[+1].between(l.v[-1], real.NewInterval(l.prec, big.NewRat(1, 2)))))
}

// sqHalf is γ_t² = ¼‖u‖².
func (l *normedOMM) sqHalf() real.Interval {
	return l.root(l.power, integer(2)).Times(big.NewRat(1, 4))
}

func (l *normedOMM) score(x Vector) real.Number {
	if !l.over {
		_, b := l.constant()
		return rational(l.prec, b)
	}
	return l.number(l.along(x))
}

func (l *normedOMM) classifier() ([]real.Interval, real.Interval) {
	if !l.over {
		w, b := l.constant()
		return boxOf(l.prec, w), real.NewInterval(l.prec, b)
	}
	return l.w, l.along(NewVector(l.dim))
}

func (l *normedOMM) sqNorm() real.Number {
	if !l.over {
		return rational(l.prec, new(big.Rat))
	}
	return l.number(l.sqDual(l.power))
}

func (l *normedOMM) sqGamma() (real.Number, bool) {
	if !l.over {
		return real.Number{}, false
	}
	return l.number(l.sqHalf()), true
}
