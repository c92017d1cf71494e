// Package reproduce has what the reproductions of the papers' experiments share: runs on
// all cores, checkpoints to go on from, rows with what is published beside what was
// measured, and theorems held against runs.
package reproduce

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"marginlab/algos/maxmargin"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Row is what is printed of a run, with what the paper reports of such a run.
type Row[P any] struct {
	term.RunRow
	Table     *string  `json:"table"`
	Theta     *float64 `json:"theta"`
	BiasFree  *bool    `json:"bias_free"`
	Published *P       `json:"published"`
}

// InOrder computes f of every item, on all cores, and hands the results to use
// in the order of the items, whichever is ready first. It returns the first
// error in that order, when nothing of it runs any more.
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

// Geometry is the geometry of a data set in a view in which it is separable.
func Geometry(ctx context.Context, survey *maxmargin.Survey, view theory.View, data string) (theory.Geometry, error) {
	geo, err := survey.Geometry(ctx, view)
	if err == nil && !geo.Separable {
		err = errors.New(view.Separability(false))
	}
	if err != nil {
		return theory.Geometry{}, fmt.Errorf("%s: %w", data, err)
	}
	return geo, nil
}

// Judge counts which of the proved guarantees on a run hold, and names those that fail.
// lowest is the one with the lowest bound by the geometry on one of the quantities, nil if
// there is none.
func Judge(verdicts []theory.Verdict, quantities ...theory.Quantity) (held int, violated []string, lowest *theory.Verdict) {
	violated = []string{}
	for i, v := range verdicts {
		if v.Guarantee.Status != theory.Proved || v.Silent {
			continue
		}
		if v.Holds {
			held++
		} else {
			violated = append(violated, v.Guarantee.ID)
		}
		for _, q := range quantities {
			if q.Name == v.Guarantee.Quantity.Name && !v.Guarantee.AnyStream && (lowest == nil || v.Bound < lowest.Bound) {
				lowest = &verdicts[i]
			}
		}
	}
	return held, violated, lowest
}

// Violations is the finding that runs violate guarantees, nil if none does. what is a
// guarantee, and of says which a row violates, and where.
func Violations[R any](what string, rows []R, of func(R) (violated []string, where string)) error {
	var found []string
	for _, r := range rows {
		violated, where := of(r)
		for _, id := range violated {
			found = append(found, fmt.Sprintf("%s (%s)", id, where))
		}
	}
	if found == nil {
		return nil
	}
	return term.Found(fmt.Errorf("%s: %s", term.Count(len(found), what+" is violated", what+"s are violated"), strings.Join(found, ", ")))
}
