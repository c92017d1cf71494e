package algos

import (
	"context"
	"fmt"
	"math"
	"time"

	"marginlab/theory"
)

// Rest is a run that went through the data in their order, again and again,
// until a pass changed nothing: its last classifier leaves the data as they are,
// and is left by them.
type Rest struct {
	theory.Trace // without steps
	Passes       int
	AtRest       bool // false where the passes were used up before
}

// RunToRest lets a learner for dim dimensions go round the examples. It makes at
// most maxPasses passes, the last of which changed nothing if the run is at rest.
// Pegasos, which shrinks w at every step, never is.
// The error is the context's, or that of a [Failing] learner.
//
// A pass changes the classifier at few examples. Those that are too far from it
// for that are not shown to a learner whose [Kind] says where its rule turns: it
// would neither have updated nor erred at them, so that nothing but the time
// changes.
func (s *Spec) RunToRest(ctx context.Context, examples []theory.Example, dim, maxPasses int) (Rest, error) {
	l := s.New(dim)
	failing, _ := l.(Failing)
	r := Rest{Trace: theory.Trace{Gamma: math.NaN(), Norm: math.NaN()}}
	s.Caption(&r.Trace)
	restless := s.Core().Kind.Restless
	near := newSieve(examples, s.Lift(), s.threshold(l))
	begin := time.Now()
	for r.Passes < maxPasses && !r.AtRest {
		r.Passes++
		r.AtRest = !restless
		for i := near.next(0); i < len(examples); i = near.next(i + 1) {
			if i%cancelEvery == 0 && ctx.Err() != nil {
				return Rest{}, ctx.Err()
			}
			e := examples[i]
			step := l.Step(e.X, e.Y)
			if failing != nil && failing.Err() != nil {
				return Rest{}, fmt.Errorf("example %d: %w", i+1, failing.Err())
			}
			if step.Mistake() {
				r.Mistakes++
			}
			if step.Updated {
				r.Updates++
				r.AtRest = false
				near.moved(l)
			}
		}
		if err := ctx.Err(); err != nil {
			return Rest{}, err
		}
	}
	r.Seconds = time.Since(begin).Seconds()
	r.Classifier = l.Classifier()
	if m, ok := l.(interface{ Gamma() float64 }); ok {
		r.Gamma = m.Gamma()
	}
	if m, ok := l.(interface{ Norm() float64 }); ok {
		r.Norm = m.Norm()
	}
	return r, nil
}

// threshold is the y(w·x) above which the learner does nothing, w being that of its
// classifier; +Inf where that is not known, or not of w·x alone.
func (s *Spec) threshold(l Learner) float64 {
	k := s.Core().Kind
	if k.Turn == nil || k.OwnBias || k.Normalises || k.Restless || drifts(l) {
		return math.Inf(1)
	}
	return s.Turn(math.NaN())
}
