package main

import (
	"context"
	"fmt"
	"io"

	"marginlab/algos"
	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

type checkCmd struct {
	input
	order
	spaceFlags
	Learners dataLearners `placeholder:"LIST" help:"The learners, separated by commas, as in e-omm,omm(rho=0.5). Without it every one that the table of guarantees speaks of, those through the origin with a constant coordinate 1, which with --kernel those of many classes and batch algorithms do without. The constant of bias may be -Dbar or Dbar, the largest distance of the examples from the origin, as in bias(romma,-Dbar)."`
	JSON     bool         `name:"json" help:"Print one JSON object a line."`
}

func (checkCmd) Help() string {
	return `Examples:

    marginlab check
    marginlab check --learners 'omm(rho=0.5),bias(perceptron,1)' --shuffle 7 my.libsvm
    marginlab check --passes 100 --normalise 'synthetic(r=4,seed=7)'
    marginlab check --kernel 'gaussian(sigma=5)'
    marginlab check --norm 3 my.libsvm
    marginlab check --classes --learners 'amira-k-best(eps=0.5),one-vs-rest(e-omm)' iris.csv

JSON keys: learner claim source status quantity bound ratio holds; and id value relation at phi silent view assumption tight data norm.

quantity is what is bounded and value what was measured of it, where it comes nearest to its bound (at and phi say where); ratio is how much of the bound is used up. m(phi) is read at the phi where its ratio is worst, which may be negative: omm.txt allows every phi up to rho. A guarantee is silent where its hypothesis does not hold, such as on examples that are not separable, or for a margin at rest when the last pass still made updates: value, bound, ratio and holds are then null, and silent says why.

Beside the online learners of two classes there are those of many, which see two classes as 0 and 1, and the batch algorithms, which see all examples at once: marginlab learners lists them. With --kernel the learners run in kernel form, and the guarantees speak of the examples in the Hilbert space of the kernel. With --classes every label is a class of its own; of one-vs-rest the guarantees of each binary learner are held, one class against the rest.

With --norm a learner that does not name its p learns in that norm; those that have no form in it are left out, as are learners of many classes and batch algorithms. The guarantees on a run are held in the norm that its learner learns in, which is what norm says: those that speak of that norm (marginlab theorems), at the diameters and the maximum margin there.

A guarantee on any stream compares the learner with rivals: here the maximum-margin separator, the last classifier, the sum of y x and, for Pegasos, the optimum of its objective, at several lengths.

A guarantee that is refuted as printed is known to fail on some streams; its corrected form stands beside it. That it fails here too is reported and is no error.

Exit status: 0 when none of the proved guarantees fails, also with NO VERDICT, that is when all of them are silent; 1 when one fails; 2 when the examples could not be read.`
}

// Run prints a row a guarantee and the verdict. When it is interrupted, there is
// no verdict.
func (c checkCmd) Run(ctx context.Context, std term.Streams) error {
	data, err := c.data(ctx, c.input, c.Classes, std.In)
	if err != nil {
		return err
	}
	learners, err := c.Learners.on(data)
	if err == nil && learners == nil {
		learners, err = data.Checked()
	}
	if err != nil {
		return err
	}
	var rows []checkRow
	for _, l := range learners {
		held, err := c.hold(ctx, l, data, std.Err)
		if err != nil {
			return err
		}
		rows = append(rows, held...)
	}
	return c.report(std.Out, data, rows)
}

// hold holds the guarantees of a learner against its run. A learner may stop where the
// examples are not separable, and nowhere else; a batch algorithm where its iterations
// are used up, which its theorem says where they may be.
func (c checkCmd) hold(ctx context.Context, l *algos.Spec, data *trial.Data, stderr io.Writer) ([]checkRow, error) {
	r, err := tried(ctx, data, l, c.order, stderr)
	if err != nil {
		return nil, err
	}
	batch := l.Task() == theory.Batch
	switch held := r.Held(); {
	case r.Refused:
		fmt.Fprintf(stderr, "marginlab: %s is not held: %v\n", r.Label, r.Stop)
		return nil, nil
	case r.Stop != nil && len(held) == 0:
		fmt.Fprintf(stderr, "marginlab: %s stopped, and none of its learners is held: %v\n", r.Label, r.Stop)
	case r.Stop != nil && !batch:
		fmt.Fprintf(stderr, "marginlab: %s stopped: %v\n", r.Label, r.Stop)
	}
	var rows []checkRow
	for _, r := range r.Held() {
		if err := r.Unexplained(ctx); err != nil {
			if batch {
				err = term.Found(err)
			}
			return nil, err
		}
		verdicts, err := r.Verdicts(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", data.Name, err)
		}
		for _, v := range verdicts {
			rows = append(rows, newCheckRow(r.Label, v, data.Name))
		}
	}
	return rows, nil
}

// report prints the rows and the verdict, and returns the finding that there is
// against a proved guarantee, if any.
func (c checkCmd) report(w io.Writer, data *trial.Data, rows []checkRow) error {
	line, failed := verdict(rows)
	if c.JSON {
		if err := term.WriteJSON(w, rows...); err != nil {
			return err
		}
		return failed
	}
	fmt.Fprintf(w, "%s\n\n", term.Describe(data))
	if err := printVerdicts(w, rows); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "\n%s\n", line); err != nil {
		return err
	}
	return failed
}
