package trial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"marginlab/algos/maxmargin"
	"marginlab/algos/multiclass"
	"marginlab/algos/normalized"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Survey gathers the evidence on runs over one set of examples. It makes each measurement in a view of them once.
type Survey struct {
	// Absent is the number of coordinates, 0 in all examples, that the examples leave out. The dimension of the
	// geometry counts them.
	Absent int
	// Most is the number of examples, 0 for any, beyond which diameters may be known only as intervals: see
	// [theory.Lengths].
	Most int

	examples []theory.Example
	dim      int
	classed  []theory.Example // of many classes, with their differences as the examples; else nil
	classes  int
	lengths  map[vec.Norm]theory.Geometry // of the examples as given
	known    map[theory.View]surveyed
	optima   map[objective][]float64

	points normalized.Points // of a batch algorithm, of the examples with its constant coordinate; else nil
	lift   float64           // that coordinate
}

// objective is the objective of a support vector machine in a view.
type objective struct {
	theory.View
	lambda float64
}

// surveyed holds the measurements in a view.
type surveyed struct {
	theory.Geometry
	separator []float64                    // of the maximum margin, in the space of the view; nil if none exists
	meet      *maxmargin.NotSeparableError // the witness that none exists
	err       error
}

// NewSurvey returns a Survey of valid examples in dim dimensions.
func NewSurvey(examples []theory.Example, dim int) *Survey {
	return &Survey{
		examples: examples, dim: dim, lengths: map[vec.Norm]theory.Geometry{}, known: map[theory.View]surveyed{},
		optima: map[objective][]float64{},
	}
}

// NewClassSurvey returns a Survey of valid examples of several classes in dim dimensions. It measures the stream of
// their differences, through the origin.
func NewClassSurvey(examples []theory.Example, dim, classes int) *Survey {
	s := NewSurvey(multiclass.Differences(examples, dim, classes), dim*classes)
	s.classed, s.classes = examples, classes
	return s
}

// Measure returns the geometry of valid examples in a view, as [Survey.Geometry] does. Their dimension is the least
// that contains them.
func Measure(ctx context.Context, examples []theory.Example, view theory.View) (theory.Geometry, error) {
	return NewSurvey(examples, theory.Dim(examples)).Geometry(ctx, view)
}

// Unmeasured reports whether the error says that there is no margin to measure, or none beyond rounding.
func Unmeasured(err error) bool {
	return errors.As(err, new(*maxmargin.OneClassError)) || errors.As(err, new(*maxmargin.UndecidedError))
}

// Geometry returns the lengths of the examples in a view and its norm, γ∗ with its certified interval, and the bias
// of the maximum-margin classifier. Through the origin γ∗ is the margin there and the bias is 0. Examples that are
// not separable in the view, by a witness, have Separable false and γ∗ = 0, which is no error.
//
// The error is that of ctx; a *maxmargin.UndecidedError; a *maxmargin.OneClassError, unless the view is through the
// origin and there is an example; or that an example with the constant coordinate fails theory.Example.Check. The
// lengths are measured even then.
func (s *Survey) Geometry(ctx context.Context, view theory.View) (theory.Geometry, error) {
	v := s.view(ctx, view)
	return v.Geometry, v.err
}

// Separator returns the maximum-margin w of a view, in its space; nil where the examples are not separable there, or
// that is undecided.
func (s *Survey) Separator(ctx context.Context, view theory.View) []float64 {
	return s.view(ctx, view).separator
}

func (s *Survey) view(ctx context.Context, view theory.View) surveyed {
	if s.points != nil {
		view.Lift = s.lift
	}
	v, known := s.known[view]
	if known {
		return v
	}
	lengths, known := s.lengths[view.Norm]
	if !known {
		if lengths = s.lengthsOf(ctx, view, s.examples, s.dim); ctx.Err() != nil {
			return surveyed{err: ctx.Err()}
		}
		s.lengths[view.Norm] = lengths
	}
	v = s.separate(ctx, lengths, view)
	if v.Geometry.Dim += s.Absent; ctx.Err() == nil {
		s.known[view] = v
	}
	return v
}

// lengthsOf measures examples in the norm of a view, as long as ctx lasts.
func (s *Survey) lengthsOf(ctx context.Context, view theory.View, examples []theory.Example, dim int) theory.Geometry {
	watch := maxmargin.Watcher(ctx)
	watch(maxmargin.Stage{What: "distances"})
	all := theory.Lengths{Norms: true, Within: true, Across: true, Most: s.Most}
	return all.In(view.Base(), examples, dim, func(part float64) bool {
		watch(maxmargin.Stage{What: "distances", Part: part})
		return ctx.Err() == nil
	})
}

// separate measures the margin in a view, given the lengths of the examples in its norm. A constant coordinate c
// changes only D̄ and the shortest of these, to ‖(D̄,c)‖; for normalised examples it measures the lengths afresh.
func (s *Survey) separate(ctx context.Context, lengths theory.Geometry, view theory.View) (v surveyed) {
	base := view.Base()
	v.Geometry = lengths
	if view.Lift != 0 {
		v.Dim++
		v.DBar, v.Shortest = liftedLength(base, v.DBar, view.Lift), liftedLength(base, v.Shortest, view.Lift)
	}
	seen, dim := view.Of(s.examples, s.dim)
	if err := theory.CheckAll(seen, dim); err != nil {
		v.err = fmt.Errorf("with the constant coordinate %v: %w", view.Lift, err)
		return v
	}
	if view.Normalised {
		if v.Geometry = s.lengthsOf(ctx, view, seen, dim); ctx.Err() != nil {
			v.err = ctx.Err()
			return v
		}
	}
	opt := maxmargin.Options{Norm: base, Origin: view.Origin, Tolerance: maxmargin.DefaultTolerance}
	remote := view.Origin && !view.Normalised && isRemote(lengths, view.Lift, base)
	if remote {
		seen, dim, opt.Origin, opt.Tolerance = s.examples, s.dim, false, opt.Tolerance/2
	}
	best, err := maxmargin.Solve(ctx, seen, dim, opt)
	if errors.As(err, &v.meet) {
		return v
	}
	if v.err = err; err != nil {
		return v
	}
	w, b, lower := best.Classifier.W, best.Classifier.B, best.Lower
	if remote {
		b /= view.Lift
		w, b, lower = append(slices.Clone(w), b), 0, lower/liftedLength(base.Dual(), 1, b)
	}
	v.Gamma, v.Lower, v.Bias, v.Separable, v.separator = best.Gamma, lower, b, true, w
	return v
}

