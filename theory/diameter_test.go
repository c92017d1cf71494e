package theory_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// clouds are sets of n points in d dimensions, each hard on the pruning in its
// own way.
var clouds = []struct {
	name  string
	point func(rnd *rand.Rand, i, d int) []float64
}{
	{"gaussian", func(rnd *rand.Rand, i, d int) []float64 { return rapidtest.Normal(rnd, d, 1) }},
	{"sphere", func(rnd *rand.Rand, i, d int) []float64 {
		x := rapidtest.Normal(rnd, d, 1)
		norm := vec.L2{}.Of(x)
		for k := range x {
			x[k] /= norm
		}
		return x
	}},
	{"clusters", func(rnd *rand.Rand, i, d int) []float64 {
		x := rapidtest.Normal(rnd, d, 1e-3)
		x[i%d] += float64(i % 3)
		return x
	}},
	{"lattice", func(rnd *rand.Rand, i, d int) []float64 {
		x := make([]float64, d)
		for k := range x {
			x[k] = float64(rnd.IntN(3) - 1)
		}
		return x
	}},
	{"collinear", func(rnd *rand.Rand, i, d int) []float64 {
		x := make([]float64, d)
		t := rnd.Float64()
		for k := range x {
			x[k] = t * float64(k+1)
		}
		return x
	}},
	{"duplicates", func(rnd *rand.Rand, i, d int) []float64 {
		x := make([]float64, d)
		x[0] = float64(i % 2)
		return x
	}},
	{"one point", func(rnd *rand.Rand, i, d int) []float64 {
		x := make([]float64, d)
		x[0] = 0.1
		return x
	}},
	{"outliers", func(rnd *rand.Rand, i, d int) []float64 {
		x := rapidtest.Normal(rnd, d, 1)
		if i%7 == 0 {
			x[rnd.IntN(d)] += 100 * rnd.Float64()
		}
		return x
	}},
	// All pairs of opposite corners of a cross are equally far but for the last digits.
	{"ties", func(rnd *rand.Rand, i, d int) []float64 {
		x := make([]float64, d)
		x[i%d] = float64(1-2*(i/d%2)) * (1 + 1e-15*rnd.Float64())
		return x
	}},
	// Distances of 2 but for the last digit, and bounds that are as sharp.
	{"antipodes", func(_ *rand.Rand, i, d int) []float64 {
		x := rapidtest.Normal(rand.New(rand.NewPCG(uint64(i/2), 9)), d, 1)
		norm := vec.L2{}.Of(x) * float64(1-2*(i%2))
		for k := range x {
			x[k] /= norm
		}
		return x
	}},
	// Features that are far from 0 wherever they are stored.
	{"presence", func(rnd *rand.Rand, i, d int) []float64 {
		x := make([]float64, d)
		for k := range x {
			if rnd.IntN(3) == 0 {
				x[k] = float64(k+1) * (5 + 0.1*rnd.Float64())
			}
		}
		return x
	}},
	// Rows of a table of categories, the first two of them empty: pairs that share no category
	// are all as far as can be.
	{"one-hot", func(rnd *rand.Rand, i, d int) []float64 {
		x := make([]float64, d)
		for k := 0; k < d && i > 1; k += 5 {
			x[k+rnd.IntN(min(5, d-k))] = 1
		}
		return x
	}},
	// Antipodes in as many units as there are dimensions.
	{"far antipodes", func(_ *rand.Rand, i, d int) []float64 {
		x := rapidtest.Normal(rand.New(rand.NewPCG(uint64(i/2), 9)), d, 1)
		norm := vec.L2{}.Of(x) * float64(1-2*(i%2))
		for k := range x {
			x[k] = 3 + 7*x[k]/norm
		}
		return x
	}},
	// Squared residuals a few units of rounding above nothing.
	{"needle", func(rnd *rand.Rand, i, d int) []float64 {
		x := rapidtest.Normal(rnd, d, 1e-7)
		x[0] += rnd.Float64()
		return x
	}},
}

// changes are applied to a cloud: what pruning computes must keep up with the
// distances' own digits.
var changes = []struct {
	name         string
	scale, shift float64
}{
	{"as it is", 1, 0}, {"far off", 1, 1e6}, {"farther off", 1, 1e14},
	{"huge", 1e100, 0}, {"tiny", 1e-100, 0}, {"hugest", 1e148, 0}, {"squares vanish", 1e-160, 0},
}

func stored(kind string, i int, x []float64) vec.Vector {
	if kind == "sparse" || kind == "mixed" && i%2 == 0 {
		return vec.Dense(x...).Sparsify()
	}
	return vec.Dense(x...)
}

