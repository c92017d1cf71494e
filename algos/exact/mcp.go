package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// maximumCosine is MCP, and CMCP, in intervals. Beside w they keep ℓ, a lower bound
// of cos(w, w∗)/γ. With s = y w·x and N = ‖x‖²
//
//	CMCP  update iff s ≤ 0,          η = 0
//	MCP   update iff s ≤ ‖w‖/(2ℓ),   η = max{0, sℓ/‖w‖}
//	w ← w + ‖w‖/(ℓN) y x,  ℓ² ← ℓ² + (1−2η)/N
//
// and w = y x, ℓ = 1/‖x‖ at the first x that is not 0. It implements mcp.txt,
// Section 4 (Lemma 8 and Fig. 2).
//
// The classifiers of the first two updates are rational, as ‖w‖/ℓ is ‖x‖² at first,
// and those after it have one root at first: there all decisions are made, ties too.
// Then come roots of roots, where s = 0 is decided if x is orthogonal to all the
// examples that were learned, and other ties are not.
//
// The learner's own margin is 1/ℓ. Where w gets to be 0, which separable examples
// exclude, there is no way on.
type maximumCosine struct {
	w            *combination
	sqW          real.Number // ‖w‖²
	sqL          real.Number // ℓ²
	phi          *big.Rat
	begun        bool
	conservative bool // η is 0: CMCP
}

func newCMCP(dim int, prec uint) enclosed {
	return &maximumCosine{w: &combination{prec: prec, dim: dim}, phi: new(big.Rat), conservative: true}
}

func newMCP(dim int, prec uint) enclosed {
	return &maximumCosine{w: &combination{prec: prec, dim: dim}, phi: big.NewRat(1, 2)}
}

func (l *maximumCosine) step(x Vector, y int) (enclosedStep, error) {
	z, n := x.Times(integer(y)), x.SqNorm()
	s := l.w.dot(z)
	decision, err := see(s, y)
	if err != nil {
		return enclosedStep{}, err
	}
	step := enclosedStep{Decision: decision, score: s}
	if !l.begun {
		step.Updated = !x.IsZero()
		l.begin(z, n)
		return step, nil
	}
	if step.sqGamma, err = rational(l.w.prec, integer(1)).Quo(l.sqL); err != nil {
		return step, uncomputed("1/ℓ", l.w.prec, err)
	}
	step.margin, step.sqTarget = true, l.sqW.Mul(step.sqGamma)
	if x.IsZero() {
		return step, nil
	}
	if step.Updated, err = atMost("the update", s, l.phi, step.sqTarget); err != nil || !step.Updated {
		return step, err
	}
	return step, l.learn(z, n, step)
}

// begin sets w = z, ℓ = 1/‖z‖, if z ≠ 0.
func (l *maximumCosine) begin(z Vector, n *big.Rat) {
	if n.Sign() == 0 {
		return
	}
	prec := l.w.prec
	l.w.add(rational(prec, integer(1)), z)
	l.sqW, l.sqL, l.begun = rational(prec, n), rational(prec, new(big.Rat).Inv(n)), true
}

func (l *maximumCosine) learn(z Vector, n *big.Rat, step enclosedStep) error {
	inverse := new(big.Rat).Inv(n)
	one := rational(l.w.prec, integer(1))
	target := root(step.sqTarget) // ‖w‖/ℓ
	if sign, _ := step.score.Sign(); sign > 0 && !l.conservative {
		eta, err := step.score.Quo(target)
		if err != nil {
			return uncomputed("η", l.w.prec, err)
		}
		one = one.Add(eta.Times(integer(-2)))
	}
	tau := target.Times(inverse)
	// ‖w + τz‖² = ‖w‖² + 2τs + τ²N, and τ²N = (‖w‖/ℓ)²/N
	l.sqW = l.sqW.Add(tau.Times(integer(2)).Mul(step.score)).Add(step.sqTarget.Times(inverse))
	l.sqL = l.sqL.Add(one.Times(inverse))
	l.w.add(tau, z)
	switch sign, decided := l.sqW.Sign(); {
	case !decided:
		return undecided("‖w‖ > 0", l.sqW)
	case sign == 0:
		return errInfeasible
	}
	return nil
}

func (l *maximumCosine) score(x Vector) real.Number { return l.w.dot(x) }

func (l *maximumCosine) sqNorm() real.Number {
	if !l.begun {
		return rational(l.w.prec, new(big.Rat))
	}
	return l.sqW
}

func (l *maximumCosine) classifier() ([]real.Interval, real.Interval) {
	return l.w.classifier(rational(l.w.prec, integer(1)))
}

func (l *maximumCosine) sqGamma() (real.Number, bool) {
	if !l.begun {
		return real.Number{}, false
	}
	gamma, err := rational(l.w.prec, integer(1)).Quo(l.sqL)
	return gamma, err == nil
}
