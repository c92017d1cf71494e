package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

type runCmd struct {
	input
	order
	spaceFlags
	Learners dataLearners `placeholder:"LIST" help:"The learners, separated by commas, as in e-omm,omm(rho=0.5). Default: every learner that marginlab learners marks as a default. The constant of bias may be Dbar or -Dbar, where Dbar is the largest distance of an example from the origin, as in bias(romma,-Dbar)."`
	saveFlags
	Stream  bool `help:"Keep a few MiB of the examples in memory, however many there are. FILE is read once before the first pass, and once after the last; standard input is kept in a temporary file. All learners share a pass. tau is left out."`
	Certify bool `help:"Decide every step again in exact arithmetic, or in intervals of growing precision, and count the steps that float64 decided otherwise. This takes a thousand times as long and more, and memory for each step."`
	term.Form
}

func (runCmd) Help() string {
	return `Examples:

    marginlab run
    marginlab run --learners 'e-omm,omm(rho=0.5)' --passes 5 --shuffle 1 my.libsvm.gz
    zcat my.csv.gz | marginlab run --json --positive yes -
    marginlab run --kernel 'poly(degree=3)' --learners 'e-omm,averaged-perceptron,snkp'
    marginlab run --classes --learners 'amira-k-best,one-vs-rest(e-omm)' iris.csv
    marginlab run --norm mahalanobis:m.csv my.csv
    marginlab run --learners 'e-omm(p=1.5),e-omm(p=3)' --norm 2
    marginlab run --learners e-omm --save my.model my.libsvm

JSON keys: learner params examples dim passes mistakes updates margin tau gamma seconds; and data shuffle steps stopped norm, and certificate and proof (weights least norm eps loops) of a batch algorithm, and certified (steps doubtful otherwise first mistakes updates why) with --certify.

margin is that of the last classifier on all the examples, 0 when it does not separate them. tau is how many examples had been seen when a classifier first separated them all (null if none did). gamma is the learner's own margin (null if it has none). seconds is the time spent learning. steps is how many examples the learner saw: fewer than examples times passes if it stopped, as n-omm does at the example that makes the data inseparable. stopped then gives the reason.

--norm measures everything in the given norm, Dbar included. A learner that does not name its p learns in it; learners that have no form in it are left out. Without --norm, margin is in the learner's own norm, that of its p. gamma is always in the learner's own norm. The key norm names the norm of margin. Near p = 1 a coordinate that is 1e-16 instead of 0 has a weight (0.025 at p = 1.1), so that rounding decides some of the counts.

--kernel runs the learners in kernel form; margin and gamma are then those of the Hilbert space of the kernel.

For a learner of many classes, margin is the least distance by which the right class is ahead of another, among the differences of the classes. It is in l2, whatever the norm of a binary learner. The updates of one-vs-rest are the examples at which a binary learner made one.

For a batch algorithm, updates are its iterations, and there are no mistakes. Its certificate, which has been verified, is a separator, or a convex combination of the normalised y x that is as near to the origin as was asked for. proof has the weights of either, one for each example, the least inner product of a normalised y x with their combination, and the norm of that combination.

--certify runs the exact model of a learner through the same examples. A step is doubtful where its score is, relatively, within 1e-9 of a tie: of 0, or of what the update condition compares it with. otherwise counts the steps whose prediction or update is not that of float64, and first is the first of them, from which on the classifiers differ; of many classes a prediction is right or wrong. A randomized classifier tosses the same coins again. mistakes and updates are those of the model. why says why nothing was decided again, as of a learner without an exact model.

Exit status: 0 success, 1 a learner named in --learners stopped, 2 the examples could not be read.`
}

