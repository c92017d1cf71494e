package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"marginlab/algos"
	"marginlab/algos/expr"
	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

type checkCmd struct {
	input
	order
	spaceFlags
	diameterFlags
	Learners dataLearners `placeholder:"LIST" help:"The learners, separated by commas, as in e-omm,omm(rho=0.5). Default: every learner that the table of guarantees speaks of. Those through the origin get a constant coordinate 1; with --kernel, learners of many classes and batch algorithms do without it. The constant of bias may be Dbar or -Dbar, where Dbar is the largest distance of an example from the origin, as in bias(romma,-Dbar)."`
	Learner  string       `placeholder:"NAME" help:"Check only this learner, and print a row for each of its guarantees."`
	Theorem  string       `placeholder:"ID" help:"Print only the rows of this guarantee, one that marginlab theorems lists."`
	propertyFlags
	All bool `help:"Print a row for each guarantee, and not a line for each learner."`
	term.Form
}

func (checkCmd) Help() string {
	return `Examples:

    marginlab check
    marginlab check --all
    marginlab check --learner perceptron
    marginlab check --theorem omm-s1 my.libsvm
    marginlab check --learners 'omm(rho=0.5),bias(perceptron,1)' --shuffle 7 my.libsvm
    marginlab check --passes 100 --normalise 'synthetic(r=4,seed=7)'
    marginlab check --kernel 'gaussian(sigma=5)'
    marginlab check --norm 3 my.libsvm
    marginlab check --learners 'exec(python3 mine.py,as=perceptron)'
    marginlab check --classes --learners 'amira-k-best(eps=0.5),one-vs-rest(e-omm)' iris.csv

There is a line for each learner: how many of its proved guarantees hold, of those that speak of its run, and the one that comes nearest to its bound, with the part of the bound that is used up. Bounds on mistakes, updates and other counts go first, then those on lengths, then constants. Forms of a learner, as n-omm and n-omm(keep=violating), share a line. What fails is shown in full. --all shows every guarantee; JSON and CSV always have them all.

marginlab check alone holds the guarantees on iris, and shows in short how they fare on one_mistake and on --normalise --separable breast_cancer.

JSON keys: learner claim source status quantity bound ratio holds; and id value relation at phi silent view assumption tight data norm.

A program, and with --properties each of --learners, is held to properties too, on streams that are drawn and not on the examples: that it scales with its features, that its run is the loop of its steps, that it predicts by the classifier that it shows and, with as=LEARNER, those of that learner, such as its rule step by step. A failure is shown with the shortest stream that was found and the line that replays it. A learner of no family has NO VERDICT: nothing was claimed of it that not every learner does. JSON keys of a property: learner property claim source cases holds silent case values.

quantity names what is bounded, and value is the measurement that comes nearest to its bound (at and phi say where). ratio is the part of the bound that is used up. m(phi) is read at the phi with the worst ratio, which may be negative: HKNS25 allows every phi up to rho. A guarantee is silent where its hypothesis does not hold: on examples that are not separable, for instance, or for a margin at rest when the last pass still made updates. Then value, bound, ratio and holds are null, and silent gives the reason.

There are online learners of two classes, learners of many classes, which see two classes as 0 and 1, and batch algorithms, which see all examples at once; marginlab learners lists them. --kernel runs the learners in kernel form, and holds the guarantees against the examples in the Hilbert space of the kernel. --classes keeps every label as a class of its own; one-vs-rest is then held through its binary learners, one class against the rest.

--norm measures everything in the given norm. A learner that does not name its p learns in it; learners that have no form in it are left out, as are learners of many classes and batch algorithms. A run is held against the guarantees that speak of its learner's norm (marginlab theorems says which), with the diameters and the maximum margin in that norm; the key norm names it.

A guarantee on any stream compares the learner with comparators of several lengths: the maximum-margin separator, the last classifier, the sum of y x and, for Pegasos, the optimum of its objective.

With more than 100000 examples, the diameters may only be enclosed, as marginlab geometry says. Bounds then use the upper ends, which keeps them true and makes them wider. --exact finds the diameters, to 11 digits.

A guarantee that is refuted as printed is known to fail on some streams; its corrected form stands beside it. If it fails here too, check reports that, and does not count it as an error.

Exit status: 0 when no proved guarantee and no property fails, which includes NO VERDICT, when all of them are silent; 1 when one fails; 2 when the examples could not be read.`
}

// Validate implements kong's check of a command's flags.
func (c checkCmd) Validate() error {
	return cmp.Or(c.order.Validate(), c.propertyFlags.validate(c.Learners))
}

// Run prints a row for each guarantee, and the verdict. When it is interrupted, there is
// no verdict.
func (c checkCmd) Run(ctx context.Context, std term.Streams) error {
	if err := c.known(); err != nil {
		return err
	}
	if c.Replay != "" {
		return c.replay(std)
	}
	data, rows, err := c.on(ctx, c.input, std)
	if err != nil {
		return err
	}
	var besides []moreRows
	if c.first() {
		if besides, err = c.besides(ctx, std); err != nil {
			return err
		}
	}
	held, err := c.properties(ctx, data, std)
	if err != nil {
		return err
	}
	return c.report(std.Out, term.Describe(data), rows, held, besides...)
}

