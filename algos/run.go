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
const cancelEvery = 256

// Run lets l, made for dim dimensions, learn from the stream, and returns what
// happened. Each example is checked before the learner sees it.
//
// The error names the example (counted from 1) that is malformed, or that the
// learner could not go on from, or is the context's; the trace is then that of
// the steps before. Seconds leaves out the time of the observers.
func Run(ctx context.Context, l Learner, dim int, stream iter.Seq[theory.Example], observers ...Observer) (theory.Trace, error) {
	tr := theory.Trace{Gamma: math.NaN(), Norm: math.NaN()}
	failing, _ := l.(Failing)
	drifts := drifts(l)
	var observing time.Duration
	var err error
	begin := time.Now()
	for e := range stream {
		t := len(tr.Steps)
		if t%cancelEvery == 0 && ctx.Err() != nil {
			err = ctx.Err()
			break
		}
		if err = e.Check(dim); err != nil {
			err = fmt.Errorf("example %d: %w", t+1, err)
			break
		}
		s := l.Step(e.X, e.Y)
		if failing != nil {
			if err = failing.Err(); err != nil {
				err = fmt.Errorf("example %d: %w", t+1, err)
				break
			}
		}
		tr.Steps = append(tr.Steps, s)
		if s.Mistake() {
			tr.Mistakes++
		}
		if s.Updated {
			tr.Updates++
		}
		if len(observers) > 0 && (s.Updated || drifts) {
			since := time.Now()
			for _, o := range observers {
				o.Updated(t+1, e, l)
			}
			observing += time.Since(since)
		}
	}
	tr.Seconds = (time.Since(begin) - observing).Seconds()
	tr.Classifier = l.Classifier()
	if m, ok := l.(interface{ Gamma() float64 }); ok {
		tr.Gamma = m.Gamma()
	}
	if m, ok := l.(interface{ Norm() float64 }); ok {
		tr.Norm = m.Norm()
	}
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
