package shrink

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

// Of twenty streams that a fault is shrunk from, one may end in more rows or dimensions
// than need be.
func TestSmallestRowsAndDimensions(t *testing.T) {
	for _, f := range faults() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			seeds := uint64(rapidtest.Count(1, 1, 20))
			var larger []Stream
			for seed := range seeds {
				s := f.draw(rapidtest.Rand(seed), f.violates)
				small := Shrink(context.Background(), s, f.violates, Options{Seed: seed})
				requireMinimal(t, small, f.violates)
				if len(small.Rows) != f.rows || small.Dim() != f.dims {
					larger = append(larger, small)
				}
			}
			require.LessOrEqual(t, len(larger), int(seeds/20), "expected %d rows and %d dimensions, got %v", f.rows, f.dims, larger)
		})
	}
}

// requireMinimal is the claim of Shrink's doc comment, with its own deletions. Nor does s violate with
// one negative coordinate turned round.
func requireMinimal(t *testing.T, s Stream, violates Predicate) {
	t.Helper()
	require.True(t, violates(s), "%v does not violate", s)
	refuse := func(c Stream, what string) {
		t.Helper()
		require.False(t, violates(c), "%v violates, and so does %v, %s", s, c, what)
	}
	for r := range s.Rows {
		if len(s.Rows) > 1 {
			c := s.clone()
			c.Rows = append(c.Rows[:r:r], c.Rows[r+1:]...)
			refuse(c, "a row less")
		}
		for i, v := range s.Rows[r].X {
			for _, to := range []int64{0, v - 1, v + 1, -v} {
				c := s.clone()
				if c.Rows[r].X[i] = to; size(to) < size(v) || v < to && to == -v {
					refuse(c, "a smaller coordinate")
				}
			}
		}
	}
	for i := range s.Dim() {
		if s.Dim() > 1 {
			c := s.clone()
			for r, row := range c.Rows {
				c.Rows[r].X = append(row.X[:i:i], row.X[i+1:]...)
			}
			refuse(c, "a dimension less")
		}
	}
	if s.Den > 1 {
		for _, den := range []int64{1, s.Den - 1} {
			c := s.clone()
			c.Den = den
			refuse(c, "a smaller denominator")
		}
	}
}

// TestEndOfContext ends it at calls of the predicate from the first on.
func TestEndOfContext(t *testing.T) {
	f := faults()[0]
	s := f.draw(rapidtest.Rand(1), f.violates)
	last := s
	for _, at := range []int{1, 2, 10, 30, 100, 300} {
		ctx, cancel := context.WithCancel(context.Background())
		calls := 0
		got := Shrink(ctx, s, func(c Stream) bool {
			if calls++; calls == at {
				cancel()
			}
			return f.violates(c)
		}, Options{})
		cancel()
		require.Equal(t, at, calls)
		require.True(t, f.violates(got))
		require.LessOrEqual(t, compare(got, last), 0, "later, but larger")
		last = got
	}
	require.Negative(t, compare(last, s))
}

// TestPoorPredicates has those that leave nothing to find.
func TestPoorPredicates(t *testing.T) {
	s := Stream{Rows: []Row{{X: []int64{6, -4}, Y: 1}, {X: []int64{0, 2}, Y: -1}}, Den: 4}
	opt := Options{Tries: 50}
	all := Shrink(context.Background(), s, func(Stream) bool { return true }, opt)
	require.Len(t, all.Rows, 1)
	require.Equal(t, []int64{0}, all.Rows[0].X)
	require.EqualValues(t, 1, all.Den)

	third := Shrink(context.Background(), s, func(c Stream) bool { return c.Den >= 3 }, opt)
	require.EqualValues(t, 3, third.Den)

	// Every second row goes, though no half of the rows does.
	var long Stream
	for i := range int64(12) {
		long.Rows = append(long.Rows, Row{X: []int64{i % 2}, Y: 1})
	}
	long.Den = 1
	ones := Shrink(context.Background(), long, func(c Stream) bool {
		sum := int64(0)
		for _, row := range c.Rows {
			if row.X[0] == c.Den {
				sum++
			}
		}
		return sum >= 6
	}, Options{Tries: 1})
	require.Len(t, ones.Rows, 6)

	name := fmt.Sprint(s)
	only := Shrink(context.Background(), s, func(c Stream) bool { return fmt.Sprint(c) == name }, opt)
	require.Equal(t, s, only)

	require.PanicsWithValue(t, "shrink: the stream does not violate the predicate", func() {
		Shrink(context.Background(), s, func(Stream) bool { return false }, opt)
	})
}

func counted(violates Predicate, calls *int) Predicate {
	return func(s Stream) bool {
		*calls++
		return violates(s)
	}
}

func BenchmarkShrink(b *testing.B) {
	for _, f := range faults() {
		var streams []Stream
		for seed := range uint64(20) {
			streams = append(streams, f.draw(rapidtest.Rand(seed), f.violates))
		}
		b.Run("fault="+f.name, func(b *testing.B) {
			calls, i, slowest := 0, 0, time.Duration(0)
			for b.Loop() {
				seed, start := i%len(streams), time.Now()
				Shrink(context.Background(), streams[seed], counted(f.violates, &calls), Options{Seed: uint64(seed)})
				slowest = max(slowest, time.Since(start))
				i++
			}
			b.ReportMetric(float64(slowest.Milliseconds()), "slowest-ms")
			b.ReportMetric(float64(calls)/float64(i), "calls/op")
		})
	}
}

// A predicate that knows of the context may say no because it has ended.
func TestEndOfContextWithinThePredicate(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := Stream{Rows: []Row{{X: []int64{3}, Y: 1}}, Den: 1}
	got := Shrink(ctx, s, func(Stream) bool { cancel(); return false }, Options{})
	require.Equal(t, s, got)
}

// A rough result has few rows and dimensions, whatever its units.
func TestRoughResults(t *testing.T) {
	s := Stream{Rows: []Row{{X: []int64{300, 700}, Y: 1}, {X: []int64{-500, 900}, Y: -1}}, Den: 1}
	positive := func(s Stream) bool {
		return slices.ContainsFunc(s.Rows, func(r Row) bool { return slices.Max(r.X) >= 100 })
	}
	got := Shrink(t.Context(), s, positive, Options{Rough: true})
	require.True(t, positive(got))
	require.Len(t, got.Rows, 1)
	require.Equal(t, 1, got.Dim())
}
