package trial

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/multiclass"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// online is a run of an online learner: of two classes or of many, on the features or in the Hilbert space of a
// kernel.
type online struct {
	*Data
	run     *Run
	o       Options
	learner algos.Learner
	many    multiclass.Learner         // the learner, if it is of many classes
	example func(i int) theory.Example // in the learner's space
	at      int                        // the example in its pass, counted from 1
	beside  time.Duration              // the time that was not the learner's
}

// runOnline runs an online learner. The error says why it has no kernel form.
func (d *Data) runOnline(ctx context.Context, r *Run, o Options) (err error) {
	l := &online{Data: d, run: r, o: o}
	spec, two := r.Learner, r.Learner.Kind.Task == theory.Online
	seen, dim := theory.View{Lift: r.lift}.Of(d.Examples, d.Dim)
	if !two {
		class, classes := d.class()
		spec, seen = multiclass.Of(spec.Lifted(0), classes), withClasses(seen, class)
	}
	l.example = func(i int) theory.Example { return seen[i] }
	switch {
	case d.gram != nil:
		l.example = func(i int) theory.Example { return theory.Example{X: d.gram.Unit(i), Y: seen[i].Y} }
		l.learner, err = kernel.New(spec, d.gram)
	case two:
		r.Norm, l.learner = d.normOf(spec), d.learner(spec)
		r.Refused = refuses(l.learner)
	default:
		l.learner = spec.Over(algos.Space{Dim: dim, Absent: d.absent()})
	}
	if err != nil {
		return err
	}
	l.many, _ = l.learner.(multiclass.Learner)
	r.Stop = l.learn(ctx)
	spec.Caption(&r.Trace)
	r.Trace.Learner = r.Label
	if d.gram == nil {
		r.Linear, _ = l.classifiers(ctx)
		for z, c := range r.Linear {
			if r.lift != 0 {
				r.Linear[z] = theory.Classifier{W: c.W[:d.Dim], B: c.B + float64(c.W[d.Dim]*r.lift)}
			}
		}
	}
	if r.Trace.Unseen&theory.NeedsClassifier == 0 {
		r.evidence.margin = l.margin
	}
	if !o.Counts {
		l.hold()
	}
	return nil
}

// learn makes the learner's passes through the data. It writes the learner's last state on the trace, except a
// classifier in kernel form.
func (l *online) learn(ctx context.Context) (err error) {
	begin := time.Now()
	for s := l.run.Learner; s != nil && l.gram != nil; s = s.Inner {
		if s.Kind.Solves { // its points need coordinates, which take as long as [Data.Space]
			if err := l.embedding.Place(ctx, l.gram.Len()); err != nil {
				return err
			}
		}
	}
	l.beside = -time.Since(begin)
	separation := algos.NewSeparation(l.Examples)
	var observers []algos.Observer
	switch {
	case l.many == nil && l.gram == nil:
		observers = append(observers, separation.Updated)
	case l.many == nil: // a classifier in kernel form is known by its scores
		observers = append(observers, func(seen int, _ theory.Example, _ algos.Learner) {
			separation.Saw(seen, func(i int) float64 {
				return float64(l.Examples[i].Y) * l.learner.Score(l.example(i).X)
			})
		})
	}
	l.run.Trace, err = algos.Learn(ctx, l.learner, l.examples, !l.o.Counts, observers...)
	if stop := errors.Unwrap(err); stop != nil { // the learner could not continue at this example of its pass
		err = fmt.Errorf("example %d: %w", l.at, stop)
	}
	l.run.tau, _ = separation.Tau()
	l.run.Trace.Seconds -= l.beside.Seconds()
	if l.many == nil && l.gram != nil {
		l.run.Trace.Classifier = theory.Classifier{}
	}
	return err
}

// examples yields the examples of the passes. It computes ahead the rows of the Gram matrix that updates ask for. The
// time to make the orders is not the learner's.
func (l *online) examples(yield func(theory.Example) bool) {
	seen, since := 0, time.Now()
	for order := range l.o.Passes {
		if !l.o.Counts {
			l.run.order = append(l.run.order, order...)
		}
		l.beside += time.Since(since)
		for t, i := range order {
			if l.gram != nil {
				l.gram.Ahead(order[t:], l.wants)
			}
			l.at = t + 1
			if l.o.watch(seen); !yield(l.example(i)) {
				return
			}
			seen++
		}
		since = time.Now()
		l.endPass(order)
	}
	l.beside += time.Since(since)
}

