package algos

import (
	"context"
	"fmt"
	"iter"
	"math"
	"time"

	"marginlab/theory"
)

// cancelEvery is how many steps may pass before a cancelled run ends.
const cancelEvery = 64

// Drive is the loop of every run but [Spec.RunToRest]. It lets step learn from one element of the stream
// after the other, t being counted from 0, and say what it did; steps, mistakes and
// updates are counted, and the steps kept if keep is true. The error is the context's or that of
// step; the trace is then that of the steps before.
func Drive[E any](ctx context.Context, stream iter.Seq[E], keep bool, step func(t int, e E, s *theory.Step) error) (tr theory.Trace, err error) {
	tr = theory.Trace{Gamma: math.NaN(), Norm: math.NaN()}
	begin := time.Now()
	t := 0
	var s theory.Step
	for e := range stream {
		if t%cancelEvery == 0 && ctx.Err() != nil {
			err = ctx.Err()
			break
		}
		if err = step(t, e, &s); err != nil {
			break
		}
		if t++; keep {
			tr.Add(s)
			continue
		}
		tr.Seen++
		tr.Count(&s)
	}
	tr.Seconds = time.Since(begin).Seconds()
	return tr, err
}

// Show writes on the trace what a learner shows of itself after its last step.
func Show(tr *theory.Trace, l Learner) {
	s := l.State()
	tr.Classifier, tr.Gamma, tr.Norm, tr.LogDet = s.Classifier, s.Gamma, s.Norm, s.LogDet
}

// Run lets l, made for dim dimensions, learn from the stream, and returns what
// happened. Each example is checked before the learner sees it.
//
// The error names the example (counted from 1) that is malformed, or that the
// learner could not go on from, or is the context's; the trace is then that of
// the steps before. Seconds leaves out the time of the observers.
func Run(ctx context.Context, l Learner, dim int, stream iter.Seq[theory.Example], observers ...Observer) (theory.Trace, error) {
	return run(ctx, l, dim, stream, true, observers)
}

// Count is [Run] that counts the steps and need not keep them.
func Count(ctx context.Context, l Learner, dim int, stream iter.Seq[theory.Example], observers ...Observer) (theory.Trace, error) {
	return run(ctx, l, dim, stream, false, observers)
}

func run(ctx context.Context, l Learner, dim int, stream iter.Seq[theory.Example], keep bool, observers []Observer) (theory.Trace, error) {
	if s, ok := l.(Streamed); ok {
		return runStreamed(ctx, s, dim, stream, keep, observers)
	}
	observed := len(observers) > 0
	drifts := observed && l.State().Drifts
	var observing time.Duration
	many, classes := l.(interface{ Classes() int })
	tr, err := Drive(ctx, stream, keep, func(t int, e theory.Example, s *theory.Step) error {
		var err error
		if classes {
			err = e.CheckClass(dim, many.Classes())
		} else {
			err = e.Check(dim)
		}
		if err != nil {
			return fmt.Errorf("example %d: %w", t+1, err)
		}
		if *s = l.Step(e.X, e.Y); !s.Made() {
			return fmt.Errorf("example %d: %w", t+1, l.State().Err)
		}
		if observed && (s.Updated || drifts) {
			since := time.Now()
			for _, o := range observers {
				o.Updated(t+1, e, l)
			}
			observing += time.Since(since)
		}
		return nil
	})
	tr.Seconds -= observing.Seconds()
	Show(&tr, l)
	return tr, err
}

// Run makes the learner for dim dimensions and lets it learn from the stream,
// as [Run] does; the trace carries the learner's name and parameters.
func (s *Spec) Run(ctx context.Context, dim int, stream iter.Seq[theory.Example], observers ...Observer) (theory.Trace, error) {
	tr, err := Run(ctx, s.New(dim), dim, stream, observers...)
	s.Caption(&tr)
	return tr, err
}
