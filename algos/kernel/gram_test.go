package kernel_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"marginlab/algos/kernel"
	"marginlab/internal/rapidtest"
	"marginlab/theory/vec"
)

// formula computes a kernel by its definition, with a bound of the error, in units of 2⁻⁵², of sums of d products in
// any order.
type formula struct {
	expr  string
	of    func(x, z []float64) float64
	size  func(x, z []float64) float64 // to which the rounding of the formula is proportional
	ridge float64
}

func formulas() []formula {
	poly := func(expr string, degree, offset, scale, ridge float64) formula {
		return formula{
			expr:  expr,
			of:    func(x, z []float64) float64 { return math.Pow(floats.Dot(x, z)/scale+offset, degree) },
			size:  func(x, z []float64) float64 { return degree * math.Pow(lengths(x, z)/scale+offset, degree) },
			ridge: ridge,
		}
	}
	gauss := func(expr string, sigma, ridge float64) formula {
		return formula{
			expr: expr,
			of:   func(x, z []float64) float64 { return math.Exp(-sqDistance(x, z) / (2 * sigma * sigma)) },
			// ‖x−z‖² from squares of a thousand times its size at most
			size: func(x, z []float64) float64 {
				dd := sqDistance(x, z) / (2 * sigma * sigma)
				return (1 + 1024*dd) * math.Exp(-dd)
			},
			ridge: ridge,
		}
	}
	return []formula{
		{"linear", floats.Dot, lengths, 0},
		{"linear(ridge=0.5)", floats.Dot, lengths, 0.5},
		gauss("gaussian", 1, 0),
		gauss("gaussian(sigma=3.5)", 3.5, 0),
		gauss("gaussian(sigma=0.3,ridge=0.25)", 0.3, 0.25),
		poly("poly", 2, 1, 1, 0),
		poly("poly(degree=3,offset=0.5,scale=2,ridge=7)", 3, 0.5, 2, 7),
		poly("poly(5,0,10)", 5, 0, 10, 0),
		poly("mnist", 4, 1, 65025, 5e5),
		poly("mnist(ridge=0)", 4, 1, 65025, 0),
	}
}

func lengths(x, z []float64) float64 { return math.Sqrt(floats.Dot(x, x) * floats.Dot(z, z)) }

func sqDistance(x, z []float64) float64 {
	sum := 0.0
	for j := range x {
		sum += (x[j] - z[j]) * (x[j] - z[j])
	}
	return sum
}

// cloud returns n points in dim dimensions. Every third column is 0, every fifth point a copy of one before, every
// eleventh 0.
func cloud(seed uint64, n, dim int) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := make([][]float64, n)
	for i := range x {
		if i%5 == 4 {
			x[i] = slices.Clone(x[rng.IntN(i)])
			continue
		}
		x[i] = make([]float64, dim)
		for j := range x[i] {
			if j%3 != 2 && i%11 != 10 {
				x[i][j] = rng.NormFloat64() / math.Sqrt(float64(dim))
			}
		}
	}
	return x
}

// vectors stores every other point as sparse, and some of the others without the zeros at the end.
func vectors(x [][]float64) []vec.Vector {
	var v []vec.Vector
	for i, p := range x {
		switch dense := vec.Dense(p...); {
		case i%2 == 0:
			v = append(v, dense.Sparsify())
		case i%3 == 0:
			for len(p) > 0 && p[len(p)-1] == 0 {
				p = p[:len(p)-1]
			}
			v = append(v, vec.Dense(p...))
		default:
			v = append(v, dense)
		}
	}
	return v
}

func newGram(t testing.TB, expr string, x []vec.Vector, dim int, rows int64) *kernel.Gram {
	t.Helper()
	k, err := kernel.Parse(expr)
	require.NoError(t, err)
	memory := rows
	if rows > 0 { // beside the points
		memory += 8 * int64(len(x)*dim)
	}
	g, err := kernel.NewGram(k, x, dim, memory)
	require.NoError(t, err)
	return g
}

