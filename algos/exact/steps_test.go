package exact_test

import (
	"math/big"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
	"marginlab/theory/real"
)

// step is a step of a learner with rational numbers, nil for those that it does not have.
type step struct {
	exact.Decision
	Score, Limit, Target, SqNorm *big.Rat
}

// within reports whether a_t ≤ φγ_t.
func (s step) within(phi *big.Rat) bool {
	return s.Target != nil && s.Score.Cmp(mul(phi, s.Target)) <= 0
}

// rational returns a number that is known to be rational, nil for none.
func rational(t require.TestingT, a real.Number) *big.Rat {
	q, ok := a.Rational()
	require.Equal(t, a.Exists(), ok)
	return q
}

// take makes a step. The error says that there is no update.
func take(t require.TestingT, l exact.Learner, e exact.Example) (step, error) {
	var s exact.Step
	if err := exact.Try(func() { s = l.Step(e.X, e.Y) }); err != nil {
		return step{}, err
	}
	return step{s.Decision, rational(t, s.Score), rational(t, s.Limit), rational(t, s.Target), rational(t, s.SqNorm)}, nil
}

// mustTake makes a step, which must succeed.
func mustTake(t require.TestingT, l exact.Learner, e exact.Example) step {
	s, err := take(t, l, e)
	require.NoError(t, err)
	return s
}

// classifier returns the classifier of a learner whose numbers are rational.
func classifier(t require.TestingT, l exact.Learner) (w exact.Vector, b *big.Rat) {
	p, c := l.Classifier()
	return vectorOf(t, p), rational(t, c)
}

func vectorOf(t require.TestingT, p exact.Point) exact.Vector {
	x, ok := p.Rational()
	require.True(t, ok)
	return x
}

// trace records a run.
type trace struct {
	steps                              []step
	mistakes, updates, openingMistakes int
}

// run lets the learner learn from the stream; the error is that of the last step.
func run(t require.TestingT, l exact.Learner, stream []exact.Example) (tr trace, err error) {
	for _, e := range stream {
		var s step
		if s, err = take(t, l, e); s.Mistake() {
			tr.mistakes++
			if s.Opening {
				tr.openingMistakes++
			}
		}
		if s.Updated {
			tr.updates++
		}
		tr.steps = append(tr.steps, s)
		if err != nil {
			return tr, err
		}
	}
	return tr, nil
}

func mustRun(t require.TestingT, l exact.Learner, stream []exact.Example) trace {
	tr, err := run(t, l, stream)
	require.NoError(t, err)
	return tr
}

// at is a step with the classifiers before and after it.
type at struct {
	exact.Example
	step
	w, wNext exact.Vector
	b, bNext *big.Rat
	seen     []exact.Example // before the step
}

// each runs the learner over a drawn stream and calls check at each step.
func each(t *rapid.T, l exact.Learner, d drawn, check func(at)) {
	for i, e := range d.stream {
		a := at{Example: e, seen: d.stream[:i]}
		a.w, a.b = classifier(t, l)
		a.step = mustTake(t, l, e)
		a.wNext, a.bNext = classifier(t, l)
		check(a)
	}
}
