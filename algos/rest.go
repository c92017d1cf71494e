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
// most maxPasses passes, the last of which changed nothing if the run is at rest. A
// learner that its [Kind] calls restless never is. The error is the context's, or that of a [Failing] learner.
//
// A pass changes the classifier at few examples. Those that are too far from it
// for that are not shown to a learner whose [Kind] says where its rule turns: it
// would neither have updated nor erred at them, so that nothing but the time
// changes.
//
// Note: as a stream for [Drive] the examples that are shown take up to a third longer.
func (s *Spec) RunToRest(ctx context.Context, examples []theory.Example, dim, maxPasses int) (Rest, error) {
	l := s.New(dim)
	failing, fails := l.(Failing)
	rests := !s.Core().Kind.Restless
	near := newSieve(examples, s.Lift(), s.threshold(l))
	r := Rest{Trace: theory.Trace{Gamma: math.NaN(), Norm: math.NaN()}}
	begin, shown := time.Now(), 0
	for r.Passes < maxPasses && !r.AtRest {
		r.Passes++
		r.AtRest = rests
		for i := near.next(0); i < len(examples); i = near.next(i + 1) {
			if shown++; shown%cancelEvery == 1 && ctx.Err() != nil {
				return Rest{}, ctx.Err()
			}
			step := l.Step(examples[i].X, examples[i].Y)
			if fails && failing.Err() != nil {
				return Rest{}, fmt.Errorf("example %d: %w", i+1, failing.Err())
			}
			r.Count(&step)
			if step.Updated {
				r.AtRest = false
				near.moved(l)
			}
		}
		Repeats(l)
	}
	r.Seconds = time.Since(begin).Seconds()
	r.Classifier = l.Classifier()
	Measure(&r.Trace, l)
	s.Caption(&r.Trace)
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