func TestDiametersEqualTheLargestOfAllPairs(t *testing.T) {
	// 500 examples are several boxes; 40 dimensions are more than there are axes.
	sizes := [][2]int{{1, 1}, {2, 1}, {40, 1}, {30, 12}, {160, 2}, {100, 3}, {80, 12}, {60, 40}, {500, 40}}
	for _, cloud := range clouds {
		for _, change := range changes {
			for _, kind := range []string{"mixed", "dense", "sparse"}[:rapidtest.Count(1, 3, 3)] {
				t.Run(fmt.Sprintf("%s/%s/%s", cloud.name, change.name, kind), func(t *testing.T) {
					t.Parallel()
					for seed, size := range sizes {
						n, d := size[0], size[1]
						rnd := rand.New(rand.NewPCG(uint64(seed), 1))
						examples := make([]theory.Example, n)
						for i := range examples {
							x := cloud.point(rnd, i, d)
							for k := range x {
								x[k] = x[k]*change.scale + change.shift
							}
							y := theory.Negative
							if i%5 < 2 {
								y = theory.Positive
							}
							examples[i] = theory.Example{X: stored(kind, i, x), Y: y}
						}
						require.Equal(t, bruteForce(examples, d), theory.Diameters(examples, d), "n=%d d=%d", n, d)
					}
				})
			}
		}
	}
}

// bruteForce is the definition.
func bruteForce(examples []theory.Example, dim int) theory.Geometry {
	g := theory.Geometry{Examples: len(examples), Dim: dim}
	for i, e := range examples {
		if norm := math.Sqrt(e.X.SqNorm()); i == 0 || norm < g.Shortest {
			g.Shortest = norm
		}
		g.DBar = max(g.DBar, math.Sqrt(e.X.SqNorm()))
		if e.Y == theory.Positive {
			g.Positives++
		}
		for _, f := range examples[:i] {
			d := math.Sqrt(vec.SqDist(e.X, f.X))
			switch {
			case e.Y != f.Y:
				g.Delta = max(g.Delta, d)
			case e.Y == theory.Positive:
				g.DPlus = max(g.DPlus, d)
			default:
				g.DMinus = max(g.DMinus, d)
			}
		}
	}
	g.D = max(g.DPlus, g.DMinus)
	return g
}

func TestDiametersByHand(t *testing.T) {
	in := func(y theory.Label, i int, v float64) theory.Example {
		return theory.Example{X: vec.Sparse([]int{i}, []float64{v}), Y: y}
	}
	at := func(y theory.Label, x ...float64) theory.Example { return theory.Example{X: vec.Dense(x...), Y: y} }
	for _, test := range []struct {
		name     string
		examples []theory.Example
		want     theory.Geometry
	}{
		{"no example", nil, theory.Geometry{Dim: 2}},
		{"one class", []theory.Example{at(-1, 3, 4), at(-1, 0, 0)},
			theory.Geometry{Examples: 2, Dim: 2, DMinus: 5, D: 5, DBar: 5}},
		{"one example a class", []theory.Example{at(+1, 3, 4), at(-1, 0, 0)},
			theory.Geometry{Examples: 2, Dim: 2, Positives: 1, DBar: 5, Delta: 5}},
		{"shorter vectors end in zeros", []theory.Example{at(+1, 3), at(+1), at(+1, 0, 4), at(-1, 3, 4)},
			theory.Geometry{Examples: 4, Dim: 2, Positives: 3, DPlus: 5, D: 5, DBar: 5, Delta: 5}},
		{"as long as the first, and longer", []theory.Example{at(+1, 3), at(+1, 0, 4), at(-1, 0), at(-1, 6)},
			theory.Geometry{Examples: 4, Dim: 2, Positives: 2, DPlus: 5, DMinus: 6, D: 6, DBar: 6, Delta: math.Sqrt(52)}},
		{"one value each, at different coordinates", []theory.Example{in(+1, 0, 3), in(+1, 1, 4), in(-1, 1, 6), in(-1, 0, 8)},
			theory.Geometry{Examples: 4, Dim: 2, Positives: 2, DPlus: 5, DMinus: 10, D: 10, Shortest: 3, DBar: 8, Delta: math.Sqrt(80)}},
	} {
		require.Equal(t, test.want, theory.Diameters(test.examples, 2), test.name)
	}
}

// requirePlain holds what is found in x, and between a third of it and the rest, against
// comparing all pairs in order.
func requirePlain(t require.TestingT, norm vec.Norm, x []vec.Vector) {
	plain := func(x, y []vec.Vector, from func(i int) int) (is [2]int, length float64) {
		for i := range x {
			for j := from(i); j < len(y); j++ {
				if d := theory.Distance(norm, x[i], y[j]); d > length {
					is, length = [2]int{i, j}, d
				}
			}
		}
		return is, length
	}
	want, length := plain(x, x, func(i int) int { return i + 1 })
	i, j, got := theory.Diameter(norm, x)
	require.Equal(t, length, got)
	require.Equal(t, want, [2]int{i, j})
	if k := len(x) / 3; k > 0 {
		want, length = plain(x[:k], x[k:], func(int) int { return 0 })
		i, j, got = theory.Farthest(norm, x[:k], x[k:])
		require.Equal(t, length, got)
		require.Equal(t, want, [2]int{i, j})
	}
}

