package trial

import (
	"context"
	"errors"
	"fmt"

	"marginlab/algos/maxmargin"
	"marginlab/algos/normalized"
	"marginlab/theory"
)

// Verdict is what a guarantee says of a run, in a view of the data.
type Verdict struct {
	theory.Verdict
	View theory.View
	Why  string // it is silent, "" if it is not
}

// Verdicts holds every guarantee of the table that speaks of the learner, and of those of
// one's own, against its run, which is one of [Run.Held]. It returns an error if something
// could not be measured, and that of ctx.
func (r *Run) Verdicts(ctx context.Context, own ...theory.Guarantee) ([]Verdict, error) {
	known, err := r.what(ctx)
	if err != nil {
		return nil, err
	}
	held, err := theory.Verdicts(ctx, &r.Trace, known.of, own...)
	if err != nil {
		return nil, err
	}
	var verdicts []Verdict
	for _, v := range held {
		view := v.Guarantee.ViewOf(&r.Trace)
		geo, err := known.geometry(view)
		if view.Lift == 0 {
			view.Lift = r.lift
		}
		noMargin := silence(view, geo, err)
		if r.Learner.Task() == theory.Batch && r.Stop != nil {
			noMargin = "it gave up before it found a certificate"
		}
		reason := why(v, v.Guarantee.Hidden(r.Trace.Unseen), noMargin)
		if r.leaves != nil && (noMargin == "" || v.Guarantee.AnyStream) {
			if left := r.leaves(v.Guarantee); left != "" {
				v, reason = theory.Verdict{Guarantee: v.Guarantee, Silent: true, Holds: true}, left
			}
		}
		verdicts = append(verdicts, Verdict{v, view, reason})
	}
	return verdicts, nil
}

// why says why a verdict is silent, "" if it is not. noMargin is why the view has no
// margin, and hidden what a program does not show that the guarantee reads; they are "" if there
// is no such reason.
func why(v theory.Verdict, hidden, noMargin string) string {
	g := v.Guarantee
	switch {
	case !v.Silent:
		return ""
	case g.Assumption == "any stream" && hidden == "":
		return "no " + g.Quantity.Name + " to read"
	case noMargin != "" && !g.AnyStream:
		return noMargin
	case v.Infinite && (g.Assumption == "separable" || g.Assumption == "separable through the origin"):
		return "the bound is infinite to float64"
	case hidden != "":
		return hidden
	case g.Quantity.Name == theory.RestMargin.Name:
		return "not at rest: the last pass made an update, or asked for one below rounding"
	}
	return "no " + g.Quantity.Name + " to read, or not met: " + g.Assumption
}

// silence says why guarantees that need a margin are silent in a view, given what the
// survey says of it; "" if they are not.
func silence(v theory.View, geo theory.Geometry, err error) string {
	switch {
	case errors.Is(err, maxmargin.ErrOnce):
		return "left out: the margin takes further passes, and the examples can be read once"
	case errors.As(err, new(*maxmargin.OneClassError)):
		return "one class only"
	case errors.As(err, new(*maxmargin.PassesError)):
		return "undecided: examples still cut the margin in the last pass"
	case errors.As(err, new(*maxmargin.UndecidedError)):
		return "undecided: rounding hides whether they are " + v.Separability(true)
	case !geo.Separable:
		return v.Separability(false)
	case !geo.Decided().Separable:
		return "rounding hides the margin: it is too small beside the lengths"
	}
	return ""
}

// Unexplained returns an error if a run of [Run.Held] should not have ended early. An
// online learner may stop where the examples are not separable. A batch algorithm may stop
// where its iterations are used up, unless its theorem says that it finds a certificate
// before.
func (r *Run) Unexplained(ctx context.Context) error {
	if r.Stop == nil {
		return nil
	}
	known, err := r.what(ctx)
	if err != nil {
		return err
	}
	if r.Learner.Task() == theory.Batch {
		return r.unexplainedLimit(known)
	}
	for _, row := range theory.Table() {
		if !row.Applies(&r.Trace) {
			continue
		}
		view := row.ViewOf(&r.Trace)
		if geo, _ := known.geometry(view); geo.Separable {
			return fmt.Errorf("%s stopped on examples that are %s: %w", r.Label, view.Separability(true), r.Stop)
		}
	}
	return nil
}

func (r *Run) unexplainedLimit(known evidence) error {
	var limit *normalized.LimitError
	if !errors.As(r.Stop, &limit) {
		return fmt.Errorf("%s: %w", r.Label, r.Stop)
	}
	geo, _ := known.geometry(theory.View{Origin: true, Normalised: true}) // without one no theorem speaks
	if limit.Below > 0 && geo.Separable && geo.Lower > limit.Below {
		return fmt.Errorf("%s: %w, but it is %v", r.Label, r.Stop, geo.Lower)
	}
	return nil
}
