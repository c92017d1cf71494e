package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"marginlab/algos"
	"marginlab/algos/registry"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

type runCmd struct {
	input
	order
	spaceFlags
	Learners dataLearners `placeholder:"LIST" help:"The learners, separated by commas, as in e-omm,omm(rho=0.5). Without it every one that marginlab learners shows as a default. The constant of bias may be -Dbar or Dbar, the largest distance of the examples from the origin, as in bias(romma,-Dbar)."`
	JSON     bool         `name:"json" help:"Print one JSON object a line."`
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

JSON keys: learner params examples dim passes mistakes updates margin tau gamma seconds; and data shuffle steps stopped norm, and certificate and proof (weights least norm eps loops) of a batch algorithm.

margin is that of the last classifier on all the examples, 0 when it does not separate them. tau is how many examples had been seen when a classifier first separated them all (null: none did). gamma is the learner's own margin (null: it has none). seconds is the time spent learning. steps is how many examples it saw, fewer than examples times passes when it stopped, such as n-omm at the example that made the data inseparable; stopped then says why.

With --norm a learner that does not name its p learns in that norm; those that have no form in it are left out. margin is measured in --norm; without it in the learner's own norm, that of its p. gamma is always of the learner's own. norm is the one of margin. -Dbar and Dbar are lengths in --norm. Near p = 1 a coordinate that is 1e-16 in place of 0 has a weight (0.025 at p = 1.1), so that rounding decides some of the counts.

With --kernel the learners run in kernel form, and margin and gamma are of the Hilbert space of the kernel. Of a learner of many classes margin is the least distance by which the right class is ahead of another, among the differences of the classes, in l2 whatever the norm of a binary learner; updates of one-vs-rest are the examples at which a binary learner made one. A batch algorithm has iterations for updates, and no mistakes; its certificate, which has been verified, is a separator, or a convex combination of the normalised y x that is as near to the origin as it was asked for. proof has the weights of either, one an example, the least inner product of a normalised y x with their combination, and its norm.

Exit status: 1 when a learner of --learners stopped, 2 when the examples could not be read.`
}

// Run prints a row a learner. When it is interrupted, those of the learners that
// had finished.
func (c runCmd) Run(ctx context.Context, std term.Streams) error {
	on, err := c.sampled(ctx, c.input, std.In)
	if err != nil {
		return err
	}
	named, err := c.Learners.on(on)
	if err == nil {
		named, err = allIn(named, on.norm)
	}
	if err != nil {
		return err
	}
	learners := named
	if learners == nil {
		if learners, err = on.defaults(); err != nil {
			return err
		}
	}
	var rows []term.RunRow
	var stopped []error
	for _, s := range learners {
		row, why, ended := c.learn(ctx, s, on, std.Err)
		if err = ended; err != nil {
			break
		}
		if why != nil {
			stopped = append(stopped, why)
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		err = errors.Join(err, c.print(std, on, rows))
	}
	switch why := errors.Join(stopped...); {
	case err != nil:
		return err
	case why == nil:
		return nil
	case named != nil:
		return term.Found(why)
	default:
		_, err := fmt.Fprintf(std.Err, "marginlab: %v\n", why)
		return err
	}
}

// defaults are what is run when nothing is named: the default learners that have a
// form for the examples and in the norm.
func (on *sample) defaults() ([]subject, error) {
	if on.classes != nil {
		specs, err := registry.Learners().ParseList("amira-1-best,amira-k-best,one-vs-rest(e-omm),one-vs-rest(perceptron)")
		return subjectsOf(specs), err
	}
	all := slices.DeleteFunc(algos.Defaults(), func(s *algos.Spec) bool { return on.gram != nil && !s.HasKernelForm() })
	return those(subjectsOf(all), on.norm)
}

// learn runs one subject. why says what stopped it before the end of the stream;
// err is not nil if the run was interrupted.
func (c runCmd) learn(ctx context.Context, s subject, on *sample, stderr io.Writer) (row term.RunRow, why, err error) {
	runs, err := s.run(ctx, on, c.order, stderr)
	if err != nil {
		return row, nil, err
	}
	h := runs[0] // of one-vs-rest, all together
	row = term.RunRow{
		Learner: h.label, Params: s.params(h.trace), Examples: len(on.Examples), Dim: on.Dim, Passes: c.Passes,
		Mistakes: h.trace.Mistakes, Updates: h.trace.Updates, Margin: term.Missing(),
		Tau: term.Missing(), Gamma: term.Number(h.trace.Gamma), Seconds: term.Number(h.trace.Seconds),
		Data: on.Name, Shuffle: c.Shuffle, Steps: len(h.trace.Steps), Norm: nameOf(h.norm), Batch: s.batch != nil,
	}
	if h.margin != nil {
		row.Margin = term.Number(h.margin())
	}
	if h.tau != nil {
		if tau, ok := h.tau(); ok {
			row.Tau = term.Number(tau)
		}
	}
	if h.stop != nil {
		why = fmt.Errorf("%s stopped: %w", h.label, h.stop)
		row.Stopped = new(h.stop.Error())
	} else if s.batch != nil {
		r := h.result
		row.Certificate = new(string(r.Certificate))
		row.Proof = &term.Proof{Weights: r.Weights, Least: term.Number(r.Least), Norm: term.Number(r.Norm), Epsilon: term.Number(r.Epsilon), Loops: r.Loops}
	}
	return row, why, nil
}

// params are the parameters of a subject by name.
func (s subject) params(tr theory.Trace) map[string]any {
	spec := s.online
	switch {
	case s.batch != nil:
		spec = s.batch
	case s.classes != nil && s.classes.Inner != nil:
		spec = s.classes.Inner
	}
	if spec != nil {
		return params(spec)
	}
	m := map[string]any{}
	for name, v := range tr.Params {
		m[name] = v
	}
	return m
}

func (c runCmd) print(std term.Streams, on *sample, rows []term.RunRow) error {
	if c.JSON {
		return term.WriteJSON(std.Out, rows...)
	}
	fmt.Fprintf(std.Out, "%s\n\n", on.describe())
	g := term.NewTable(term.Left("learner"), term.Right("mistakes"), term.Right("updates"), term.Right("margin"), term.Right("tau"), term.Right("gamma"), term.Right("seconds"))
	for _, r := range rows {
		learner := r.Learner
		switch {
		case r.Certificate != nil:
			learner += ": " + *r.Certificate
		case r.Stopped != nil && r.Batch:
			learner += ": no certificate"
		case r.Stopped != nil:
			learner += fmt.Sprintf(" (stopped at example %d)", r.Steps+1)
		}
		mistakes := term.Number(r.Mistakes)
		if r.Batch {
			mistakes = term.Missing()
		}
		g.Row(learner, mistakes, r.Updates, r.Margin, r.Tau, r.Gamma, fmt.Sprintf("%.4f", float64(r.Seconds)))
	}
	return g.Write(std.Out)
}
