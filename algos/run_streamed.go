package algos

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"time"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// streamedAtOnce is how many examples a run hands to a [Streamed] learner in one call: enough
// that it is busy, few enough that a run soon sees that it is cancelled.
const streamedAtOnce = 4096

// runStreamed is [Run] for a learner that takes many examples at once.
func runStreamed(ctx context.Context, l Streamed, dim int, stream iter.Seq[theory.Example], keep bool,
	observers []Observer) (tr theory.Trace, err error) {
	tr = theory.Trace{Gamma: math.NaN(), Norm: math.NaN()}
	var some []theory.Example
	learn := func() {
		since := time.Now()
		steps, states := l.Steps(some, len(observers) > 0)
		tr.Seconds += time.Since(since).Seconds()
		for i, s := range steps {
			if keep {
				tr.Steps = append(tr.Steps, s)
			}
			tr.Seen++
			if tr.Count(&s); !s.Updated || len(states) == 0 {
				continue
			}
			for _, o := range observers {
				o.Updated(tr.Seen, some[i], shown{l, states[0]})
			}
			states = states[1:]
		}
		err = errors.Join(ctx.Err(), l.State().Err)
		some = some[:0]
	}
	for e := range stream {
		if wrong := e.Check(dim); wrong != nil {
			if learn(); err == nil {
				err = fmt.Errorf("example %d: %w", tr.Seen+1, wrong)
			}
			break
		}
		if some = append(some, e); len(some) == streamedAtOnce {
			if learn(); err != nil {
				break
			}
		}
	}
	if err == nil && len(some) > 0 {
		learn()
	}
	Show(&tr, l)
	tr.Unseen = l.Unseen()
	if err == nil {
		err = l.State().Err
	}
	return tr, err
}

// shown is a learner with the classifier that it had.
type shown struct {
	Learner
	had theory.Classifier
}

func (s shown) State() State               { return State{Classifier: s.had, Gamma: math.NaN(), Norm: math.NaN()} }
func (s shown) Score(x vec.Vector) float64 { return s.had.Score(x) }
