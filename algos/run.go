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

// Measure writes on the trace what a learner says of itself after its last step: its
// own margin, ‖w‖, and log det(A/a) of a second-order learner.
func Measure(tr *theory.Trace, l any) {
	if m, ok := l.(interface{ Gamma() float64 }); ok {
		tr.Gamma = m.Gamma()
	}
	if m, ok := l.(interface{ Norm() float64 }); ok {
		tr.Norm = m.Norm()
	}
	if m, ok := l.(interface{ LogDet() float64 }); ok {
		tr.LogDet = m.LogDet()
	}
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
	failing, fails := l.(Failing)
	observed, drifts := len(observers) > 0, drifts(l)
	var observing time.Duration
	check := theory.Example.Check
	if many, ok := l.(interface{ Classes() int }); ok {
		check = func(e theory.Example, dim int) error { return e.CheckClass(dim, many.Classes()) }
	}
	tr, err := Drive(ctx, stream, keep, func(t int, e theory.Example, s *theory.Step) error {
		if err := check(e, dim); err != nil {
			return fmt.Errorf("example %d: %w", t+1, err)
		}
		*s = l.Step(e.X, e.Y)
		if fails && failing.Err() != nil {
			return fmt.Errorf("example %d: %w", t+1, failing.Err())
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
	tr.Classifier = l.Classifier()
	Measure(&tr, l)
	return tr, err
}

func drifts(l Learner) bool {
	d, ok := l.(Drifting)
	return ok && d.Drifts()
}

// Run makes the learner for dim dimensions and lets it learn from the stream,
// as [Run] does; the trace carries the learner's name and parameters.
func (s *Spec) Run(ctx context.Context, dim int, stream iter.Seq[theory.Example], observers ...Observer) (theory.Trace, error) {
	tr, err := Run(ctx, s.New(dim), dim, stream, observers...)
	s.Caption(&tr)
	return tr, err
}
