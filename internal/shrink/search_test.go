package shrink

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// newSearch is a search from s, as Shrink makes it.
func newSearch(t *testing.T, seed uint64, s Stream, violates Predicate) *search {
	return &search{ctx: t.Context(), violates: violates, rng: rand.New(rand.NewPCG(seed, 0)), known: map[string]bool{}, best: s.Clone()}
}

// never refuses all, and notes what it was asked.
func never(asked *[]Stream) Predicate {
	return func(c Stream) bool {
		*asked = append(*asked, c.Clone())
		return false
	}
}

func always(Stream) bool { return true }

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

// Where a predicate has no rule that a search could use, the end of minimise alone is
// minimal as Shrink says.
func TestMinimiseIsMinimal(t *testing.T) {
	for seed := range uint64(300) {
		s := drawStream(rand.New(rand.NewPCG(seed, 1)), 12)
		violates := func(c Stream) bool {
			h := fnv.New64a()
			h.Write([]byte(c.name()))
			return h.Sum64()%4 == 0 || c.name() == s.name()
		}
		small := newSearch(t, seed, s, violates).minimise(s)
		require.True(t, violates(small))
		refuse := func(c Stream, what string) {
			require.False(t, violates(c), "seed %d: %v, and %v, %s", seed, small, c, what)
		}
		for r, row := range small.Rows {
			if len(small.Rows) > 1 {
				refuse(Stream{Rows: slices.Delete(small.Clone().Rows, r, r+1), Den: small.Den}, "a row less")
			}
			for i, v := range row.X {
				for _, to := range []int64{0, v - 1, v + 1} {
					c := small.Clone()
					if c.Rows[r].X[i] = to; to*to < v*v {
						refuse(c, "nearer to 0")
					}
				}
				c := small.Clone()
				if c.Rows[r].X[i] = -v; v < 0 {
					refuse(c, "a coordinate turned")
				}
			}
		}
		for i := range small.Dim() {
			c := small.Clone()
			for r, row := range c.Rows {
				c.Rows[r].X = slices.Delete(row.X, i, i+1)
			}
			if c.Dim() > 0 {
				refuse(c, "a dimension less")
			}
		}
		for _, den := range []int64{1, small.Den - 1} {
			c := small.Clone()
			if c.Den = den; 0 < den && den < small.Den {
				refuse(c, "a smaller denominator")
			}
		}
	}
}

// All that is offered lies between v and 0, 0 first; the last to be refused is next to the end.
func TestTowards0(t *testing.T) {
	for v := int64(-70); v <= 70; v++ {
		for stop := int64(0); stop <= 70; stop++ {
			at, offered, refused := v, []int64(nil), v
			towards0(v, func(to int64) bool {
				offered = append(offered, to)
				require.True(t, min(0, at) <= to && to <= max(0, at) && to != at, "%d offered on the way from %d", to, at)
				if size(to) < uint64(stop) {
					refused = to
					return false
				}
				at = to
				return true
			})
			if v != 0 {
				require.Zero(t, offered[0])
			}
			require.Equal(t, min(size(v), uint64(stop)), size(at), "from %d, where %d is the nearest to 0 that goes", v, stop)
			if at != 0 {
				require.EqualValues(t, 1, size(at-refused), "the last refused on the way from %d to %d is %d", v, at, refused)
			}
		}
	}
}

// What is no smaller is not gone to, and the first of equals is kept.
func TestDescendOnlyGoesDown(t *testing.T) {
	s, equal := column(2, 3), column(3, 2)
	h := newSearch(t, 0, s, always)
	require.False(t, h.descend(&s, equal))
	require.True(t, h.try(equal))
	require.Equal(t, column(2, 3), h.best)
}

// Each step of minimise takes what is its to take, and offers nothing else.
func TestSteps(t *testing.T) {
	ratio := func(c Stream) bool { return 2*c.Rows[0].X[0] == 3*c.Rows[1].X[0] && c.Rows[0].X[0] != 0 }
	require.Equal(t, column(-3, -2), newSearch(t, 0, column(-12, -8), ratio).scale(column(-12, -8)))

	above := func(c Stream) bool {
		return c.Rows[0].X[0] >= 5 && c.Rows[1].X[0] == c.Rows[0].X[0]+3 && c.Rows[2].X[0] == c.Rows[0].X[0]+10
	}
	require.Equal(t, column(5, 8, 15), newSearch(t, 0, column(100, 103, 110), above).shift(column(100, 103, 110)))

	first := Stream{Rows: []Row{{X: []int64{4, 5, 6}, Y: 1}}, Den: 1}
	require.Equal(t, column(6), newSearch(t, 0, first, func(c Stream) bool { return c.Rows[0].X[c.Dim()-1] == 6 }).deleteDims(first))

	negative := Stream{Rows: []Row{{X: []int64{-1, -2}, Y: 1}, {X: []int64{-3, -4}, Y: 1}}, Den: 1}
	var asked, turned []Stream
	newSearch(t, 0, negative, never(&asked)).signs(negative)
	for _, at := range [][]int{{0, 2}, {1, 3}, {0}, {1}, {2}, {3}} { // two axes, and four coordinates
		c := negative.Clone()
		for _, i := range at {
			c.Rows[i/2].X[i%2] *= -1
		}
		turned = append(turned, c)
	}
	require.Equal(t, turned, asked)
	for _, row := range newSearch(t, 0, negative, always).signs(negative).Rows {
		require.Positive(t, slices.Min(row.X))
	}
}

