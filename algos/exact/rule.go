package exact

import "marginlab/theory/real"

// Rule is the update of a learner through the origin, over the rational numbers. It returns
// the w after an example, in memory of its own, or nil where w stays. Before the first one w
// is 0.
type Rule func(w, x Vector, y int) Vector

// New makes the learner for ℚ^dim, which predicts sign(w·x).
func (r Rule) New(dim int) Learner {
	n := newNorm(rationals(), integer(2))
	return &ruled{n.throughOrigin(pointOf(n.Field, NewVector(dim))), NewVector(dim), r}
}

// ruled is the learner of a rule.
type ruled struct {
	hyperplane
	at   Vector // w
	rule Rule
}

// Step implements [Learner].
func (l *ruled) Step(x Vector, y int) (Step, error) {
	s, err := l.observe(x, y)
	if err != nil {
		return s, err
	}
	if next := l.rule(l.at, x, y); next != nil {
		l.at, l.hyperplane = next, l.throughOrigin(pointOf(l.Field, next))
		s.Updated = true
	}
	return s, nil
}

// SqGamma implements [Learner]: there is none.
func (l *ruled) SqGamma() real.Number { return real.Number{} }