// on holds the guarantees of the learners against their runs on the examples.
func (c checkCmd) on(ctx context.Context, in input, std term.Streams) (*trial.Data, []term.VerdictRow, error) {
	data, err := c.data(ctx, in, c.Classes, std)
	if err == nil {
		err = c.kept(len(data.Examples), keptSize, c.Memory)
	}
	if err != nil {
		return nil, nil, err
	}
	c.enclose(data)
	learners, err := c.Learners.on(data, data.Checked)
	if err == nil && c.Learner != "" {
		learners, err = only(c.Learner, learners)
	}
	if err == nil {
		err = withFlag(data.Fits(learners, int64(c.Memory)))
	}
	if err != nil {
		return nil, nil, err
	}
	var rows []term.VerdictRow
	p := learning(std.Err, data, learners, c.order)
	defer p.Clear()
	for _, l := range learners {
		held, err := c.hold(ctx, l, data, std.Err, p)
		if err != nil {
			return nil, nil, withFlag(err)
		}
		rows = append(rows, held...)
	}
	p.Clear()
	c.warn(std.Err, data)
	rows, err = c.chosen(rows)
	return data, rows, err
}

// chosen returns the rows to print. The error says that --theorem is about none of the learners.
func (c checkCmd) chosen(rows []term.VerdictRow) ([]term.VerdictRow, error) {
	if c.Theorem == "" {
		return rows, nil
	}
	rows = slices.DeleteFunc(rows, func(r term.VerdictRow) bool { return r.ID != c.Theorem })
	if len(rows) == 0 {
		g := theory.Row(c.Theorem)
		return nil, fmt.Errorf("--theorem %s is about %s in the norms %s, and none of these runs is: expected one of the learners %s", c.Theorem, g.Learner, describeNorms(g.Norms), strings.Join(familyOf(g), ", "))
	}
	return rows, nil
}

// known returns an error if the table of guarantees has no theorem of that name.
func (c checkCmd) known() error {
	var ids []string
	for _, g := range theory.Table() {
		ids = append(ids, g.ID)
	}
	if c.Theorem == "" || slices.Contains(ids, c.Theorem) {
		return nil
	}
	return fmt.Errorf("--theorem is %q%s", c.Theorem, cmp.Or(expr.DidYouMean(c.Theorem, ids), ", expected an ID that marginlab theorems lists, as omm-s1"))
}

// only returns the learners of that name, with all their parameters and with a constant
// coordinate or without.
func only(name string, learners []*algos.Spec) ([]*algos.Spec, error) {
	var those []*algos.Spec
	var names []string
	for _, l := range learners {
		known := []string{l.Kind.Name, l.Lifted(0).String(), l.String()}
		if slices.Contains(known, name) {
			those = append(those, l)
		}
		if !slices.Contains(names, known[0]) {
			names = append(names, known[0])
		}
	}
	if those == nil {
		return nil, fmt.Errorf("--learner is %q%s", name, cmp.Or(expr.DidYouMean(name, names), ", expected one of "+strings.Join(names, ", ")))
	}
	return those, nil
}

// hold holds the guarantees of a learner against its run. An online learner may stop where
// the examples are not separable, and nowhere else. A batch algorithm may stop where its
// iterations are used up, if its theorem allows that.
func (c checkCmd) hold(ctx context.Context, l *algos.Spec, data *trial.Data, stderr io.Writer,
	p *term.Progress) ([]term.VerdictRow, error) {
	r, err := tried(ctx, data, l, c.order, true, p)
	if err != nil {
		return nil, err
	}
	if r.Stop != nil {
		p.Clear() // there may be something to print
	}
	p.Say("%s: theorems", l)
	return c.rows(watched(ctx, p, l.String()), r, data, stderr)
}

// rows are the verdicts on a run.
func (c checkCmd) rows(ctx context.Context, r *trial.Run, data *trial.Data,
	stderr io.Writer) ([]term.VerdictRow, error) {
	batch := r.Learner.Kind.Task == theory.Batch
	switch held := r.Held(); {
	case r.Refused:
		fmt.Fprintf(stderr, "marginlab: %s is not held: %v\n", r.Label, r.Stop)
		return nil, nil
	case r.Stop != nil && len(held) == 0:
		fmt.Fprintf(stderr, "marginlab: %s stopped, and none of its learners is held: %v\n", r.Label, r.Stop)
	case r.Stop != nil && !batch:
		fmt.Fprintf(stderr, "marginlab: %s stopped: %v\n", r.Label, r.Stop)
	}
	var rows []term.VerdictRow
	kind := r.Learner.Kind.Name
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
			rows = append(rows, term.VerdictRowOf(kind, r.Label, v, data))
		}
	}
	return rows, nil
}

// detailed says that there is a row for each guarantee.
func (c checkCmd) detailed() bool { return c.All || c.Learner != "" || c.Theorem != "" }

// report prints what the data are about, the rows and the verdict. It returns the finding against a proved
// guarantee, if there is one.
func (c checkCmd) report(w *term.Out, about string, rows []term.VerdictRow, held []propertyRow,
	besides ...moreRows) error {
	found := failed(rows)
	term.PrintRows(w, rows...)
	w.Say("%s\n", about)
	if c.detailed() {
		verdictTable(rows).Print(w)
		w.Say("")
		shout(w, verdict(rows))
	} else {
		key := func(r term.VerdictRow) string { return r.Learner }
		if c.Learners.text == "" {
			key = func(r term.VerdictRow) string { return r.Kind }
		}
		c.summarise(w, rows, key, besides)
		for _, b := range besides {
			found = errors.Join(found, failed(b.rows))
		}
	}
	return both(found, printProperties(w, held))
}
