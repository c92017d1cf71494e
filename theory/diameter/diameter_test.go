package diameter_test

import (
	"fmt"
	"gonum.org/v1/gonum/floats"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/internal/rapidtest"
	. "marginlab/theory/diameter"
	"marginlab/theory/vec"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

var all = Search{Within: true, Across: true}

func stored(kind string, i int, x []float64) vec.Vector {
	if kind == "sparse" || kind == "mixed" && i%2 == 0 {
		return vec.Dense(x...).Sparsify()
	}
	return vec.Dense(x...)
}

// requireFarthest compares diameters with those of all pairs: of many points up to [Rounding], of few to the last
// digit.
func requireFarthest(t require.TestingT, want, got Diameters, of ...any) {
	if Tied() == 0 {
		require.Equal(t, want, got, of...)
	}
	for _, pair := range [][2]Interval{{want.Plus, got.Plus}, {want.Minus, got.Minus}, {want.Across, got.Across}} {
		require.Equal(t, pair[1].Lower, pair[1].Upper, of...)
		require.LessOrEqual(t, pair[1].Upper, pair[0].Upper, of...)
		require.GreaterOrEqual(t, pair[1].Upper, pair[0].Upper*(1-Rounding), of...)
	}
}

// bruteForce computes the definition.
func bruteForce(n vec.Norm, plus, minus []vec.Vector) (d Diameters) {
	largest := func(x, y []vec.Vector, within bool) Interval {
		most := 0.0
		for i, v := range x {
			if within {
				y = x[:i]
			}
			for _, w := range y {
				most = max(most, Distance(n, v, w))
			}
		}
		return Interval{most, most}
	}
	return Diameters{largest(plus, nil, true), largest(minus, nil, true), largest(plus, minus, false)}
}

// classes splits vectors in two classes, two of five in the first.
func classes(x []vec.Vector) (plus, minus []vec.Vector) {
	for i, v := range x {
		if i%5 < 2 {
			plus = append(plus, v)
		} else {
			minus = append(minus, v)
		}
	}
	return plus, minus
}

// Diameters are exact to the last digit where no ties are skipped, and up to Rounding where they are. Each cloud is
// tested with every change; the storage, and the one of the sizes that make several boxes, alternate among them.
func TestDiametersAreTheLargestOfAllPairs(t *testing.T) {
	// 500 points are several boxes; 40 dimensions are more than there are axes.
	few := [][2]int{{1, 1}, {2, 1}, {40, 1}, {30, 12}}
	many := [][2]int{{500, 40}, {160, 2}, {100, 3}, {80, 12}, {60, 40}}
	hold := func(t *testing.T, changes []change) {
		for i, cloud := range clouds {
			for j, change := range changes {
				kind := []string{"mixed", "dense", "sparse"}[(i+j)%3]
				sizes := append(slices.Clip(few), many[(i+j)%len(many)], many[(i+j+2)%len(many)])
				for seed, size := range sizes[:len(few)+rapidtest.Count(1, 1, 2)] {
					rnd := rand.New(rand.NewPCG(uint64(seed), 1))
					plus, minus := classes(cloud.draw(rnd, size[0], size[1], kind, change))
					requireFarthest(t, bruteForce(nil, plus, minus), all.Classes(nil, plus, minus, nil),
						"%s/%s/%s, n=%d d=%d",
						cloud.name, change.name, kind, size[0], size[1])
				}
			}
		}
	}
	hold(t, changes[:rapidtest.Count(1, 3, 3)])
	ToTheDigit(t)
	hold(t, changes[:rapidtest.Count(3, len(changes), len(changes))])
}

// Diameters agree in every norm and with repetitions, also where powers or weights vanish or overflow; they are the
// same with any number of processors, to the last digit.
func TestDiametersInANorm(t *testing.T) {
	ToTheDigit(t)
	for _, cloud := range clouds {
		for _, p := range []float64{1.1, 1.5, 3, 10, 70, 100} {
			plus, minus := classes(cloud.draw(rand.New(rand.NewPCG(3, 1)), 150, 6, "dense", changes[0]))
			requireFarthest(t, bruteForce(vec.P(p), plus, minus), all.Classes(vec.P(p), plus, minus, nil), "%s, p = %v",
				cloud.name, p)
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rapid.Check(t, func(t *rapid.T) {
		cloud := rapid.SampledFrom(clouds).Draw(t, "cloud")
		n := rapid.OneOf(rapid.IntRange(1, 60), rapid.IntRange(49, 400)).Draw(t, "n")
		d := rapid.SampledFrom([]int{1, 2, 3, 8, 20, 40}).Draw(t, "d")
		norm := vec.P(rapid.SampledFrom([]float64{1.02, 1.1, 1.5, 2, 2.2, 3, 10, 70}).Draw(t, "p"))
		kind := rapid.SampledFrom([]string{"dense", "sparse", "mixed"}).Draw(t, "stored")
		change := rapid.SampledFrom(changes[:5]).Draw(t, "change")
		runtime.GOMAXPROCS(rapid.SampledFrom([]int{1, 3, 8}).Draw(t, "processors"))
		x := cloud.draw(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2)), n, d, kind, change)
		for i := rapid.IntRange(1, n).Draw(t, "distinct"); i < n; i++ {
			x[i] = x[i/2]
		}
		plus, minus := classes(x)
		if rapid.IntRange(0, 5).Draw(t, "one class") == 0 {
			plus, minus = nil, x
		}
		want, got := bruteForce(norm, plus, minus), all.Classes(norm, plus, minus, nil)
		requireFarthest(t, want, got)
		if n <= Few {
			require.Equal(t, want, got)
		}
		runtime.GOMAXPROCS(1)
		require.Equal(t, got, all.Classes(norm, plus, minus, nil))
	})
}

// A distance follows the definition from the differences of coordinates, which far from the origin have the
// coordinates' digits. 3³ + 4³ + 5³ = 6³.
func TestDistance(t *testing.T) {
	const far = 1 << 40
	for _, scale := range []float64{1, 1e100, 1e-100, 1e-290} {
		x, y := vec.Dense(far*scale, (far+4)*scale, far*scale), vec.Dense((far+3)*scale, far*scale, (far+5)*scale)
		if scale != 1 {
			x, y = vec.Dense(0, 4*scale), vec.Dense(3*scale, 0, -5*scale)
		}
		for _, c := range []struct {
			norm vec.Norm
			want float64
		}{
			{nil, math.Sqrt(50)}, {vec.L2{}, math.Sqrt(50)}, {vec.P(3), 6},
			{vec.P(1.5), math.Pow(math.Pow(3, 1.5)+8+math.Pow(5, 1.5), 1/1.5)},
		} {
			if scale == 1e-290 && c.norm != vec.P(3) {
				continue // squares vanish
			}
			for _, v := range []vec.Vector{x, x.Sparsify()} {
				for _, w := range []vec.Vector{y, y.Sparsify()} {
					require.InEpsilon(t, c.want*scale, Distance(c.norm, v, w), 1e-15)
					require.Zero(t, Distance(c.norm, v, v))
					for _, copies := range []int{1, 40} { // all pairs, and the search
						plus := slices.Repeat([]vec.Vector{v, w}, copies)
						require.InEpsilon(t, c.want*scale, all.Classes(c.norm, plus, nil, nil).Plus.Upper, 1e-15)
						require.InEpsilon(t, c.want*scale, all.Classes(c.norm, plus, plus, nil).Across.Upper, 1e-15)
					}
				}
			}
		}
	}
}

func TestDiametersByHand(t *testing.T) {
	in := func(i int, v float64) vec.Vector { return vec.Sparse([]int{i}, []float64{v}) }
	at := vec.Dense
	for _, test := range []struct {
		name                string
		plus, minus         []vec.Vector
		dPlus, dMinus, both float64
	}{
		{"no point", nil, nil, 0, 0, 0},
		{"one class", nil, []vec.Vector{at(3, 4), at(0, 0)}, 0, 5, 0},
		{"one point a class", []vec.Vector{at(3, 4)}, []vec.Vector{at(0, 0)}, 0, 0, 5},
		{"shorter vectors end in zeros", []vec.Vector{at(3), at(), at(0, 4)}, []vec.Vector{at(3, 4)}, 5, 0, 5},
		{"as long as the first, and longer", []vec.Vector{at(3), at(0, 4)}, []vec.Vector{at(0), at(6)}, 5, 6, math.Sqrt(52)},
		{"the same value", []vec.Vector{in(0, 3), in(1, 3)}, []vec.Vector{in(1, 3)}, math.Sqrt(18), 0, math.Sqrt(18)},
		{"one value each", []vec.Vector{in(0, 3), in(1, 4)}, []vec.Vector{in(1, 6), in(0, 8)}, 5, 10, math.Sqrt(80)},
	} {
		for _, copies := range []int{1, 40} {
			plus, minus := slices.Repeat(test.plus, copies), slices.Repeat(test.minus, copies)
			one := func(length float64) Interval { return Interval{length, length} }
			want := Diameters{one(test.dPlus), one(test.dMinus), one(test.both)}
			require.Equal(t, want, all.Classes(nil, plus, minus, nil), test.name)
			within := Search{Within: true}.Classes(nil, plus, minus, nil)
			require.Equal(t, Diameters{want.Plus, want.Minus, Interval{}}, within, test.name)
			require.Equal(t, Diameters{Across: want.Across}, Search{Across: true}.Classes(nil, plus, minus, nil), test.name)
		}
	}
}

// The greatest number of points that is compared pair by pair, and one more: the farthest pair may be the last two.
func TestDiametersOfTheLastPair(t *testing.T) {
	for _, norm := range []vec.Norm{vec.L2{}, vec.P(3)} {
		for _, n := range []int{41, 47, 48, 49} {
			for _, coordinates := range [][]float64{nil, {1}, make([]float64, 20)} {
				var x [2][]vec.Vector
				for i := range n - 2 {
					x[i%2] = append(x[i%2], vec.Dense(append([]float64{float64(i % 3)}, coordinates...)...))
				}
				for last := range x {
					y := [2][]vec.Vector{slices.Clone(x[0]), slices.Clone(x[1])}
					for _, end := range []float64{100, -100} {
						y[last] = append(y[last], vec.Dense(append([]float64{end}, coordinates...)...))
					}
					d := all.Classes(norm, y[0], y[1], nil)
					within := [2]float64{d.Plus.Upper, d.Minus.Upper}
					require.Equal(t, [3]float64{200, 2, 102}, [3]float64{within[last], within[1-last], d.Across.Upper},
						"%v, %d points", norm, n)
				}
			}
		}
	}
}

// Vectors without a common feature have the distance of ‖x‖² + ‖y‖², which rounding makes smaller than ‖x−y‖² for
// some orders of the values. Whole numbers are rounded too where their squares are large.
func TestPairsWithoutACommonFeature(t *testing.T) {
	ToTheDigit(t)
	const n, each = 120, 256
	rnd := rand.New(rand.NewPCG(1, 4))
	for _, whole := range slices.Repeat([]bool{false, true}, rapidtest.Count(1, 1, 3)) {
		values, x := make([]float64, each), make([]vec.Vector, n)
		for k := range values {
			if values[k] = 1 + rnd.Float64(); whole {
				values[k] = math.Round(values[k] * (1 << 40))
			}
		}
		for i := range x {
			index, value := make([]int, each), make([]float64, each)
			for k, from := range rnd.Perm(each) {
				index[k], value[k] = i*each+k, values[from]
			}
			x[i] = vec.Sparse(index, value)
		}
		requireFarthest(t, bruteForce(nil, x, x[:60]), all.Classes(nil, x, x[:60], nil))
	}
}

// Equal vectors have the distance 0, also if their zeros are stored in more ways than a box holds.
func TestEqualVectorsInManyForms(t *testing.T) {
	x := make([]vec.Vector, 120)
	for i := range x {
		x[i] = vec.Dense(make([]float64, i%40)...)
		if i%3 == 0 {
			x[i] = vec.Vector{Index: slices.Collect(func(yield func(int) bool) {
				for k := range i % 40 {
					yield(k)
				}
			}), Value: x[i].Value}
		}
	}
	for _, p := range []float64{1.5, 2, 3} {
		require.Zero(t, all.Classes(vec.P(p), x, x, nil))
	}
}

func TestFewPointsAreMeasuredWithoutAllocating(t *testing.T) {
	x := make([]vec.Vector, Few)
	for i := range x {
		x[i] = vec.Dense(rapidtest.Normal(rand.New(rand.NewPCG(1, 1)), 96, 1)...)
	}
	for _, n := range []vec.Norm{nil, vec.L2{}, vec.P(1.1), vec.P(3)} {
		require.Zero(t, testing.AllocsPerRun(3, func() { all.Classes(n, x[:20], x[20:], nil) }), "%v", n)
	}
}

// sup is a norm in which distances are unknown.
type sup struct{ vec.L2 }

func TestDistancesOfAnUnknownNormPanic(t *testing.T) {
	require.PanicsWithValue(t, "diameter: distances in the norm 2 are not known", func() {
		all.Classes(sup{}, nil, nil, nil)
	})
}

// After any number of steps the interval holds the largest distance. It only gets narrower, down to the length.
func TestIntervalsEncloseTheDiameter(t *testing.T) {
	t.Parallel()
	x := clouds[0].draw(rand.New(rand.NewPCG(1, 2)), 600, 40, "dense", changes[0])
	for _, n := range []vec.Norm{vec.L2{}, vec.P(1.5), vec.P(3)} {
		for _, y := range [][]vec.Vector{nil, x[:200]} {
			want := Enclose(n, x[200:], y, Exact)
			require.Equal(t, want.Lower, want.Upper)
			last := Interval{0, math.Inf(1)}
			for _, steps := range []int{0, 1, 10, 100, 1 << 20} {
				s := Enclose(n, x[200:], y, steps)
				require.GreaterOrEqual(t, s.Upper, want.Upper)
				require.LessOrEqual(t, s.Upper, last.Upper)
				require.LessOrEqual(t, last.Lower, s.Lower)
				require.LessOrEqual(t, s.Lower, want.Lower)
				require.Positive(t, s.Lower)
				last = s
			}
			require.Equal(t, want, last, "all is settled")
			require.Less(t, want.Upper, Enclose(n, x[200:], y, 1).Upper, "one step settles little")
		}
	}
}

// The settled part grows to about 1, and watching changes nothing.
func TestProgress(t *testing.T) {
	t.Parallel()
	x := clouds[1].draw(rand.New(rand.NewPCG(1, 2)), 3000, 6, "dense", changes[0])
	var parts []float64
	got := all.Classes(nil, x[:1500], x[1500:], func(part float64) bool {
		parts = append(parts, part)
		return true
	})
	require.Equal(t, all.Classes(nil, x[:1500], x[1500:], nil), got)
	require.Greater(t, len(parts), 3)
	require.Zero(t, parts[0], "many points take long before the first pairs are settled")
	require.IsNonDecreasing(t, parts)
	require.InDelta(t, 0.9, parts[len(parts)-1], 0.1)

	told := 0
	all.Classes(nil, x[:1500], x[1500:], func(float64) bool {
		told++
		return false
	})
	require.Equal(t, 1, told, "it stops")
}

// The search for the diameter of 1000 points, which make half a million pairs, reads no more kilobytes than in
// November 2026, the same number on every machine. Fewer are a gain, to be written down.
func TestWorkOfDiameters(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	most := map[string][3]int64{ // in 2, 20 and 60 dimensions
		"gaussian":      {64, 1347, 65103},
		"sphere":        {6188, 168477, 425613},
		"clusters":      {2182, 8495, 22761},
		"lattice":       {32, 15319, 281677},
		"collinear":     {64, 640, 1920},
		"duplicates":    {16, 16, 17},
		"one point":     {0, 0, 0},
		"outliers":      {152, 1201, 2596},
		"ties":          {32, 382, 62529},
		"antipodes":     {64, 640, 1920},
		"presence":      {278, 29139, 67682},
		"one-hot":       {32, 478, 1919},
		"far antipodes": {64, 640, 1920},
		"needle":        {64, 640, 1920},
	}
	for _, cloud := range clouds {
		for k, d := range []int{2, 20, 60} {
			x := cloud.draw(rand.New(rand.NewPCG(1, 6)), 1000, d, "dense", changes[0])
			work := vec.Count(func() { Enclose(nil, x, nil, Exact) })
			require.LessOrEqual(t, work.Bytes/1000, most[cloud.name][k], "%s in %d dimensions", cloud.name, d)
		}
	}
}

// BenchmarkDiameters measures clouds; the sphere in many dimensions is the worst case. Package benchdata measures
// data sets.
func BenchmarkDiameters(b *testing.B) {
	for _, cloud := range clouds {
		for _, c := range []struct {
			n, d int
			p    []float64
		}{
			{10_000, 3, []float64{2}}, {10, 3, []float64{2, 3}}, {48, 20, []float64{2, 3}}, {10_000, 96, []float64{2}},
			{5000, 20, []float64{1.1, 1.5, 3, 10}},
		} {
			if testing.Short() && c.n*c.d > 30_000 {
				break
			}
			x := cloud.draw(rand.New(rand.NewPCG(1, 2)), c.n, c.d, "dense", changes[0])
			for _, p := range c.p {
				name := strings.ReplaceAll(cloud.name, " ", "-")
				b.Run(fmt.Sprintf("cloud=%s/n=%d/dim=%d/p=%v", name, c.n, c.d, p), func(b *testing.B) {
					measure := func() { all.Classes(vec.P(p), x[:c.n/2], x[c.n/2:], nil) }
					for b.Loop() {
						measure()
					}
					rapidtest.ReportWork(b, vec.Count(measure), 1)
				})
			}
		}
	}
}

// The search finds the farthest of pairs that are equally far except for rounding, and that all processors reach.
func TestTiesThatAreFoundLate(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	defer func(tasks int) { *Tasks = tasks }(*Tasks)
	*Tasks = 1
	rnd := rand.New(rand.NewPCG(1, 7))
	x := clouds[1].draw(rnd, 1200, 60, "dense", changes[0])
	for _, v := range x[1000:] {
		floats.Scale(0.95, v.Value)
		opposite := vec.Dense(slices.Clone(v.Value)...)
		floats.Scale(-1-1e-14*rnd.Float64(), opposite.Value)
		x = append(x, opposite)
	}
	want := bruteForce(nil, x, nil).Plus
	require.Less(t, Enclose(nil, x, nil, *Tasks).Lower, want.Lower*(1-Rounding))
	for range 5 {
		require.Equal(t, want, Enclose(nil, x, nil, Exact))
	}
}
