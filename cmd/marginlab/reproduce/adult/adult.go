package adult

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"marginlab/algos/maxmargin"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// adultLearners are the learners of omm.txt, in its order, and one more, as they are
// run where the data need a bias (Section B.3).
const adultLearners = "n-omm,ce-omm,e-omm,bias(romma,-Dbar),bias(a-romma,-Dbar),pumma,bias(perceptron,1),bias(alma,1),bias(mcp,1)"

type Tables struct {
	Data         string        `placeholder:"DIR" help:"The folder with adult.data and adult.test, or with a folder adult that has them, plain or gzipped. Without it the one that MARGINLAB_DATA names, then where marginlab fetch adult puts them."`
	Table        int           `xor:"theta,passes" placeholder:"N" help:"Only Table 2, 3 or 4."`
	Theta        []float64     `xor:"theta" placeholder:"T" help:"Feature scaling; 0,0.25,0.5,0.75,1 by default, as in the paper."`
	Passes       []int         `xor:"passes" placeholder:"N" help:"Go N times through the data, each time in a new permutation, but once with n-omm; 1,5 by default, as in the paper."`
	BiasFree     string        `enum:"both,yes,no" default:"both" placeholder:"both" help:"Bias control: translate the data so that b* = 0 (yes), or not (no)."`
	Permutations int           `aliases:"runs" default:"5" placeholder:"N" help:"Run every learner on N permutations, of the seeds SEED, SEED+1, ...; 5 by default."`
	Seed         uint64        `aliases:"shuffle" default:"1" placeholder:"SEED" help:"The seed of the first permutation; 1 by default."`
	Learners     term.Learners `placeholder:"LIST" help:"The learners, by default those of the paper and mcp."`
	Figures      string        `placeholder:"DIR" help:"Draw Figure 1, as figure1.svg and figure1.png in this folder, which is made if it is missing. Without it no file is written."`
	JSON         bool          `name:"json" help:"Print one JSON object a line, one a run."`
}

