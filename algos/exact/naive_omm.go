package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// NaiveOMM is online maximum margin classification, the naive implementation. It
// keeps the examples, and solves the offline problem over them at each update:
//
//	(w, b) = that of [MaxMargin],  γ_t = ‖w‖/2,  a_t = y(w·x+b)/‖w‖,
//	update iff a_t < γ_t, for ρ < 1 iff a_t ≤ ργ_t.
//
// It implements HKNS25, Algorithm 1 (naive, any ρ, the norm ℓ₂), which comes in
// two readings. The text has every example kept, and then for ρ = 1 γ_t = γ∗ after a pass.
// As printed, only the examples of updates are kept, and of the initialisation
// phase the first of each class; the last classifier may err on one that was
// dropped. A mistake has a_t ≤ 0, and is an update in both, as in [OMM].
type NaiveOMM struct {
	opening
	rho       *big.Rat
	violating bool
	examples  []Example // kept
	solution  Solution  // of the kept as far as they are separable; W is nil before the first
	err       error
}

func naiveOMMKinds() []kind {
	rho := func(p values) *big.Rat {
		if p["rho"] != nil {
			return p["rho"]
		}
		return integer(1)
	}
	naive := func(name string, violating bool) kind {
		return kind{
			name: name, params: []param{{name: "rho", domain: "[0, 1]", optional: true}, exponent()},
			also: func(p values) values { return values{"rho": rho(p)} }, rational: true,
			learner: func(n norm, dim int, p values) Learner {
				return &NaiveOMM{opening: newOpening(n, dim), rho: rho(p), violating: violating}
			},
		}
	}
	return []kind{naive("n-omm", false), naive("n-omm(keep=violating)", true)}
}

// Step implements [Learner]. Once the examples kept are not separable they stay so,
// and the classifier does not change any more.
func (l *NaiveOMM) Step(x Vector, y int) (Step, error) {
	e := Example{X: x, Y: y}
	if !l.over() {
		if !l.violating || l.kept[y] == nil {
			l.examples = append(l.examples, e)
		}
		return l.open(x, y, l.solve)
	}
	s, err := l.observe(x, y)
	if err != nil {
		return s, err
	}
	s.scaled = perUnit(s.sqDual)
	s.Target = l.power.Times(big.NewRat(1, 2))
	order, err := s.limit("the update", l.rho)
	violates := order < 0 || order == 0 && l.rho.Cmp(integer(1)) < 0
	if err == nil && (violates || !l.violating) {
		l.examples = append(l.examples, e)
	}
	if err == nil && violates {
		err = l.solve()
		s.Updated = err == nil
	}
	return s, err
}

// solve learns from the examples kept.
func (l *NaiveOMM) solve() error {
	solution, err := MaxMargin(l.examples, false)
	if l.err = err; err != nil {
		return errInfeasible
	}
	l.solution = solution
	l.hyperplane = l.throughOrigin(pointOf(l.Field, solution.W))
	l.b = l.Rational(solution.B)
	return nil
}

// Kept returns the examples kept, which are not to be changed.
func (l *NaiveOMM) Kept() []Example { return l.examples }

// Solution returns the present maximum margin. Its certificate is of the examples
// that were kept when it was found: for ρ = 1, or where only the violating are kept, it
// holds of Kept with a multiplier 0 for each since, as long as Err is nil. W is nil before
// the initialisation phase is over.
func (l *NaiveOMM) Solution() Solution { return l.solution }

// SqGamma implements [Learner].
func (l *NaiveOMM) SqGamma() real.Number {
	if !l.over() {
		return real.Number{}
	}
	return l.Rational(l.solution.SqGamma)
}

// Err returns a *[NotSeparableError] about the examples kept at the last update, or
// nil where they were separable.
func (l *NaiveOMM) Err() error { return l.err }