// Every K_ij agrees with the formula, dense or sparse, in a block or alone, over more columns than a worker takes at
// a time; K_ii and K_ij of equal points are exact.
func TestGramIsTheFormula(t *testing.T) {
	t.Parallel()
	for _, shape := range []struct{ n, dim int }{{1, 1}, {7, 1}, {40, 3}, {1100, 5}, {70, 130}} {
		x := cloud(uint64(shape.n), shape.n, shape.dim)
		for _, f := range formulas() {
			if shape.n > 1000 && testing.Short() && f.expr != "gaussian" && f.expr != "poly" {
				continue
			}
			g := newGram(t, f.expr, vectors(x), shape.dim, 0)
			require.Equal(t, shape.n, g.Len())
			order := passes(1, shape.n)
			g.Ahead(order, func(i int) bool { return i%3 > 0 }) // some in a block, others alone
			step := 1                                           // a prime, where there are many
			if shape.n > 1000 {
				step = 7
			}
			for i := 0; i < shape.n; i += step {
				row := g.Row(i)
				for j, k := range row {
					want := f.of(x[i], x[j])
					slack := 0x1p-52 * float64(shape.dim+8) * f.size(x[i], x[j])
					if i == j {
						want += f.ridge
						slack += 0x1p-52 * f.ridge
						require.Equal(t, g.Diag(i), k)
					}
					if math.Abs(k-want) > slack {
						require.Failf(t, "not the formula", "%s, n=%d, d=%d: K(%d,%d) = %v, expected %v ± %.1e", f.expr, shape.n, shape.dim, i, j, k, want, slack)
					}
					if f.expr == "gaussian" && slices.Equal(x[i], x[j]) && k != 1 {
						require.Failf(t, "not 1", "K(%d,%d) = %v of equal points", i, j, k)
					}
				}
			}
		}
	}
}

// Points without a coordinate, and points with only zeros, are valid.
func TestGramOfZeros(t *testing.T) {
	for _, x := range [][]vec.Vector{
		{{}, {}, {}},
		{vec.Dense(0, 0), vec.Sparse([]int{1}, []float64{0}), vec.Sparse(nil, nil)},
	} {
		for expr, want := range map[string]float64{"linear": 0, "gaussian": 1, "poly(degree=3,offset=2)": 8} {
			g := newGram(t, expr, x, 2, 0)
			for i := range 3 {
				require.Equal(t, []float64{want, want, want}, g.Row(i), expr)
				require.Equal(t, want, g.Diag(i), expr)
			}
		}
		g := newGram(t, "linear(ridge=3)", x, 2, 0)
		require.Equal(t, []float64{0, 3, 0}, g.Row(1))
	}
	require.PanicsWithValue(t, "kernel: a Gram matrix of no points", func() {
		k, err := kernel.Parse("linear")
		require.NoError(t, err)
		_, _ = kernel.NewGram(k, nil, 2, 0)
	})
}

func TestGramTooLarge(t *testing.T) {
	k, err := kernel.Parse("poly(degree=20)")
	require.NoError(t, err)
	_, err = kernel.NewGram(k, []vec.Vector{vec.Dense(1), vec.Dense(1e9)}, 1, 0)
	require.EqualError(t, err, "kernel: poly(degree=20) of example 2 with itself is +Inf, expected at most 1e+300: scale the features down")
	_, err = kernel.NewGram(k, []vec.Vector{vec.Dense(1e5)}, 1, 0)
	require.NoError(t, err)
	k, err = kernel.Parse("linear")
	require.NoError(t, err)
	for last, fits := range map[float64]bool{53: true, 54: false} {
		const unit = 0x1p472 // 1e300 is (82005323² + 9739² + 249² + 53²)·2⁹⁴⁴
		_, err = kernel.NewGram(k, []vec.Vector{vec.Dense(82005323*unit, 9739*unit, 249*unit, last*unit)}, 4, 0)
		require.Equal(t, fits, err == nil)
	}
}

// A block of rows computed ahead has the wanted rows, each point once, and the next of them where there is no room
// for all.
func TestGramAhead(t *testing.T) {
	const n = 200
	x := vectors(cloud(9, n, 4))
	all := newGram(t, "poly", x, 4, 0)
	const block = 8
	for _, room := range []int{32, 33, 50, 128, n - 1, n} {
		g := newGram(t, "poly", x, 4, int64(room)*8*n)
		order := slices.Concat(passes(3, 40), passes(1, n))
		g.Ahead(order, func(int) bool { return true })
		require.Equal(t, block, g.Computed(), "room %d", room)
		for i := range block {
			require.Equal(t, all.Row(i), g.Row(i))
		}
		require.Equal(t, block, g.Computed(), "the block was there, room %d", room)
		g.Ahead([]int{5, 77}, func(int) bool { t.Fatal("row 5 is there, nothing is to be asked"); return true })
		require.Equal(t, block, g.Computed())
		asked := []int{}
		g.Ahead([]int{50, 51, 50, 52, 51, 7, 53, 60}, func(i int) bool { asked = append(asked, i); return i != 53 })
		require.Equal(t, block+4, g.Computed(), "50, 51, 52 and 60, room %d", room)
		require.Equal(t, []int{50, 51, 52, 7, 53, 60}, asked)
		for _, i := range []int{50, 51, 52, 60} {
			require.Equal(t, all.Row(i), g.Row(i))
		}
		g.Ahead([]int{70, 71}, func(i int) bool { return i == 71 })
		require.Equal(t, block+4, g.Computed(), "70 is not wanted")
	}
	g := newGram(t, "poly", x[:5], 4, 0) // fewer points than a block
	g.Ahead(passes(2, 5), func(int) bool { return true })
	require.Equal(t, 5, g.Computed())
}

