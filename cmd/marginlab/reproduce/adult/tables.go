package adult

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
)

// Tables is the command that prints Tables 2, 3 and 4 of HKNS25.
type Tables struct {
	Data         string        `placeholder:"DIR" help:"The folder that holds adult.data and adult.test, plain or gzipped, itself or in a subfolder adult. By default the folder in MARGINLAB_DATA, then the one that marginlab fetch adult fills."`
	Table        int           `xor:"theta,passes" placeholder:"N" help:"Only Table 2, 3 or 4."`
	Theta        []float64     `xor:"theta" placeholder:"T" help:"Feature scaling; 0,0.25,0.5,0.75,1 by default, as in the paper."`
	Passes       []int         `xor:"passes" placeholder:"N" help:"Passes through the data, each in a new permutation; n-omm makes one only. 1,5 by default, as in the paper."`
	BiasFree     string        `enum:"both,yes,no" default:"both" placeholder:"both" help:"Bias control: translate the data so that b* = 0 (yes) or leave them (no)."`
	Permutations int           `aliases:"runs" default:"5" placeholder:"N" help:"Run every learner on N permutations, with the seeds SEED, SEED+1, ...; 5 by default."`
	Seed         uint64        `aliases:"shuffle" default:"1" placeholder:"SEED" help:"The seed of the first permutation; 1 by default."`
	Learners     term.Learners `default:"n-omm,ce-omm,e-omm,romma,a-romma,pumma,perceptron,alma,mcp" placeholder:"LIST" help:"The learners; by default those of the paper and mcp."`
	Figures      string        `placeholder:"DIR" help:"Draw Figure 1 into this folder, as figure1.svg and figure1.png. The folder is made if it is missing."`
	term.Form
}

func (Tables) Help() string {
	return `Examples:

    marginlab reproduce adult --table 2
    marginlab reproduce adult --figures .
    marginlab reproduce adult --theta 0.5 --passes 1 --bias-free yes --permutations 1 --json

HKNS25 is Ho-Nguyen, Kilinc-Karzan, Nguyen and Shen, Efficient Online Large-Margin Classification via Dual Certificates. Its Section B.1 makes the data from the raw files: it drops the rows with a missing value, makes k-1 dummy variables of an attribute with k levels, standardises, and removes what a linear SVM misclassifies or leaves within 0.01 of its boundary, so that the rest is separable. Section B.2 then sets the margin gamma* to 1, the bias to 0 or not, and the distance of the data from the origin by theta. Table 3 is after one pass, Table 2 is the part of it with theta = 0, and Table 4 is after five passes.

The paper ran one random permutation and does not name its seed. This command runs several, and shows their median with their range. Margins are fractions of gamma*. A dash means that there is none: the last classifier does not separate the data, or, for tau, no classifier did. Where b* is not 0, perceptron, alma and mcp learn from the data with a coordinate 1 appended, romma and a-romma with a coordinate -Dbar, as in Section B.3. Any other learner runs as given. Runs are timed while others run, one on each core.

Figure 1 shows the runs of one pass in every variant: lines join the medians, and open marks are the paper's numbers.

JSON keys: those of run, and table theta bias_free published positives d d_bar bias. published holds the paper's mistakes margin tau seconds, or is null.

Exit status: 2 when the data are missing or not as expected, or the figure cannot be written.`
}

// Validate implements kong's check of a command's flags.
func (c Tables) Validate() error {
	if c.Table != 0 && (c.Table < 2 || c.Table > 4) {
		return fmt.Errorf("--table is %d, expected 2, 3 or 4", c.Table)
	}
	for _, theta := range c.Theta {
		if !(theta >= 0 && theta <= 1e6) {
			return fmt.Errorf("--theta is %v, expected a number from 0 to 1e6", theta)
		}
	}
	if err := reproduce.Counted("--permutations", c.Permutations); err != nil {
		return err
	}
	for _, passes := range c.Passes {
		if err := reproduce.Counted("--passes", passes); err != nil {
			return err
		}
	}
	if _, passes := c.variants(); c.Figures != "" && !slices.Contains(passes, 1) {
		return fmt.Errorf("--figures draws Figure 1, which is of one pass, expected 1 among the passes")
	}
	return nil
}

// Run prints the facts of the data, then a table for each variant of them.
func (c Tables) Run(ctx context.Context, std term.Streams) error {
	dir, err := benchdata.Find("adult", c.Data)
	if err != nil {
		return err
	}
	if err := reproduce.FigureFolder(c.Figures); err != nil {
		return err
	}
	p := term.NewProgress(std.Err)
	p.Say("reading Adult and separating it")
	defer p.Clear()
	a, err := Read(ctx, dir)
	if err != nil {
		return err
	}
	p.Clear()
	a.print(std.Out)
	var seeds []uint64
	for k := range c.Permutations {
		seeds = append(seeds, c.Seed+uint64(k))
	}
	settings, passes := c.variants()
	work := len(settings) * len(seeds) * slices.Max(passes)
	p.Expect(work)
	p.Say("%d passes", work)
	after := make([][]outcome, len(passes)) // by the number of passes, each in the order of the settings
	err = reproduce.InOrder(ctx, settings, func(ctx context.Context, s Setting) ([]outcome, error) {
		return a.Variant(s).outcomes(ctx, c.Learners, seeds, passes, p)
	}, func(outcomes []outcome) error {
		for i, o := range outcomes {
			after[i] = append(after[i], o)
		}
		p.Clear()
		defer p.Say("%d passes", work)
		c.print(std.Out, outcomes[0])
		return std.Out.Err()
	})
	if err != nil {
		return err
	}
	for _, o := range slices.Concat(after[1:]...) {
		c.print(std.Out, o)
	}
	if c.Figures == "" {
		return nil
	}
	return saveFigure1(filepath.Join(c.Figures, "figure1"), after[slices.Index(passes, 1)])
}

// variants returns the settings asked for, in the order of the paper and without their
// numbers of passes, and these numbers.
func (c Tables) variants() (settings []Setting, passes []int) {
	theta, passes := c.Theta, c.Passes
	if theta == nil {
		theta = []float64{0, 0.25, 0.5, 0.75, 1}
	}
	if passes == nil {
		passes = []int{1, 5}
	}
	switch c.Table {
	case 2:
		theta, passes = theta[:1], passes[:1]
	case 3:
		passes = passes[:1]
	case 4:
		passes = passes[1:]
	}
	for _, theta := range theta {
		for _, biasFree := range []bool{true, false} {
			if c.BiasFree == "both" || (c.BiasFree == "yes") == biasFree {
				settings = append(settings, Setting{Theta: theta, BiasFree: biasFree})
			}
		}
	}
	return settings, passes
}

func (c Tables) print(w *term.Out, o outcome) {
	term.PrintRows(w, slices.Concat(o.learners...)...)
	head := fmt.Sprintf("theta = %v, b* = %.4f, Dbar/D = %.4f", o.Theta, o.geometry.Bias+0, o.geometry.DBar/o.geometry.D)
	if o.report != nil {
		head = fmt.Sprintf("%s of HKNS25: %s (paper: b* = %v, Dbar/D = %.4f)", o.report.table, head, o.report.bias, o.report.ratio)
	}
	w.Say("\n%s; %s, %s\n", head,
		term.Count(o.Passes, "pass", "passes"), term.Range("permutation", c.Seed, c.Permutations))
	printRuns(w, o.learners)
}
