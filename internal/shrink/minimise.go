package shrink

import (
	"context"
	"iter"
	"slices"
)

// Minimise goes from x, which fails, to smaller values that fail, until none of the candidates is smaller and
// fails, or ctx ends. compare is negative where its first argument is the smaller one. After a step down it
// goes on at the same place among the candidates of the new x, and the last round goes through all of them.
func Minimise[T any](ctx context.Context, x T, candidates func(T) iter.Seq[T], compare func(a, b T) int, fails func(T) bool) T {
	for start := 0; ; {
		at, found := 0, false
		for c := range candidates(x) {
			if ctx.Err() != nil {
				return x
			}
			if found = at >= start && compare(c, x) < 0 && fails(c); found {
				x = c
				break
			}
			at++
		}
		switch {
		case found:
			start = at
		case start == 0:
			return x
		default:
			start = 0
		}
	}
}

// Without goes through what is left of rows without a chunk of them: half of them at first, at last
// a single one.
func Without[E any](rows []E) iter.Seq[[]E] {
	return func(yield func([]E) bool) {
		for chunk := len(rows) / 2; chunk > 0; chunk /= 2 {
			for t := len(rows) - chunk; t >= 0; t -= chunk {
				if !yield(slices.Concat(rows[:t], rows[t+chunk:])) {
					return
				}
			}
		}
	}
}
