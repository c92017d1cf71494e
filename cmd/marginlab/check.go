package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"marginlab/algos"
	"marginlab/algos/external"
	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
	"marginlab/props"
	"marginlab/theory"
)

type checkCmd struct {
	input
	learnFlags
	diameterFlags
	Theorem string `placeholder:"ID" help:"Print only the rows of this guarantee, one that marginlab theorems lists."`
	propertyFlags
	All bool `help:"Print a row for each guarantee, and not a line for each learner."`
	term.Form
}

// Validate implements kong's check of a command's flags.
func (c checkCmd) Validate() error {
	return cmp.Or(c.propertyFlags.validate(c.Learners), knownRow("--theorem", c.Theorem))
}

// Run prints a row for each guarantee, and the verdict; when it is interrupted, there is no verdict. Without any
// argument it checks two more sets: a stream at the bounds, and measurements that are not separable as a whole.
func (c checkCmd) Run(ctx context.Context, command *kong.Context, std term.Streams) error {
	if c.Replay != "" {
		return c.replay(std)
	}
	first, err := c.on(ctx, c.input, std)
	if err != nil {
		return err
	}
	var besides []*report.Sample
	if len(command.Args) == 1 {
		breastCancer := input{File: "breast_cancer", reading: reading{Normalise: true, Separable: true}}
		for _, in := range []input{{File: "one_mistake"}, breastCancer} {
			in.Format = "auto"
			s, err := c.on(ctx, in, std)
			if err != nil {
				return err
			}
			besides = append(besides, s)
		}
	}
	held, err := c.properties(ctx, first.Data, std)
	if err != nil {
		return err
	}
	return c.report(std.Out, first, held, besides...)
}

// on holds the guarantees of the learners against their runs on the examples.
func (c checkCmd) on(ctx context.Context, in input, std term.Streams) (*report.Sample, error) {
	data, err := c.data(ctx, in, c.Classes, std)
	if err != nil {
		return nil, err
	}
	c.enclose(data)
	learners, err := c.Learners.on(data, data.Checked)
	var outcomes []outcome
	if err == nil {
		outcomes, err = c.outcomes(ctx, data, learners, std.Err)
	}
	if err != nil {
		return nil, err
	}
	c.warn(std.Err, data)
	s := &report.Sample{Data: data}
	for _, o := range outcomes {
		if o.why != nil {
			return nil, o.why
		}
		s.Rows = append(s.Rows, o.rows...)
	}
	if c.Theorem != "" {
		s.Rows = slices.DeleteFunc(s.Rows, func(r term.VerdictRow) bool { return r.ID != c.Theorem })
		if len(s.Rows) == 0 {
			g := theory.Row(c.Theorem)
			return nil, fmt.Errorf("--theorem %s is about %s in the norms %s, and none of these runs is: "+
				"expected one of the learners %s", c.Theorem, g.Learner, describeNorms(g.Norms),
				strings.Join(familyOf(g), ", "))
		}
	}
	return s, nil
}

// report prints what the data are about, the rows and the verdict: a row for each guarantee, or a line for each
// learner. It returns the finding against a proved guarantee or a property, if there is one.
func (c checkCmd) report(w *term.Out, of *report.Sample, held []propertyRow, besides ...*report.Sample) error {
	rows := of.Rows
	term.PrintRows(w, rows...)
	w.Say("%s\n", term.Describe(of.Data))
	ending := ""
	if c.All || c.Theorem != "" {
		verdictTable(rows).Print(w)
	} else {
		ending = " --all shows every guarantee."
		key := learnerOf
		if c.Learners == nil {
			key = func(r term.VerdictRow) string { return r.Kind }
		}
		summaryTable(rows, key).Print(w)
		for _, b := range besides {
			rows = append(rows, term.TallyOf(b.Rows, theory.Proved).Fail...)
		}
		holds := func(r term.VerdictRow) bool { return !r.Fails() }
		if fails := slices.DeleteFunc(slices.Clone(rows), holds); len(fails) > 0 {
			w.Say("")
			failureTable(fails).Print(w)
		}
	}
	w.Say("")
	for _, b := range besides {
		near, _ := term.Nearest(b.Rows)
		t := term.TallyOf(b.Rows, theory.Proved)
		w.Say("%s: %d of %d hold, nearest %s %s", b.Data.Name, len(t.Hold), len(t.Hold)+len(t.Fail), near.ID,
			part(near))
	}
	shout(w, term.Verdict(rows)+ending)
	return both(term.Failed(rows), printProperties(w, held))
}

// failureTable shows guarantees that fail, with what they claim.
func failureTable(fails []term.VerdictRow) *term.Table {
	g := term.NewTable(term.Left("fails"), term.Left("quantity"), term.Right("value"), term.Left(""),
		term.Right("bound"), term.Right("ratio"), term.Left("status"))
	for _, of := range term.Grouped(fails, learnerOf) {
		g.Across(term.Strong(of.Key))
		for _, r := range of.Rows {
			value, bound, ratio := r.Measured()
			paint := term.Odd
			if r.Status == theory.Proved {
				paint = term.Bad
			}
			g.Row(paint("  "+r.ID), r.At, value, r.Relation, bound, ratio, r.Status)
			g.Across(term.Faint(fmt.Sprintf("    %s, on examples %s, assuming: %s (%s)",
				r.Claim, r.View, r.Assumption, r.Source)))
		}
	}
	return g
}

