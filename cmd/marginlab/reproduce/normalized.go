package reproduce

import (
	"context"
	"fmt"

	"marginlab/benchdata"
	"marginlab/cmd/marginlab/report/chart"
)

// Normalized runs the algorithms of RP14, which has theorems and no experiment.
func Normalized() Experiment {
	return Experiment{
		Name: "normalized", Text: normalizedText, Runs: 10, Quick: 3,
		Plan: func(_ context.Context, o Options) (*Plan, error) {
			grid := normalizedGrid{
				rho: []float64{0.3, 0.1, 0.03, 0.01, 0.003}, size: 200, sizes: []int{10, 30, 100, 300, 1000, 3000},
				atRho: 0.02, dim: 20,
				eps: []float64{0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001}, atDepth: 0.1,
				depth: []float64{0.15, 0.1, 0.03, 0.01, 0.003}, atEps: 0.001,
				around: 22, arounds: []int{10, 30, 100, 300, 1000, 3000}, aroundDim: 5,
			}
			if o.Quick {
				grid.rho, grid.size, grid.sizes = grid.rho[:3], 100, grid.sizes[:3]
				grid.eps, grid.depth, grid.arounds = grid.eps[:3], grid.depth[:3], grid.arounds[:3]
			}
			return grid.plan(o), nil
		},
	}
}

const normalizedText = `RP14 is a poster on Perceptrons that see all points a = yx/|x| at once. It has theorems and no experiment. The theorems bound the iterations until a separator is found, by the normalised margin rho and the number n of points. This command measures the iterations of nkp (which is the normalised Perceptron in the space of the features), snkp, nvn and snkp-vn.

The data are cones: n unit vectors in d dimensions with a planted normalised margin rho. As many of them as there are dimensions lie on the rim, at the height rho; the others are up to twice as high, crowded to one side. The examples are yx, with random labels. In the first sweep rho decreases, in the second n increases. A run has the same seed in every setting.

Each algorithm runs until it has a separator, which is verified; margin is the fraction of rho that it reaches. Its parameter margin, eps or delta is rho/2, so that a run may exceed its bound. Every run is checked against all theorems on its algorithm, with rho as certified by the maximum-margin solver, which must find the planted margin. A proved theorem that fails is a finding.

The third and the fourth sweep are the dual side: nvn, snkp-vn, isnkp-vn and isnkp look for a combination of norm eps of points around the origin. The greatest ball about it in their hull has the planted radius |rho|, which is computed from all facets of the hull. In the third sweep eps decreases, in the fourth |rho|, and in the fifth n increases: beyond 100,000 sets of points no facet is looked at, and |rho| is what is planted. The bound is the lowest of those that hold of such points. --quick takes 100 points at most and three values of each sweep.

The slopes are those of log(iterations) over log(1/rho), log(n), log(ln n), log(1/eps), log(ln 1/eps) and log(1/|rho|), and of the fifth sweep log(n) and log(ln n): a least-squares fit to each run, the mean of the runs, and its 95 % confidence interval by Student's t. "of the bound" is the slope of the values of the bound in the same settings, and the verdict says on which side of it the interval is. Settings in which a run took fewer than 10 iterations take no part. The bounds are upper bounds for the worst data: a smaller slope does not contradict them, nor does a greater one of a run that is far below its bound. Linear convergence is a slope over 1/eps that is near 0.

The figures are normalized-iterations.svg and normalized-dual.svg.

More JSON keys: sweep (rho points eps depth dual-points) rho gamma_star margin_ratio updates_bound bound_ratio eps held violated. updates are iterations. rho is -|rho| on the dual side, which alone has eps. published is the theorem (claim source updates, where updates is its bound in this setting). margin_ratio and bound_ratio are the fractions of rho and of the bound that are reached. held is the number of proved theorems that hold, violated names those that fail; "no separator" or "no combination" is among them if a run ended without the one that there is.`

// normalizedGrid has the values of the sweeps: what changes in each, and what it keeps.
type normalizedGrid struct {
	rho     []float64 // of the first
	size    int
	sizes   []int // of the second
	atRho   float64
	dim     int
	eps     []float64 // of the third
	atDepth float64
	depth   []float64 // of the fourth
	atEps   float64
	around  int
	arounds []int // of the fifth

	aroundDim int
}

