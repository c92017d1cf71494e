package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"marginlab/algos"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

type checkCmd struct {
	input
	learnFlags
	diameterFlags
	Learner string `placeholder:"NAME" help:"Check only this learner, and print a row for each of its guarantees."`
	Theorem string `placeholder:"ID" help:"Print only the rows of this guarantee, one that marginlab theorems lists."`
	propertyFlags
	All bool `help:"Print a row for each guarantee, and not a line for each learner."`
	term.Form
}

// Validate implements kong's check of a command's flags.
func (c checkCmd) Validate() error {
	return cmp.Or(c.propertyFlags.validate(c.Learners), knownRow("--theorem", c.Theorem))
}

// Run prints a row for each guarantee, and the verdict. When it is interrupted, there is
// no verdict. Without a word of what to check, it holds the guarantees on two more sets, each in its way as Iris is: a
// stream at the bounds, and measurements that are not separable as a whole.
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
		for _, in := range []input{{File: "one_mistake"}, {File: "breast_cancer", reading: reading{Normalise: true, Separable: true}}} {
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
	if err == nil && c.Learner != "" {
		learners, err = only(c.Learner, learners)
	}
	if err != nil {
		return nil, err
	}
	outcomes, err := c.outcomes(ctx, data, learners, std.Err)
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
				"expected one of the learners %s",
				c.Theorem, g.Learner, describeNorms(g.Norms), strings.Join(familyOf(g), ", "))
		}
	}
	return s, nil
}

// only returns the learners of that name, with all their parameters and with a constant
// coordinate or without.
func only(name string, learners []*algos.Spec) (those []*algos.Spec, err error) {
	var names []string
	for _, l := range learners {
		if slices.Contains([]string{l.Kind.Name, l.Lifted(0).String(), l.String()}, name) {
			those = append(those, l)
		}
		if !slices.Contains(names, l.Kind.Name) {
			names = append(names, l.Kind.Name)
		}
	}
	if those == nil {
		err = unknown("--learner", name, names, "one of "+strings.Join(names, ", "))
	}
	return those, err
}

// report prints what the data are about, the rows and the verdict: a row for each guarantee, or a line for each
// learner. It returns the finding against a proved guarantee or a property, if there is one.
func (c checkCmd) report(w *term.Out, of *report.Sample, held []propertyRow, besides ...*report.Sample) error {
	rows := of.Rows
	term.PrintRows(w, rows...)
	w.Say("%s\n", term.Describe(of.Data))
	ending := ""
	if c.All || c.Learner != "" || c.Theorem != "" {
		verdictTable(rows).Print(w)
	} else {
		ending = " --all shows every guarantee."
		key := learnerOf
		if c.Learners.text == "" {
			key = func(r term.VerdictRow) string { return r.Kind }
		}
		summaryTable(rows, key).Print(w)
		for _, b := range besides {
			rows = append(rows, term.TallyOf(b.Rows, theory.Proved).Fail...)
		}
		if fails := slices.DeleteFunc(slices.Clone(rows), func(r term.VerdictRow) bool { return !r.Fails() }); len(fails) > 0 {
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

// barWidth is the width of the bar of a bound that is reached.
const barWidth = 10

// summaryTable has a line for each learner: how many of its proved guarantees hold, of those
// that speak, and the one that comes nearest to its bound.
func summaryTable(rows []term.VerdictRow, key func(term.VerdictRow) string) *term.Table {
	g := term.NewTable(term.Left("learner"), term.Right("hold"), term.Left("nearest to its bound").Whole(),
		term.Left("quantity").Drop(1), term.Right("value").Drop(3), term.Left("").Drop(3), term.Right("bound").Drop(3),
		term.Left("part used").Whole().Drop(2), term.Right("ratio"))
	for _, of := range term.Grouped(rows, key) {
		label := of.Key
		if n := len(term.Grouped(of.Rows, learnerOf)); n > 1 {
			label += fmt.Sprintf(" (%d forms)", n)
		}
		near, ok := term.Nearest(of.Rows)
		if !ok {
			g.Row(label, "-", term.Faint("none applies"))
			continue
		}
		mark, t := term.Good, term.TallyOf(of.Rows, theory.Proved)
		if len(t.Fail) > 0 {
			mark = term.Bad
		}
		value, bound, _ := near.Measured()
		g.Row(label, mark(fmt.Sprintf("%d of %d", len(t.Hold), len(t.Hold)+len(t.Fail))), near.ID, near.At, value,
			near.Relation, bound, mark(term.Bar(float64(near.Ratio), barWidth)), part(near))
	}
	return g
}

// part is the part of its bound that a guarantee which holds uses up, to three digits after the
// point. Of one that fails it has as many digits as it takes to show that.
func part(r term.VerdictRow) string {
	if _, _, ratio := r.Measured(); r.Fails() {
		return ratio
	}
	if r.Ratio > 0 && r.Ratio < 5e-4 {
		return "<0.001"
	}
	return term.Fixed(float64(r.Ratio), 3)
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

// shout prints a verdict. The word that it begins with is painted.
func shout(w *term.Out, verdict string) {
	word, rest, _ := strings.Cut(verdict, ":")
	paint := map[string]func(string) term.Painted{"PASS": term.Good, "FAIL": term.Bad, "NO VERDICT": term.Odd}[word]
	w.Lead(paint(word), ":%s", rest)
}

// learnerOf is a key to group verdicts by.
func learnerOf(r term.VerdictRow) string { return r.Learner }

// verdictTable has a line for each learner, and below it a row for each guarantee. Those
// that are silent for the same reason share a line, at the end.
func verdictTable(rows []term.VerdictRow) *term.Table {
	g := term.NewTable(term.Left("guarantee").Whole(), term.Left("quantity").Drop(2).Ample(18),
		term.Right("value").Drop(3), term.Left("").Drop(3), term.Right("bound").Drop(3),
		term.Right("ratio"), term.Left("status").Drop(1), term.Left("verdict"))
	for _, of := range term.Grouped(rows, learnerOf) {
		g.Across(term.Strong(of.Key))
		var silent []term.VerdictRow
		for _, r := range of.Rows {
			if !r.Speaks() {
				silent = append(silent, r)
				continue
			}
			value, bound, ratio := r.Measured()
			g.Row("  "+r.ID, r.At, value, r.Relation, bound, ratio, r.Status, word(r))
		}
		for _, why := range term.Grouped(silent, func(r term.VerdictRow) string { return *r.Silent }) {
			var ids []string
			for _, r := range why.Rows {
				ids = append(ids, r.ID)
			}
			g.Across(term.Faint(fmt.Sprintf("  silent, %s: %s", why.Key, strings.Join(ids, ", "))))
		}
	}
	return g
}

// word is the verdict of a guarantee that applies. A proved one that fails shouts.
func word(r term.VerdictRow) term.Painted {
	switch {
	case !r.Fails():
		return term.Good("holds")
	case r.Status == theory.Proved:
		return term.Bad("FAILS")
	}
	return term.Odd("fails")
}