// propertyFlags are the flags on properties of learners. 500 cases take some seconds of a small program.
type propertyFlags struct {
	Properties bool   `help:"Hold each of --learners to the properties of its family too, on streams that are drawn. Default for programs."`
	Cases      int    `default:"500" help:"How many cases of each property are drawn for a program, always the same ones; 0 for no properties. Of a learner of marginlab there are as many as its tests draw."`
	Replay     string `placeholder:"CASE" help:"Hold the one learner of --learners to one property, in the case that a failure prints, and to nothing else."`
}

// validate returns an error if flags do not go together.
func (f propertyFlags) validate(learners learnerList) error {
	switch n := len(learners); {
	case f.Cases == 0 && f.Properties:
		return errors.New("--cases is 0, expected 1 or more, or no --properties")
	case f.Replay != "" && n != 1:
		return fmt.Errorf("--replay holds one learner, expected --learners with one, and there are %d", n)
	case f.Properties && n == 0:
		return errors.New("--properties holds the learners of --learners, expected that flag too")
	}
	return nil
}

// propertyRow is what came of a property as it is printed.
type propertyRow struct {
	Learner  string  `json:"learner"`
	Property string  `json:"property"`
	Claim    string  `json:"claim"`
	Source   string  `json:"source"`
	Cases    int     `json:"cases"`
	Holds    *bool   `json:"holds"`
	Reason   *string `json:"reason"`
	Case     *string `json:"case"`
	Values   *string `json:"values"`

	failure *props.Failure
}

// newPropertyRow gives a failure the command line that replays it.
func newPropertyRow(l *algos.Spec, h props.Held) propertyRow {
	row := propertyRow{
		Learner: l.String(), Property: h.Name, Claim: h.Claim, Source: h.Source, Cases: h.Tried, failure: h.Failure,
	}
	if h.Reason != "" {
		row.Reason = &h.Reason
		return row
	}
	if f := h.Failure; f != nil {
		row.Case, row.Values = new(h.Name+"; "+f.Case.Unnamed()), new(f.Err.Error())
		f.Replay = fmt.Sprintf("marginlab check --learners %s --replay %s", quoted(row.Learner), quoted(*row.Case))
		f.Seed = ""
	}
	row.Holds = new(h.Failure == nil)
	return row
}

// properties holds those of the learners to properties that are online learners of two classes,
// and, unless --properties is given, programs.
func (c checkCmd) properties(ctx context.Context, data *trial.Data, std term.Streams) (rows []propertyRow, err error) {
	none := func() ([]*algos.Spec, error) { return nil, nil }
	learners, err := c.Learners.on(data, none)
	if err != nil {
		return nil, err
	}
	p := term.NewProgress(std.Err)
	defer p.Clear()
	for _, l := range learners {
		cases := c.Cases
		switch _, program := external.Of(l); {
		case l.Kind.Task != theory.Online, !c.Properties && !(program && cases > 0):
			continue
		case !program:
			cases = 0 // as many as tests draw of a learner of this project
		}
		n := 0
		for range props.About(l) {
			n++
		}
		p.Begin(l.String(), int64(n))
		held, err := props.Hold(ctx, l, cases, func() { p.Done(1) })
		if err != nil {
			return nil, err
		}
		for _, h := range held {
			rows = append(rows, newPropertyRow(l, h))
		}
	}
	return rows, nil
}

// replay holds one learner to one property in one case.
func (c checkCmd) replay(std term.Streams) error {
	held, err := props.Replay(c.Learners[0], c.Replay)
	if err != nil {
		return fmt.Errorf("--replay: %w", err)
	}
	return printProperties(std.Out, []propertyRow{newPropertyRow(c.Learners[0], held)})
}

// printProperties prints what came of the properties of each learner: how many hold, and each failure
// in full. It returns the finding that one fails.
func printProperties(w *term.Out, rows []propertyRow) (failed error) {
	term.PrintRows(w, rows...)
	for _, of := range term.Grouped(rows, func(r propertyRow) string { return r.Learner }) {
		var fails, hold, untried []string
		cases, claimed := 0, true
		for _, r := range of.Rows {
			switch cases += r.Cases; {
			case r.Reason != nil:
				untried = append(untried, r.Property)
				claimed = claimed && r.Property != "guarantees"
			case !*r.Holds:
				fails = append(fails, r.Property)
			default:
				hold = append(hold, r.Property)
			}
		}
		verdict := fmt.Sprintf("PASS: %s of %s, in %s: %s.", term.Count(len(hold), "property holds", "properties hold"),
			of.Key, term.Count(cases, "case", "cases"), strings.Join(hold, ", "))
		switch failing := term.Count(len(fails), "property fails", "properties fail"); {
		case fails != nil:
			verdict = fmt.Sprintf("FAIL: %s of %s: %s. %d hold.", failing, of.Key, strings.Join(fails, ", "), len(hold))
			failed = both(failed, term.Found(fmt.Errorf("%s: %s", failing, strings.Join(fails, ", "))))
		case !claimed:
			verdict = "NO VERDICT: nothing was claimed that only a learner of some family does. " +
				strings.TrimPrefix(verdict, "PASS: ")
		}
		if untried != nil {
			verdict += fmt.Sprintf(" Not held: %s; --json says why.", strings.Join(untried, ", "))
		}
		shout(w, verdict)
		for _, r := range of.Rows {
			if r.failure != nil {
				w.Verbatim(fmt.Sprintf("\n%s\n", r.failure))
			}
		}
	}
	return failed
}

// both joins two errors in a line.
func both(a, b error) error {
	if a != nil && b != nil {
		return fmt.Errorf("%w; %w", a, b)
	}
	return cmp.Or(a, b)
}
