package synthetic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
)

// Command prints Figures 2 and 3 of ZH13.
type Command struct {
	Runs      int       `default:"500" placeholder:"N" help:"Runs of Figure 2, each on data of its own; 500 by default, as in the paper."`
	Sweep     *int      `placeholder:"N" help:"Runs of Figure 3, the first ones of --runs; 100 by default, as in the paper, or all where --runs is less."`
	ALMA      int       `name:"alma" placeholder:"N" help:"Runs of ALMA at each eps of Figure 3, the first ones; none by default, since one at eps = 0.2 takes a hundred times the passes of AMIRA."`
	Size      int       `default:"10000" placeholder:"N" help:"Examples of a run; 10000 by default, as in the paper."`
	Margin    float64   `default:"0.5" placeholder:"M" help:"The least distance of the examples from the hyperplane that labels them; 0.5 by default. The paper names none; see above."`
	Eps       []float64 `default:"0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1" placeholder:"E" help:"The eps of Figure 3, above 0 up to 1; 0.2, 0.3, ... 1 by default."`
	Seed      uint64    `default:"1" placeholder:"SEED" help:"The seed of the first run, the next ones being SEED+1, ...; 1 by default."`
	MaxPasses int       `default:"100000" placeholder:"N" help:"Stop a learner that is not at rest after N passes; 100000 by default."`
	Pegasos   int       `name:"pegasos-passes" default:"100" placeholder:"N" help:"Stop Pegasos, which never comes to rest, after N passes; 100 by default. The paper does not say when it did."`
	Figures   string    `placeholder:"DIR" help:"Draw Figures 2 and 3 into this folder, as SVG and PNG. The folder is made if it is missing."`
	term.Form
}

func (Command) Help() string {
	return `Examples:

    marginlab reproduce synthetic --figures figures
    marginlab reproduce synthetic --runs 5 --alma 5 --size 500 --margin 2
    marginlab reproduce synthetic --runs 20 --sweep 5 --margin 1 --eps 0.2,0.4,0.8 --json

ZH13 is the paper on Aggressive MIRA. Its Section 4.1 draws vectors of 10 coordinates in [0, 10] for each run, labelled by a random hyperplane through the centre of that cube. The learners have a constant coordinate 1 for a bias. They go through the data in one order, again and again, until a pass changes nothing: then they are at rest. A run that is not at rest after --max-passes is counted as such, and takes no part in margins, means and fits.

The paper names no least distance between the examples and the hyperplane. Without one (--margin 0) the maximum margin of (x, 1) through the origin is about 0.0005, and most learners are not at rest after 20000 passes. The smaller the distance, the larger the fractions of the maximum margin that are reached, and the longer it takes. The paper's fractions come out at a distance of about 0.1, with some fifty times the passes of 0.5.

Pegasos, with lambda = 0.0001 as in the paper, has no margin at rest: every step shrinks w, so that examples fall below the functional margin 1 again and again. Its margin is the one after --pegasos-passes, or 0 if it does not separate the data then. Its theorem bounds an objective with losses; marginlab check tests it.

Margins are fractions of the maximum margin in two views: that of (x, 1) through the origin, for which the theorems are stated, and that of x with a bias, in which the paper measures. Every run at rest is checked against the theorems on its updates and on its margin.

ALMA with alpha = eps, of --alma, is not in the figure but in Table 1 of the paper: its updates are O(1/eps^2). It normalises each (x, 1), so its margins and bounds here are those of (x, 1) of length 1. The rate of Pegasos in Table 1 is of an objective with losses, and has no updates until rest to fit.

The slopes are those of log(updates) over log(1/eps): a least-squares fit to each run, the mean of the runs, and its 95 % confidence interval by Student's t. The slopes of the bounds are 1, 2 and 2 as eps tends to 0. So only eps up to 0.5 take part, and only those at which all runs came to rest.

The figures are synthetic-figure-2 and synthetic-figure-3, with .svg and .png.

JSON keys: those of run; table theta bias_free published, which are null, as the paper has no number for single runs; and run seed at_rest gamma_star ratio gamma_lifted margin_lifted ratio_lifted margin_bound updates_bound violated. margin and gamma_star are those of x with a bias, the lifted ones those of (x, 1) through the origin; ratio and ratio_lifted are their quotients. The bounds are those of the theorems, and violated names the theorems that fail. margin_bound holds at rest only, and is null for other runs, whose margins are those at the end.

Exit status: 1 when a run violates a theorem, 2 when the command could not do its work.`
}

