package trial

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/algos/multiclass"
	"marginlab/theory"
)

// Space returns the examples in the space of theorems, and its dimension: the examples themselves, or vectors with
// the inner products of the kernel. The error is that of ctx.
func (d *Data) Space(ctx context.Context) ([]theory.Example, int, error) {
	if d.gram == nil {
		return d.Examples, d.Dim, nil
	}
	if d.seen == nil {
		var err error
		if d.seen, err = d.embedding.Examples(ctx, labels(d.Examples)); err != nil {
			return nil, 0, err
		}
	}
	return d.seen, d.embedding.Dim(), nil
}

// Spanned returns the dimension that the examples span in the space of a kernel, and false before the first call of
// [Data.Space].
func (d *Data) Spanned() (int, bool) {
	if d.seen == nil {
		return 0, false
	}
	return d.embedding.Dim(), true
}

// twoClasses is the key of the survey of two classes; the other keys are a class against the rest.
const twoClasses = -1

// survey measures the examples, or one class against the rest.
func (d *Data) survey(ctx context.Context, class int) (*Survey, error) {
	clear(d.many) // the differences take more than the examples
	if known := d.surveys[class]; known != nil {
		return known, nil
	}
	examples, dim, err := d.Space(ctx)
	if err != nil {
		return nil, err
	}
	if class != twoClasses {
		examples = slices.Clone(examples)
		of, _ := d.class()
		for i := range examples {
			examples[i].Y = theory.Negative
			if int(of[i]) == class {
				examples[i].Y = theory.Positive
			}
		}
	}
	survey := NewSurvey(examples, dim)
	survey.Absent, survey.Most = d.absent(), d.Most
	d.surveys[class] = survey
	return survey, nil
}

// Enclosed returns the measured lengths of examples of two classes if their diameters are only known as intervals.
func (d *Data) Enclosed() (lengths theory.Geometry, enclosed bool) {
	if survey := d.surveys[twoClasses]; survey != nil {
		lengths, enclosed = survey.lengths[d.norm]
	}
	return lengths, enclosed && !lengths.Exact()
}

// Geometry measures the examples in a view. If they are not separable there, it also returns the combinations of
// examples that meet.
func (d *Data) Geometry(ctx context.Context, view theory.View) (theory.Geometry, *maxmargin.NotSeparableError, error) {
	survey, err := d.survey(ctx, twoClasses)
	if err != nil {
		return theory.Geometry{}, nil, err
	}
	v := survey.view(ctx, view)
	return v.Geometry, v.meet, v.err
}

// Separator returns the classifier of the maximum margin in a view, on the features of Examples and in the scale of
// the bias of [Data.Geometry], and false where they are not separable in the view.
func (d *Data) Separator(ctx context.Context, view theory.View) (theory.Classifier, bool) {
	if survey, err := d.survey(ctx, twoClasses); err == nil {
		if v := survey.view(ctx, view); v.err == nil && v.Separable {
			return view.Original(theory.Classifier{W: v.separator, B: v.Bias}), true
		}
	}
	return theory.Classifier{}, false
}

// ErrMemory is the error if examples take more memory than they may.
var ErrMemory = errors.New("the examples take more memory than they may")

// Fits returns an error if the examples, in the forms that theorems on these learners need, take more than memory
// bytes, any number if 0: the examples, one view of them, for a learner of many classes the differences of the
// classes, and for batch algorithms the points of norm 1. It wraps [ErrMemory]. In the space of a kernel this error
// comes when they are placed there.
func (d *Data) Fits(learners []*algos.Spec, memory int64) error {
	if d.gram != nil || memory == 0 {
		return nil
	}
	var once int64
	for _, e := range d.Examples {
		once += int64(unsafe.Sizeof(e)) + 8*int64(len(e.X.Value)+len(e.X.Index))
	}
	size, what := 2*once, "the examples and a view of them"
	differs := func(l *algos.Spec) bool { return l.Kind.Task == theory.ManyClasses && l.Inner == nil }
	if i := slices.IndexFunc(learners, differs); i >= 0 {
		_, classes := d.class()
		size += multiclass.DifferencesSize(d.Examples, classes)
		what = fmt.Sprintf("for %s, the examples, a view of them and the differences of %d classes", learners[i], classes)
	}
	lifts := map[float64]bool{}
	for _, l := range learners {
		if l.Kind.Task == theory.Batch && !lifts[l.Bias] {
			lifts[l.Bias] = true
			size += once
			what += fmt.Sprintf(", the points of %s", l)
		}
	}
	if size > memory {
		return fmt.Errorf("%s: %w: %s, %d bytes, expected at most %d", d.Name, ErrMemory, what, size, memory)
	}
	return nil
}

// surveyMany measures the differences of the classes, with a constant coordinate if lift is not 0.
func (d *Data) surveyMany(ctx context.Context, lift float64) (*Survey, error) {
	if known := d.many[lift]; known != nil {
		return known, nil
	}
	examples, dim, err := d.Space(ctx)
	if err != nil {
		return nil, err
	}
	examples, dim = theory.View{Lift: lift}.Of(examples, dim)
	class, classes := d.class()
	survey := NewClassSurvey(withClasses(examples, class), dim, classes) // takes long if there are many classes
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	survey.Absent = d.absent() * classes
	d.many[lift] = survey
	return survey, nil
}

// linear returns a classifier in kernel form in the space of theorems.
func (d *Data) linear(ctx context.Context, c theory.Classifier) (theory.Classifier, error) {
	if _, _, err := d.Space(ctx); err != nil {
		return theory.Classifier{}, err
	}
	return d.embedding.Classifier(c), nil
}
