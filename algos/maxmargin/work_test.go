package maxmargin_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/theory"
	"marginlab/theory/rapidtest"
	"marginlab/theory/vec"
)

// worked is a problem, and the work that it takes.
type worked struct {
	name string
	work func() vec.Work
}

// works are problems of each way to solve one.
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
		name := map[bool]string{false: "bulk", true: "bulk, origin"}[origin]
		all = append(all, worked{name, func() vec.Work {
			return vec.Count(func() {
				_, _, err := maxmargin.SolveInBulk(ctx, texts(rng(), 150, 200, 4), 200, maxmargin.Options{Origin: origin})
				require.NoError(t, err)
			})
		}})
	}
	return all
}

// Solving takes no more inner products and runs of a kernel than in November 2026. They are the same
// on every machine. Fewer are a gain, to be written down.
func TestWorkOfSolving(t *testing.T) {
	most := map[string][2]int64{ // inner products and runs
		"few points": {830, 937}, "few points, origin": {682, 760},
		"points of the plane": {1331, 1441}, "points of the plane, origin": {1255, 1304},
		"many points": {11252, 16884}, "many points, origin": {11955, 18174},
		"sparse points": {8701, 13880}, "sparse points, origin": {7843, 12369},
		"many dimensions": {34543, 59196}, "many dimensions, origin": {36784, 63100},
		"one by one": {8462, 15446}, "one by one, origin": {7505, 13520},
		"p = 1.5": {1814, 2742}, "p = 1.5, origin": {1465, 2128},
		"p = 3": {2341, 3567}, "p = 3, origin": {1818, 2703},
		"one by one, p = 3": {6465, 10136}, "one by one, p = 3, origin": {5871, 9186},
		"bulk": {13252, 26779}, "bulk, origin": {14218, 28723},
	}
	all := works(t)
	require.Len(t, all, len(most))
	for _, c := range all {
		w := c.work()
		require.LessOrEqual(t, w.Dots, most[c.name][0], "inner products: %s", c.name)
		require.LessOrEqual(t, w.Rows, most[c.name][1], "runs: %s", c.name)
	}
}
