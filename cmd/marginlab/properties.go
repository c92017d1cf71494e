package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"marginlab/algos"
	"marginlab/algos/external"
	"marginlab/algos/registry"
	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
	"marginlab/props"
	"marginlab/theory"
)

// propertyFlags are the flags on properties of learners. 500 cases take some seconds of a small program.
type propertyFlags struct {
	Properties bool   `help:"Hold each of --learners to the properties of its family too, on streams that are drawn. Default for programs."`
	Cases      int    `default:"500" help:"How many cases of each property are drawn for a program, always the same ones; 0 for no properties. Of a learner of marginlab there are as many as its tests draw."`
	Replay     string `placeholder:"CASE" help:"Hold the one learner of --learners to one property, in the case that a failure prints, and to nothing else."`
}

// validate returns an error if flags do not go together.
func (f propertyFlags) validate(learners dataLearners) error {
	switch n := len(learners.list); {
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
	Silent   *string `json:"silent"`
	Case     *string `json:"case"`
	Values   *string `json:"values"`

	failure *props.Failure
}

// newPropertyRow gives a failure the command line that replays it.
func newPropertyRow(l *algos.Spec, h props.Held) propertyRow {
	row := propertyRow{Learner: l.String(), Property: h.Name, Claim: h.Claim, Source: h.Source, Cases: h.Tried, failure: h.Failure}
	if h.Silence != "" {
		row.Silent = &h.Silence
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
		p.Begin(l.String(), "properties", int64(n))
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
	learners, err := registry.Learners().MakeList(c.Learners.list)
	if err != nil {
		return err
	}
	held, err := props.Replay(learners[0], c.Replay)
	if err != nil {
		return fmt.Errorf("--replay: %w", err)
	}
	return printProperties(std.Out, []propertyRow{newPropertyRow(learners[0], held)})
}

// printProperties prints what came of the properties of each learner: how many hold, and each failure
// in full. It returns the finding that one fails.
func printProperties(w *term.Out, rows []propertyRow) (failed error) {
	term.PrintRows(w, rows...)
	for _, of := range term.Grouped(rows, func(r propertyRow) string { return r.Learner }) {
		var fails, hold, silent []string
		cases, claimed := 0, true
		for _, r := range of.Rows {
			switch cases += r.Cases; {
			case r.Silent != nil:
				silent = append(silent, r.Property)
				claimed = claimed && r.Property != "guarantees"
			case !*r.Holds:
				fails = append(fails, r.Property)
			default:
				hold = append(hold, r.Property)
			}
		}
		verdict := fmt.Sprintf("PASS: %s of %s, in %s: %s.", term.Count(len(hold), "property holds", "properties hold"), of.Key,
			term.Count(cases, "case", "cases"), strings.Join(hold, ", "))
		switch failing := term.Count(len(fails), "property fails", "properties fail"); {
		case fails != nil:
			verdict = fmt.Sprintf("FAIL: %s of %s: %s. %d hold.", failing, of.Key, strings.Join(fails, ", "), len(hold))
			failed = both(failed, term.Found(fmt.Errorf("%s: %s", failing, strings.Join(fails, ", "))))
		case !claimed:
			verdict = "NO VERDICT: nothing was claimed that only a learner of some family does. " + strings.TrimPrefix(verdict, "PASS: ")
		}
		if silent != nil {
			verdict += fmt.Sprintf(" Not held: %s; --json says why.", strings.Join(silent, ", "))
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

// both is what one error or the other says, in a line.
func both(a, b error) error {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return fmt.Errorf("%w; %w", a, b)
}
