package maxmargin_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// worked is a problem, and the work that it takes.
type worked struct {
	name string
	work func() vec.Work
}

// works are problems of each way to solve one.
func works(t *testing.T) (all []worked) {
	meeting := func(examples []theory.Example) []theory.Example {
		for i := range examples {
			examples[i].Y = theory.Label(1 - 2*(i%2))
		}
		return examples
	}
	solve := func(name string, examples []theory.Example, d int, opt maxmargin.Options) {
		all = append(all, worked{name, func() vec.Work {
			return vec.Count(func() {
				_, err := maxmargin.Solve(ctx, examples, d, opt)
				require.NoError(t, err)
			})
		}})
	}
	add := func(name string, examples []theory.Example, d int, opt maxmargin.Options) {
		all = append(all, worked{name, func() vec.Work {
			return vec.Count(func() {
				s := maxmargin.NewSolver(d, opt)
				for _, e := range examples {
					_, err := s.Add(e.X, e.Y)
					require.NoError(t, err)
				}
			})
		}})
	}
	rng := func() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
	cloud := func(n, d int) []theory.Example { return rapidtest.Cloud(rng(), n, d, 0.1) }
	for _, origin := range []bool{false, true} {
		name, opt := "", maxmargin.Options{Origin: origin}
		if origin {
			name = ", origin"
		}
		solve("few points"+name, cloud(40, 8), 8, opt)
		solve("points of the plane"+name, cloud(600, 2), 2, opt)
		solve("many points"+name, cloud(2000, 20), 20, opt)
		solve("sparse points"+name, rapidtest.Sparse(cloud(1000, 20)), 20, opt)
		solve("many dimensions"+name, cloud(300, 100), 100, opt)
		add("one by one"+name, cloud(1000, 12), 12, opt)
		opt.Norm = vec.P(1.5)
		solve("p = 1.5"+name, cloud(300, 8), 8, opt)
		opt.Norm = vec.P(3)
		solve("p = 3"+name, cloud(300, 8), 8, opt)
		add("one by one, p = 3"+name, cloud(200, 5), 5, opt)
	}
	bulk := func(name string, examples []theory.Example, d int, opt maxmargin.Options) {
		all = append(all, worked{name, func() vec.Work {
			return vec.Count(func() { _, _, _ = maxmargin.SolveInBulk(ctx, examples, d, opt) })
		}})
	}
	for _, origin := range []bool{false, true} {
		name, opt := "", maxmargin.Options{Origin: origin}
		if origin {
			name = ", origin"
		}
		bulk("bulk"+name, texts(rng(), 150, 200, 4), 200, opt)
		bulk("bulk that meets"+name, meeting(texts(rng(), 120, 60, 4)), 60, opt)
		bulk("bulk of few dimensions"+name, texts(rng(), 200, 15, 30), 15, opt)
		bulk("bulk of repeats"+name, repeats(rng(), 80, 8), 8, opt)
		opt.Tolerance = 1e-13
		solve("few points to the last digits"+name, cloud(40, 8), 8, opt)
		opt.Tolerance = 1e-17
		bulk("bulk as far as rounding lets"+name, texts(rng(), 80, 100, 4), 100, opt)
		solve("as far as rounding lets"+name, cloud(200, 15), 15, opt)
		opt.Norm = vec.P(3)
		solve("p = 3 as far as rounding lets"+name, cloud(100, 6), 6, opt)
		opt.Norm = vec.P(1.5)
		solve("p = 1.5 as far as rounding lets"+name, cloud(100, 6), 6, opt)
	}
	solve("many points, p = 3", cloud(2000, 6), 6, maxmargin.Options{Norm: vec.P(3)})
	for _, gamma := range []float64{1e-6, 1e-9, 1e-12} {
		slab := rapidtest.Mapped(cloud(300, 12), 12, func(x []float64) { x[0] = math.Copysign(gamma*(1+math.Abs(x[0])), x[0]) })
		solve(fmt.Sprintf("slab of %g", gamma), rapidtest.Reflected(rng(), slab, 12), 12, maxmargin.Options{})
	}
	flat := rapidtest.Mapped(cloud(150, 8), 8, func(x []float64) {
		for i := 4; i < 8; i++ {
			x[i] = x[1] + 1e-12*x[i]
		}
		x[0] = math.Copysign(1e-14*(1+math.Abs(x[0])), x[0])
	})
	all = append(all, worked{"slab that rounding hides", func() vec.Work {
		return vec.Count(func() { _, _ = maxmargin.Solve(ctx, rapidtest.Reflected(rng(), flat, 8), 8, maxmargin.Options{}) })
	}})
	lattices := func(name string, opt maxmargin.Options) {
		all = append(all, worked{name, func() vec.Work {
			random := rng()
			return vec.Count(func() {
				for range 200 {
					d := 1 + random.IntN(8)
					lattice := rapidtest.Mapped(rapidtest.Cloud(random, 2+random.IntN(30), d, 1), d, func(x []float64) {
						for i := range x {
							x[i] = math.Round(x[i])
						}
					})
					_, _ = maxmargin.Solve(ctx, lattice, d, opt)
				}
			})
		}})
	}
	lattices("small lattices", maxmargin.Options{})
	lattices("small lattices, p = 1.5 as far as rounding lets", maxmargin.Options{Norm: vec.P(1.5), Tolerance: 1e-17})
	return all
}

