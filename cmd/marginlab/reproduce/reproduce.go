// Package reproduce prints tables and figures of papers, measured beside published, and checks theorems on the runs.
//
//	what                                             where
//	an experiment as data, its command, its runner   reproduce.go, checkpoint.go
//	a run as it is kept and printed, and published   row.go with published/*.csv
//	tables: rows laid out, published beside here     pivot.go
//	medians, ranges, intervals                       stats.go
//	the experiments                                  adult.go, digits.go, mcp.go, synthetic.go with its tables
//	their figures                                    figures.go
package reproduce

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"marginlab/benchdata"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
)

// An Experiment is a table or a figure of a paper. Its sizes are fields of the value that makes its plan: edit them
// there to change them.
type Experiment struct {
	Name     string
	Text     string // the help of its command
	Data     string // the data set that it reads, "" if it makes its own
	Learners string // the learners of the paper, "" if they cannot be chosen
	Runs     int    // of each learner, as in the paper
	Quick    int    // runs with --quick
	Serial   bool   // cells run one after the other, because they share work or their times are compared
	Plan     func(context.Context, Options) (*Plan, error)
}

// Options are the flags that choose the runs. Where they are 0 or empty, the experiment's own values apply.
type Options struct {
	Runs     int    `aliases:"permutations" least:"1" most:"10000000" placeholder:"N" help:"Runs of each learner; by default as many as in the paper."`
	Seed     uint64 `aliases:"shuffle" default:"1" placeholder:"SEED" help:"The seed of the first run, the next ones being SEED+1, ...; 1 by default."`
	Learners string `placeholder:"LIST" help:"The learners, where they can be chosen; by default those of the paper."`
	Data     string `placeholder:"DIR" help:"The folder that holds the files of the data set, itself or in a subfolder of its name. By default the folder in MARGINLAB_DATA, then the one that marginlab fetch fills."`
	Quick    bool   `help:"Run a small part of the experiment, which takes seconds."`
}

// online returns the learners, all of two classes.
func (o Options) online() (learners term.Learners, err error) {
	if err = learners.UnmarshalText([]byte(o.Learners)); err != nil {
		err = fmt.Errorf("--learners: %w", err)
	}
	return learners, err
}

// seeds returns the seeds of the runs.
func (o Options) seeds() (seeds []uint64) {
	for k := range o.Runs {
		seeds = append(seeds, o.Seed+uint64(k))
	}
	return seeds
}

// A Plan has the cells that an experiment runs, and the layout of the rows.
type Plan struct {
	About   func(*term.Out) // prints what is known before the runs; may be nil
	Cells   []Cell
	Paper   reports
	Tables  []Pivot
	Figures map[string]func([]Row) chart.Figure // by the names of their files
}

// A Cell is a part of the work that is run, and kept in the checkpoint, as a whole.
type Cell struct {
	Name string                                                        // in the checkpoint
	Work int                                                           // in any measure
	Run  func(ctx context.Context, done func(work int)) ([]Row, error) // reports all its work to done
}

// Command is `marginlab reproduce NAME`.
type Command struct {
	Of Experiment `kong:"-"`

	Options
	Figures string `placeholder:"DIR" help:"Draw the figures into this folder, in SVG. The folder is made if it is missing."`
	State   string `placeholder:"DIR" help:"The folder that keeps finished runs, for each setting; by default one in the user's cache."`
	Resume  bool   `help:"Take the finished runs from there. Without this flag everything is run anew."`
	term.Form
}

// Help returns the help of the experiment, with the default values of its flags.
func (c Command) Help() string {
	text := fmt.Sprintf("Examples:\n\n    marginlab reproduce %[1]s\n    marginlab reproduce %[1]s --quick --json\n\n%[2]s\n\nBy default --runs is %[3]d, and %[4]d with --quick.",
		c.Of.Name, c.Of.Text, c.Of.Runs, c.Of.Quick)
	if c.Of.Learners != "" {
		text += " By default --learners is " + c.Of.Learners + "."
	}
	return text + " A value of the paper that is not in the range of the runs here is marked by *.\n\n" +
		"JSON keys: those of run; table theta bias_free published, which holds what the paper reports of such a run or is null; run seed; and those named above.\n\n" +
		"Exit status: 1 when a run violates a proved guarantee, 2 when the command could not do its work."
}

