package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
)

type runCmd struct {
	input
	learnFlags
	saveFlags
	Stream       bool `help:"Keep a few MiB of the examples in memory, however many there are. FILE is read once before the first pass, and once after the last; standard input is kept in a temporary file. All learners share a pass. tau is left out."`
	Permutations int  `placeholder:"N" help:"Run each learner N times, in random permutations of the seeds from --shuffle on (default: from 1), and print the median of each number with its range, and how many runs have none. JSON and CSV have a row for each run."`
	term.Form
}

// Validate implements kong's check of a command's flags.
func (c runCmd) Validate() error {
	if err := c.saveFlags.Validate(); err != nil {
		return err
	}
	switch {
	case c.Permutations > 0 && (c.Stream || c.Save != ""):
		return errors.New("--permutations runs a learner several times, on all examples, " +
			"expected it without --stream and --save")
	case c.Stream:
		return c.validateStream()
	}
	return nil
}

// Run prints a row for each learner. When it is interrupted, it prints the rows of the
// learners that have finished.
func (c runCmd) Run(ctx context.Context, std term.Streams) error {
	if err := c.writable(c.File); err != nil {
		return err
	}
	if c.Stream {
		return c.stream(ctx, std)
	}
	data, err := c.data(ctx, c.input, c.Classes, std)
	if err != nil {
		return err
	}
	learners, err := c.Learners.on(data, data.Defaults)
	if err == nil {
		err = c.check(learners, data)
	}
	if err != nil {
		return err
	}
	var rows []term.RunRow
	var stopped []error
	orders := c.orders()
	p := c.progress(std.Err, data, slices.Repeat(learners, len(orders)))
	for n := range len(learners) * len(orders) {
		l, o := learners[n/len(orders)], orders[n%len(orders)]
		var r *trial.Run
		if r, err = o.run(ctx, data, l, false, p); err != nil {
			break
		}
		warnOfRounding(p, r, data)
		stopped = append(stopped, stop(r))
		rows = append(rows, term.RunRowOf(r, data, o.Passes, o.Shuffle))
		if c.Save != "" {
			err = c.write(r.Label, r.Linear, data)
		}
	}
	p.Clear()
	if len(rows) > 0 {
		c.print(std.Out, term.Describe(data), rows)
	}
	return cmp.Or(err, c.reportStopped(std, stopped))
}

// orders are those in which each learner sees the examples, one after the other.
func (c runCmd) orders() []order {
	if c.Permutations == 0 {
		return []order{c.order}
	}
	first := uint64(1)
	if c.Shuffle != nil {
		first = *c.Shuffle
	}
	all := make([]order, c.Permutations)
	for k := range all {
		all[k] = order{Passes: c.Passes, Shuffle: new(first + uint64(k))}
	}
	return all
}

// ranges is the table of the runs of each learner in several permutations.
func ranges(rows []term.RunRow) *term.Table {
	g := term.NewTable(term.Left("learner"), term.Right("runs"), term.Right("mistakes"), term.Right("updates"),
		term.Right("margin"), term.Right("tau").Drop(2), term.Right("gamma").Drop(3), term.Right("seconds").Drop(1))
	for _, of := range term.Grouped(rows, func(r term.RunRow) string { return r.Learner }) {
		values := make([][]float64, 6)
		for _, r := range of.Rows {
			mistakes, updates := term.Number(r.Mistakes), term.Number(r.Updates)
			for k, v := range []term.Number{mistakes, updates, r.Margin, r.Tau, r.Gamma, r.Seconds} {
				if v == v { // it has a value
					values[k] = append(values[k], float64(v))
				}
			}
		}
		row := []any{of.Key, len(of.Rows)}
		for _, all := range values {
			row = append(row, spread(all, len(of.Rows)))
		}
		g.Row(row...)
	}
	return g
}

// stop is the error that a learner stopped, nil if it did not.
func stop(r *trial.Run) error {
	if r.Stop == nil {
		return nil
	}
	return fmt.Errorf("%s stopped: %w", r.Label, r.Stop)
}

// reportStopped prints why learners stopped, which is a finding where they were named.
func (c runCmd) reportStopped(std term.Streams, stopped []error) error {
	why := errors.Join(stopped...)
	switch {
	case why == nil:
		return nil
	case c.Learners != nil:
		return term.Found(why)
	}
	fmt.Fprintf(std.Err, "marginlab: %v\n", why)
	return nil
}

// print prints the runs.
func (c runCmd) print(w *term.Out, about string, rows []term.RunRow) {
	term.PrintRows(w, rows...)
	w.Say("%s\n", about)
	if c.Permutations > 0 {
		ranges(rows).Print(w)
	} else {
		term.Runs(rows).Print(w)
	}
}
