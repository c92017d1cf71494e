package main

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// inOrder computes f of every item, on all cores, and hands the results to use
// in the order of the items, whichever is ready first. It returns the first
// error in that order, when nothing of it runs any more.
func inOrder[T, R any](ctx context.Context, items []T, f func(context.Context, T) (R, error), use func(R) error) error {
	ctx, stop := context.WithCancel(ctx)
	type result struct {
		value R
		err   error
	}
	results := make([]chan result, len(items))
	for i := range results {
		results[i] = make(chan result, 1)
	}
	var taken atomic.Int64
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stop()
	for range min(runtime.GOMAXPROCS(0), len(items)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(taken.Add(1)) - 1
				if i >= len(items) {
					return
				}
				v, err := f(ctx, items[i])
				results[i] <- result{v, err}
			}
		})
	}
	for _, ready := range results {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case r := <-ready:
			if r.err != nil {
				return r.err
			}
			if err := use(r.value); err != nil {
				return err
			}
		}
	}
	return nil
}

// counter shows on a terminal how many of several things at once are done.
type counter struct {
	p     progress
	what  string
	total int

	mu   sync.Mutex
	done int
}

func (t *counter) one() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done++
	t.show()
}

func (t *counter) show() { t.p.say("%d of %d %s", t.done, t.total, t.what) }

// aside prints something while the line is away.
func (t *counter) aside(print func() error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.p.clear()
	return print()
}
