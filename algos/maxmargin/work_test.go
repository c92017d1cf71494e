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

// worked is a problem with the work that it takes.
type worked struct {
	name string
	work func() vec.Work
}

// works returns problems for each way of solving.
func works(t *testing.T) (all []worked) {
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
	for _, origin := range []bool{false, true} {
		name, opt := "", maxmargin.Options{Origin: origin}
		if origin {
			name = ", origin"
		}
		solve("text"+name, texts(rng(), 400, 900, 4), 900, opt)
		opt.Tolerance = 1e-13
		solve("few points to the last digits"+name, cloud(40, 8), 8, opt)
		opt.Tolerance = 1e-17
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

// Solving takes as many inner products and kernel runs as in November 2026, on every machine. Other counts mean other
// steps: fewer are a gain, to be recorded.
func TestWorkOfSolving(t *testing.T) {
	took := map[string][2]int64{ // inner products and runs
		"few points":                              {745, 873},
		"points of the plane":                     {4156, 4267},
		"many points":                             {35720, 40774},
		"sparse points":                           {26124, 30463},
		"many dimensions":                         {36503, 48782},
		"one by one":                              {22396, 27202},
		"p = 1.5":                                 {5722, 6401},
		"p = 3":                                   {6468, 7267},
		"one by one, p = 3":                       {9772, 11564},
		"few points, origin":                      {661, 740},
		"points of the plane, origin":             {2958, 2980},
		"many points, origin":                     {33898, 37412},
		"sparse points, origin":                   {21551, 24221},
		"many dimensions, origin":                 {46418, 61948},
		"one by one, origin":                      {19416, 22978},
		"p = 1.5, origin":                         {5196, 5588},
		"p = 3, origin":                           {5684, 6167},
		"one by one, p = 3, origin":               {8419, 10039},
		"text":                                    {166220, 246469},
		"few points to the last digits":           {745, 878},
		"as far as rounding lets":                 {8690, 10631},
		"p = 3 as far as rounding lets":           {2539, 2826},
		"p = 1.5 as far as rounding lets":         {2639, 2943},
		"text, origin":                            {163313, 240877},
		"few points to the last digits, origin":   {678, 768},
		"as far as rounding lets, origin":         {7306, 8843},
		"p = 3 as far as rounding lets, origin":   {2162, 2359},
		"p = 1.5 as far as rounding lets, origin": {1853, 1996},
		"many points, p = 3":                      {21296, 22098},
		"slab of 1e-06":                           {21998, 29055},
		"slab of 1e-09":                           {21754, 29188},
		"slab of 1e-12":                           {26393, 36161},
		"slab that rounding hides":                {8039, 10306},
		"small lattices":                          {38648, 43753},
		"small lattices, p = 1.5 as far as rounding lets": {112242, 130736},
	}
	all := works(t)
	require.Len(t, all, len(took))
	for _, c := range all {
		w := c.work()
		require.Equal(t, took[c.name], [2]int64{w.Dots, w.Rows}, c.name)
	}
}
