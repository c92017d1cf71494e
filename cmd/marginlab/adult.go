package main

import (
	"context"
	"fmt"
	"io"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/benchdata"
	"marginlab/theory"
)

type adultCmd struct {
	Data     string      `placeholder:"DIR" help:"The folder with adult.data and adult.test, or with a folder adult that has them, plain or gzipped. Without it the one that MARGINLAB_DATA names, then where marginlab fetch adult puts them."`
	Theta    []float64   `default:"0" placeholder:"T" help:"Feature scaling; the paper has 0, 0.25, 0.5, 0.75 and 1. 0 by default."`
	BiasFree string      `enum:"both,yes,no" default:"both" placeholder:"both" help:"Bias control: translate the data so that b* = 0 (yes), or not (no)."`
	Passes   int         `default:"1" placeholder:"N" help:"Go N times through the data, but once with n-omm; the paper has 1 and 5. 1 by default."`
	Shuffle  uint64      `default:"1" placeholder:"SEED" help:"The seed of the first permutation; 1 by default."`
	Runs     int         `default:"5" placeholder:"N" help:"Run every learner on N permutations, of the seeds SEED, SEED+1, ...; 5 by default."`
	Learners learnerList `placeholder:"LIST" help:"The learners, by default n-omm,e-omm,ce-omm,perceptron."`
	JSON     bool        `name:"json" help:"Print one JSON object a line, one a run."`
}

func (adultCmd) Help() string {
	return `Examples:

    marginlab reproduce adult
    marginlab reproduce adult --theta 0,0.25,0.5,0.75,1 --bias-free yes --runs 1 --json

omm.txt is Ho-Nguyen, Kilinc-Karzan, Nguyen and Shen, Efficient Online Large-Margin Classification via Dual Certificates. The data are those of its Section B.1, made from the raw files: rows with a missing value dropped, k-1 dummy variables for an attribute of k levels, standardised, and separated by removing what a linear SVM misclassifies or leaves within 0.01 of its boundary. Section B.2 then makes the margin 1, the bias 0 or not, and the data as far from the origin as theta says.

The paper ran one random permutation, of a seed it does not name. So there are several here, and what is shown is their median with their range. A dash is for no margin, that is a classifier that does not separate the data. Where b* is not 0, the Perceptron is bias(perceptron,1), as in the paper.

JSON keys: those of run, and table theta bias_free published positives d d_bar bias. published has the paper's mistakes margin tau seconds, or is null.

Exit status: 2 when the data are missing or not as expected.`
}

// Validate implements kong's check of a command's flags.
func (c adultCmd) Validate() error {
	for _, theta := range c.Theta {
		if !(theta >= 0 && theta <= 1e6) {
			return fmt.Errorf("--theta is %v, expected a number from 0 to 1e6", theta)
		}
	}
	if c.Runs < 1 {
		return fmt.Errorf("--runs is %d, expected at least 1", c.Runs)
	}
	return order{Passes: c.Passes}.Validate()
}

// Run prints the facts of the data, then a table a variant of it.
func (c adultCmd) Run(ctx context.Context, std streams) error {
	p := newProgress(std.err)
	learners := c.Learners.specs
	if !c.Learners.named() {
		var err error
		if learners, err = algos.ParseList("n-omm,e-omm,ce-omm,perceptron"); err != nil {
			return err
		}
	}
	dir, err := benchdata.Find("adult", c.Data)
	if err != nil {
		return err
	}
	p.say("reading Adult and separating it")
	defer p.clear()
	a, err := newAdult(ctx, dir)
	if err != nil {
		return err
	}
	p.clear()
	if !c.JSON {
		if err := a.print(std.out); err != nil {
			return err
		}
	}
	var seeds []uint64
	for k := range c.Runs {
		seeds = append(seeds, c.Shuffle+uint64(k))
	}
	for _, s := range c.settings() {
		v := a.variant(s)
		var all [][]reproduceRow
		for _, learner := range learners {
			rows, err := v.runs(ctx, learner, seeds, p)
			if err != nil {
				return err
			}
			all = append(all, rows)
		}
		if err := c.print(std.out, v, all); err != nil {
			return err
		}
	}
	return nil
}

