package normalized

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	Subset int       `placeholder:"N" help:"For a short run, take N points at most and the three largest normalised margins."`

	Figures string `placeholder:"DIR" help:"Draw both sweeps into this folder, as normalized-iterations.svg and .png. The folder is made if it is missing."`
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

The slopes are those of log(iterations) over log(1/rho), log(n) and log(ln n): a least-squares fit to each run, the mean of the runs, and its 95 % confidence interval by Student's t. "of the bound" is the slope of the values of the bound in the same settings. Settings in which a run took fewer than 10 iterations take no part. The bounds are upper bounds for the worst data, and a smaller slope does not contradict them. The more dimensions there are, the nearer nkp comes to the slope of its bound: see --dim 200.

JSON keys: those of run; table theta bias_free published, and sweep run seed rho gamma_star margin_ratio updates_bound bound_ratio held violated. updates are iterations. published is the theorem (claim source updates, where updates is its bound at rho and n). margin_ratio and bound_ratio are the fractions of rho and of the bound that are reached. held is the number of proved theorems that hold, violated names those that fail; "no separator" is among them if a run ended without one.

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
	}
	for _, r := range append([]float64{c.AtRho}, c.Rho...) {
		if !(r >= leastRho && r <= 0.5) {
			return fmt.Errorf("a normalised margin is %v, expected from %v to 0.5", r, leastRho)
		}
	}
	for _, cell := range c.cells() {
		if err := cell.cone.Check(); err != nil {
			return err
		}
	}
	return nil
}

// leastRho is the least ρ that is accepted: nkp then takes at most 10⁸ iterations.
const leastRho = 1e-4

// The sweeps, by what changes in them.
const (
	overRho    = "rho"
	overPoints = "points"
)

// coneCell is one setting of a sweep, without the seed of its runs.
type coneCell struct {
	sweep string
	cone  benchdata.Cone
}

// at is the x of the cell in its sweep: 1/ρ or n.
func (c coneCell) at() float64 {
	if c.sweep == overRho {
		return 1 / c.cone.Margin
	}
	return float64(c.cone.Examples)
}

// cells are those of the first sweep, then those of the second.
func (c Command) cells() []coneCell {
	rho, size, sizes := reproduce.Sorted(c.Rho), c.Size, reproduce.Sorted(c.Sizes)
	slices.Reverse(rho)
	if c.Subset > 0 {
		rho, size = rho[:min(3, len(rho))], min(size, c.Subset)
		sizes = slices.DeleteFunc(sizes, func(n int) bool { return n > c.Subset })
		if len(sizes) == 0 {
			sizes = []int{c.Subset}
		}
	}
	var cells []coneCell
	for _, r := range rho {
		cells = append(cells, coneCell{overRho, benchdata.Cone{Examples: size, Dim: c.Dim, Margin: r}})
	}
	for _, n := range sizes {
		d := c.Dim
		if c.PerDim > 0 {
			d = max(2, n/c.PerDim)
		}
		cells = append(cells, coneCell{overPoints, benchdata.Cone{Examples: n, Dim: d, Margin: c.AtRho}})
	}
	return cells
}

// work estimates the microseconds that a run takes, for the progress shown: snkp-vn sorts
// and multiplies by the matrix some √n/ρ times, nkp takes a row of it some 1/ρ² times.
func (c coneCell) work() int {
	n, d, rho := float64(c.cone.Examples), float64(c.cone.Dim), c.cone.Margin
	return 1 + int(float64(math.Sqrt(n)/rho*n*(0.05+float64(0.0025*d)))+float64(n*d/(rho*rho)*1e-4))
}

// Run prints the tables of both sweeps and the slopes.
func (c Command) Run(ctx context.Context, std term.Streams) error {
	checkpoint, err := c.Open(fmt.Sprintf("normalized: %v", algorithms()))
	if err != nil {
		return err
	}
	if err := reproduce.FigureFolder(c.Figures); err != nil {
		return err
	}
	var units []coneCell
	for _, cell := range c.cells() {
		for k := range c.Runs {
			cell.cone.Seed = c.Seed + uint64(k)
			units = append(units, cell)
		}
	}
	all, err := reproduce.Experiment[coneCell, algorithmRow]{
		Units: units, Work: coneCell.work, Checkpoint: checkpoint,
		Name: func(cell coneCell) string { return cell.cone.String() },
		Run:  func(ctx context.Context, cell coneCell) ([]algorithmRow, error) { return runOnCone(ctx, cell.cone) },
	}.Rows(ctx, term.NewProgress(std.Err))
	if err != nil {
		return err
	}
	for k, cell := range units {
		for i := range all[k] { // a cone that is in both sweeps is run once
			all[k][i].cell, all[k][i].Sweep, all[k][i].Run = cell, cell.sweep, int(cell.cone.Seed-c.Seed)+1
		}
	}
	rows := slices.Concat(all...)
	if err := c.print(c.Out(std.Out), rows); err != nil {
		return err
	}
	if c.Figures != "" {
		if err := saveFigure(filepath.Join(c.Figures, "normalized-iterations"), rows); err != nil {
			return err
		}
	}
	return reproduce.Violations("theorem", rows)
}

func (c Command) print(w io.Writer, rows []algorithmRow) error {
	if c.ForMachines() {
		return term.PrintRows(c.Form, w, rows...)
	}
	if err := term.Say(w, "RP14, which has no experiment: its bounds, and the iterations until a separator is found; %s\n",
		term.Range("seed", c.Seed, c.Runs)); err != nil {
		return err
	}
	if err := printBounds(w, rows); err != nil {
		return err
	}
	for _, sweep := range []string{overRho, overPoints} {
		if err := printSweep(w, sweep, rows); err != nil {
			return err
		}
	}
	if err := printSlopes(w, rows); err != nil {
		return err
	}
	return reproduce.Tally(w, "theorem", rows)
}