// The pair is the first of those at the largest distance, whatever the number of
// processors, the norm and how the vectors are stored.
func TestFarthestPairIsThatOfThePlainLoop(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, cloud := range clouds {
		for seed := range uint64(3) {
			rnd, x := rand.New(rand.NewPCG(seed, 5)), make([]vec.Vector, 200)
			for i := range x {
				x[i] = stored("mixed", i, cloud.point(rnd, i, 20))
			}
			requirePlain(t, vec.L2{}, x)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		cloud := rapid.SampledFrom(clouds).Draw(t, "cloud")
		n := rapid.OneOf(rapid.IntRange(1, 40), rapid.IntRange(100, 400)).Draw(t, "n")
		d := rapid.SampledFrom([]int{1, 2, 7, 40}).Draw(t, "d")
		kind := rapid.SampledFrom([]string{"dense", "sparse", "mixed"}).Draw(t, "stored")
		change := rapid.SampledFrom(changes).Draw(t, "change")
		norm := rapid.SampledFrom([]vec.Norm{vec.L2{}, vec.L2{}, vec.L2{}, vec.P(1.5), vec.P(3)}).Draw(t, "norm")
		again := rapid.IntRange(1, n).Draw(t, "distinct")
		runtime.GOMAXPROCS(rapid.SampledFrom([]int{1, 3, 8}).Draw(t, "processors"))
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		x := make([]vec.Vector, n)
		for i := range x {
			if i >= again {
				x[i] = x[rnd.IntN(again)]
				continue
			}
			v := cloud.point(rnd, i, d)
			for k := range v {
				v[k] = v[k]*change.scale + change.shift
			}
			x[i] = stored(kind, i, v)
		}
		requirePlain(t, norm, x)
	})
	i, j, d := theory.Diameter(vec.L2{}, []vec.Vector{vec.Dense(1)})
	require.Equal(t, []any{0, 0, 0.0}, []any{i, j, d})
	require.Panics(t, func() { theory.Diameter(vec.L2{}, nil) })
	require.Panics(t, func() { theory.Farthest(vec.L2{}, nil, []vec.Vector{vec.Dense(1)}) })
	require.Panics(t, func() { theory.Farthest(vec.L2{}, []vec.Vector{vec.Dense(1)}, nil) })
}

// Squares that differ in the last digit have one root, and the first pair of that length
// is found though the other's square is the larger, and was found before.
func TestFirstOfPairsWhoseSquaresDifferByRounding(t *testing.T) {
	const ulp = 0x1p-51 // 1² + 2² and (1+ulp)² + 2² are neighbours
	require.Greater(t, (1+ulp)*(1+ulp)+4, 5.)
	require.Equal(t, math.Sqrt(5), math.Sqrt((1+ulp)*(1+ulp)+4))
	x := make([]vec.Vector, 16) // every other one is a sample: 0, 2, 4, …
	for i := range x {
		x[i] = vec.Dense(0, 0x1p-10*float64(i))
	}
	x[1], x[3] = vec.Dense(-0.5, -1), vec.Dense(0.5, 1)
	x[2], x[4] = vec.Dense(0.5+ulp, -1), vec.Dense(-0.5, 1)
	requirePlain(t, vec.L2{}, x)
}

// Vectors without a common feature are as far as ‖x‖² + ‖y‖² says, which rounding makes
// smaller than ‖x−y‖² for some values. Two that have a feature in common with each of the
// others, and so are near all of them, have none in common with each other.
func TestPairsWithoutACommonFeature(t *testing.T) {
	const n, each = 200, 256
	for _, value := range []float64{0.1, 0.3, 0.7, 1.1, 1.3} {
		x, dim := make([]vec.Vector, n), each
		own := make([][]int, n) // the coordinates of each
		for i := range own {
			for k := range each {
				own[i] = append(own[i], dim+k)
			}
			dim += each
		}
		for i := range own {
			own[0][i] = i // which it shares with i
			own[i][0] = i
			if i != 1 && i != 3 {
				own[1][i], own[3][i] = own[i][1], own[i][3]
			}
		}
		for i, at := range own {
			values := make([]float64, each)
			for k := range values {
				values[k] = value
			}
			slices.Sort(at)
			x[i] = vec.Sparse(at, values)
		}
		requirePlain(t, vec.L2{}, x)
	}
}

// BenchmarkDiameters measures the clouds at 10,000 points; the sphere in many
// dimensions is the worst case. Adult is measured in package benchdata.
func BenchmarkDiameters(b *testing.B) {
	for _, cloud := range clouds {
		for _, d := range []int{3, 96} {
			if testing.Short() && d > 3 {
				break
			}
			rnd := rand.New(rand.NewPCG(1, 2))
			examples := make([]theory.Example, 10_000)
			for i := range examples {
				examples[i] = theory.Example{X: vec.Dense(cloud.point(rnd, i, d)...), Y: theory.Label(1 - 2*(i%2))}
			}
			b.Run(fmt.Sprintf("cloud=%s/dim=%d", strings.ReplaceAll(cloud.name, " ", "-"), d), func(b *testing.B) {
				for b.Loop() {
					theory.Diameters(examples, d)
				}
				rapidtest.ReportWork(b, vec.Count(func() { theory.Diameters(examples, d) }), 1)
			})
		}
	}
}
