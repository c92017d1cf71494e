package normalized

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
)

// Command prints the iterations of the algorithms of RP14 and their
// bounds.
type Command struct {
	Rho    []float64 `default:"0.3,0.1,0.03,0.01,0.003" placeholder:"R" help:"The normalised margins of the first sweep, from 0.0001 to 0.5; ${default} by default."`
	Size   int       `default:"200" placeholder:"N" help:"Points of the first sweep; ${default} by default."`
	Sizes  []int     `default:"10,30,100,300,1000,3000" placeholder:"N" help:"Points of the second sweep; ${default} by default."`
	AtRho  float64   `name:"at-rho" default:"0.02" placeholder:"R" help:"The normalised margin of the second sweep; ${default} by default."`
	Dim    int       `default:"20" placeholder:"D" help:"Dimensions; ${default} by default."`
	PerDim int       `name:"per-dim" placeholder:"N" help:"Let the dimension of the second sweep grow with the points: one for every N of them, 2 at least. Without it the dimension is that of --dim."`
	Runs   int       `default:"10" placeholder:"N" help:"Runs of each setting, each on data of its own; ${default} by default."`
	Seed   uint64    `default:"1" placeholder:"SEED" help:"The seed of the first run, the next ones being SEED+1, ...; 1 by default."`

	Eps       []float64 `default:"0.1,0.03,0.01,0.003,0.001,0.0003,0.0001" placeholder:"E" help:"The accuracies of the third sweep, from 0.00001 to 0.5; ${default} by default."`
	AtDepth   float64   `name:"at-depth" default:"0.1" placeholder:"R" help:"|rho| of the third sweep; ${default} by default."`
	Depth     []float64 `default:"0.15,0.1,0.03,0.01,0.003" placeholder:"R" help:"|rho| in the fourth sweep; ${default} by default."`
	AtEps     float64   `name:"at-eps" default:"0.001" placeholder:"E" help:"The accuracy of the fourth sweep; ${default} by default."`
	AroundN   int       `name:"dual-size" default:"22" placeholder:"N" help:"Points of the third and the fourth sweep; ${default} by default."`
	AroundDim int       `name:"dual-dim" default:"5" placeholder:"D" help:"Dimensions of the dual sweeps; ${default} by default."`
	Arounds   []int     `name:"dual-sizes" default:"10,30,100,300,1000,3000" placeholder:"N" help:"Points of the fifth sweep, at --at-depth and --at-eps; ${default} by default."`

	Subset int `placeholder:"N" help:"For a short run, take N points at most and the three largest normalised margins, |rho| and accuracies."`

	Figures string `placeholder:"DIR" help:"Draw the sweeps into this folder, as normalized-iterations and normalized-dual, .svg and .png. The folder is made if it is missing."`
	reproduce.CheckpointFlags
	term.Form
}

func (Command) Help() string {
	return `Examples:

    marginlab reproduce normalized --figures figures
    marginlab reproduce normalized --subset 100 --runs 3
    marginlab reproduce normalized --per-dim 2 --sizes 10,30,100,300 --json

RP14 is a poster on Perceptrons that see all points a = yx/|x| at once. It has theorems and no experiment. The theorems bound the iterations until a separator is found, by the normalised margin rho and the number n of points. This command measures the iterations of nkp (which is the normalised Perceptron in the space of the features), snkp, nvn and snkp-vn.

The data are cones: n unit vectors in d dimensions with a planted normalised margin rho. As many of them as there are dimensions lie on the rim, at the height rho; the others are up to twice as high, crowded to one side. The examples are yx, with random labels. In the first sweep rho decreases, in the second n increases. A run has the same seed in every setting.

Each algorithm runs until it has a separator, which is verified; margin is the fraction of rho that it reaches. Its parameter margin, eps or delta is rho/2, so that a run may exceed its bound. Every run is checked against all theorems on its algorithm, with rho as certified by the maximum-margin solver, which must find the planted margin. A proved theorem that fails is a finding.

The third and the fourth sweep are the dual side: nvn, snkp-vn, isnkp-vn and isnkp look for a combination of norm eps of points around the origin. The greatest ball about it in their hull has the planted radius |rho|, which is computed from all facets of the hull. In the third sweep eps decreases, in the fourth |rho|, and in the fifth n increases: beyond 100,000 sets of points no facet is looked at, and |rho| is what is planted. The bound is the lowest of those that hold of such points.

The slopes are those of log(iterations) over log(1/rho), log(n), log(ln n), log(1/eps), log(ln 1/eps) and log(1/|rho|), and of the fifth sweep log(n) and log(ln n): a least-squares fit to each run, the mean of the runs, and its 95 % confidence interval by Student's t. "of the bound" is the slope of the values of the bound in the same settings, and the verdict says on which side of it the interval is. Settings in which a run took fewer than 10 iterations take no part. The bounds are upper bounds for the worst data: a smaller slope does not contradict them, nor does a greater one of a run that is far below its bound. The more dimensions there are, the nearer nkp comes to the slope of its bound: see --dim 200. Linear convergence is a slope over 1/eps that is near 0.

JSON keys: those of run; table theta bias_free published, and sweep (rho points eps depth dual-points) run seed rho gamma_star margin_ratio updates_bound bound_ratio held violated eps. updates are iterations. rho is -|rho| on the dual side, which alone has eps. published is the theorem (claim source updates, where updates is its bound in this setting). margin_ratio and bound_ratio are the fractions of rho and of the bound that are reached. held is the number of proved theorems that hold, violated names those that fail; "no separator" or "no combination" is among them if a run ended without the one that there is.

Exit status: 1 when a run violates a theorem, 2 when the command could not do its work.`
}

