package multiclass

import (
	"context"
	"math"

	"marginlab/algos/maxmargin"
	"marginlab/theory"
)

// Survey gathers the evidence on runs over one set of examples of M classes: on the
// stream of their differences, through the origin.
type Survey struct {
	*maxmargin.Survey
	examples, differences []theory.Example
	dim, classes          int
}

// NewSurvey returns a Survey of examples in dim dimensions, taken as checked.
func NewSurvey(examples []theory.Example, dim, classes int) *Survey {
	d := Differences(examples, dim, classes)
	return &Survey{maxmargin.NewSurvey(d, dim*classes, maxmargin.Options{}), examples, d, dim, classes}
}

// Evidence is what is known of a run over the examples in the order given, as [maxmargin.Survey.Evidence] says
// it, in a view through the origin; the comparators' margins are those of the best wrong class. It is at rest
// if it is of whole passes, and the last changed nothing. There are no comparators of a run that ended early.
func (s *Survey) Evidence(ctx context.Context, tr *theory.Trace, order []int, view theory.View) (theory.Evidence, error) {
	geo, err := s.Geometry(ctx, view)
	if err != nil && !maxmargin.Unmeasured(err) {
		return theory.Evidence{}, err
	}
	ev := theory.Evidence{Geometry: geo, Margin: math.NaN()}
	n := len(s.examples)
	if len(tr.Steps) != len(order) || n == 0 {
		return ev, nil
	}
	ev.Margin = tr.Classifier.Margin(s.differences)
	ev.AtRest = len(order)%n == 0 && tr.Rests(n)
	sum := make([]float64, s.dim*s.classes)
	for _, d := range s.differences {
		d.X.AddTo(sum, 1)
	}
	ev.Comparators = append(ev.Comparators, theory.NewComparator(make([]float64, len(order))))
	for _, u := range [][]float64{s.Separator(ctx, view), tr.Classifier.W, sum} {
		if margins := Comparator(u, s.examples, s.dim, s.classes); margins != nil {
			steps := make([]float64, len(order))
			for t, i := range order {
				steps[t] = margins[i]
			}
			ev.Comparators = append(ev.Comparators, theory.NewComparator(steps))
		}
	}
	return ev, nil
}
