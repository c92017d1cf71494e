package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"marginlab/algos"
	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
)

type runCmd struct {
	input
	learnFlags
	saveFlags
	Stream       bool `help:"Keep a few MiB of the examples in memory, however many there are. FILE is read once before the first pass, and once after the last; standard input is kept in a temporary file. All learners share a pass. tau is left out."`
	Permutations int  `placeholder:"N" help:"Run each learner N times, in random permutations of the seeds from --shuffle on (default: from 1), and print the median of each number with its range, and how many runs have none. JSON and CSV have a row for each run."`
	Certify      bool `help:"Decide every step again in exact arithmetic, or in intervals of growing precision, and count the steps that float64 decided otherwise. This takes a thousand times as long and more, and memory for each step."`
	term.Form
}

// Validate implements kong's check of a command's flags.
func (c runCmd) Validate() error {
	if err := c.saveFlags.Validate(); err != nil {
		return err
	}
	switch {
	case c.Permutations > 0 && (c.Stream || c.Certify || c.Save != ""):
		return errors.New("--permutations runs a learner several times, on all examples, " +
			"expected it without --stream, --certify and --save")
	case c.Certify && c.Stream:
		return errors.New("--certify is for learners on features that are in memory, expected it without --stream")
	case c.Certify && c.Kernel != nil:
		return errors.New("--certify is for learners on features that are in memory, expected it without --kernel")
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
	data, learners, err := c.read(ctx, std)
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
		if r, err = o.run(ctx, data, l, c.Certify, p); err != nil {
			break
		}
		warnOfRounding(p, r, data)
		stopped = append(stopped, stop(r))
		row := term.RunRowOf(r, data, o.Passes, o.Shuffle)
		if c.Certify {
			p.Say("%s: again, in exact arithmetic", l)
			if row.Certified, err = certified(ctx, r, data, o); err != nil {
				break
			}
		}
		rows = append(rows, row)
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

// read reads the examples, and picks the learners.
func (c runCmd) read(ctx context.Context, std term.Streams) (*trial.Data, []*algos.Spec, error) {
	data, err := c.data(ctx, c.input, c.Classes, std)
	if err != nil {
		return nil, nil, err
	}
	if c.Certify {
		n := len(data.Examples)
		if err := c.checkMemory(n, stepSize, c.Memory); err != nil {
			return nil, nil, fmt.Errorf("--certify: %w", err)
		}
		if err := rational(n, data.Dim, c.Memory); err != nil {
			return nil, nil, fmt.Errorf("--certify: %w; --memory allows more", err)
		}
	}
	learners, err := c.Learners.on(data, data.Defaults)
	if err == nil {
		err = c.check(learners, data)
	}
	return data, learners, err
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

// print prints the runs and, below them, why steps were not decided again, or where otherwise.
func (c runCmd) print(w *term.Out, about string, rows []term.RunRow) {
	term.PrintRows(w, rows...)
	w.Say("%s\n", about)
	g := term.Runs(rows)
	if c.Permutations > 0 {
		g = ranges(rows)
	}
	var said []string
	if c.Certify {
		g.Columns = append(g.Columns, term.Right("doubtful"), term.Right("otherwise"))
		for i, r := range rows {
			switch again := r.Certified; {
			case again.Why != nil:
				g.Rows[i] = append(g.Rows[i], term.Missing(), term.Missing())
				said = append(said, fmt.Sprintf("%s: not decided again: %s", r.Learner, *again.Why))
			case again.Otherwise > 0:
				said = append(said, fmt.Sprintf("%s: decided otherwise from step %d on; exact arithmetic makes %d mistakes and %d updates",
					r.Learner, *again.First, again.Mistakes, again.Updates))
				fallthrough
			default:
				g.Rows[i] = append(g.Rows[i], again.Doubtful, again.Otherwise)
			}
		}
	}
	g.Print(w)
	for i, s := range said {
		w.Say("%s%s", []string{"\n", ""}[min(i, 1)], s)
	}
}

const (
	rationalSize = 128               // about what a rational number takes, in bytes
	stepSize     = 16 * rationalSize // and a step of an exact model, of such numbers or of intervals
)

// rational is the error that n examples in dim dimensions take more than the memory as rational
// numbers.
func rational(n, dim int, memory term.Bytes) error {
	return rationals(int64(n)*int64(dim), fmt.Sprintf("%d examples in %d dimensions", n, dim), memory)
}

// rationals is the error that so many rational numbers take more than the memory; what says which
// they are.
func rationals(n int64, what string, memory term.Bytes) error {
	if most := int64(memory) / rationalSize; n > most {
		return fmt.Errorf("%s, expected at most %d numbers in %s: a rational number takes about %d bytes",
			what, most, memory, rationalSize)
	}
	return nil
}

// certified decides the steps of a run again. The error is that of ctx; any other is why nothing
// was decided.
func certified(ctx context.Context, r *trial.Run, data *trial.Data, o order) (*term.Certified, error) {
	again, err := data.Redecide(ctx, r, o.passes(len(data.Examples)))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return &term.Certified{Why: new(err.Error())}, nil
	}
	row := &term.Certified{Steps: again.Steps, Doubtful: again.Doubtful, Otherwise: again.Otherwise, Mistakes: again.Mistakes, Updates: again.Updates}
	if again.Otherwise > 0 {
		row.First = &again.First
	}
	return row, nil
}