// repeats draws n sparse examples with small integers, and each third of them again. Their labels are
// those of a hyperplane, and there are both.
func repeats(rng *rand.Rand, n, d int) (all []theory.Example) {
	for i := range n {
		x, score := make([]float64, d), 0.
		for range 3 {
			x[rng.IntN(d)] = float64(rng.IntN(5) - 2)
		}
		x[0] = float64(2*(i%2) - 1)
		for k, v := range x {
			score += v / float64(k+1)
		}
		all = append(all, theory.Example{X: vec.Dense(x...).Sparsify(), Y: theory.Sign(score)})
		if i%3 == 0 {
			all = append(all, all[len(all)-1])
		}
	}
	return all
}

// Solving takes the inner products and runs of a kernel that it took in November 2026. They are the same
// on every machine. Where they are others the steps are others: fewer are a gain, to be written down.
func TestWorkOfSolving(t *testing.T) {
	took := map[string][2]int64{ // inner products and runs
		"few points": {830, 937}, "few points, origin": {682, 760},
		"points of the plane": {1331, 1441}, "points of the plane, origin": {1255, 1304},
		"many points": {11252, 16884}, "many points, origin": {11955, 18174},
		"sparse points": {8701, 13880}, "sparse points, origin": {7843, 12369},
		"many dimensions": {34543, 59196}, "many dimensions, origin": {36784, 63100},
		"one by one": {8462, 15446}, "one by one, origin": {7505, 13520},
		"p = 1.5": {1814, 2742}, "p = 1.5, origin": {1465, 2128},
		"p = 3": {2341, 3567}, "p = 3, origin": {1818, 2703},
		"one by one, p = 3": {6465, 10136}, "one by one, p = 3, origin": {5871, 9186},
		"bulk": {13102, 26629}, "bulk, origin": {14068, 28573},
		"bulk that meets": {40854, 88972}, "bulk that meets, origin": {45749, 99793},
		"bulk of few dimensions": {76747, 126536}, "bulk of few dimensions, origin": {120837, 194408},
		"bulk of repeats": {2824, 3991}, "bulk of repeats, origin": {2376, 3253},
		"few points to the last digits": {476, 721}, "few points to the last digits, origin": {357, 511},
		"bulk as far as rounding lets": {68758, 169103}, "bulk as far as rounding lets, origin": {15305, 30802},
		"as far as rounding lets": {2802, 4672}, "as far as rounding lets, origin": {2131, 3467},
		"p = 3 as far as rounding lets": {771, 1151}, "p = 3 as far as rounding lets, origin": {840, 1262},
		"p = 1.5 as far as rounding lets": {698, 1025}, "p = 1.5 as far as rounding lets, origin": {603, 893},
		"many points, p = 3":       {5504, 6642},
		"slab of 1e-06":            {4100, 6903},
		"slab of 1e-09":            {4099, 6914},
		"slab of 1e-12":            {4022, 7371},
		"slab that rounding hides": {3114, 5918},
		"small lattices":           {34856, 39932},
		"small lattices, p = 1.5 as far as rounding lets": {99942, 140274},
	}
	all := works(t)
	require.Len(t, all, len(took))
	for _, c := range all {
		w := c.work()
		require.Equal(t, took[c.name], [2]int64{w.Dots, w.Rows}, c.name)
	}
}
