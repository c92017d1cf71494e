package shrink

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// column is a stream in one dimension, all of it positive.
func column(x ...int64) Stream {
	s := Stream{Den: 1}
	for _, v := range x {
		s.Rows = append(s.Rows, Row{X: []int64{v}, Y: 1})
	}
	return s
}

// drawStream has 1 to 4 rows and dimensions, and coordinates from −k to k.
func drawStream(rng *rand.Rand, k int) Stream {
	s := Stream{Rows: make([]Row, 1+rng.IntN(4)), Den: 1 + rng.Int64N(4)}
	d := 1 + rng.IntN(4)
	for t := range s.Rows {
		s.Rows[t] = Row{X: make([]int64, d), Y: 1 - 2*rng.IntN(2)}
		for i := range d {
			s.Rows[t].X[i] = int64(rng.IntN(2*k+1) - k)
		}
	}
	return s
}

// Where a predicate has no rule that a search could use, minimise alone ends at a minimal stream.
func TestMinimiseIsMinimal(t *testing.T) {
	for seed := range uint64(300) {
		s := drawStream(rand.New(rand.NewPCG(seed, 1)), 12)
		violates := func(c Stream) bool {
			h := fnv.New64a()
			h.Write([]byte(c.name()))
			return h.Sum64()%4 == 0 || c.name() == s.name()
		}
		search := &search{ctx: t.Context(), violates: violates, known: map[string]bool{}, best: s.clone()}
		requireMinimal(t, search.minimise(s), violates)
	}
}

// towards0 goes from 0 to the neighbour of v, halving the distance each time.
func TestTowards0(t *testing.T) {
	require.Empty(t, slices.Collect(towards0(0)))
	require.Equal(t, []int64{0, 5, 8, 9}, slices.Collect(towards0(10)))
	require.Equal(t, []int64{0, -4, -6}, slices.Collect(towards0(-7)))
	last := slices.Collect(towards0(math.MinInt64))
	require.EqualValues(t, math.MinInt64+1, last[len(last)-1])
}

// Minimise does not go to a value that is not smaller.
func TestMinimiseOnlyGoesDown(t *testing.T) {
	offered := func(_ Stream, yield func(Stream) bool) { slices.Values([]Stream{column(3, 2), column(2, 4)})(yield) }
	require.Equal(t, column(2, 3), Minimise(t.Context(), column(2, 3), offered, compare,
		func(Stream) bool { return true }))
}

// Slices lose unneeded elements, one or many at once, until none of the candidates fails; with a
// context that has ended they stay as they are.
func TestMinimiseOfAnything(t *testing.T) {
	var all []int
	for i := range 40 {
		all = append(all, i)
	}
	shorter := func(a, b []int) int { return len(a) - len(b) }
	for _, needed := range [][]int{{0}, {39}, {7, 8}, {0, 13, 14, 39}, {3, 6, 9, 12, 15, 18, 21}} {
		asked := 0
		got := Minimise(t.Context(), all, Without, shorter, func(s []int) bool {
			asked++
			return !slices.ContainsFunc(needed, func(i int) bool { return !slices.Contains(s, i) })
		})
		require.Equal(t, needed, got)
		require.Less(t, asked, 40*(len(needed)+3))
	}
	ended, end := context.WithCancel(t.Context())
	end()
	require.Equal(t, all, Minimise(ended, all, Without, shorter, func([]int) bool { return true }))
}

// Each of the candidates takes what is its to take, and offers nothing else.
func TestCandidates(t *testing.T) {
	taken := func(by candidates, s Stream, violates Predicate) Stream {
		return Minimise(t.Context(), s, by, compare, violates)
	}
	ratio := func(c Stream) bool { return 2*c.Rows[0].X[0] == 3*c.Rows[1].X[0] && c.Rows[0].X[0] != 0 }
	require.Equal(t, column(-3, -2), taken(scales, column(-12, -8), ratio))

	apart := func(c Stream) bool { return c.Rows[0].X[0]-c.Rows[1].X[0] >= 1000 }
	require.Equal(t, column(1003, 3), taken(scales, column(1003<<10, 3<<10), apart))

	above := func(c Stream) bool {
		return c.Rows[0].X[0] >= 5 && c.Rows[1].X[0] == c.Rows[0].X[0]+3 && c.Rows[2].X[0] == c.Rows[0].X[0]+10
	}
	require.Equal(t, column(5, 8, 15), taken(shifts, column(100, 103, 110), above))

	first := Stream{Rows: []Row{{X: []int64{4, 5, 6}, Y: 1}}, Den: 1}
	require.Equal(t, column(6), taken(flattenings, first, func(c Stream) bool { return c.Rows[0].X[c.Dim()-1] == 6 }))
}

// A hunt gives the same result on every machine: the streams that Shrink looks at, in
// order, have one hash.
func TestSameSearchOnEveryMachine(t *testing.T) {
	for _, c := range []struct {
		classes int
		want    uint64
	}{{0, 0x89f9861165fa7bf8}, {3, 0xe9565aac0a55aa63}} {
		s, h, asked := Stream{Den: 3}, fnv.New64a(), 0
		for r := range int64(7) {
			label := int(r % 3)
			if c.classes == 0 {
				label = 1 - 2*int(r%2)
			}
			s.Rows = append(s.Rows, Row{X: []int64{r*r*5 - 40, 17 - r*7, r * 3}, Y: label})
		}
		before := s.clone()
		Shrink(t.Context(), s, func(c Stream) bool {
			asked++
			h.Write(binary.AppendUvarint([]byte(c.name()), uint64(asked)))
			sum, changes := int64(0), 0
			for r, row := range c.Rows {
				sum += row.X[0] - row.X[c.Dim()-1]
				if r > 0 && row.Y != c.Rows[r-1].Y {
					changes++
				}
			}
			return changes >= 2 && sum*sum > 40*c.Den*c.Den
		}, Options{Seed: 5, Tries: 400, Classes: c.classes})
		require.Equal(t, c.want, h.Sum64(), "%d streams", asked)
		require.Equal(t, before, s, "the stream given has changed")
	}
}
