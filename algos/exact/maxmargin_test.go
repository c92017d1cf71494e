package exact_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
	"marginlab/algos/maxmargin"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Margins worked by hand.
var marginsByHand = []struct {
	name, examples string
	origin         bool
	w, b, sqGamma  string
}{
	{"a point a class", "+3,4 -0,0", false, "3,4", "-25/2", "25/4"},
	{"1-D", "+5 +3 --1 --7", false, "4", "-4", "4"},
	{"vertex to edge", "+0,2 --1,0 -3,0", false, "0,2", "-2", "1"},
	{"parallel faces", "+0,1 +2,1 --1,-1 -1,-1", false, "0,2", "0", "1"},
	{"edge in between", "+1,0 +0,1 -0,0", false, "1/2,1/2", "-1/4", "1/8"},
	{"skew lines", "+1,0,1 +-1,0,1 -0,1,-1 -0,-1,-1", false, "0,0,2", "0", "1"},
	{"triangle to a point", "+1,0,0 +0,1,0 +0,0,1 -0,0,0", false, "1/3,1/3,1/3", "-1/6", "1/12"},
	{"duplicates", "+1,0 +1,0 +1,0 --1,0 --1,0", false, "2,0", "0", "1"},
	{"collinear", "+1,1 +2,2 +3,3 -0,0 --1,-1", false, "1,1", "-1", "1/2"},
	{"inner points", "+2,0 +3,1 +3,-1 +3,0 -0,0 --1,5", false, "2,0", "-2", "1"},
	{"fractions", "+1/3 -1/7", false, "4/21", "-20/441", "4/441"},
	{"no coordinate is different", "+1,7 -0,7", false, "1,0", "-1/2", "1/4"},
	{"origin: one class", "+3,4", true, "3,4", "0", "25"},
	{"origin: an edge", "+1,0 -0,-1", true, "1/2,1/2", "0", "1/2"},
	{"origin: a vertex", "+1,0 +2,1 --9,-1 --2,1", true, "1,0", "0", "1"},
	{"origin: duplicates", "+0,2 +0,2 -0,-2", true, "0,2", "0", "4"},
}

func TestMarginsByHand(t *testing.T) {
	for _, c := range marginsByHand {
		t.Run(c.name, func(t *testing.T) {
			examples := parse(c.examples)
			s, ok := exact.MaxMargin(examples, c.origin)
			require.True(t, ok)
			equalVectors(t, point(c.w), s.W, "w")
			equal(t, rat(c.b), s.B, "b")
			equal(t, rat(c.sqGamma), s.SqGamma, "γ²")
			requireProved(t, s, examples, c.origin)
		})
	}
}

func TestWitnessesByHand(t *testing.T) {
	for _, c := range []struct {
		name, examples string
		origin         bool
		point          string
	}{
		{"all coincide", "+1,2 +1,2 -1,2", false, "1,2"},
		{"a shared vertex", "+0,0 +1,0 -0,0 -0,1", false, "0,0"},
		{"exclusive or", "+0,0 +1,1 -0,1 -1,0", false, "1/2,1/2"},
		{"one inside a triangle", "+0,0 +3,0 +0,3 -1,1", false, "1,1"},
		{"touching", "+0 +1 -1 -2", false, "1"},
		{"origin: antipodes", "+1,2 +-1,-2 +5,5", true, "0,0"},
		{"origin: the origin itself", "+1,2 -0,0", true, "0,0"},
		{"origin: both labels", "+1,2 -1,2", true, "0,0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			examples := parse(c.examples)
			s, ok := exact.MaxMargin(examples, c.origin)
			require.True(t, ok)
			equalVectors(t, point(c.point), s.Plus, "common point")
			require.True(t, s.W.IsZero())
			requireProved(t, s, examples, c.origin)
		})
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

// gaussian returns n examples of d float64 coordinates, apart by 2·gap on the first.
func gaussian(rng *rand.Rand, n, d int, gap float64) (examples []exact.Example, floats []theory.Example) {
	for i := range n {
		y := 1 - 2*(i%2)
		x := make([]float64, d)
		for k := range x {
			x[k] = rng.NormFloat64()
		}
		x[0] = float64(y) * (gap + math.Abs(x[0]))
		examples = append(examples, exact.Example{X: exact.Floats(x...), Y: y})
		floats = append(floats, theory.Example{X: vec.Vector{Value: x}, Y: theory.Label(y)})
	}
	return examples, floats
}

func TestMarginIsThatOfFloats(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(1, seed))
		d := 2 + int(seed%5)
		for _, origin := range []bool{false, true} {
			examples, floats := gaussian(rng, 24, d, 0.1)
			s, ok := exact.MaxMargin(examples, origin)
			require.True(t, ok)
			requireProved(t, s, examples, origin)
			want, err := maxmargin.Solve(t.Context(), floats, d, maxmargin.Options{Origin: origin, Tolerance: 1e-12})
			require.NoError(t, err)
			sqGamma, _ := s.SqGamma.Float64()
			require.InEpsilon(t, want.Gamma, math.Sqrt(sqGamma), 1e-9)
			for k := range want.Classifier.W {
				norm, _ := square(s.W).Float64()
				w, _ := s.W[k].Float64()
				require.InDelta(t, want.Classifier.W[k], w/math.Sqrt(norm), 1e-8)
			}
		}
	}
}

