package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/benchdata"
)

type runCmd struct {
	input
	order
	Learners dataLearners `placeholder:"LIST" help:"The learners, separated by commas, as in e-omm,omm(rho=0.5). Without it every one that marginlab learners shows as a default. The constant of bias may be -Dbar or Dbar, the largest distance of the examples from the origin, as in bias(romma,-Dbar)."`
	JSON     bool         `name:"json" help:"Print one JSON object a line."`
}

func (runCmd) Help() string {
	return `Examples:

    marginlab run
    marginlab run --learners 'e-omm,omm(rho=0.5)' --passes 5 --shuffle 1 my.libsvm.gz
    zcat my.csv.gz | marginlab run --json --positive yes -

JSON keys: learner params examples dim passes mistakes updates margin tau gamma seconds; and data shuffle steps stopped.

margin is that of the last classifier on all the examples, 0 when it does not separate them. tau is how many examples had been seen when a classifier first separated them all (null: none did). gamma is the learner's own margin (null: it has none). seconds is the time spent learning. steps is how many examples it saw, fewer than examples times passes when it stopped, such as n-omm at the example that made the data inseparable; stopped then says why.

Exit status: 1 when a learner of --learners stopped, 2 when the examples could not be read.`
}

// runRow is what is printed of a run.
type runRow struct {
	Learner  string         `json:"learner"`
	Params   map[string]any `json:"params"`
	Examples int            `json:"examples"`
	Dim      int            `json:"dim"`
	Passes   int            `json:"passes"`
	Mistakes int            `json:"mistakes"`
	Updates  int            `json:"updates"`
	Margin   number         `json:"margin"`
	Tau      number         `json:"tau"`
	Gamma    number         `json:"gamma"`
	Seconds  number         `json:"seconds"`
	Data     string         `json:"data"`
	Shuffle  *uint64        `json:"shuffle"`
	Steps    int            `json:"steps"`
	Stopped  *string        `json:"stopped"`
}

// Run prints a row a learner. When it is interrupted, those of the learners that
// had finished.
func (c runCmd) Run(ctx context.Context, std streams) error {
	set, err := c.load(ctx, std.in)
	if err != nil {
		return err
	}
	learners, err := c.Learners.on(set)
	if err != nil {
		return err
	}
	var rows []runRow
	var stopped []error
	for _, spec := range learners.orDefaults() {
		row, why, ended := learn(ctx, spec, set, c.order, newProgress(std.err))
		if err = ended; err != nil {
			break
		}
		if why != nil {
			stopped = append(stopped, why)
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		err = errors.Join(err, c.print(std, set, rows))
	}
	switch why := errors.Join(stopped...); {
	case err != nil:
		return err
	case why == nil:
		return nil
	case learners.named():
		return finding{why}
	default:
		_, err := fmt.Fprintf(std.err, "marginlab: %v\n", why)
		return err
	}
}

// learn runs one learner. why says what stopped it before the end of the
// stream; err is not nil if the run was interrupted.
func learn(ctx context.Context, spec *algos.Spec, set *benchdata.Set, o order, p progress) (row runRow, why, err error) {
	separation := algos.NewSeparation(set.Examples)
	stream := p.watch(o.stream(set.Examples), spec.String(), o.Passes*len(set.Examples))
	tr, stop := spec.Run(ctx, set.Dim, stream, separation)
	p.clear()
	if err := ctx.Err(); err != nil {
		return row, nil, err
	}
	row = runRow{
		Learner: tr.Learner, Params: params(spec),
		Examples: len(set.Examples), Dim: set.Dim, Passes: o.Passes,
		Mistakes: tr.Mistakes, Updates: tr.Updates,
		Margin: number(tr.Classifier.Margin(set.Examples)),
		Tau:    number(math.NaN()), Gamma: number(tr.Gamma), Seconds: number(tr.Seconds),
		Data: set.Name, Shuffle: o.Shuffle, Steps: len(tr.Steps),
	}
	if tau, ok := separation.Tau(); ok {
		row.Tau = number(tau)
	}
	if stop != nil {
		why = fmt.Errorf("%s stopped: %w", spec, stop)
		s := stop.Error()
		row.Stopped = &s
	}
	return row, why, nil
}

func (c runCmd) print(std streams, set *benchdata.Set, rows []runRow) error {
	if c.JSON {
		return writeJSON(std.out, rows)
	}
	fmt.Fprintf(std.out, "%s\n\n", describe(set))
	g := newGrid(left("learner"), right("mistakes"), right("updates"), right("margin"), right("tau"), right("gamma"), right("seconds"))
	for _, r := range rows {
		learner := r.Learner
		if r.Stopped != nil {
			learner += fmt.Sprintf(" (stopped at example %d)", r.Steps+1)
		}
		g.row(learner, r.Mistakes, r.Updates, r.Margin, r.Tau, r.Gamma, fmt.Sprintf("%.4f", float64(r.Seconds)))
	}
	return g.write(std.out)
}