// settings are the variants of the data asked for, in the order of the paper.
func (c adultCmd) settings() []setting {
	var all []setting
	for _, theta := range c.Theta {
		for _, biasFree := range []bool{true, false} {
			if c.BiasFree == "both" || (c.BiasFree == "yes") == biasFree {
				all = append(all, setting{c.Passes, theta, biasFree})
			}
		}
	}
	return all
}

func (c adultCmd) print(w io.Writer, v variant, learners [][]reproduceRow) error {
	if c.JSON {
		for _, rows := range learners {
			if err := writeJSON(w, rows); err != nil {
				return err
			}
		}
		return nil
	}
	head := fmt.Sprintf("theta = %v, b* = %.4f, Dbar/D = %.4f", v.theta, v.geometry.Bias+0, v.geometry.DBar/v.geometry.D)
	if v.report != nil {
		head = fmt.Sprintf("%s of omm.txt: %s (paper: b* = %v, Dbar/D = %.4f)", v.report.table, head, v.report.bias, v.report.ratio)
	}
	if _, err := fmt.Fprintf(w, "\n%s; permutations %d to %d\n\n", head, c.Shuffle, c.Shuffle+uint64(c.Runs)-1); err != nil {
		return err
	}
	return printRuns(w, learners)
}

// adult is the data of omm.txt, Section B.1, with margin 1, and its certificate.
type adult struct {
	facts       benchdata.AdultFacts
	geometry    theory.Geometry // before the margin was normalised
	examples    []theory.Example
	certificate benchdata.Certificate
	bias        float64
	reports     map[setting]report
}

func newAdult(ctx context.Context, dir string) (*adult, error) {
	examples, facts, err := benchdata.Adult(ctx, dir, benchdata.AdultOptions{})
	if err != nil {
		return nil, err
	}
	s, err := maxmargin.Solve(ctx, examples, facts.Columns, maxmargin.Options{})
	if err != nil {
		return nil, err
	}
	a := &adult{facts: facts, geometry: theory.Diameters(examples, facts.Columns), bias: s.Classifier.B, reports: readReports(publishedText)}
	a.geometry.Gamma = s.Gamma
	a.examples, a.certificate = benchdata.NormaliseMargin(examples, benchdata.Certificate{
		W: s.Classifier.W, Gamma: s.Gamma, Plus: s.Plus, Minus: s.Minus,
	})
	return a, nil
}

// print prints what is known of the data beside what the paper says.
func (a *adult) print(w io.Writer) error {
	g := newGrid(left(""), right("omm.txt"), right("here"))
	g.row("complete rows", "", a.facts.Complete)
	g.row("columns", 96, a.facts.Columns)
	g.row("kept, separable", 35508, a.facts.Kept)
	g.row("of these +1, %", "27.11", fmt.Sprintf("%.2f", 100*float64(a.facts.Positives)/float64(a.facts.Kept)))
	g.row("D", "220.43", fmt.Sprintf("%.4f", a.geometry.D))
	g.row("gamma* before it is made 1", "", number(a.geometry.Gamma))
	g.row("b*", "-0.2848", fmt.Sprintf("%.4f", a.bias))
	return g.write(w)
}

// variant makes the data of a setting.
func (a *adult) variant(s setting) variant {
	examples, certificate, bias := a.examples, a.certificate, a.bias
	if s.biasFree {
		examples, certificate = benchdata.RemoveBias(examples, certificate)
		bias = 0
	}
	examples, _ = benchdata.ScaleFeatures(examples, certificate, s.theta)
	dim := a.facts.Columns
	v := variant{setting: s, geometry: theory.Diameters(examples, dim)}
	v.geometry.Bias, v.geometry.Gamma = bias, certificate.Gamma
	v.set = &benchdata.Set{Name: fmt.Sprintf("adult(theta=%v,bias_free=%v)", s.theta, s.biasFree), Examples: examples, Dim: dim}
	if r, ok := a.reports[s]; ok {
		v.report = &r
	}
	return v
}