// Validate implements kong's check of a command's flags.
func (c Command) Validate() error {
	if err := reproduce.Counted("--runs", c.Runs); err != nil {
		return err
	}
	switch {
	case c.PerDim < 0:
		return fmt.Errorf("--per-dim is %d, expected at least 1", c.PerDim)
	case c.Subset < 0 || c.Subset == 1:
		return fmt.Errorf("--subset is %d, expected at least 2", c.Subset)
	case len(c.Rho) == 0:
		return errors.New("--rho is empty, expected numbers from 0.0001 to 0.5")
	case len(c.Sizes) == 0:
		return errors.New("--sizes is empty, expected numbers of at least 2")
	case len(c.Arounds) == 0:
		return errors.New("--dual-sizes is empty, expected numbers above --dual-dim")
	case len(c.Eps) == 0 || len(c.Depth) == 0:
		return errors.New("--eps or --depth is empty, expected numbers above 0")
	}
	for _, r := range append([]float64{c.AtRho}, c.Rho...) {
		if !(r >= leastRho && r <= 0.5) {
			return fmt.Errorf("a normalised margin is %v, expected from %v to 0.5", r, leastRho)
		}
	}
	for _, e := range append([]float64{c.AtEps}, c.Eps...) {
		if !(e >= leastEps && e <= 0.5) {
			return fmt.Errorf("an accuracy is %v, expected from %v to 0.5", e, leastEps)
		}
	}
	for _, cell := range c.cells() {
		if err := cell.check(); err != nil {
			return err
		}
	}
	return nil
}

// leastRho is the least ρ that is accepted: nkp then takes at most 10⁸ iterations.
const leastRho = 1e-4

// leastEps is the least ε that is accepted: nvn takes up to 1/ε² iterations.
const leastEps = 1e-5

// The sweeps, by what changes in them.
const (
	overRho    = "rho"
	overPoints = "points"
	overEps    = "eps"
	overDepth  = "depth"
	overAround = "dual-points"
)

// cell is one setting of a sweep, without the seed of its runs: a cone, or points around the
// origin and ε.
type cell struct {
	sweep  string
	cone   benchdata.Cone
	around benchdata.Around
	eps    float64
}

// dual reports that the points are around the origin.
func (c cell) dual() bool { return c.sweep == overEps || c.sweep == overDepth || c.sweep == overAround }

// at is the x of the cell in its sweep: 1/ρ, n, 1/ε, 1/|ρ| or n.
func (c cell) at() float64 {
	switch c.sweep {
	case overRho:
		return 1 / c.cone.Margin
	case overEps:
		return 1 / c.eps
	case overDepth:
		return 1 / c.around.Depth
	case overAround:
		return float64(c.around.Examples)
	}
	return float64(c.cone.Examples)
}

// name says which data, and which ε, in a word.
func (c cell) name() string {
	if c.dual() {
		return fmt.Sprintf("%v, eps=%v", c.around, c.eps)
	}
	return c.cone.String()
}

func (c cell) check() error {
	if c.dual() {
		return c.around.Check()
	}
	return c.cone.Check()
}

// seeded is the cell of a run.
func (c cell) seeded(seed uint64) cell {
	c.cone.Seed, c.around.Seed = seed, seed
	return c
}

// run runs the algorithms of the sweep.
func (c cell) run(ctx context.Context) ([]algorithmRow, error) {
	if c.dual() {
		return runAround(ctx, c)
	}
	return runOnCone(ctx, c.cone)
}

