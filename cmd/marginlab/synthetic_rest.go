package main

import (
	"context"
	"math"
	"slices"
	"time"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/theory"
)

// rest is a run that went through the data in their order, again and again,
// until a pass changed nothing.
type rest struct {
	theory.Trace // without steps
	passes       int
	atRest       bool // false where the passes were used up before
}

// runToRest runs a learner that updates at an example only if y(w·x+b) is at most
// a threshold ≥ 0, such as AMIRA, ROMMA and the Perceptron. It makes at most
// maxPasses passes, the last of which changed nothing if the run is at rest.
//
// A pass changes the classifier at few examples. Those that are too far from it
// for that are not shown to the learner (see [sieve]): it would neither have
// updated nor erred at them, so that nothing but the time changes.
func runToRest(ctx context.Context, spec *algos.Spec, set *benchdata.Set, threshold float64, maxPasses int) (rest, error) {
	l := spec.New(set.Dim)
	r := rest{Trace: theory.Trace{
		Learner: spec.String(), Families: spec.Families(), Params: spec.Params(), Lift: spec.Lift(),
		Gamma: math.NaN(), Norm: math.NaN(),
	}}
	near := newSieve(set.Examples, spec.Lift(), threshold)
	begin := time.Now()
	for r.passes < maxPasses && !r.atRest {
		if err := ctx.Err(); err != nil {
			return rest{}, err
		}
		r.passes++
		r.atRest = true
		for i := near.next(0); i < len(set.Examples); i = near.next(i + 1) {
			e := set.Examples[i]
			step := l.Step(e.X, e.Y)
			if step.Mistake() {
				r.Mistakes++
			}
			if step.Updated {
				r.Updates++
				r.atRest = false
				near.moved(l.Classifier())
			}
		}
	}
	r.Seconds = time.Since(begin).Seconds()
	r.Classifier = l.Classifier()
	if m, ok := l.(interface{ Gamma() float64 }); ok {
		r.Gamma = m.Gamma()
	}
	return r, nil
}

// sieve lists the examples at which a learner may update. With w and z = (x, c) in
// the lifted space, and w₀ where the list was made,
//
//	y(w·z) ≥ y(w₀·z) − ‖w−w₀‖‖z‖,
//
// so that while ‖w−w₀‖ ≤ reach no other example than those with
// y(w₀·z) ≤ threshold + reach·‖z‖ can be at or below the threshold.
type sieve struct {
	examples        []theory.Example
	length          []float64 // ‖z‖
	lift, threshold float64

	from  *theory.Classifier // w₀, nil while all examples are listed
	reach float64
	list  []int // positions, in order
	at    int   // of the next to go through in list
	work  int   // examples gone through since the list was made
}

func newSieve(examples []theory.Example, lift, threshold float64) *sieve {
	s := &sieve{examples: examples, lift: lift, threshold: threshold}
	for i, e := range examples {
		s.length = append(s.length, math.Hypot(math.Sqrt(e.X.SqNorm()), lift))
		s.list = append(s.list, i)
	}
	return s
}

// next is the first position of the list that is not below i, the number of
// examples if there is none. It is asked for positions that grow, from 0 in each
// pass.
func (s *sieve) next(i int) int {
	if i == 0 {
		s.at = 0
	}
	for s.at < len(s.list) && s.list[s.at] < i {
		s.at++
	}
	if s.at == len(s.list) {
		return len(s.examples)
	}
	s.work++
	return s.list[s.at]
}

// moved takes note of an update. The list is made again where the classifier has
// left its reach, or when going through it has cost far more than to make it
// does: then with half the reach, and if it cost far less with twice.
func (s *sieve) moved(c theory.Classifier) {
	n := len(s.examples)
	switch {
	case s.from == nil:
		s.reach = s.norm(c) / 16
	case s.distance(c) <= s.reach && s.work <= 4*n:
		return
	case s.work > 4*n:
		s.reach /= 2
	case s.work < n/4:
		s.reach *= 2
	}
	// The learner's own sums may differ from Score by some 1e-16·‖w‖‖z‖.
	const rounding = 1e-9
	slack := s.reach + rounding*s.norm(c)
	s.list, s.work = s.list[:0], 0
	for i, e := range s.examples {
		if float64(e.Y)*c.Score(e.X) <= s.threshold+slack*s.length[i] {
			s.list = append(s.list, i)
		}
	}
	s.from = &c
	s.at = 0 // next looks for its position again
}

func (s *sieve) norm(c theory.Classifier) float64 {
	return s.distanceTo(c, theory.Classifier{W: make([]float64, len(c.W))})
}

func (s *sieve) distance(c theory.Classifier) float64 { return s.distanceTo(c, *s.from) }

// distanceTo is ‖w−w'‖ in the lifted space, where b = w_{d+1}c.
func (s *sieve) distanceTo(c, d theory.Classifier) float64 {
	var sum float64
	for i, w := range c.W {
		sum += (w - d.W[i]) * (w - d.W[i])
	}
	if s.lift != 0 {
		b := (c.B - d.B) / s.lift
		sum += b * b
	}
	return math.Sqrt(sum)
}

// atOrBelow are the thresholds of the learners of Section 4.1: the ε of AMIRA and
// ROMMA, else that of a learner that updates at y(w·x+b) ≤ 0 alone.
func atOrBelow(spec *algos.Spec) float64 {
	if epsilon, ok := spec.Params()["eps"]; ok && slices.ContainsFunc(spec.Families(), func(f string) bool { return f == "amira" || f == "romma" }) {
		return 1 - epsilon
	}
	return 0
}
