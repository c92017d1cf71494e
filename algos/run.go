package algos

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// cancelEvery is the greatest number of steps before a cancelled run ends.
const cancelEvery = 64

// Show writes a learner's state after its last step on the trace.
func Show(tr *theory.Trace, l Learner) {
	s := l.State()
	tr.Classifier, tr.Gamma, tr.Norm, tr.LogDet = s.Classifier, s.Gamma, s.Norm, s.LogDet
}

// Observer is called at every change of a learner's classifier: at, counted from 1, is the number of examples seen.
type Observer func(at int, e theory.Example, l Learner)

// Learn is the loop of every run. l learns from a stream of checked examples; the steps are counted, and kept if keep
// is true.
//
// The error names the example (counted from 1) at which the learner could not continue, or is the context's; the
// trace then has the steps before. Seconds leaves out the time of the observers.
func Learn(ctx context.Context, l Learner, stream iter.Seq[theory.Example], keep bool,
	observers ...Observer) (tr theory.Trace, err error) {
	tr = theory.Trace{Gamma: math.NaN(), Norm: math.NaN()}
	count := func(s theory.Step) {
		if keep {
			tr.Add(s)
			return
		}
		tr.Seen++
		tr.Count(&s)
	}
	observed, begin, observing := len(observers) > 0, time.Now(), time.Duration(0)
	tell := func(e theory.Example, after Learner) {
		since := time.Now()
		for _, observe := range observers {
			observe(tr.Seen, e, after)
		}
		observing += time.Since(since)
	}
	if program, ok := l.(Streamed); ok {
		for some := range batches(stream) {
			steps, had := program.Steps(some, observed)
			for i, s := range steps {
				if count(s); s.Updated && len(had) > 0 {
					tell(some[i], shown{l, had[0]})
					had = had[1:]
				}
			}
			if ctx.Err() != nil || l.State().Err != nil {
				break
			}
		}
		tr.Unseen = program.Unseen()
		err = errors.Join(ctx.Err(), l.State().Err)
	} else {
		drifts := observed && l.State().Drifts
		for e := range stream {
			if tr.Seen%cancelEvery == 0 && ctx.Err() != nil {
				err = ctx.Err()
				break
			}
			s := l.Step(e.X, e.Y)
			if !s.Made() {
				err = fmt.Errorf("example %d: %w", tr.Seen+1, l.State().Err)
				break
			}
			if count(s); observed && (s.Updated || drifts) {
				tell(e, l)
			}
		}
	}
	tr.Seconds = (time.Since(begin) - observing).Seconds()
	Show(&tr, l)
	return tr, err
}

// Run is [Learn] with the steps kept, from unchecked examples: the error names the one that is malformed in dim
// dimensions.
func Run(ctx context.Context, l Learner, dim int, stream iter.Seq[theory.Example],
	observers ...Observer) (theory.Trace, error) {
	var malformed error
	many, classes := l.(interface{ Classes() int })
	tr, err := Learn(ctx, l, func(yield func(theory.Example) bool) {
		t := 0
		for e := range stream {
			if t++; classes {
				malformed = e.CheckClass(dim, many.Classes())
			} else {
				malformed = e.Check(dim)
			}
			if malformed != nil {
				malformed = fmt.Errorf("example %d: %w", t, malformed)
				return
			}
			if !yield(e) {
				return
			}
		}
	}, true, observers...)
	return tr, cmp.Or(err, malformed)
}

// Run makes the learner for dim dimensions and lets it learn from the stream, as [Run] does; the trace carries the
// learner's name and parameters.
func (s *Spec) Run(ctx context.Context, dim int, stream iter.Seq[theory.Example],
	observers ...Observer) (theory.Trace, error) {
	tr, err := Run(ctx, s.New(dim), dim, stream, observers...)
	s.Caption(&tr)
	return tr, err
}

// Rest is a run over the data in their order, again and again, until a pass changed nothing.
type Rest struct {
	theory.Trace // without steps
	Passes       int
	AtRest       bool // false if the passes were used up before
}

// RunToRest lets a learner for dim dimensions repeat checked examples. It makes at most maxPasses passes; if the run
// is at rest, the last pass changed nothing. A learner whose [Kind] is restless is never at rest. The error is that
// of [Learn].
func (s *Spec) RunToRest(ctx context.Context, examples []theory.Example, dim, maxPasses int) (Rest, error) {
	l := s.New(dim)
	var r Rest
	for r.Passes < maxPasses && !r.AtRest {
		pass, err := Learn(ctx, l, slices.Values(examples), false)
		if err != nil {
			return Rest{}, err
		}
		Repeats(l)
		r.Append(pass)
		r.Passes++
		r.AtRest = pass.Updates == 0 && !s.Kind.Restless
	}
	s.Caption(&r.Trace)
	return r, nil
}

// streamedAtOnce is the number of examples that a run gives a [Streamed] learner in one call: enough to keep it busy,
// few enough that a cancelled run soon ends.
const streamedAtOnce = 4096

// batches yields the examples of a stream, streamedAtOnce at a time, each time in the same memory.
func batches(stream iter.Seq[theory.Example]) iter.Seq[[]theory.Example] {
	return func(yield func([]theory.Example) bool) {
		var some []theory.Example
		for e := range stream {
			if some = append(some, e); len(some) == streamedAtOnce {
				if !yield(some) {
					return
				}
				some = some[:0]
			}
		}
		if len(some) > 0 {
			yield(some)
		}
	}
}

// shown is a learner with an earlier classifier.
type shown struct {
	Learner
	had theory.Classifier
}

func (s shown) State() State               { return State{Classifier: s.had, Gamma: math.NaN(), Norm: math.NaN()} }
func (s shown) Score(x vec.Vector) float64 { return s.had.Score(x) }
