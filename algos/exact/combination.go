package exact

import (
	"errors"
	"math/big"

	"marginlab/theory/real"
)

// enclosed is a learner whose numbers have roots, at one precision.
type enclosed interface {
	// step predicts the label of x, then learns from the revealed y. The error is
	// an *UndecidedError, or errInfeasible.
	step(x Vector, y int) (enclosedStep, error)
	// score is w·x + b by the present classifier, and sqNorm is ‖w‖∗², in one scale.
	score(x Vector) real.Number
	sqNorm() real.Number
	// classifier is the present w and b.
	classifier() ([]real.Interval, real.Interval)
	// sqGamma is γ_t², false where there is none.
	sqGamma() (real.Number, bool)
}

// enclosedStep is what a learner decided, with the score y(w·x+b) and the square of
// γ_t‖w‖, in one scale.
type enclosedStep struct {
	Decision
	score, sqTarget real.Number
	sqGamma         real.Number
	margin          bool // whether there are a target and a γ_t
}

// errInfeasible says that w got to be 0, which a learner cannot leave.
var errInfeasible = errors.New("exact: no classifier")

// rational is q at a precision.
func rational(prec uint, q *big.Rat) real.Number { return real.NewField(prec).Rational(q) }

// root is √a of an a that is at least 0: what an interval has below it is left out.
func root(a real.Number) real.Number {
	root, err := a.Max(a.Field().Int(0)).Sqrt()
	if err != nil {
		panic(err)
	}
	return root
}

// combination is Σ α_i z_i with rational points z and numbers α. The products of
// points are exact, so that what is orthogonal to all of them is known to be.
type combination struct {
	prec  uint
	dim   int
	z     []Vector
	alpha []real.Number
}

// dot is Σ α_i z_i·x.
func (w *combination) dot(x Vector) real.Number {
	sum := rational(w.prec, new(big.Rat))
	for i, z := range w.z {
		sum = sum.Add(w.alpha[i].Times(z.Dot(x)))
	}
	return sum
}

// add adds τz, z ≠ 0. The points are of different directions.
func (w *combination) add(tau real.Number, z Vector) {
	for i := range w.z {
		if c := multiple(z, w.z[i]); c != nil {
			w.alpha[i] = w.alpha[i].Add(tau.Times(c))
			return
		}
	}
	w.z, w.alpha = append(w.z, z), append(w.alpha, tau)
}

// multiple is the c with z = cx, x ≠ 0, nil if there is none.
func multiple(z, x Vector) *big.Rat {
	var c *big.Rat
	for k := range x {
		if x[k].Sign() != 0 {
			c = new(big.Rat).Quo(z[k], x[k])
			break
		}
	}
	if !x.Times(c).Equal(z) {
		return nil
	}
	return c
}

// classifier is the combination times a factor, and b = 0.
func (w *combination) classifier(factor real.Number) ([]real.Interval, real.Interval) {
	x := make([]real.Interval, w.dim)
	for k := range x {
		sum := rational(w.prec, new(big.Rat))
		for i, z := range w.z {
			sum = sum.Add(w.alpha[i].Times(z[k]))
		}
		x[k] = sum.Mul(factor).Interval()
	}
	return x, real.NewInterval(w.prec, new(big.Rat))
}

// see predicts the label of x by a score y(w·x+b), if its sign is decided.
func see(score real.Number, y int) (Decision, error) {
	mustLabel(y)
	sign, decided := score.Sign()
	if !decided {
		return Decision{}, undecided("the label", score)
	}
	d := Decision{Y: y, Predicted: +1}
	if sign*y < 0 {
		d.Predicted = -1
	}
	return d, nil
}

// undecided says that the sign of a number is not known.
func undecided(what string, a real.Number) error {
	return &real.UndecidedError{Prec: a.Field().Bits, Last: a.Interval(), What: what}
}

// uncomputed says that a number cannot be computed at a precision.
func uncomputed(what string, prec uint, err error) error {
	var domain *real.DomainError
	if !errors.As(err, &domain) {
		return err
	}
	return &real.UndecidedError{Prec: prec, Last: domain.Of, Domain: domain, What: what}
}

// atMost decides a ≤ φ√b, φ of any sign and b ≥ 0, by squares.
func atMost(what string, a real.Number, phi *big.Rat, b real.Number) (bool, error) {
	sqPhi := new(big.Rat).Mul(phi, new(big.Rat).Abs(phi))
	left, right := a.Mul(a.Abs()), b.Times(sqPhi)
	order, decided := left.Cmp(right)
	if !decided {
		return false, undecided(what, left.Add(right.Times(integer(-1))))
	}
	return order <= 0, nil
}