// Validate implements kong's check of a command's flags.
func (c *Command) Validate() error {
	if err := cmp.Or(reproduce.Counted("--runs", c.Runs), reproduce.Counted("--sweep", c.sweepRuns()),
		reproduce.Counted("--max-passes", c.MaxPasses), reproduce.Counted("--pegasos-passes", c.Pegasos)); err != nil {
		return err
	}
	if c.ALMA < 0 || c.ALMA > c.sweepRuns() {
		return fmt.Errorf("--alma is %d, expected from 0 to the %d of --sweep", c.ALMA, c.sweepRuns())
	}
	if n := c.sweepRuns(); n > c.Runs {
		return fmt.Errorf("--sweep is %d, expected at most the %d of --runs", n, c.Runs)
	}
	for _, epsilon := range c.Eps {
		if !(epsilon > 0 && epsilon <= 1) {
			return fmt.Errorf("--eps is %v, expected numbers above 0 up to 1: at 0 AMIRA is PA, which need not come to rest", epsilon)
		}
	}
	if len(c.Eps) == 0 {
		return errors.New("--eps is empty, expected numbers above 0 up to 1")
	}
	if err := c.cube(0).Check(); err != nil {
		return fmt.Errorf("--size %d, --margin %v: %w", c.Size, c.Margin, err)
	}
	return nil
}

// sweepRuns is the number of runs of Figure 3, which are the first ones.
func (c *Command) sweepRuns() int {
	if c.Sweep != nil {
		return *c.Sweep
	}
	return min(100, c.Runs)
}

// cube is the recipe of the data of a run.
func (c *Command) cube(run int) benchdata.Cube {
	return benchdata.Cube{Examples: c.Size, Dim: 10, Side: 10, Margin: c.Margin, Seed: c.Seed + uint64(run)}
}

// learners returns the learners of a run: those of Figure 2, and in the first runs those
// of Figure 3.
func (c *Command) learners(run int) []string {
	names := figure2Learners()
	if run < c.sweepRuns() {
		for _, epsilon := range c.Eps {
			for _, family := range c.sweptFamilies(run) {
				names = append(names, swept(family, epsilon))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// sweptFamilies are the learners of Figure 3 in a run, and in the first of them ALMA, of which Table 1
// of ZH13 has a rate.
func (c *Command) sweptFamilies(run int) []string {
	families := []string{"amira", "romma"}
	if run < c.ALMA {
		families = append(families, "alma")
	}
	return families
}

// boundSlopes are the powers of 1/ε in the bounds on their updates, as ε tends to 0.
func boundSlopes() []int { return []int{1, 2, 2} }

// swept is the expression of a learner of Figure 3. The ε of ALMA is its alpha.
func swept(family string, epsilon float64) string {
	if family == "alma" {
		return fmt.Sprintf("bias(alma(alpha=%v),1)", epsilon)
	}
	return fmt.Sprintf("bias(%s(eps=%v),1)", family, epsilon)
}

// pegasos is the learner of Figure 2 that never comes to rest, and is stopped after some
// passes.
const pegasos = "bias(pegasos,1)"

// figure2Learners are the learners of Figure 2.
func figure2Learners() []string {
	return []string{"bias(perceptron,1)", pegasos, swept("amira", 1), swept("amira", 0.9), swept("amira", 0.5), swept("amira", 0.1)}
}

// Run prints the tables of the two figures. When it is interrupted, it prints those of
// the runs before the first that had not finished.
func (c *Command) Run(ctx context.Context, std term.Streams) error {
	c.Eps = reproduce.Sorted(c.Eps)
	runs := make([]int, c.Runs)
	for i := range runs {
		runs[i] = i
	}
	if err := reproduce.FigureFolder(c.Figures); err != nil {
		return err
	}
	p := term.NewProgress(std.Err)
	p.Say("%s", term.Count(c.Runs, "run", "runs"))
	all, err := reproduce.Experiment[int, learnerRow]{
		Units: runs, Run: c.run, Work: func(int) int { return 1 },
	}.Rows(ctx, p)
	if err != nil && ctx.Err() == nil {
		return err
	}
	rows := slices.Concat(all...)
	if len(rows) > 0 {
		c.print(std.Out, rows)
	}
	if err == nil && c.Figures != "" {
		err = errors.Join(
			saveFigure2(filepath.Join(c.Figures, "synthetic-figure-2"), rows),
			saveFigure3(filepath.Join(c.Figures, "synthetic-figure-3"), c.sweep(rows)),
		)
	}
	if err != nil {
		return err
	}
	return reproduce.Violations("theorem", rows)
}

func (c *Command) print(w *term.Out, rows []learnerRow) {
	term.PrintRows(w, rows...)
	last := rows[len(rows)-1].Run
	w.Say("Section 4.1 of ZH13: %d examples a run, in [0, 10]^10, %v or farther from a random hyperplane through the centre; %s\n",
		c.Size, c.Margin, term.Range("seed", c.Seed, last))
	printFigure2(w, rows)
	printFigure3(w, c.sweep(rows))
}