// Where there are too many examples for brute force, the certificates are checked.
func TestCertificatesOfManyExamples(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(23, 29))
	separable := map[bool]int{}
	for range 100 {
		n, d, spread := 2+rng.IntN(40), 1+rng.IntN(6), 1+rng.IntN(6)
		apart := rng.IntN(2*spread + 2)
		var examples []exact.Example
		for i := range n {
			y := 1 - 2*(i%2)
			x := make([]int, d)
			for k := range x {
				x[k] = rng.IntN(2*spread+1) - spread
			}
			x[0] += y * apart
			examples = append(examples, exact.Example{X: vector(x), Y: y})
		}
		for _, origin := range []bool{false, true} {
			s, ok := exact.MaxMargin(examples, origin)
			require.True(t, ok)
			separable[!s.W.IsZero()]++
			requireProved(t, s, examples, origin)
		}
	}
	require.Greater(t, separable[true], 50)
	require.Greater(t, separable[false], 30)
}

func TestMarginIsTranslationInvariant(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		examples := clouds(8, 3).Draw(t, "examples")
		u := vector([]int{1e6, -1e6, 1e6 + 1})[:len(examples[0].X)]
		var moved []exact.Example
		for _, e := range examples {
			moved = append(moved, exact.Example{X: combine(num(1), e.X, num(1), u), Y: e.Y})
		}
		s, _ := exact.MaxMargin(examples, false)
		far, _ := exact.MaxMargin(moved, false)
		equalVectors(t, s.W, far.W, "w")
		equal(t, sub(s.B, dot(s.W, u)), far.B, "b")
		equal(t, s.SqGamma, far.SqGamma, "γ²")
		requireProved(t, far, moved, false)
	})
}

func TestArgumentsOfMaxMarginStay(t *testing.T) {
	examples := parse("+1,0 +0,1/3 -0,0 --1/7,0")
	before := showStream(examples)
	s, ok := exact.MaxMargin(examples, false)
	require.True(t, ok)
	requireProved(t, s, examples, false)
	require.Equal(t, before, showStream(examples))
}

func BenchmarkMaxMargin(b *testing.B) {
	for _, c := range []struct{ n, d int }{{40, 5}, {40, 6}, {200, 6}} {
		for _, kind := range []string{"integers", "floats"} {
			b.Run(fmt.Sprintf("kind=%s/n=%d/d=%d", kind, c.n, c.d), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(3, 5))
				examples, _ := gaussian(rng, c.n, c.d, 0.1)
				if kind == "integers" {
					for i, e := range examples {
						for k := range e.X {
							examples[i].X[k] = num(rng.IntN(41) - 20)
						}
						e.X[0] = num(e.Y * (1 + rng.IntN(20)))
					}
				}
				for b.Loop() {
					if _, ok := exact.MaxMargin(examples, false); !ok {
						b.Fatal("a class is missing")
					}
				}
			})
		}
	}
}
