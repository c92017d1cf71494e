package shrink

import (
	"context"
	"iter"
	"slices"
)

// Minimise goes from x, which fails, to smaller values that fail, until no candidate is smaller and fails, or
// ctx ends. compare is negative where its first argument is the smaller one. After a step down it
// goes on at the same place among the candidates of the new x, and the last round goes through all of them.
func Minimise[T any](ctx context.Context, x T, candidates func(x T, yield func(T) bool), compare func(a, b T) int, fails func(T) bool) T {
	for start := 0; ; {
		at, found, smaller := 0, false, x
		candidates(x, func(c T) bool {
			if ctx.Err() != nil {
				return false
			}
			if found = at >= start && compare(c, x) < 0 && fails(c); found {
				smaller = c
			}
			at++
			return !found
		})
		switch {
		case found:
			x, start = smaller, at-1
		case start == 0 || ctx.Err() != nil:
			return x
		default:
			start = 0
		}
	}
}

// candidates yields streams made from another, until yield returns false.
type candidates func(s Stream, yield func(Stream) bool)

// inTurn yields the candidates of each function, one function after the other.
func inTurn(all ...candidates) candidates {
	return func(s Stream, yield func(Stream) bool) {
		more := true
		for _, some := range all {
			if more {
				some(s, func(c Stream) bool { more = yield(c); return more })
			}
		}
	}
}

// Without yields rows with one chunk removed, for chunks from half of the rows down to a single row.
func Without[E any](rows []E, yield func([]E) bool) {
	for chunk := len(rows) / 2; chunk > 0; chunk /= 2 {
		for t := len(rows) - chunk; t >= 0; t -= chunk {
			if !yield(slices.Concat(rows[:t], rows[t+chunk:])) {
				return
			}
		}
	}
}

// deletions deletes chunks of rows.
func deletions(s Stream, yield func(Stream) bool) {
	Without(s.Rows, func(rows []Row) bool { return yield(Stream{Rows: rows, Den: s.Den}) })
}

// flattenings deletes a dimension.
func flattenings(s Stream, yield func(Stream) bool) {
	for i := s.Dim() - 1; i >= 0 && s.Dim() > 1 && yield(s.withoutDim(i)); i-- {
	}
}

// fine is the lattice, in bits, for a stream whose axes were rotated: it changes only
// decisions closer than one part in 2²⁰.
const fine = 20

// projections projects onto the leading principal axes, as few as possible.
func projections(s Stream, yield func(Stream) bool) {
	p := pointsOf(s)
	frame := p.principal()
	for k := 1; k < s.Dim() && yield(p.onto(frame[:k]).snap(fine)); k++ {
	}
}

// scales divides by the common divisor of the coordinates, and by 2, with or without the
// denominator, and lowers the denominator.
func scales(s Stream, yield func(Stream) bool) {
	g := int64(0)
	for _, row := range s.Rows {
		for _, v := range row.X {
			g = gcd(g, v)
		}
	}
	g = max(g, 1)
	common := gcd(g, s.Den)
	all := [][2]int64{{g, s.Den}, {common, s.Den / common}, {2, s.Den}, {2, (s.Den + 1) / 2}}
	for den := range towards0(s.Den) {
		all = append(all, [2]int64{1, max(den, 1)})
	}
	for _, by := range all {
		if !yield(s.mapped(by[1], func(_ int, v int64) int64 { return v / by[0] })) {
			return
		}
	}
}

// units moves one coordinate towards 0, or changes its sign.
func units(s Stream, yield func(Stream) bool) {
	for t, row := range s.Rows {
		for i, from := range row.X {
			for v := range towards0(from) {
				if !yield(s.with(t, i, v)) {
					return
				}
			}
			if from < 0 && !yield(s.with(t, i, -from)) {
				return
			}
		}
	}
}

// shifts moves all points along one axis.
func shifts(s Stream, yield func(Stream) bool) {
	for i := range s.Dim() {
		for _, row := range s.Rows {
			for v := range towards0(row.X[i]) {
				by := row.X[i] - v
				moved := s.mapped(s.Den, func(j int, v int64) int64 {
					if j == i {
						v -= by
					}
					return v
				})
				if !yield(moved) {
					return
				}
			}
		}
	}
}

// towards0 yields values from 0 to v, each halving the distance to v: 0, v/2, 3v/4, …, up to the neighbour of v.
func towards0(v int64) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for step := v; step != 0 && yield(v-step); step /= 2 {
		}
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