// A collapse loses rows and dimensions, and asks of nothing that has as many.
func TestCollapse(t *testing.T) {
	for seed := range uint64(20) {
		s := Stream{Den: 1}
		rng := rand.New(rand.NewPCG(seed, 0))
		for range 2 + rng.IntN(6) {
			x := make([]int64, 3)
			for i := range x {
				x[i] = rng.Int64N(1<<40) - 1<<39
			}
			s.Rows = append(s.Rows, Row{X: x, Y: 1})
		}
		var asked []Stream
		require.Equal(t, s, newSearch(t, seed, s, never(&asked)).projectOut(s))
		require.Len(t, asked, 4) // by rays and by chords, to one dimension and to two
		for _, c := range asked {
			require.Less(t, c.Dim(), s.Dim())
		}
		require.Equal(t, 1, newSearch(t, seed, s, always).projectOut(s).Dim())
		left := len(newSearch(t, seed, s, always).disorder(s).Rows)
		require.True(t, 1 <= left && left <= (len(s.Rows)+1)/2, "%d of %d rows", left, len(s.Rows))
	}
}

// A snapped stream has no dimension in which all is 0, unless it has no other.
func TestSnapLosesEmptyDimensions(t *testing.T) {
	for _, c := range []struct{ x, want []float64 }{
		{[]float64{0, 3, 0, 5}, []float64{3, 5}},
		{[]float64{3, 0, 5, 0}, []float64{3, 5}},
		{[]float64{3, 5}, []float64{3, 5}},
		{[]float64{0, 0, 0}, []float64{0}},
	} {
		zero := make([]float64, len(c.x))
		x, _ := points{x: [][]float64{c.x, zero}, y: []int{1, 1}}.snap(8).Floats()
		require.Equal(t, c.want, x[0], "%v", c.x)
	}
}

func TestPoints(t *testing.T) {
	p := points{x: [][]float64{{1, -6}, {2, 2}, {3, 1}}, y: []int{1, 1, 1}}
	require.EqualValues(t, 6, p.size())
	require.InDeltaSlice(t, []float64{2, -1}, p.centre(), 1e-15)
	require.EqualValues(t, 1, points{x: [][]float64{{0}}, y: []int{1}}.size())
	for _, directions := range [][][]float64{p.rays(), p.chords()} {
		_, last := principal(directions, 2)
		require.True(t, 0 < last && last < 0.5, "the last of two axes has %v of the whole", last)
	}
	half := [][]float64{{1, 0}, {0, 1}} // no axis is before the other
	_, last := principal(half, 2)
	require.InDelta(t, 0.5, last, 1e-15)
}

// What is proposed has at most the shape of where it starts, and all smaller shapes are.
func TestProposals(t *testing.T) {
	labels := map[int][]int{0: {-1, 1}, 3: {0, 1, 2}}
	for classes, allowed := range labels {
		for _, propose := range []struct {
			name string
			of   func(*search, Stream) Stream
			rows int // of 4, that are left at least once
		}{
			{"propose", (*search).propose, 0},
			{"invent", (*search).invent, 0},
			{"project", func(h *search, s Stream) Stream {
				p := pointsOf(s)
				h.project(&p)
				if p.dim() >= s.Dim() {
					return Stream{}
				}
				return p.snap(20)
			}, 4},
		} {
			shapes, seen, furthest := map[string]bool{}, map[int]bool{}, int64(0)
			s := Stream{Rows: make([]Row, 4), Den: 1}
			for r := range s.Rows {
				s.Rows[r] = Row{X: []int64{int64(3 * r), 7, int64(r * r), 1}, Y: allowed[r%len(allowed)]}
			}
			for seed := range uint64(2000) {
				h := newSearch(t, seed, s, always)
				h.classes = classes
				c := propose.of(h, s.Clone())
				c.mustBeStream()
				require.LessOrEqual(t, len(c.Rows), 4)
				require.LessOrEqual(t, c.Dim(), 4)
				shapes[fmt.Sprint(len(c.Rows), c.Dim())] = true
				for _, row := range c.Rows {
					require.Contains(t, allowed, row.Y, propose.name)
					seen[row.Y] = true
					furthest = max(furthest, slices.Max(row.X), -slices.Min(row.X))
				}
				if propose.name == "invent" {
					require.False(t, len(c.Rows) == 4 && c.Dim() == 4, "of the shape it was")
					require.LessOrEqual(t, furthest, int64(16))
				}
			}
			require.Len(t, seen, len(allowed))
			for rows := max(1, propose.rows); rows <= 4; rows++ {
				for d := 1; d <= 4 && rows+d < 8; d++ {
					require.True(t, shapes[fmt.Sprint(rows, d)], "%s: no stream of %d rows and %d dimensions", propose.name, rows, d)
				}
			}
			if propose.name == "invent" {
				require.EqualValues(t, 16, furthest)
			}
		}
	}
}

// A hunt gives the same result on every machine: the streams that Shrink looks at, in
// order, have one hash.
func TestSameSearchOnEveryMachine(t *testing.T) {
	for _, c := range []struct {
		classes int
		want    uint64
	}{{0, 0x2bd6fd378e1f917f}, {3, 0xa286acc3885ab1f5}} {
		s, h, asked := Stream{Den: 3}, fnv.New64a(), 0
		for r := range int64(7) {
			label := int(r % 3)
			if c.classes == 0 {
				label = 1 - 2*int(r%2)
			}
			s.Rows = append(s.Rows, Row{X: []int64{r*r*5 - 40, 17 - r*7, r * 3}, Y: label})
		}
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
	}
}
