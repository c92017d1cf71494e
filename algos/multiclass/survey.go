package multiclass

import (
	"context"
	"math"

	"marginlab/algos/maxmargin"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Survey gathers the evidence on runs over one set of examples of M classes: on the
// stream of their differences, through the origin.
type Survey struct {
	*maxmargin.Survey
	x            []vec.Vector
	y            []int
	dim, classes int
	differences  []theory.Example
}

// NewSurvey returns a Survey of examples in dim dimensions, taken as checked.
func NewSurvey(x []vec.Vector, y []int, dim, classes int) *Survey {
	d := Differences(x, y, dim, classes)
	return &Survey{
		Survey: maxmargin.NewSurvey(d, dim*classes, maxmargin.Options{}),
		x:      x, y: y, dim: dim, classes: classes, differences: d,
	}
}

// Evidence is what is known of a run over the examples in the order given (nil: each
// once), as [maxmargin.Survey.Evidence] says it, in a view through the origin; the
// comparators' margins are those of the best wrong class. It is at rest if it is of whole
// passes, and the last changed nothing. There are no comparators of a run
// that ended early.
func (s *Survey) Evidence(ctx context.Context, tr *theory.Trace, order []int, view theory.View) (theory.Evidence, error) {
	if order == nil {
		order = inOrder(len(s.x))
	}
	geo, err := s.Geometry(ctx, view)
	if err != nil && !maxmargin.Unmeasured(err) {
		return theory.Evidence{}, err
	}
	ev := theory.Evidence{Geometry: geo, Margin: math.NaN()}
	n := len(s.x)
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
		if margins := Comparator(u, s.x, s.y, s.dim, s.classes, order); margins != nil {
			ev.Comparators = append(ev.Comparators, theory.NewComparator(margins))
		}
	}
	return ev, nil
}