// cells are those of the sweeps, in order.
func (c Command) cells() []cell {
	rho, size := falling(c.Rho, c.Subset), c.Size
	if c.Subset > 0 {
		size = min(size, c.Subset)
	}
	var cells []cell
	for _, r := range rho {
		cells = append(cells, cell{sweep: overRho, cone: benchdata.Cone{Examples: size, Dim: c.Dim, Margin: r}})
	}
	for _, n := range growing(c.Sizes, c.Subset) {
		d := c.Dim
		if c.PerDim > 0 {
			d = max(2, n/c.PerDim)
		}
		cells = append(cells, cell{sweep: overPoints, cone: benchdata.Cone{Examples: n, Dim: d, Margin: c.AtRho}})
	}
	around := func(sweep string, n int, depth, eps float64) {
		data := benchdata.Around{Examples: n, Dim: c.AroundDim, Depth: depth}
		cells = append(cells, cell{sweep: sweep, around: data, eps: eps})
	}
	for _, e := range falling(c.Eps, c.Subset) {
		around(overEps, c.AroundN, c.AtDepth, e)
	}
	for _, r := range falling(c.Depth, c.Subset) {
		around(overDepth, c.AroundN, r, c.AtEps)
	}
	for _, n := range growing(c.Arounds, c.Subset) {
		around(overAround, n, c.AtDepth, c.AtEps)
	}
	return cells
}

// growing are the distinct numbers of points, the least first, and of a subset those up to it.
func growing(sizes []int, subset int) []int {
	all := reproduce.Sorted(sizes)
	if subset > 0 {
		all = slices.DeleteFunc(all, func(n int) bool { return n > subset })
		if len(all) == 0 {
			all = []int{subset}
		}
	}
	return all
}

// falling are the distinct values, the greatest first, and of a subset the first three.
func falling(v []float64, subset int) []float64 {
	all := reproduce.Sorted(v)
	slices.Reverse(all)
	if subset > 0 {
		all = all[:min(3, len(all))]
	}
	return all
}

// work estimates the microseconds that a run takes, for the progress shown: snkp-vn sorts
// and multiplies by the matrix some √n/ρ times, nkp takes a row of it some 1/ρ² times. Of points
// around the origin the facets are counted, and nvn takes some 1/ρ² rows times ln(1/ε).
func (c cell) work() int {
	if c.dual() {
		n, d, rho := float64(c.around.Examples), float64(c.around.Dim), c.around.Depth
		sets, _ := math.Lgamma(n + 1)
		less, _ := math.Lgamma(d + 1)
		rest, _ := math.Lgamma(n - d + 1)
		return 1 + int(float64(min(1e5, math.Exp(sets-less-rest))*2)+float64(n*d*min(1/(rho*rho), 1/(c.eps*c.eps))*1e-2))
	}
	n, d, rho := float64(c.cone.Examples), float64(c.cone.Dim), c.cone.Margin
	return 1 + int(float64(math.Sqrt(n)/rho*n*(0.05+float64(0.0025*d)))+float64(n*d/(rho*rho)*1e-4))
}

// Run prints the tables of both sweeps and the slopes.
func (c Command) Run(ctx context.Context, std term.Streams) error {
	checkpoint, err := c.Open(fmt.Sprintf("normalized: %v %v", algorithms(overRho), algorithms(overEps)))
	if err != nil {
		return err
	}
	if err := reproduce.FigureFolder(c.Figures); err != nil {
		return err
	}
	var units []cell
	for _, cell := range c.cells() {
		for k := range c.Runs {
			units = append(units, cell.seeded(c.Seed+uint64(k)))
		}
	}
	all, err := reproduce.Experiment[cell, algorithmRow]{
		Units: units, Work: cell.work, Checkpoint: checkpoint, Name: cell.name,
		Run: func(ctx context.Context, c cell) ([]algorithmRow, error) { return c.run(ctx) },
	}.Rows(ctx, term.NewProgress(std.Err))
	if err != nil {
		return err
	}
	for k, cell := range units {
		for i := range all[k] { // a cone that is in both sweeps is run once
			all[k][i].cell, all[k][i].Sweep, all[k][i].Run = cell, cell.sweep, int(all[k][i].Seed-c.Seed)+1
		}
	}
	rows := slices.Concat(all...)
	c.print(std.Out, rows)
	if c.Figures != "" {
		if err := errors.Join(
			saveFigure(filepath.Join(c.Figures, "normalized-iterations"), fits()[:2], rows),
			saveFigure(filepath.Join(c.Figures, "normalized-dual"), []fit{fits()[3], fits()[5]}, rows),
		); err != nil {
			return err
		}
	}
	return reproduce.Violations("theorem", rows)
}

func (c Command) print(w *term.Out, rows []algorithmRow) {
	term.PrintRows(w, rows...)
	w.Say("RP14, which has no experiment: its bounds, and the iterations until a separator or an eps-solution is found; %s\n",
		term.Range("seed", c.Seed, c.Runs))
	printBounds(w, rows)
	for _, sweep := range []string{overRho, overPoints, overEps, overDepth, overAround} {
		printSweep(w, sweep, rows)
	}
	printSlopes(w, rows)
	reproduce.Tally(w, "theorem", rows)
}