// If there is no room for all rows, Ahead looks at a quarter of them: it computes fewer ahead if some of those exist.
func TestGramAheadLooksAtAQuarterOfTheRoom(t *testing.T) {
	const n, block = 200, 8
	x := vectors(cloud(9, n, 4))
	for _, room := range []int{32, 33, 50, n - 1, n} {
		window := room / 4
		if room == n {
			window = n
		}
		for _, there := range []int{1, 5, window - 2, window - 1} {
			g := newGram(t, "poly", x, 4, int64(room)*8*n)
			order := []int{n - 1}
			for i := range there {
				g.Row(i)
				order = append(order, i)
			}
			g.Ahead(append(order, passes(1, n)[there:]...), func(int) bool { return true })
			require.Equal(t, there+min(block, window-there), g.Computed(), "room %d, %d there", room, there)
		}
	}
}

// Existing rows that will be needed stay; the others make room.
func TestGramAheadKeepsWhatIsWanted(t *testing.T) {
	const n = 200
	g := newGram(t, "poly", vectors(cloud(9, n, 4)), 4, 32*8*n)
	for i := range 32 {
		g.Row(i)
	}
	g.Ahead([]int{50, 0, 1, 51, 2, 52}, func(i int) bool { return i != 2 }) // 2, 3 and 4 make room
	for _, i := range []int{50, 0, 1, 51, 52, 5} {
		g.Row(i)
	}
	require.Equal(t, 35, g.Computed())
	g.Row(2)
	require.Equal(t, 36, g.Computed())
}

// The bits of a row depend neither on the number of cores nor on the block in which it is computed.
func TestGramIsTheSameOnAnyCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	x := vectors(cloud(4, 2100, 80))
	rows := func(procs int, alone bool) [][]float64 {
		runtime.GOMAXPROCS(procs)
		g := newGram(t, "gaussian", x, 80, 0)
		order := passes(1, 40)
		if !alone {
			g.Ahead(order, func(int) bool { return true })
		}
		var rows [][]float64
		for _, i := range order {
			rows = append(rows, g.Row(i))
		}
		return rows
	}
	one := rows(1, false)
	for _, procs := range []int{1, 2, 4} {
		for _, alone := range []bool{true, false} {
			require.Equal(t, one, rows(procs, alone), "%d cores, alone %v", procs, alone)
		}
	}
}

// scarce returns n points with about a share of the coordinates present, some of them twice, some zero, and with
// columns that are 0 in all of them.
func scarce(rng *rand.Rand, n, dim int, share float64) []vec.Vector {
	x := make([]vec.Vector, n)
	for i := range x {
		if i%5 == 4 {
			x[i] = x[rng.IntN(i)]
			continue
		}
		p := make([]float64, dim)
		for j := range p {
			if j%4 != 1 && i%7 != 6 && rng.Float64() < share {
				p[j] = rng.NormFloat64()
			}
		}
		x[i] = vec.Dense(p...).Sparsify()
		if i%2 == 0 {
			x[i] = vec.Dense(p...)
		}
	}
	return x
}

// rounding bounds the relative difference of ‖x−z‖² of sparse points in that many dimensions and of dense ones: sums
// in 16 lanes of 16 each, and 4 times that where they cancel.
func rounding(dim int) float64 { return 8 * float64(dim/16+8) * 0x1p-53 }

