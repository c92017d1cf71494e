package reproduce

import (
	"context"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"
)

// InOrder computes f of every item on all cores, and hands the results to use in the order
// of the items, whichever is ready first. It returns the first error in that order, after
// all its goroutines have ended.
func InOrder[T, R any](ctx context.Context, items []T, f func(context.Context, T) (R, error), use func(R) error) error {
	g, going := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	var mu sync.Mutex // of what follows
	turns, next := make([]func() error, len(items)), 0
	for i, item := range items {
		g.Go(func() error {
			if err := going.Err(); err != nil {
				return err
			}
			v, err := f(going, item)
			mu.Lock()
			defer mu.Unlock()
			turns[i] = func() error {
				if err != nil {
					return err
				}
				return use(v)
			}
			for going.Err() == nil && next < len(items) && turns[next] != nil {
				turn := turns[next]
				next++
				if err := turn(); err != nil {
					next = len(items)
					return err
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}
