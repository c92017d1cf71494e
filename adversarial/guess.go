package adversarial

import (
	"math"
	"math/rand/v2"
	"slices"

	"marginlab/algos"
	"marginlab/algos/external"
	"marginlab/internal/num"
	"marginlab/theory"
)

// guessOf returns a learner of this project that seems to learn as a program does, nil if there
// is none: the one that it is held to be, or one that answers a drawn stream as it does. Where
// it does so along a stream, a pattern is placed by it, without a message for each example.
func (t *target) guessOf() *algos.Spec {
	program, ok := external.Of(t.learner)
	if !ok || t.learner.New(1).(algos.Streamed).Unseen() != 0 {
		return nil
	}
	known := algos.Learners().Checked()
	if as := program.As(); as != nil {
		known = []*algos.Spec{as}
	}
	s := newStream(24, 3)
	for rng, i := rand.New(rand.NewPCG(1, 0)), 0; i < len(s); i++ {
		for k := range s[i].X.Value {
			s[i].X.Value[k] = num.Normal(rng)
		}
		s[i].Y = theory.Sign(num.Normal(rng))
	}
	for _, guess := range known {
		if guess.Bias == 0 && !guess.Kind.Random && alike(guess, t.learner.Lifted(0), s) {
			return guess.Lifted(t.learner.Bias)
		}
	}
	return nil
}

// alike reports whether two learners make the same decisions on a stream, on the same sides of
// the same hyperplanes.
func alike(one, other *algos.Spec, s stream) bool {
	run := func(l *algos.Spec) (sides []theory.Classifier, decisions []theory.Decision) {
		for _, c := range classifiers(l.New(s.dim()), s, func(_ int, step theory.Step) { decisions = append(decisions, step.Decision) }) {
			sides = append(sides, c.Classifier)
		}
		return sides, decisions
	}
	a, as := run(one)
	b, bs := run(other)
	return slices.Equal(as, bs) && slices.EqualFunc(a, b, sameSides)
}

// sameSides reports whether two classifiers are the same, up to a positive factor and rounding.
func sameSides(a, b theory.Classifier) bool {
	const rounding = 1e-10
	size := func(c theory.Classifier) (most float64) {
		for _, v := range append([]float64{c.B}, c.W...) {
			most = max(most, math.Abs(v))
		}
		return most
	}
	p, q := size(a), size(b)
	if p == 0 || q == 0 {
		return p == q
	}
	off := math.Abs(a.B/p - b.B/q)
	for k := range a.W {
		off = max(off, math.Abs(a.W[k]/p-b.W[k]/q))
	}
	return off <= rounding
}