// liftedLength returns ‖(x, c)‖ of an x of the given length: in ℓ2 and ℓp it is ‖(‖x‖, c)‖.
func liftedLength(n vec.Norm, length, c float64) float64 {
	if _, ok := n.(vec.L2); ok {
		return num.Hypot(length, c)
	}
	return n.Of([]float64{length, c})
}

// isRemote reports whether the constant coordinate c is so large that the margin γ_c of (x, c) through the origin is,
// to half the tolerance, the margin γ∗ of x with a bias:
//
//	γ∗/‖(1, b∗/c)‖∗ ≤ γ_c ≤ γ∗,
//
// on the left by the classifier (w∗, b∗/c), on the right by the weights of v₊ and v₋, halved, whose y·c sum to 0. As
// |b∗| ≤ D̄, the ends are a relative (D̄/c)^q/q apart, 1/p + 1/q = 1. Both problems are separable, or neither. The
// solver itself would need a small D/γ∗, but D is 2|c|.
func isRemote(lengths theory.Geometry, c float64, n vec.Norm) bool {
	q := 2.0
	if n, ok := n.(vec.Lp); ok {
		q = n.P / (n.P - 1)
	}
	return 0 < lengths.Positives && lengths.Positives < lengths.Examples &&
		lengths.DBar <= num.Pow(q/2*maxmargin.DefaultTolerance, 1/q)*math.Abs(c)
}

// Evidence returns the evidence in a view on a run over the examples in the order given (nil: in their own, in whole
// passes). Its comparators are, as far as they exist, 0, the maximum-margin separator, the run's last classifier, Σ y
// x and, for a learner with a parameter λ, the support vector machine's optimum; a run that ended early has none.
// With many classes a comparator's margins are those of the best wrong class. A view without a margin, such as one
// with a single class, or without a margin beyond rounding, counts as not separable, without an error.
func (s *Survey) Evidence(ctx context.Context, tr *theory.Trace, order []int, view theory.View) (
	ev theory.Evidence, err error) {
	v := s.view(ctx, view)
	if v.err != nil && !Unmeasured(v.err) {
		return ev, v.err
	}
	ev.Geometry = v.Geometry
	if s.points != nil {
		if !v.Separable && view.Normalised {
			ev.Inradius = normalized.Inradius(s.points)
		}
		return ev, nil
	}
	ev.Margin = math.NaN()
	given, many := s.examples, s.classed != nil
	if many {
		given = s.classed
	}
	n, steps := len(given), len(tr.Steps)
	if n == 0 || order == nil && many || order != nil && len(order) != steps || steps%n != 0 && !many {
		return ev, nil
	}
	seen, dim := view.Of(s.examples, s.dim)
	base, last := view.Base(), view.Classifier(tr.Classifier)
	ev.Margin = last.MarginIn(base, seen)
	ev.AtRest = steps%n == 0 && tr.Rests(n)
	comparators := [][]float64{v.separator, last.W, sum(seen, dim)}
	at := func(once []float64) []float64 { // at each step
		if order == nil {
			return slices.Repeat(once, steps/n)
		}
		all := make([]float64, steps)
		for t, i := range order {
			all[t] = once[i]
		}
		return all
	}
	if !many {
		length := (vec.L2{}).Of(last.W) * (vec.L2{}).Of(v.separator)
		if v.Separable && length > 0 && base == (vec.L2{}) {
			ev.Cosine = vec.Dot(last.W, v.separator) / length
		}
		lengths := make([]float64, n)
		for i, e := range seen {
			lengths[i] = base.Of(e.X.Value)
		}
		ev.Lengths = at(lengths)
		if lambda, ok := tr.Params["lambda"]; ok {
			w, err := s.optimum(ctx, objective{view, lambda}, seen, dim)
			if err != nil {
				return ev, err
			}
			comparators = append(comparators, w)
		}
	}
	ev.Comparators = append(ev.Comparators, theory.NewComparator(make([]float64, steps)))
	for _, u := range comparators {
		var once []float64
		if many {
			once = multiclass.Comparator(u, given, s.dim/s.classes, s.classes)
		} else {
			once = theory.ComparatorOf(base, u, slices.Values(seen))
		}
		if once != nil {
			ev.Comparators = append(ev.Comparators, theory.NewComparator(at(once)))
		}
	}
	return ev, nil
}

// optimum returns the [softMargin] of an objective.
func (s *Survey) optimum(ctx context.Context, of objective, seen []theory.Example, dim int) (w []float64, err error) {
	if s.optima[of] == nil {
		s.optima[of], err = softMargin(ctx, seen, dim, of.lambda) // nil if it ended early
	}
	return s.optima[of], err
}

// sum returns Σ y x.
func sum(examples []theory.Example, dim int) []float64 {
	u := make([]float64, dim)
	for _, e := range examples {
		e.X.AddTo(u, float64(e.Y))
	}
	return u
}