// wants reports whether the learner would ask for the row of an example.
func (l *online) wants(i int) bool {
	e := l.example(i)
	return l.learner.(algos.Kernelized).Wants(e.X, e.Y)
}

// endPass ends a pass. If the pass went through all examples, later ones are repeats. One-vs-rest drops the steps
// that it keeps if they are only counted.
func (l *online) endPass(order []int) {
	seen := make([]bool, len(l.Examples))
	for _, i := range order {
		seen[i] = true
	}
	if !slices.Contains(seen, false) {
		algos.Repeats(l.learner)
	}
	if all, ok := l.many.(*multiclass.OneVsRest); ok && l.o.Counts {
		all.Forget()
	}
}

// classifiers returns the visible classifier of the learner, or one of each class, in the space of theorems.
func (l *online) classifiers(ctx context.Context) (all multiclass.Classifier, err error) {
	if l.many != nil {
		all = l.many.ByClass()
	} else {
		all = multiclass.Classifier{l.learner.State().Classifier}
	}
	for z := range all {
		if l.gram != nil && err == nil {
			all[z], err = l.linear(ctx, all[z])
		}
	}
	return all, err
}

// margin measures the margin of the last classifier.
func (l *online) margin() float64 {
	switch {
	case l.many == nil && l.gram == nil:
		return l.run.Trace.Classifier.MarginIn(l.run.Norm, l.Examples)
	case l.many == nil:
		return kernel.Margin(l.learner.(algos.Kernelized), l.gram, labels(l.Examples))
	}
	var norms []float64
	all := l.many.ByClass()
	buffer := make([]float64, len(all))
	scores := func(i int) []float64 { return all.Scores(buffer, l.example(i).X) }
	for _, c := range all {
		if l.gram == nil {
			norms = append(norms, c.W...)
		} else {
			norms = append(norms, l.gram.Norm(c))
		}
	}
	if l.gram != nil {
		scores = func(i int) []float64 { return l.many.Scores(buffer, l.example(i).X) }
	}
	class, _ := l.class()
	return multiclass.Margin(class, scores, vec.L2{}.Of(norms))
}

// hold gives the run its evidence, or the runs of the binary learners of one-vs-rest theirs. If one-vs-rest ended
// early, the runs of all its learners were cut short, and none has evidence.
func (l *online) hold() {
	r := l.run
	complete := func(tr *theory.Trace, of func(multiclass.Classifier) theory.Classifier) func(context.Context) error {
		if l.gram == nil {
			return nil // it has its classifier
		}
		return func(ctx context.Context) error {
			all, err := l.classifiers(ctx)
			if err == nil {
				tr.Classifier = of(all)
			}
			return err
		}
	}
	rest, is := l.many.(*multiclass.OneVsRest)
	switch {
	case l.many == nil:
		r.evidence.survey = func(ctx context.Context) (*Survey, error) { return l.survey(ctx, twoClasses) }
		r.evidence.complete = complete(&r.Trace, func(c multiclass.Classifier) theory.Classifier { return c[0] })
	case !is:
		r.evidence.survey = func(ctx context.Context) (*Survey, error) { return l.surveyMany(ctx, r.lift) }
		r.evidence.complete = complete(&r.Trace, multiclass.Classifier.Concatenated)
	case r.Stop == nil:
		for c, of := range rest.Traces() {
			b := &Run{Learner: r.Learner.Inner, Label: fmt.Sprintf("%s, %s", r.Label, l.className(c)), Trace: of,
				Norm: r.Learner.Inner.Norm, order: r.order}
			b.evidence.survey = func(ctx context.Context) (*Survey, error) { return l.survey(ctx, c) }
			b.evidence.complete = complete(&b.Trace, func(all multiclass.Classifier) theory.Classifier { return all[c] })
			r.Binary = append(r.Binary, b)
		}
	}
}

// withClasses returns the examples with their classes for labels.
func withClasses(examples []theory.Example, class []theory.Label) []theory.Example {
	examples = slices.Clone(examples)
	for i, y := range class {
		examples[i].Y = y
	}
	return examples
}