// The sweeps, by what changes in them.
const (
	overRho    = "rho"
	overPoints = "points"
	overEps    = "eps"
	overDepth  = "depth"
	overAround = "dual-points"
)

// setting is one setting of a sweep: a cone, or points around the origin and ε.
type setting struct {
	sweep  string
	cone   benchdata.Cone
	around benchdata.Around
	eps    float64
	at     float64 // its x in the sweep: 1/ρ, n, 1/ε, 1/|ρ| or n
}

// dual reports whether the points are around the origin.
func dual(sweep string) bool { return sweep == overEps || sweep == overDepth || sweep == overAround }

// name says which data, and which ε, in a word.
func (s setting) name() string {
	if dual(s.sweep) {
		return fmt.Sprintf("%v, eps=%v", s.around, s.eps)
	}
	return s.cone.String()
}

// settings are those of the sweeps, in order.
func (g normalizedGrid) settings() (all []setting) {
	for _, r := range g.rho {
		all = append(all, setting{overRho, benchdata.Cone{Examples: g.size, Dim: g.dim, Margin: r},
			benchdata.Around{}, 0, 1 / r})
	}
	for _, n := range g.sizes {
		all = append(all, setting{overPoints, benchdata.Cone{Examples: n, Dim: g.dim, Margin: g.atRho},
			benchdata.Around{}, 0, float64(n)})
	}
	around := func(sweep string, n int, depth, eps, at float64) {
		all = append(all, setting{sweep, benchdata.Cone{},
			benchdata.Around{Examples: n, Dim: g.aroundDim, Depth: depth}, eps, at})
	}
	for _, e := range g.eps {
		around(overEps, g.around, g.atDepth, e, 1/e)
	}
	for _, r := range g.depth {
		around(overDepth, g.around, r, g.atEps, 1/r)
	}
	for _, n := range g.arounds {
		around(overAround, n, g.atDepth, g.atEps, float64(n))
	}
	return all
}

// work estimates how long a run takes, for the progress shown: nkp and nvn look at all points some 1/ρ² times.
func (s setting) work() int {
	if dual(s.sweep) {
		return 1 + int(float64(s.around.Examples)*min(1/(s.around.Depth*s.around.Depth), 1/(s.eps*s.eps)))
	}
	return 1 + int(float64(s.cone.Examples)/(s.cone.Margin*s.cone.Margin))
}

func (g normalizedGrid) plan(o Options) *Plan {
	plan := &Plan{Figures: map[string]func([]Row) chart.Figure{
		"normalized-iterations.svg": func(rows []Row) chart.Figure { return g.figure(rows, slopeFits()[:2]) },
		"normalized-dual.svg": func(rows []Row) chart.Figure {
			return g.figure(rows,
				[]slopeFit{slopeFits()[3], slopeFits()[5]})
		},
	}}
	for _, s := range g.settings() {
		for k := range o.Runs {
			s, seed := s, o.Seed+uint64(k)
			s.cone.Seed, s.around.Seed = seed, seed
			plan.Cells = append(plan.Cells, Cell{
				Name: s.name(), Work: s.work(), // a cone that is in two sweeps is run once
				Run:    func(ctx context.Context, _ func(int)) ([]Row, error) { return s.run(ctx) },
				Finish: func(r *Row) { r.set("sweep", s.sweep, "at", s.at) },
			})
		}
	}
	plan.Tables = append(plan.Tables, boundsTable(o))
	for _, sweep := range []string{overRho, overPoints, overEps, overDepth, overAround} {
		plan.Tables = append(plan.Tables, g.sweepTable(sweep))
	}
	plan.Tables = append(plan.Tables, slopesTable())
	return plan
}

// algorithms are those that are run in a sweep, each with the parameter that says when it ends.
func algorithms(sweep string) [][2]string {
	if dual(sweep) {
		return [][2]string{{"nvn", "eps"}, {"snkp-vn", "delta"}, {"isnkp-vn", "eps"}, {"isnkp", "eps"}}
	}
	return [][2]string{{"nkp", "margin"}, {"snkp", "margin"}, {"nvn", "eps"}, {"snkp-vn", "delta"}}
}