// Points are stored dense if enough points have all coordinates, and else sparse. x·z has the same bits either way,
// in blocks of any size, and ‖x−z‖² is the same up to rounding; rows are symmetric, and equal points are recognised.
func TestGramOfSparsePoints(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	for _, shape := range []struct {
		n, dim int
		share  float64
	}{{60, 300, 0.02}, {1100, 200, 0.1}} {
		rng := rand.New(rand.NewPCG(uint64(shape.n), 7))
		x := scarce(rng, shape.n, shape.dim, shape.share)
		x[1], x[2] = vec.Sparse([]int{0}, []float64{1.5}), vec.Sparse([]int{2}, []float64{1.5}) // not equal
		used := make([]float64, shape.dim)
		for _, x := range x {
			for k, v := range x.Value {
				if v != 0 {
					used[x.Coordinate(k)] = 1
				}
			}
		}
		beside := slices.Concat(x, slices.Repeat([]vec.Vector{vec.Dense(used...)}, shape.n))
		for _, f := range formulas() {
			if shape.n > 1000 && f.expr != "gaussian" && f.expr != "poly" {
				continue
			}
			radial := strings.HasPrefix(f.expr, "gaussian")
			same := func(want, got []float64, what string, i int) {
				t.Helper()
				if !radial {
					require.Equal(t, want, got, "%s of %s, %d of %v", what, f.expr, i, shape)
					return
				}
				for j := range want {
					dd := -math.Log(want[j]) // in units of 2σ²
					require.InDelta(t, want[j], got[j], want[j]*(dd*rounding(shape.dim)+0x1p-50), "%s of %s, %d,%d of %v", what, f.expr, i, j, shape)
				}
			}
			thin, full := newGram(t, f.expr, x, shape.dim, 0), newGram(t, f.expr, beside, shape.dim, 0)
			order := passes(1, shape.n)
			for at := 0; at < shape.n; { // blocks of 1 to 8
				size := min(1+rng.IntN(8), shape.n-at)
				thin.Ahead(order[at:at+size], func(int) bool { return true })
				at += size
			}
			for i := range x {
				require.Equal(t, full.Diag(i), thin.Diag(i))
				if f.ridge == 0 {
					same(full.Row(i)[:shape.n], thin.Row(i), "row", i)
				}
				for _, j := range []int{0, i / 2, shape.n - 1} {
					require.Equal(t, thin.Row(i)[j], thin.Row(j)[i], "K(%d,%d)", i, j)
				}
			}
			e, own := kernel.NewEmbedding(full), kernel.NewEmbedding(thin)
			require.NoError(t, errors.Join(e.Place(t.Context(), 12), own.Place(t.Context(), 12)))
			for i := range 12 {
				require.InDeltaSlice(t, e.Point(i).Value, own.Point(i).Value, 1e-6) // the root of the rounding
			}
		}
	}
}

// The work of a row of sparse points grows with their present coordinates.
func TestWorkOfARowOfSparsePoints(t *testing.T) {
	for _, expr := range []string{"linear", "gaussian"} {
		var bytes []float64
		for _, share := range []float64{0.01, 0.02} {
			x := scarce(rand.New(rand.NewPCG(3, 4)), 100, 5000, share)
			g := newGram(t, expr, x, 5000, 0)
			bytes = append(bytes, float64(vec.Count(func() { g.Ahead(passes(1, 100), func(int) bool { return true }) }).Bytes))
		}
		require.InEpsilon(t, 2, bytes[1]/bytes[0], 0.1, expr)
	}
}

// The Gaussian kernel follows the differences, however far the points are from the origin and clusters from each
// other, dense or sparse, and is 1 only for equal points. Coordinates are known to 2⁻⁵³·1e6, and so distances of 2 to
// 1e-9 of σ²; but the coordinates of the sparse points are 1e3 in all of them, and differ by exactly 0.
func TestGaussianFarFromTheOrigin(t *testing.T) {
	t.Parallel()
	rare := scarce(rand.New(rand.NewPCG(5, 5)), 30, 400, 0.02)
	for name, far := range map[string]func(i, j int) float64{
		"all":                    func(_, j int) float64 { return 1e6 * float64(1+j%2) },
		"one far from the rest":  func(i, _ int) float64 { return 1e6 * float64((i+1)/60) },
		"two clusters":           func(i, _ int) float64 { return 1e6 * float64(i%2) },
		"ten clusters in a line": func(i, j int) float64 { return 1e3 * float64(i%10) * float64(j%2) },
		"sparse":                 nil,
	} {
		x, slack := cloud(5, 60, 6), 1e-9
		if far == nil {
			x, slack = nil, 1e-13
			for _, r := range rare {
				x = append(x, r.Densify(400).Value)
				x[len(x)-1][0] = 1e3
			}
		}
		for i := range x {
			for j := 0; far != nil && j < len(x[i]); j++ {
				x[i][j] += far(i, j)
			}
		}
		g := newGram(t, "gaussian(sigma=0.7)", vectors(x), len(x[0]), 0)
		for i := range x {
			for j, k := range g.Row(i) {
				want := math.Exp(-sqDistance(x[i], x[j]) / (2 * 0.7 * 0.7))
				require.InDelta(t, want, k, slack*want, "%s: K(%d,%d)", name, i, j)
				require.Equal(t, slices.Equal(x[i], x[j]), k == 1, "%s: K(%d,%d)", name, i, j)
			}
		}
	}
}

