package adversarial

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// epoch is what came of an epoch of all islands.
type epoch struct {
	// islands are those after the epoch. Of a refutation by island i they are those up to i, and
	// after i those before the epoch. Where there is an error, some are unfinished.
	islands []island
	found   *refutation // of the least island, nil if there is none
	err     error
}

// epoch runs the tasks of an epoch, as many at once as there are cores. Once an island refutes the
// conjecture, those after it stop. progress, if not nil, is told how many streams an island has
// run, of several islands at once.
func (r *Runner) epoch(ctx context.Context, before []island, progress func(island, streams int)) epoch {
	next, found, errs := make([]island, len(before)), make([]*refutation, len(before)), make([]error, len(before))
	contexts, stops := make([]context.Context, len(before)), make([]context.CancelFunc, len(before))
	for i := range before {
		contexts[i], stops[i] = context.WithCancel(ctx)
	}
	var tasks errgroup.Group
	tasks.SetLimit(runtime.GOMAXPROCS(0))
	for i, own := range before {
		tasks.Go(func() error {
			told := func(streams int) {
				if progress != nil {
					progress(i, streams)
				}
			}
			if next[i], found[i], errs[i] = r.step(contexts[i], i, own, told); found[i] != nil {
				for _, stop := range stops[i+1:] {
					stop()
				}
			}
			return nil
		})
	}
	_ = tasks.Wait() // each has an error of its own
	for _, stop := range stops {
		stop()
	}
	e := epoch{islands: next}
	for i := range before {
		if errs[i] != nil && e.err == nil {
			e.err = errs[i]
		}
		if found[i] != nil {
			copy(e.islands[i+1:], before[i+1:])
			for j := range i {
				if errs[j] != nil {
					e.islands[j] = before[j]
				}
			}
			e.found, e.err = found[i], nil
			break
		}
	}
	return e
}
