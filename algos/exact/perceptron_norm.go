package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// normedPerceptron is the p-norm Perceptron, through the origin: θ is the sum of the
// yx that were learned, w = ∇½‖θ‖², and
//
//	θ_1 = 0;  y w·x ≤ 0:  θ ← θ + y x.
//
// It implements Grove, Littlestone and Schuurmans (2001). θ is rational, and the score
// is taken with θ^⟨p−1⟩ (see [lp]) in place of w.
type normedPerceptron struct {
	lp
	theta Vector
	w     box
}

func newNormedPerceptron(n lp, dim int) enclosed {
	l := &normedPerceptron{lp: n, theta: NewVector(dim)}
	l.w = boxOf(n.prec, l.theta)
	return l
}

func (l *normedPerceptron) step(x Vector, y int) (enclosedStep, error) {
	score := l.score(x).Times(integer(y))
	decision, err := see(score, y)
	if err != nil {
		return enclosedStep{}, err
	}
	sign, _ := score.Sign()
	decision.Updated = sign <= 0 && !x.IsZero()
	if decision.Updated {
		l.theta = l.theta.Plus(integer(y), x)
		l.w = l.up(boxOf(l.prec, l.theta))
	}
	return enclosedStep{Decision: decision, score: score}, nil
}

func (l *normedPerceptron) score(x Vector) real.Number { return l.number(l.w.dot(boxOf(l.prec, x))) }

func (l *normedPerceptron) classifier() ([]real.Interval, real.Interval) {
	return l.w, real.NewInterval(l.prec, new(big.Rat))
}

func (l *normedPerceptron) sqNorm() real.Number {
	if l.theta.IsZero() {
		return rational(l.prec, new(big.Rat))
	}
	return l.number(l.sqDual(l.sum(boxOf(l.prec, l.theta))))
}

func (l *normedPerceptron) sqGamma() (real.Number, bool) { return real.Number{}, false }
