package adult

import (
	"context"
	"fmt"
	"slices"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Norms is the command that runs learners in the norms ‖x‖_p.
type Norms struct {
	P            []float64     `default:"1.1,1.5,2,3,10" placeholder:"P" help:"The norms ||x||_p; ${default} by default."`
	Learners     term.Learners `default:"e-omm" placeholder:"LIST" help:"The learners, which must have a form in the norms; e-omm by default."`
	Data         string        `placeholder:"DIR" help:"The folder with the raw files of Adult, as for reproduce adult."`
	Permutations int           `aliases:"runs" default:"5" placeholder:"N" help:"Run every learner on N permutations, with the seeds SEED, SEED+1, ...; 5 by default."`
	Seed         uint64        `aliases:"shuffle" default:"1" placeholder:"SEED" help:"The seed of the first permutation; 1 by default."`
	term.Form
}

func (Norms) Help() string {
	return `Examples:

    marginlab reproduce norms
    marginlab reproduce norms --p 2,3 --permutations 1 --json
    marginlab reproduce norms --learners 'pumma(delta=0.1)' --p 1.5,2,3

HKNS25 proves its theorems for every strictly convex, differentiable norm, but has experiments in l2 alone. This command makes one pass through Adult in each norm ||x||_p. The data are those of reproduce adult with theta = 0 and b* = 0: gamma* is 1 in l2, and the origin lies on the separator, so that learners through the origin need no constant coordinate. Other commands read the same data as adult in place of FILE.

A row is a learner in a norm: the median of the permutations with their range. gamma*, D and the margin of the last classifier are in that norm, and the margin is a fraction of gamma*; r = D/gamma*. tau is the number of examples seen when a classifier first separated all of them. A dash means that there is none. bound is the lowest proved bound on the updates, or on the mistakes after the opening, that the table of guarantees (marginlab theorems) has in that norm, at this geometry. Every proved guarantee is checked on every run. "of l2" is the time divided by that of the same learner in l2: both are medians of runs on one core, one after the other. It is a dash if 2 is not among the norms.

JSON keys: those of run, and table theta bias_free published p gamma_star d r margin_ratio mistakes_bound held violated. published is the theorem (claim source mistakes, where mistakes is its bound), or null. margin_ratio is margin over gamma_star. held is the number of proved guarantees that hold, violated names those that fail.

Exit status: 1 when a run violates a theorem, 2 when the data are missing or not as expected.`
}

// Validate implements kong's check of a command's flags.
func (c Norms) Validate() error {
	if err := reproduce.Counted("--permutations", c.Permutations); err != nil {
		return err
	}
	if len(c.P) == 0 {
		return fmt.Errorf("--p is empty, expected numbers above 1")
	}
	for _, p := range c.P {
		if _, err := vec.Parse(fmt.Sprint(p)); err != nil {
			return fmt.Errorf("--p: %w", err)
		}
	}
	_, err := c.learners()
	return err
}

// learnerInNorm is a learner in the norm ‖x‖_p.
type learnerInNorm struct {
	*algos.Spec
	asked string // the learner without its norm
	p     float64
}

// viewIn is the view of the data as given in ‖x‖_p. Its norm is nil for ℓ2, as in traces.
func viewIn(p float64) theory.View {
	if p == 2 {
		return theory.View{}
	}
	return theory.View{Norm: vec.P(p)}
}

// learners returns the learners asked for, each in one norm after the other.
func (c Norms) learners() ([]learnerInNorm, error) {
	var all []learnerInNorm
	for _, l := range c.Learners {
		for _, p := range reproduce.Sorted(c.P) {
			in, err := trial.InNorm(vec.P(p), []*algos.Spec{l}, true)
			switch {
			case err != nil:
				return nil, err
			case in[0].Norm != vec.P(p):
				return nil, fmt.Errorf("learner %q names its norm, expected norms in --p alone", l)
			}
			all = append(all, learnerInNorm{in[0], l.String(), p})
		}
	}
	return all, nil
}

// Run prints the table.
func (c Norms) Run(ctx context.Context, std term.Streams) error {
	learners, err := c.learners()
	if err != nil {
		return err
	}
	dir, err := benchdata.Find("adult", c.Data)
	if err != nil {
		return err
	}
	p := term.NewProgress(std.Err)
	p.Say("reading Adult and separating it")
	defer p.Clear()
	a, err := Read(ctx, dir)
	if err != nil {
		return err
	}
	v := a.Variant(Setting{BiasFree: true})
	survey := maxmargin.NewSurvey(v.Set.Examples, v.Set.Dim, maxmargin.Options{})
	for _, power := range reproduce.Sorted(c.P) { // before the runs, which ask for it again
		p.Say("measuring %s for p = %v", v.Set.Name, power)
		if _, err := reproduce.Geometry(ctx, survey, viewIn(power), v.Set.Name); err != nil {
			return err
		}
	}
	table := make([][]normsRow, len(learners)) // a row a permutation
	for k := range c.Permutations {
		seed := c.Seed + uint64(k)
		for examples := range v.permutations(1, seed) {
			for i, learner := range learners {
				row, err := v.runInNorm(ctx, survey, learner, examples, seed, p)
				if err != nil {
					return err
				}
				table[i] = append(table[i], row)
			}
		}
	}
	p.Clear()
	c.print(std.Out, v, table)
	return reproduce.Violations("guarantee", slices.Concat(table...))
}

func (c Norms) print(w *term.Out, v Variant, table [][]normsRow) {
	rows := slices.Concat(table...)
	term.PrintRows(w, rows...)
	w.Say("%s; 1 pass, %s\n", term.Describe(trial.NewData(v.Set.Name, v.Set.Examples, v.Set.Dim)),
		term.Range("permutation", c.Seed, c.Permutations))
	printNorms(w, table)
	reproduce.Tally(w, "guarantee", rows)
}
