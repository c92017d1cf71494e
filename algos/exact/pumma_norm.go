package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// normedPUMMA is [PUMMA] in a norm ‖·‖_p, in intervals. It keeps v, of which w is
// ℓ(v)/‖v‖, and
//
//	w·z ≥ 1 and w·v ≥ 1, ‖w‖∗ least:  v ← the least-norm point of [v, z],  z = (x₊−x₋)/2
//
// (Ishibashi, Hatano and Takeda 2008; the second constraint is w·f(w_t) ≥ ‖w_t‖∗² of
// theirs, f = ∇½‖·‖∗²). Steps are in the scale of v^⟨p−1⟩ (see [lp]), in which the
// target is ‖v‖^p.
type normedPUMMA struct {
	lp
	opening          // x₊ and x₋, also after it is over
	limit   *big.Rat // 1−δ
	v, w    box
	power   real.Interval // ‖v‖^p
}

func newNormedPUMMA(n lp, dim int, delta *big.Rat) enclosed {
	return &normedPUMMA{lp: n, opening: opening{dim: dim}, limit: new(big.Rat).Sub(integer(1), delta)}
}

func (l *normedPUMMA) step(x Vector, y int) (enclosedStep, error) {
	if !l.over {
		return l.open(x, y)
	}
	a := l.along(x).Times(integer(y))
	step := enclosedStep{score: l.number(a), margin: true, sqGamma: l.number(l.root(l.power, integer(2)))}
	step.sqTarget = l.number(l.power.Mul(l.power))
	var err error
	if step.Decision, err = see(step.score, y); err != nil {
		return step, err
	}
	missing := a.Sub(l.power.Times(l.limit))
	sign, decided := missing.Sign()
	if !decided {
		return step, undecided("the update", l.number(missing))
	}
	if step.Updated = sign < 0; !step.Updated {
		return step, nil
	}
	l.keep(x, y)
	return step, l.move(l.nearest(l.v, l.between(), boxOf(l.prec, NewVector(l.dim))))
}

// open is a step of the opening, whose last makes the first classifier, v = z.
func (l *normedPUMMA) open(x Vector, y int) (enclosedStep, error) {
	s := l.opening.step(x, y)
	step := enclosedStep{Decision: Decision{Y: y, Predicted: s.Predicted, Updated: s.Updated, Opening: true}}
	if !l.over {
		return step, nil
	}
	if l.refuse(&s) {
		return step, errInfeasible
	}
	return step, l.move(l.between())
}

// between is z = (x₊−x₋)/2.
func (l *normedPUMMA) between() box { return boxOf(l.prec, halfway(l.plus, l.minus)) }

func (l *normedPUMMA) move(v box) error {
	l.v, l.w, l.power = v, l.up(v), l.sum(v)
	return apart(l.number(l.power))
}

// along is w·x + b = w·(x − (x₊+x₋)/2).
func (l *normedPUMMA) along(x Vector) real.Interval {
	middle := l.plus.Plus(integer(1), l.minus).Times(big.NewRat(1, 2))
	return l.w.dot(boxOf(l.prec, x.Minus(middle)))
}

func (l *normedPUMMA) score(x Vector) real.Number {
	if !l.over {
		_, b := l.constant()
		return rational(l.prec, b)
	}
	return l.number(l.along(x))
}

func (l *normedPUMMA) classifier() ([]real.Interval, real.Interval) {
	if !l.over {
		w, b := l.constant()
		return boxOf(l.prec, w), real.NewInterval(l.prec, b)
	}
	return l.w, l.along(NewVector(l.dim))
}

func (l *normedPUMMA) sqNorm() real.Number {
	if !l.over {
		return rational(l.prec, new(big.Rat))
	}
	return l.number(l.sqDual(l.power))
}

func (l *normedPUMMA) sqGamma() (real.Number, bool) {
	if !l.over {
		return real.Number{}, false
	}
	return l.number(l.root(l.power, integer(2))), true
}
