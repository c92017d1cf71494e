package exact_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
)

// Margins worked by hand. For classes that meet, w is 0, and a point is in both hulls.
var marginsByHand = []struct {
	name, examples string
	origin         bool
	w, b, sqGamma  string
	common         string
}{
	{"a point a class", "+3,4 -0,0", false, "3,4", "-25/2", "25/4", ""},
	{"1-D", "+5 +3 --1 --7", false, "4", "-4", "4", ""},
	{"vertex to edge", "+0,2 --1,0 -3,0", false, "0,2", "-2", "1", ""},
	{"parallel faces", "+0,1 +2,1 --1,-1 -1,-1", false, "0,2", "0", "1", ""},
	{"edge in between", "+1,0 +0,1 -0,0", false, "1/2,1/2", "-1/4", "1/8", ""},
	{"skew lines", "+1,0,1 +-1,0,1 -0,1,-1 -0,-1,-1", false, "0,0,2", "0", "1", ""},
	{"triangle to a point", "+1,0,0 +0,1,0 +0,0,1 -0,0,0", false, "1/3,1/3,1/3", "-1/6", "1/12", ""},
	{"duplicates", "+1,0 +1,0 +1,0 --1,0 --1,0", false, "2,0", "0", "1", ""},
	{"collinear", "+1,1 +2,2 +3,3 -0,0 --1,-1", false, "1,1", "-1", "1/2", ""},
	{"inner points", "+2,0 +3,1 +3,-1 +3,0 -0,0 --1,5", false, "2,0", "-2", "1", ""},
	{"fractions", "+1/3 -1/7", false, "4/21", "-20/441", "4/441", ""},
	{"no coordinate is different", "+1,7 -0,7", false, "1,0", "-1/2", "1/4", ""},
	{"origin: one class", "+3,4", true, "3,4", "0", "25", ""},
	{"origin: an edge", "+1,0 -0,-1", true, "1/2,1/2", "0", "1/2", ""},
	{"origin: a vertex", "+1,0 +2,1 --9,-1 --2,1", true, "1,0", "0", "1", ""},
	{"origin: duplicates", "+0,2 +0,2 -0,-2", true, "0,2", "0", "4", ""},
	{"all coincide", "+1,2 +1,2 -1,2", false, "0,0", "0", "0", "1,2"},
	{"a shared vertex", "+0,0 +1,0 -0,0 -0,1", false, "0,0", "0", "0", "0,0"},
	{"exclusive or", "+0,0 +1,1 -0,1 -1,0", false, "0,0", "0", "0", "1/2,1/2"},
	{"one inside a triangle", "+0,0 +3,0 +0,3 -1,1", false, "0,0", "0", "0", "1,1"},
	{"touching", "+0 +1 -1 -2", false, "0", "0", "0", "1"},
	{"origin: antipodes", "+1,2 +-1,-2 +5,5", true, "0,0", "0", "0", "0,0"},
	{"origin: the origin itself", "+1,2 -0,0", true, "0,0", "0", "0", "0,0"},
	{"origin: both labels", "+1,2 -1,2", true, "0,0", "0", "0", "0,0"},
}

func TestMarginsByHand(t *testing.T) {
	for _, c := range marginsByHand {
		examples := parse(c.examples)
		s, ok := exact.MaxMargin(examples, c.origin)
		require.True(t, ok, c.name)
		equalVectors(t, point(c.w), s.W, c.name+": w")
		equal(t, rat(c.b), s.B, c.name+": b")
		equal(t, rat(c.sqGamma), s.SqGamma, c.name+": γ²")
		if c.common != "" {
			equalVectors(t, point(c.common), s.Plus, c.name)
		}
		requireProved(t, s, examples, c.origin)
	}
}

func TestOneClass(t *testing.T) {
	for _, examples := range []string{"", "+1,0 +2,0", "-1,0"} {
		_, ok := exact.MaxMargin(parse(examples), false)
		require.False(t, ok, examples)
	}
	_, ok := exact.MaxMargin(nil, true)
	require.False(t, ok)
	require.Panics(t, func() { exact.MaxMargin(parse("+1,0 -1"), false) })
	require.Panics(t, func() { exact.MaxMargin([]exact.Example{{X: point("1"), Y: 2}}, true) })
}

// clouds draws examples of small integers that need not be separable.
func clouds(n, dim int) *rapid.Generator[[]exact.Example] {
	return rapid.Custom(func(t *rapid.T) []exact.Example {
		d := rapid.IntRange(1, dim).Draw(t, "dim")
		spread := rapid.IntRange(1, 4).Draw(t, "spread")
		apart := rapid.IntRange(0, 4).Draw(t, "apart")
		var examples []exact.Example
		for i := range rapid.IntRange(2, n).Draw(t, "n") {
			x := vector(rapid.SliceOfN(rapid.IntRange(-spread, spread), d, d).Draw(t, "x"))
			y := rapid.SampledFrom([]int{1, -1}).Draw(t, "y")
			if i < 2 {
				y = 1 - 2*i
			}
			x[0] = add(x[0], num(y*apart))
			examples = append(examples, exact.Example{X: x, Y: y})
		}
		return examples
	})
}

// The margin of drawn examples is proved by its multipliers, and has no more far from the origin. The examples are
// separable and not, and some have more on the margin than multipliers.
func TestMarginIsProved(t *testing.T) {
	t.Parallel()
	found := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		examples := clouds(rapid.SampledFrom([]int{6, 40}).Draw(t, "most"), 6).Draw(t, "examples")
		before := showStream(examples)
		u := vector([]int{1e6, -1e6, 1e6 + 1, 0, 1, 7})[:len(examples[0].X)]
		var moved []exact.Example
		for _, e := range examples {
			moved = append(moved, exact.Example{X: combine(num(1), e.X, num(1), u), Y: e.Y})
		}
		for _, origin := range []bool{false, true} {
			s, ok := exact.MaxMargin(examples, origin)
			require.True(t, ok)
			requireProved(t, s, examples, origin)
			if s.W.IsZero() {
				found["inseparable"]++
				continue
			}
			found["separable"]++
			tight, support := 0, 0
			least := leastScore(s.W, s.B, examples)
			for i, e := range examples {
				if mul(num(e.Y), add(dot(s.W, e.X), s.B)).Cmp(least) == 0 {
					tight++
				}
				support += s.Lambda[i].Sign()
			}
			if tight > support {
				found["degenerate"]++
			}
			if support > 2 {
				found["three or more in the support"]++
			}
		}
		require.Equal(t, before, showStream(examples), "the arguments stay")
		s, _ := exact.MaxMargin(examples, false)
		far, _ := exact.MaxMargin(moved, false)
		equalVectors(t, s.W, far.W, "w")
		equal(t, sub(s.B, dot(s.W, u)), far.B, "b")
		equal(t, s.SqGamma, far.SqGamma, "γ²")
	})
	for _, edge := range []string{"inseparable", "separable", "degenerate", "three or more in the support"} {
		require.Greater(t, found[edge], rapidtest.Count(1, 10, 100), edge)
	}
}

func BenchmarkMaxMargin(b *testing.B) {
	for _, c := range []struct{ n, d int }{{40, 5}, {40, 6}, {200, 6}} {
		b.Run(fmt.Sprintf("n=%d/d=%d", c.n, c.d), func(b *testing.B) {
			examples := integers(c.d, c.n, true)
			for b.Loop() {
				if _, ok := exact.MaxMargin(examples, false); !ok {
					b.Fatal("a class is missing")
				}
			}
		})
	}
}
