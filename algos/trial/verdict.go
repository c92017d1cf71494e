package trial

import (
	"context"
	"errors"
	"fmt"

	"marginlab/algos/maxmargin"
	"marginlab/algos/normalized"
	"marginlab/theory"
)

// Verdict is the verdict of a guarantee on a run, in a view of the data.
type Verdict struct {
	theory.Verdict
	View theory.View
}

// Verdicts checks the run, which is one of [Run.Held], against every guarantee of the table that applies to the
// learner, and against the caller's own ones. The error is that something could not be measured, or that of ctx.
func (r *Run) Verdicts(ctx context.Context, own ...theory.Guarantee) ([]Verdict, error) {
	known, err := r.surveyed(ctx)
	if err != nil {
		return nil, err
	}
	of := func(v theory.View) (theory.Evidence, error) { return known.Evidence(ctx, &r.Trace, r.order, v) }
	held, err := theory.Verdicts(ctx, &r.Trace, of, own...)
	if err != nil {
		return nil, err
	}
	var verdicts []Verdict
	for _, v := range held {
		view := v.Guarantee.ViewOf(&r.Trace)
		geo, err := known.Geometry(ctx, view)
		if view.Lift == 0 {
			view.Lift = r.lift
		}
		noMargin := reasonIn(view, geo, err)
		if r.Learner.Kind.Task == theory.Batch && r.Stop != nil {
			noMargin = theory.Reason{Kind: theory.NoMargin, Detail: "it gave up before it found a certificate"}
		}
		if !v.Applies() && v.Guarantee.NeedsMargin() && noMargin.Kind != theory.Applies {
			v.Reason = noMargin
		}
		verdicts = append(verdicts, Verdict{v, view})
	}
	return verdicts, nil
}

// reasonIn returns why guarantees that need a margin do not apply in a view, given the survey's result in it; its
// Kind is Applies if they do.
func reasonIn(v theory.View, geo theory.Geometry, err error) theory.Reason {
	noMargin := func(why string) theory.Reason { return theory.Reason{Kind: theory.NoMargin, Detail: why} }
	var open *maxmargin.UndecidedError
	switch {
	case errors.As(err, new(*maxmargin.OneClassError)):
		return noMargin("one class only")
	case errors.As(err, &open):
		return noMargin("undecided: " + open.Why(v.Separability(true)))
	case !geo.Separable:
		return noMargin(v.Separability(false))
	case !geo.Decided().Separable:
		return noMargin("rounding hides the margin: it is too small beside the lengths")
	}
	return theory.Reason{}
}

// Unexplained returns an error if a run of [Run.Held] should not have ended early. An online learner may stop where
// the examples are not separable. A batch algorithm may stop where its iterations are used up, unless its theorem
// says that it finds a certificate before.
func (r *Run) Unexplained(ctx context.Context) error {
	if r.Stop == nil {
		return nil
	}
	known, err := r.surveyed(ctx)
	if err != nil {
		return err
	}
	if r.Learner.Kind.Task == theory.Batch {
		return r.unexplainedLimit(ctx, known)
	}
	for _, row := range theory.Table() {
		if !row.Applies(&r.Trace) {
			continue
		}
		view := row.ViewOf(&r.Trace)
		if geo, _ := known.Geometry(ctx, view); geo.Separable {
			return fmt.Errorf("%s stopped on examples that are %s: %w", r.Label, view.Separability(true), r.Stop)
		}
	}
	return nil
}

func (r *Run) unexplainedLimit(ctx context.Context, known *Survey) error {
	var limit *normalized.LimitError
	if !errors.As(r.Stop, &limit) {
		return fmt.Errorf("%s: %w", r.Label, r.Stop)
	}
	geo, _ := known.Geometry(ctx, theory.View{Origin: true, Normalised: true}) // without one no theorem applies
	if limit.Below > 0 && geo.Separable && geo.Lower > limit.Below {
		return fmt.Errorf("%s: %w, but it is %v", r.Label, r.Stop, geo.Lower)
	}
	return nil
}
