package maxmargin

import (
	"context"
	"errors"
	"math"
	"slices"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Survey gathers the evidence on runs over one set of examples. What it measures
// in a view of them it measures once.
type Survey struct {
	// Absent is how many coordinates, 0 in all examples, they are given without. The
	// dimension of the geometry counts them.
	Absent int

	examples []theory.Example
	dim      int
	opt      Options
	lengths  map[vec.Norm]theory.Geometry // of the examples as they are
	known    map[theory.View]surveyed
	optima   map[objective][]float64
}

// objective is that of a support vector machine in a view.
type objective struct {
	theory.View
	lambda float64
}

// surveyed is what is known of a view.
type surveyed struct {
	theory.Geometry
	separator []float64 // of the maximum margin, in the space of the view; nil if there is none
	err       error
}

// NewSurvey returns a Survey of examples in dim dimensions, taken as checked.
func NewSurvey(examples []theory.Example, dim int, opt Options) *Survey {
	return &Survey{
		examples: examples, dim: dim, opt: opt,
		lengths: map[vec.Norm]theory.Geometry{}, known: map[theory.View]surveyed{},
		optima: map[objective][]float64{},
	}
}

// Geometry is that of [Margin], with its errors.
func (s *Survey) Geometry(ctx context.Context, view theory.View) (theory.Geometry, error) {
	v := s.view(ctx, view)
	return v.Geometry, v.err
}

// Lengths returns the lengths of the examples in a norm, nil for ℓ2, if they were measured.
func (s *Survey) Lengths(norm vec.Norm) (lengths theory.Geometry, measured bool) {
	lengths, measured = s.lengths[norm]
	return lengths, measured
}

// Unmeasured reports an error that says that there is no margin to measure, or none that
// can be told from rounding.
func Unmeasured(err error) bool {
	return errors.As(err, new(*OneClassError)) || errors.As(err, new(*UndecidedError))
}

// Separator is the maximum-margin w of a view, in its space; nil where the examples
// are not separable there, or that was not to be told.
func (s *Survey) Separator(ctx context.Context, view theory.View) []float64 {
	return s.view(ctx, view).separator
}

func (s *Survey) view(ctx context.Context, view theory.View) surveyed {
	v, ok := s.known[view]
	if !ok {
		lengths, known := s.lengths[view.Norm]
		if !known {
			if lengths = measured(ctx, s.examples, s.dim, theory.View{Norm: view.Norm}, s.opt.Most); ctx.Err() != nil {
				return surveyed{err: ctx.Err()}
			}
			s.lengths[view.Norm] = lengths
		}
		v.Geometry, v.separator, v.err = separate(ctx, s.examples, lengths, view, s.opt)
		if v.Geometry.Dim += s.Absent; ctx.Err() == nil {
			s.known[view] = v
		}
	}
	return v
}

// Evidence is what is known in a view of a run over the examples in the order
// given (nil: in their own, in whole passes). Its comparators are 0, the maximum-margin
// separator, the run's last classifier and Σ y x, and of a learner with a
// parameter λ the support vector machine's optimum, as far as there are;
// none of a run that ended early. A view that has no margin, as one class
// alone, or none that can be told from rounding, is not separable and no error.
func (s *Survey) Evidence(ctx context.Context, tr *theory.Trace, order []int, view theory.View) (theory.Evidence, error) {
	v := s.view(ctx, view)
	if v.err != nil && !Unmeasured(v.err) {
		return theory.Evidence{}, v.err
	}
	ev := theory.Evidence{Geometry: v.Geometry, Margin: math.NaN()}
	n := len(s.examples)
	if n == 0 || len(tr.Steps)%n != 0 || order != nil && len(order) != len(tr.Steps) {
		return ev, nil
	}
	at := func(once []float64) []float64 { // at each step
		if order == nil {
			return slices.Repeat(once, len(tr.Steps)/n)
		}
		all := make([]float64, len(order))
		for t, i := range order {
			all[t] = once[i]
		}
		return all
	}
	seen, dim := view.Of(s.examples, s.dim)
	last := view.Classifier(tr.Classifier)
	ev.Margin = last.MarginIn(view.Base(), seen)
	ev.AtRest = tr.Rests(len(seen))
	if length := (vec.L2{}).Of(last.W) * (vec.L2{}).Of(v.separator); v.Geometry.Separable && length > 0 && view.Base() == (vec.L2{}) {
		ev.Cosine = vec.Dot(last.W, v.separator) / length
	}
	comparators := [][]float64{v.separator, last.W, sum(seen, dim)}
	if lambda, ok := tr.Params["lambda"]; ok {
		of := objective{view, lambda}
		if s.optima[of] == nil {
			w, err := softMargin(ctx, seen, dim, lambda)
			if err != nil {
				return ev, err
			}
			s.optima[of] = w
		}
		comparators = append(comparators, s.optima[of])
	}
	lengths := make([]float64, len(seen))
	for i, e := range seen {
		lengths[i] = view.Base().Of(e.X.Value)
	}
	ev.Lengths = at(lengths)
	ev.Comparators = append(ev.Comparators, theory.NewComparator(make([]float64, len(tr.Steps))))
	for _, u := range comparators {
		if once := theory.ComparatorOf(view.Base(), u, slices.Values(seen)); once != nil {
			ev.Comparators = append(ev.Comparators, theory.NewComparator(at(once)))
		}
	}
	return ev, nil
}

// sum is Σ y x.
func sum(examples []theory.Example, dim int) []float64 {
	u := make([]float64, dim)
	for _, e := range examples {
		e.X.AddTo(u, float64(e.Y))
	}
	return u
}
