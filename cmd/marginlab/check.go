package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"marginlab/algos/normalized"
	"marginlab/algos/registry"
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
	on, err := c.sampled(ctx, c.input, std.In)
	if err != nil {
		return err
	}
	learners, err := c.subjects(on)
	if err != nil {
		return err
	}
	var rows []checkRow
	for _, s := range learners {
		held, err := c.hold(ctx, s, on, std.Err)
		if err != nil {
			return err
		}
		rows = append(rows, held...)
	}
	return c.report(std.Out, on, rows)
}

// hold holds the guarantees of one subject against its run. A learner may stop
// where the examples are not separable, and nowhere else; a batch algorithm where
// its iterations are used up, which its theorem says where they may be.
func (c checkCmd) hold(ctx context.Context, s subject, on *sample, stderr io.Writer) ([]checkRow, error) {
	runs, err := s.run(ctx, on, c.order, stderr)
	if err != nil {
		return nil, err
	}
	var rows []checkRow
	for _, h := range runs {
		if h.refused {
			fmt.Fprintf(stderr, "marginlab: %s is not held: %v\n", h.label, h.stop)
		}
		if h.ground == nil {
			if h.stop != nil && !h.refused {
				fmt.Fprintf(stderr, "marginlab: %s stopped, and none of its learners is held: %v\n", h.label, h.stop)
			}
			continue
		}
		g, err := h.ground()
		if err != nil {
			return nil, err
		}
		if err := c.mayStop(s, h, g, stderr); err != nil {
			return nil, err
		}
		verdicts, err := theory.Verdicts(&h.trace, g.evidence)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", on.Name, err)
		}
		for _, v := range verdicts {
			view := v.Guarantee.ViewOf(&h.trace)
			geo, err := g.geometry(view)
			if view.Lift == 0 {
				view.Lift = h.lift
			}
			noVerdict := silence(view, geo, err)
			if s.batch != nil && h.stop != nil {
				noVerdict = "it gave up before it found a certificate"
			}
			rows = append(rows, newCheckRow(h.label, v, view, noVerdict, on.Name))
		}
	}
	return rows, nil
}

// mayStop is the error that a run should not have stopped.
func (c checkCmd) mayStop(s subject, h *held, g ground, stderr io.Writer) error {
	if h.stop == nil {
		return nil
	}
	if s.batch != nil {
		var limit *normalized.LimitError
		if !errors.As(h.stop, &limit) {
			return term.Found(fmt.Errorf("%s: %w", h.label, h.stop))
		}
		geo, _ := g.geometry(theory.View{Origin: true, Normalised: true}) // without one no theorem speaks
		if limit.Below > 0 && geo.Separable && geo.Lower > limit.Below {
			return term.Found(fmt.Errorf("%s: %w, but it is %v", h.label, h.stop, geo.Lower))
		}
		return nil
	}
	fmt.Fprintf(stderr, "marginlab: %s stopped: %v\n", h.label, h.stop)
	for _, row := range theory.Table() {
		if !row.Applies(&h.trace) {
			continue
		}
		if geo, _ := g.geometry(row.ViewOf(&h.trace)); geo.Separable {
			return fmt.Errorf("%s stopped on examples that are %s: %w", h.label, row.ViewOf(&h.trace).Separability(true), h.stop)
		}
	}
	return nil
}

// subjects are those of the list, and without one all that a row of the table
// speaks of and that the examples allow. Those through the origin are given a bias:
// they separate then what is separable.
func (c checkCmd) subjects(on *sample) ([]subject, error) {
	if named, err := c.Learners.on(on); err != nil || named != nil {
		if err == nil {
			named, err = allIn(named, on.norm)
		}
		return named, err
	}
	switch {
	case on.classes != nil:
		return allOf(on, theory.ManyClasses), nil
	case !isEuclidean(on.norm):
		return those(allOf(on, theory.Online), on.norm)
	}
	return append(allOf(on, theory.Online), append(allOf(on, theory.ManyClasses), allOf(on, theory.Batch)...)...), nil
}

// allOf are the learners of a task that a row of the table speaks of, in kernel form
// if the examples have a kernel. Those through the origin are given the constant
// coordinate 1, but for those of many classes and the batch algorithms with a kernel.
// One-vs-rest is for more than two classes.
func allOf(on *sample, task theory.Task) []subject {
	var all []subject
	for _, spec := range registry.Checked(task) {
		binary := spec.Core().Inner != nil
		if on.gram != nil && !spec.HasKernelForm() || binary && on.classes == nil {
			continue
		}
		if task == theory.Online || on.gram == nil {
			spec = spec.Lifted(1)
		}
		if s := subjectOf(spec); !slices.ContainsFunc(all, func(o subject) bool { return o.name == s.name }) {
			all = append(all, s)
		}
	}
	return all
}

// report prints the rows and the verdict, and returns the finding that there is
// against a proved guarantee, if any.
func (c checkCmd) report(w io.Writer, on *sample, rows []checkRow) error {
	line, failed := verdict(rows)
	if c.JSON {
		if err := term.WriteJSON(w, rows...); err != nil {
			return err
		}
		return failed
	}
	fmt.Fprintf(w, "%s\n\n", on.describe())
	if err := printVerdicts(w, rows); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "\n%s\n", line); err != nil {
		return err
	}
	return failed
}