func (Tables) Help() string {
	return `Examples:

    marginlab reproduce adult --table 2
    marginlab reproduce adult --figures .
    marginlab reproduce adult --theta 0.5 --passes 1 --bias-free yes --permutations 1 --json

omm.txt is Ho-Nguyen, Kilinc-Karzan, Nguyen and Shen, Efficient Online Large-Margin Classification via Dual Certificates. The data are those of its Section B.1, made from the raw files: rows with a missing value dropped, k-1 dummy variables for an attribute of k levels, standardised, and separated by removing what a linear SVM misclassifies or leaves within 0.01 of its boundary. Section B.2 then makes the margin gamma* 1, the bias 0 or not, and the data as far from the origin as theta says. Table 3 is after one pass, Table 2 the part of it with theta = 0, Table 4 after five passes.

The paper ran one random permutation, of a seed it does not name. So there are several here, and what is shown is their median with their range. A margin is a fraction of gamma*. A dash is for none: a last classifier that does not separate the data, or for tau no classifier that did. Where b* is not 0, perceptron, alma and mcp learn on the data with a coordinate 1 appended, and romma and a-romma with -Dbar, as in Section B.3; any other learner as it is given. As many runs are timed at once as there are cores.

Figure 1 is of one pass, in every variant that is run: lines through the medians, and open marks for the paper's numbers.

JSON keys: those of run, and table theta bias_free published positives d d_bar bias. published has the paper's mistakes margin tau seconds, or is null.

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
	if c.Permutations < 1 {
		return fmt.Errorf("--permutations is %d, expected at least 1", c.Permutations)
	}
	for _, passes := range c.Passes {
		if passes < 1 {
			return fmt.Errorf("--passes is %d, expected at least 1", passes)
		}
	}
	if _, passes := c.variants(); c.Figures != "" && !slices.Contains(passes, 1) {
		return fmt.Errorf("--figures draws Figure 1, which is of one pass, expected 1 among the passes")
	}
	return nil
}

// Run prints the facts of the data, then a table a variant of it.
func (c Tables) Run(ctx context.Context, std term.Streams) error {
	learners := c.Learners
	if learners == nil {
		_, biased, err := biasedAdultLearners(1)
		if err != nil {
			return err
		}
		for _, spec := range biased {
			learners = append(learners, spec.Core())
		}
	}
	dir, err := benchdata.Find("adult", c.Data)
	if err != nil {
		return err
	}
	if c.Figures != "" {
		if err := os.MkdirAll(c.Figures, 0o777); err != nil {
			return err
		}
	}
	p := term.NewProgress(std.Err)
	p.Say("reading Adult and separating it")
	defer p.Clear()
	a, err := Read(ctx, dir)
	if err != nil {
		return err
	}
	p.Clear()
	if !c.JSON {
		if err := a.print(std.Out); err != nil {
			return err
		}
	}
	var seeds []uint64
	for k := range c.Permutations {
		seeds = append(seeds, c.Seed+uint64(k))
	}
	data, passes := c.variants()
	work := len(data) * len(seeds) * slices.Max(passes)
	p.Expect(work)
	p.Say("%d passes", work)
	after := make([][]outcome, len(passes)) // by the number of passes, each in the order of the variants
	err = reproduce.InOrder(ctx, data, func(ctx context.Context, s Setting) ([]outcome, error) {
		return a.Variant(s).outcomes(ctx, learners, seeds, passes, p)
	}, func(outcomes []outcome) error {
		for i, o := range outcomes {
			after[i] = append(after[i], o)
		}
		p.Clear()
		defer p.Say("%d passes", work)
		return c.print(std.Out, outcomes[0])
	})
	if err != nil {
		return err
	}
	for _, outcomes := range after[1:] {
		for _, o := range outcomes {
			if err := c.print(std.Out, o); err != nil {
				return err
			}
		}
	}
	if c.Figures == "" {
		return nil
	}
	return saveFigure1(filepath.Join(c.Figures, "figure1"), after[slices.Index(passes, 1)])
}

// variants are the data asked for, in the order of the paper, as settings without
// the passes; those are beside.
func (c Tables) variants() (data []Setting, passes []int) {
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
				data = append(data, Setting{Theta: theta, BiasFree: biasFree})
			}
		}
	}
	return data, passes
}

func (c Tables) print(w io.Writer, o outcome) error {
	if c.JSON {
		for _, rows := range o.learners {
			if err := term.WriteJSON(w, rows...); err != nil {
				return err
			}
		}
		return nil
	}
	head := fmt.Sprintf("theta = %v, b* = %.4f, Dbar/D = %.4f", o.Theta, o.geometry.Bias+0, o.geometry.DBar/o.geometry.D)
	if o.report != nil {
		head = fmt.Sprintf("%s of omm.txt: %s (paper: b* = %v, Dbar/D = %.4f)", o.report.table, head, o.report.bias, o.report.ratio)
	}
	if _, err := fmt.Fprintf(w, "\n%s; %s, %s\n\n", head,
		term.Count(o.Passes, "pass", "passes"), term.Range("permutation", c.Seed, c.Permutations)); err != nil {
		return err
	}
	return printRuns(w, o.learners)
}

// adult is the data of omm.txt, Section B.1, with margin 1, and its certificate.
type Data struct {
	facts       benchdata.AdultFacts
	geometry    theory.Geometry // before the margin was normalised
	examples    []theory.Example
	certificate benchdata.Certificate
	bias        float64
	reports     map[Setting]report
}

func Read(ctx context.Context, dir string) (*Data, error) {
	examples, facts, err := benchdata.Adult(ctx, dir, benchdata.AdultOptions{})
	if err != nil {
		return nil, err
	}
	s, err := maxmargin.Solve(ctx, examples, facts.Columns, maxmargin.Options{})
	if err != nil {
		return nil, err
	}
	a := &Data{facts: facts, geometry: theory.Diameters(examples, facts.Columns), bias: s.Classifier.B, reports: readReports(publishedText)}
	a.geometry.Gamma = s.Gamma
	a.examples, a.certificate = benchdata.NormaliseMargin(examples, benchdata.Certificate{
		W: s.Classifier.W, Gamma: s.Gamma, Plus: s.Plus, Minus: s.Minus,
	})
	return a, nil
}

// print prints what is known of the data beside what the paper says.
func (a *Data) print(w io.Writer) error {
	g := term.NewTable(term.Left(""), term.Right("omm.txt"), term.Right("here"))
	g.Row("complete rows", "", a.facts.Complete)
	g.Row("columns", 96, a.facts.Columns)
	g.Row("kept, separable", 35508, a.facts.Kept)
	g.Row("of these +1, %", "27.11", fmt.Sprintf("%.2f", 100*float64(a.facts.Positives)/float64(a.facts.Kept)))
	g.Row("D", "220.43", fmt.Sprintf("%.4f", a.geometry.D))
	g.Row("gamma* before it is made 1", "", term.Number(a.geometry.Gamma))
	g.Row("b*", "-0.2848", fmt.Sprintf("%.4f", a.bias))
	return g.Write(w)
}

// variant makes the data of a setting, whatever its passes.
func (a *Data) Variant(s Setting) Variant {
	examples, certificate, bias := a.examples, a.certificate, a.bias
	if s.BiasFree {
		examples, certificate = benchdata.RemoveBias(examples, certificate)
		bias = 0
	}
	examples, _ = benchdata.ScaleFeatures(examples, certificate, s.Theta)
	dim := a.facts.Columns
	v := Variant{theta: s.Theta, biasFree: s.BiasFree, geometry: theory.Diameters(examples, dim), reports: a.reports}
	v.geometry.Bias, v.geometry.Gamma = bias, certificate.Gamma
	v.Set = &benchdata.Set{Name: fmt.Sprintf("adult(theta=%v,bias_free=%v)", s.Theta, s.BiasFree), Examples: examples, Dim: dim}
	return v
}