// Under a limit of memory rows are as right as without, and the least recently used ones make room, as in a naive
// cache beside it.
func TestGramForgetsTheRowLongestNotUsed(t *testing.T) {
	const n, room = 200, 32
	x := vectors(cloud(8, n, 9))
	all, g := newGram(t, "gaussian", x, 9, 0), newGram(t, "gaussian", x, 9, room*8*n)
	rng := rand.New(rand.NewPCG(1, 1))
	recent, computed := []int{}, 0
	for range 3000 {
		i := rng.IntN(n)
		if rng.IntN(2) == 0 {
			i = rng.IntN(40)
		}
		if at := slices.Index(recent, i); at >= 0 {
			recent = slices.Delete(recent, at, at+1)
		} else if computed++; len(recent) == room {
			recent = recent[1:]
		}
		recent = append(recent, i)
		require.Equal(t, all.Row(i), g.Row(i), "row %d", i)
		require.Equal(t, computed, g.Computed(), "after row %d", i)
	}
	require.Equal(t, n, all.Computed())
}

// There must be room for the points and 32 rows, or all rows; sparse points take memory by their present coordinates.
func TestGramMemoryLimit(t *testing.T) {
	sparse := scarce(rand.New(rand.NewPCG(3, 3)), 100, 5000, 0.01)
	present := 0
	for _, x := range sparse {
		present += len(x.Sparsify().Value)
	}
	k, err := kernel.Parse("linear")
	require.NoError(t, err)
	for _, c := range []struct {
		x     []vec.Vector
		dim   int
		least int64
		needs string
	}{
		{vectors(cloud(1, 200, 2)), 2, 8*200*2 + 8*200*32, "200 points of 2 features and 32 rows"},
		{vectors(cloud(1, 3, 2)), 2, 8*3*2 + 8*3*3, "3 points of 2 features and 3 rows"},
		{sparse, 5000, int64(16*present + 8*100 + 64*5000 + 8*100*32), "100 points of 5000 features and 32 rows"},
	} {
		for _, memory := range []int64{c.least - 1, 8, -1} {
			_, err = kernel.NewGram(k, c.x, c.dim, memory)
			require.EqualError(t, err, fmt.Sprintf("kernel: %d bytes of memory for %s of the kernel matrix, expected at least "+
				"%d bytes",
				memory, c.needs, c.least))
		}
		_, err = kernel.NewGram(k, c.x, c.dim, c.least)
		require.NoError(t, err)
	}
}

// Each parameter has one value outside of its range; package algos tests how expressions are read.
func TestParseKernel(t *testing.T) {
	for expr, want := range map[string]string{
		"linear(ridge=0.5)":                    "linear(ridge=0.5)",
		"gaussian(3.5)":                        "gaussian(sigma=3.5)",
		"poly(degree=2)":                       "poly",
		"mnist":                                "mnist",
		"mnist(ridge=0)":                       "mnist(ridge=0)",
		"poly(degree=20,offset=0,scale=1e-15)": "poly(degree=20,offset=0,scale=1e-15)",
		"poly(degree=4,scale=65025,ridge=500000)": "poly(degree=4,scale=65025,ridge=500000)",
	} {
		var k kernel.Kernel
		require.NoError(t, k.UnmarshalText([]byte(expr)))
		require.Equal(t, want, k.String())
	}
	for expr, want := range map[string]string{
		"rbf":               `no kernel is called "rbf", expected one of linear, gaussian, poly, mnist`,
		"gaussian(sigma=0)": `parameter sigma is "0", expected a number in [1e-15, 1e+15]`,
		"poly(degree=2.5)":  `parameter degree is "2.5", expected an integer in [1, 20]`,
		"poly(offset=-1)":   `parameter offset is "-1", expected a number in [0, 1e+15]`,
		"poly(scale=0)":     `parameter scale is "0", expected a number in [1e-15, 1e+15]`,
		"linear(ridge=-1)":  `parameter ridge is "-1", expected a number in [0, 1e+15]`,
	} {
		_, err := kernel.Parse(expr)
		require.EqualError(t, err, fmt.Sprintf("kernel %q: %s", expr, want))
	}
}
