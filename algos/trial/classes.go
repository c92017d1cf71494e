package trial

import (
	"context"
	"fmt"
	"slices"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/multiclass"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// runClasses runs a learner of many classes. Two classes are 0 and 1 to it.
func (d *Data) runClasses(ctx context.Context, r *Run, o Options) error {
	class, classes := d.class()
	spec := multiclass.Of(r.Learner.Lifted(0), classes)
	var all []int
	// complete gives the trace its classifier, and returns the traces of binary learners.
	complete := func(context.Context) ([]theory.Trace, error) { return nil, nil }
	if d.gram == nil {
		examples, dim := theory.View{Lift: r.lift}.Of(classed(d.Examples, class), d.Dim)
		l := spec.Over(algos.Space{Dim: dim, Absent: d.absent()}).(multiclass.Learner)
		run := algos.Run
		if o.Counts {
			run = algos.Count
		}
		all, r.Stop = o.through(&r.Trace, func(order []int) (theory.Trace, error) {
			defer d.passed(l, order, o)
			return run(ctx, l, dim, stream(examples, order, r.Trace.Seen, o))
		})
		c := l.ByClass()
		for _, of := range c {
			if r.lift != 0 {
				of = theory.Classifier{W: of.W[:d.Dim], B: of.B + float64(of.W[d.Dim]*r.lift)}
			}
			r.Linear = append(r.Linear, of)
		}
		r.margin = func() float64 {
			scores := make([]float64, classes)
			return multiclass.Margin(class, func(i int) []float64 { return c.Scores(scores, examples[i].X) }, vec.L2{}.Of(r.Trace.Classifier.W))
		}
		if all, ok := l.(*multiclass.OneVsRest); ok {
			complete = func(context.Context) ([]theory.Trace, error) { return all.Traces(), nil }
		}
	} else {
		made, err := kernel.New(spec, d.gram)
		if err != nil {
			return err
		}
		l := made.(multiclass.Learner)
		all, r.Stop = o.through(&r.Trace, func(order []int) (theory.Trace, error) {
			defer d.passed(l, order, o)
			return d.placed(ctx, r.Learner, func() (theory.Trace, error) {
				return kernel.Learn(ctx, l, d.gram, class, order)
			})
		})
		r.margin = func() float64 {
			var norms []float64
			for _, c := range l.ByClass() {
				norms = append(norms, d.gram.Norm(c))
			}
			scores := make([]float64, classes)
			return multiclass.Margin(class, func(i int) []float64 { return l.Scores(scores, d.gram.Unit(i)) }, vec.L2{}.Of(norms))
		}
		complete = func(ctx context.Context) (runs []theory.Trace, err error) {
			r.Trace.Classifier, runs, err = d.linearOf(ctx, l)
			return runs, err
		}
	}
	r.Trace.Learner, r.Trace.Families, r.Trace.Params = r.Label, spec.Families(), spec.Params()
	switch {
	case o.Counts:
	case spec.Inner == nil:
		r.evidence = func(ctx context.Context) (evidence, error) {
			if _, err := complete(ctx); err != nil {
				return evidence{}, err
			}
			survey, err := d.surveyMany(ctx, r.lift)
			return evidence{
				func(v theory.View) (theory.Evidence, error) { return survey.Evidence(ctx, &r.Trace, all, v) },
				func(v theory.View) (theory.Geometry, error) { return survey.Geometry(ctx, v) },
			}, err
		}
	case r.Stop == nil: // else the runs of all its learners were cut short
		var known []theory.Trace
		traces := func(ctx context.Context) (_ []theory.Trace, err error) {
			if known == nil {
				known, err = complete(ctx)
			}
			return known, err
		}
		for c := range classes {
			r.Binary = append(r.Binary, d.binary(r, c, all, traces))
		}
	}
	return nil
}

// classed returns the examples with their classes for labels.
func classed(examples []theory.Example, class []theory.Label) []theory.Example {
	examples = slices.Clone(examples)
	for i, y := range class {
		examples[i].Y = y
	}
	return examples
}

// passed ends a pass. Where it went through all examples, those to come are repeated; the steps that
// one-vs-rest keeps are dropped where they are counted alone.
func (d *Data) passed(l any, order []int, o Options) {
	seen := make([]bool, len(d.Examples))
	for _, i := range order {
		seen[i] = true
	}
	if !slices.Contains(seen, false) {
		algos.Repeats(l)
	}
	if all, ok := l.(*multiclass.OneVsRest); ok && o.Counts {
		all.Forget()
	}
}

// binary returns the run of one-vs-rest's binary learner for a class.
func (d *Data) binary(of *Run, class int, order []int, traces func(context.Context) ([]theory.Trace, error)) *Run {
	r := &Run{Learner: of.Learner.Inner, Label: fmt.Sprintf("%s, %s", of.Label, d.className(class)), Norm: of.Learner.Inner.Norm}
	r.Trace.Families, r.Trace.Params, r.Trace.Lift = r.Learner.Families(), r.Learner.Params(), r.Learner.Bias
	r.evidence = func(ctx context.Context) (evidence, error) {
		runs, err := traces(ctx)
		if err != nil {
			return evidence{}, err
		}
		r.Trace = runs[class]
		return d.ofPasses(r, order, class)(ctx)
	}
	return r
}

// linearOf returns the classifier of all classes together in the space that theorems speak
// of, and for one-vs-rest the run of each binary learner.
func (d *Data) linearOf(ctx context.Context, l multiclass.Learner) (theory.Classifier, []theory.Trace, error) {
	var all multiclass.Classifier
	for _, c := range l.ByClass() {
		linear, err := d.linear(ctx, c)
		if err != nil {
			return theory.Classifier{}, nil, err
		}
		all = append(all, linear)
	}
	var runs []theory.Trace
	if l, ok := l.(*multiclass.OneVsRest); ok {
		runs = l.Traces()
		for c := range runs {
			runs[c].Classifier = all[c]
		}
	}
	return all.Concatenated(), runs, nil
}