// Validate implements kong's check of a command's flags.
func (c runCmd) Validate() error {
	if err := cmp.Or(c.order.Validate(), c.saveFlags.Validate(), c.validateCertify()); err != nil || !c.Stream {
		return err
	}
	return c.validateStream()
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
	if c.Certify {
		if err := cmp.Or(c.kept(len(data.Examples), stepSize, c.Memory), rational(len(data.Examples), data.Dim, c.Memory)); err != nil {
			return fmt.Errorf("--certify: %w", err)
		}
	}
	var rows []term.RunRow
	var stopped []error
	p := learning(std.Err, data, learners, c.order)
	for _, l := range learners {
		var r *trial.Run
		if r, err = tried(ctx, data, l, c.order, c.Certify, p); err != nil {
			break
		}
		if r.Stop != nil {
			stopped = append(stopped, fmt.Errorf("%s stopped: %w", r.Label, r.Stop))
		}
		row := c.row(r, data)
		if c.Certify {
			p.Say("%s: again, in exact arithmetic", l)
			if row.Certified, err = c.certified(ctx, r, data); err != nil {
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
	return cmp.Or(err, c.found(std, stopped))
}

// found says why learners stopped, which is a finding where they were named.
func (c runCmd) found(std term.Streams, stopped []error) error {
	why := errors.Join(stopped...)
	switch {
	case why == nil:
		return nil
	case c.Learners.list != nil:
		return term.Found(why)
	}
	fmt.Fprintf(std.Err, "marginlab: %v\n", why)
	return nil
}

// learning returns the progress of learners that go through the data, each in its turn.
func learning(stderr io.Writer, data *trial.Data, learners []*algos.Spec, o order) *term.Progress {
	p := term.NewProgress(stderr)
	p.Begin(data.Name, "examples", int64(len(learners)*o.Passes*len(data.Examples)))
	return p
}

// tried runs a learner on the data, and shows how far it is. A batch algorithm, which goes
// through the data as often as it takes, counts as one pass at its end.
// Its steps are kept where theorems are held against them. It warns of what rounding takes.
func tried(ctx context.Context, data *trial.Data, l *algos.Spec, o order, keep bool, p *term.Progress) (*trial.Run, error) {
	p.Say("%s", l)
	n, seen := len(data.Examples), 0
	defer func() { p.Done(o.Passes*n - seen) }()
	r, err := data.Run(ctx, l, trial.Options{Passes: o.passes(n), Counts: !keep, Watch: func(done int) {
		if l.Kind.Task == theory.Batch {
			p.Say("%s: iteration %d", l, done)
			return
		}
		p.Done(done - seen)
		seen = done
	}})
	if err == nil {
		if what := r.Rounded(data); what != "" {
			p.Warn("%s: %s", l, what)
		}
	}
	return r, err
}

// watched returns a context in which the measuring of data is shown, as it goes on for what.
func watched(ctx context.Context, p *term.Progress, what string) context.Context {
	return maxmargin.Watched(ctx, func(s maxmargin.Stage) {
		switch {
		case s.Part > 0:
			p.Say("%s: %s, %.0f %%", what, s.What, 100*s.Part)
		case s.Turns == 0:
			p.Say("%s: %s", what, s.What)
		case s.Turns%64 == 0:
			p.Say("%s: %s, turn %d", what, s.What, s.Turns)
		}
	})
}

// row returns a run as it is printed.
func (c runCmd) row(r *trial.Run, data *trial.Data) term.RunRow {
	return term.RunRowOf(r, data, c.Passes, c.Shuffle)
}

func (c runCmd) print(w *term.Out, about string, rows []term.RunRow) {
	term.PrintRows(w, rows...)
	w.Say("%s\n", about)
	g := term.Runs(rows)
	if c.Certify {
		g.Columns = append(g.Columns, term.Right("doubtful"), term.Right("otherwise"))
		for i, r := range rows {
			doubtful, otherwise := counts(r.Certified)
			g.Rows[i] = append(g.Rows[i], doubtful, otherwise)
		}
	}
	g.Print(w)
	showCertified(w, rows)
}