// Validate implements kong's check of a command's flags.
func (c Command) Validate() error {
	if c.Data != "" && c.Of.Data == "" {
		return fmt.Errorf("--data is %s, but this experiment makes its own data", c.Data)
	}
	if c.Learners != "" && c.Of.Learners == "" {
		return fmt.Errorf("--learners is %s, but this experiment has learners of its own", c.Learners)
	}
	return nil
}

// options returns the options from the flags and the experiment, and their setting in words.
func (c Command) options() (o Options, setting string, err error) {
	o = c.Options
	o.Learners = cmp.Or(o.Learners, c.Of.Learners)
	o.Runs = cmp.Or(o.Runs, map[bool]int{true: c.Of.Quick, false: c.Of.Runs}[o.Quick])
	setting = fmt.Sprintf("%s, quick=%v, from seed %d, learners %s", c.Of.Name, o.Quick, o.Seed, o.Learners)
	if c.Of.Data == "" {
		return o, setting, nil
	}
	if o.Data, err = benchdata.Find(c.Of.Data, o.Data); err == nil {
		o.Data, err = filepath.Abs(o.Data)
	}
	return o, setting + ", data in " + o.Data, err
}

// Run runs the experiment, and prints and draws the results. It reports wrong flags before the work.
func (c Command) Run(ctx context.Context, std term.Streams) error {
	o, setting, err := c.options()
	if err != nil {
		return err
	}
	kept, err := openCheckpoint(c.State, c.Resume, setting)
	if err != nil {
		return err
	}
	if c.Figures != "" {
		if err := os.MkdirAll(c.Figures, 0o777); err != nil {
			return fmt.Errorf("--figures: %w", err)
		}
	}
	p := term.NewProgress(std.Err)
	defer p.Clear()
	p.Say("preparing %s", c.Of.Name)
	plan, err := c.Of.Plan(ctx, o)
	if err != nil {
		return err
	}
	p.Clear()
	if plan.About != nil {
		plan.About(std.Out)
		std.Out.Say("")
	}
	rows, err := plan.run(ctx, p, kept, o, c.Of.Serial)
	if err = kept.end(ctx, err); err != nil {
		return err
	}
	for _, r := range rows {
		term.PrintRows(std.Out, printed(r))
	}
	for i, t := range plan.Tables {
		if i > 0 {
			std.Out.Say("")
		}
		t.Print(std.Out, rows)
	}
	found := tally(std.Out, rows)
	for name, draw := range plan.Figures {
		if c.Figures != "" {
			if err := draw(rows).Write(filepath.Join(c.Figures, name)); err != nil {
				return err
			}
		}
	}
	return found
}

// run runs the cells, on all cores unless they are serial, and returns their rows in the order of the cells. The error
// is the first one, after all its goroutines have ended.
func (plan *Plan) run(ctx context.Context, p *term.Progress, kept *checkpoint, o Options, serial bool) ([]Row, error) {
	for _, cell := range plan.Cells {
		p.Expect(cell.Work)
	}
	defer p.Clear()
	g, going := errgroup.WithContext(ctx)
	if g.SetLimit(runtime.GOMAXPROCS(0)); serial {
		g.SetLimit(1)
	}
	made := make([][]Row, len(plan.Cells))
	for i, cell := range plan.Cells {
		g.Go(func() (err error) {
			if err := going.Err(); err != nil {
				return err
			}
			made[i], err = kept.part(p, cell.Name, cell.Work, func() ([]Row, error) {
				rows, err := cell.Run(going, p.Done)
				for i := range rows {
					plan.Paper.report(&rows[i])
					rows[i].Run = int(rows[i].Seed-o.Seed) + 1
				}
				return rows, err
			})
			return err
		})
	}
	err := g.Wait()
	return slices.Concat(made...), err
}
