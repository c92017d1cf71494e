package exact

import "math/big"

// NaiveOMM is online maximum margin classification, the naive implementation. It
// keeps the examples, and solves the offline problem over them at each update:
//
//	(w, b) = that of [MaxMargin],  γ_t = ‖w‖/2,  a_t = y(w·x+b)/‖w‖,  update iff a_t < γ_t.
//
// It implements omm.txt, Algorithm 1 (naive, ρ = 1, the norm ℓ₂), which comes in
// two readings. The text has every example kept, and then γ_t = γ∗ after a pass. As
// printed, only the examples with a_t < γ_t are kept, and of the initialisation
// phase the first of each class; the last classifier may err on one that was
// dropped. A mistake has a_t ≤ 0 < γ_t, and is an update in both.
type NaiveOMM struct {
	opening
	violating bool
	kept      []Example
	solution  Solution // of the kept as far as they are separable; W is nil before the first
	err       error
}

// NewNaiveOMM returns n-OMM for ℚ^dim, which keeps every example.
func NewNaiveOMM(dim int) *NaiveOMM { return &NaiveOMM{opening: opening{dim: dim}} }

// NewViolatingNaiveOMM returns n-OMM for ℚ^dim as printed, which keeps the
// violating examples only.
func NewViolatingNaiveOMM(dim int) *NaiveOMM {
	return &NaiveOMM{opening: opening{dim: dim}, violating: true}
}

// Step implements [Learner]. Once the examples kept are not separable they stay so,
// and the classifier does not change any more.
func (l *NaiveOMM) Step(x Vector, y int) Step {
	if !l.over {
		first := l.first
		s := l.opening.step(x, y)
		if !l.violating || y != first {
			l.kept = append(l.kept, Example{X: x, Y: y})
		}
		if l.over {
			l.solve(&s)
		}
		return s
	}
	w, b := l.Classifier()
	s := observe(w, b, x, y)
	if l.solution.W != nil {
		s.Target = half(s.SqNorm)
		s.Limit = s.Target
	}
	violates := s.Score.Cmp(s.Limit) < 0
	if violates || !l.violating {
		l.kept = append(l.kept, Example{X: x, Y: y})
	}
	if violates {
		l.solve(&s)
	}
	return s
}

// solve learns from the examples kept, the last of which changes the classifier.
func (l *NaiveOMM) solve(s *Step) {
	solution, err := MaxMargin(l.kept, false)
	if err == nil {
		l.solution = solution
	}
	l.err = err
	s.Updated, s.Infeasible = err == nil, err != nil
}

// Classifier implements [Learner]: w = v₊−v₋, not normalised.
func (l *NaiveOMM) Classifier() (Vector, *big.Rat) {
	if l.solution.W == nil {
		return l.constant()
	}
	return l.solution.W, l.solution.B
}

// Kept returns the examples kept, which are not to be changed.
func (l *NaiveOMM) Kept() []Example { return l.kept }

// Solution returns the present maximum margin. Its certificate is of the examples
// that were kept when it was found: it holds of Kept with a multiplier 0 for each
// since, as long as Err is nil. W is nil before the initialisation phase is over.
func (l *NaiveOMM) Solution() Solution { return l.solution }

// SqGamma is γ_t², nil before the initialisation phase is over.
func (l *NaiveOMM) SqGamma() *big.Rat { return l.solution.SqGamma }

// Err returns a *[NotSeparableError] about the examples kept at the last update, or
// nil where they were separable.
func (l *NaiveOMM) Err() error { return l.err }
