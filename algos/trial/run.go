package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"marginlab/algos"
	"marginlab/algos/external"
	"marginlab/algos/kernel"
	"marginlab/algos/multiclass"
	"marginlab/algos/normalized"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Run is what came of a learner on the data.
type Run struct {
	Learner *algos.Spec
	Label   string            // its name and, of a binary learner of one-vs-rest, its class
	Trace   theory.Trace      // of a run in kernel form without a classifier until it is held
	Stop    error             // why it ended early, nil if it did not
	Refused bool              // it did not begin: the data are not for it
	Norm    vec.Norm          // of the margin
	Result  normalized.Result // of a batch algorithm
	Binary  []*Run            // of one-vs-rest, a class each, unless it ended early
	// Linear is the last classifier on the features, or the score of each of many classes;
	// nil in kernel form and of a batch algorithm.
	Linear multiclass.Classifier

	lift       float64 // of the view, beside the trace's own
	margin     func() float64
	separation *algos.Separation
	evidence   func(context.Context) (evidence, error) // nil if no theorem speaks of the run
	known      *evidence                               // once it was asked for
}

// evidence says what is known of a run in a view of the data.
type evidence struct {
	of       func(theory.View) (theory.Evidence, error)
	geometry func(theory.View) (theory.Geometry, error)
}

// Margin returns the margin of the last classifier on all the data, NaN if the run did not
// begin or the learner shows no classifier. For many classes it is in ℓ2, among the differences of the classes.
func (r *Run) Margin() float64 {
	if r.margin == nil {
		return math.NaN()
	}
	return r.margin()
}

// Rounded says what of a run has lost its digits to rounding, and what keeps them: the margin of a
// learner whose w falls, where it is off by more than 10⁻⁹, or each step of one whose condition
// leaves no digit. It is "" where neither is so.
func (r *Run) Rounded(d *Data) string {
	const epsilon, kept = 0x1p-52, 1e-9
	if d.gram != nil {
		return ""
	}
	far, of := num.Hypot(d.DBar(), r.Learner.Bias), r.Learner
	if condition := of.Condition(float64(r.Trace.Updates) * far * far); condition > 1/epsilon {
		return fmt.Sprintf("the data are beyond double precision: rounding errors grow to about %.0e times their size; shorter examples keep digits", condition)
	}
	q := far / r.Trace.Gamma
	if lost := epsilon * q * q; of.Kind.Falls != "" && lost > kept { // not of NaN
		return fmt.Sprintf("its margin is off by about %.0e of gamma, as its w falls from Dbar to gamma in length; %s keeps these digits", lost, of.Kind.Falls)
	}
	return ""
}

// Tau returns τ, how many examples an online learner of two classes had seen when a
// classifier first separated all data, and false if none did.
func (r *Run) Tau() (int, bool) {
	if r.separation == nil {
		return 0, false
	}
	return r.separation.Tau()
}

// Held returns the runs that theorems speak of: those of the binary learners for
// one-vs-rest, else the run itself. There are none if the run did not begin, or if it is a
// one-vs-rest that ended early.
func (r *Run) Held() []*Run {
	if r.evidence == nil {
		return r.Binary
	}
	return []*Run{r}
}

// what returns the evidence, and measures it when it is first asked for.
func (r *Run) what(ctx context.Context) (evidence, error) {
	if r.known == nil {
		known, err := r.evidence(ctx)
		if err != nil {
			return evidence{}, err
		}
		r.known = &known
	}
	return *r.known, nil
}

// Options say how a learner goes through the data. The zero value is one pass in the order
// of the data.
type Options struct {
	// Passes are the orders of the passes through the examples, by their index. Each may have
	// the memory of the one before. Nil is one pass in the order of the data.
	Passes iter.Seq[[]int]
	// Counts says that steps are counted and not kept. No theorem is then held against the
	// run, whose memory does not grow with the passes.
	Counts bool
	Watch  func(int) // if not nil it is told now and then how many examples were seen, or iterations made
}

// through lets learn go through the data, a pass after the other, and gathers what it did.
// It returns the examples of the passes that were begun, unless the steps are not kept.
func (o Options) through(tr *theory.Trace, learn func(order []int) (theory.Trace, error)) (all []int, err error) {
	for order := range o.Passes {
		if !o.Counts {
			all = append(all, order...)
		}
		part, err := learn(order)
		if tr.Append(part, !o.Counts); err != nil {
			return all, err
		}
	}
	return all, nil
}

func (o Options) watch(done int) {
	const every = 256
	if o.Watch != nil && done%every == 0 {
		o.Watch(done)
	}
}

// Run runs a learner on the data. It returns an error if the learner is not for such data,
// an *[external.Error] of a program that breaks its protocol, and that of ctx. Whatever else ends the run early is its Stop.
func (d *Data) Run(ctx context.Context, learner *algos.Spec, o Options) (*Run, error) {
	if o.Passes == nil {
		order := make([]int, len(d.Examples))
		for i := range order {
			order[i] = i
		}
		o.Passes = slices.Values([][]int{order})
	}
	if learner.Kind.Task != theory.ManyClasses {
		clear(d.many) // the differences take more than the examples
	}
	r := &Run{Learner: learner, Label: learner.String(), Norm: vec.L2{}, lift: learner.Bias}
	var err error
	switch task := learner.Kind.Task; {
	case task == theory.Online && d.Class != nil:
		err = fmt.Errorf("learner %q is of two classes, expected one of many with --classes, as one-vs-rest(%s)", learner, learner)
	case task == theory.Online && d.gram != nil:
		r.lift, err = 0, d.runKernel(ctx, r, o)
	case task == theory.Online:
		r.lift = 0
		d.runOnline(ctx, r, o)
	case task == theory.Batch && d.Class != nil:
		err = fmt.Errorf("algorithm %q is of two classes, expected a learner of many with --classes", learner)
	case r.lift != 0 && d.gram != nil:
		err = fmt.Errorf("learner %q: expected no constant coordinate with --kernel: poly has its offset, and with gaussian none is needed", learner)
	case r.lift != 0 && learner.Inner != nil:
		err = fmt.Errorf("learner %q: expected the constant coordinate inside, as in %s(bias(%s,%v))", learner, learner.Kind.Name, learner.Inner, r.lift)
	case task == theory.Batch && d.gram != nil && !learner.HasKernelForm():
		err = fmt.Errorf("algorithm %q keeps a w in the space of the features, expected nkp with --kernel", learner)
	case task == theory.Batch:
		d.runBatch(ctx, r, o)
	default:
		err = d.runClasses(ctx, r, o)
	}
	if broken := (*external.Error)(nil); err == nil && errors.As(r.Stop, &broken) {
		err = broken
	}
	return r, cmp.Or(ctx.Err(), err)
}

// runOnline runs a learner of two classes on the features.
func (d *Data) runOnline(ctx context.Context, r *Run, o Options) {
	r.Norm = d.normOf(r.Learner)
	r.separation = algos.NewSeparation(d.Examples)
	l := d.learner(r.Learner)
	r.Refused = refuses(l)
	run := algos.Run
	if o.Counts {
		run = algos.Count
	}
	var order []int
	order, r.Stop = o.through(&r.Trace, func(order []int) (theory.Trace, error) {
		defer d.passed(l, order, o)
		return run(ctx, l, d.Dim, stream(d.Examples, order, r.Trace.Seen, o), watcher{r.Trace.Seen, r.separation})
	})
	r.Learner.Caption(&r.Trace)
	r.Linear = multiclass.Classifier{r.Trace.Classifier}
	if !r.Trace.Unseen.Classifier {
		r.margin = func() float64 { return r.Trace.Classifier.MarginIn(r.Norm, d.Examples) }
	}
	if !o.Counts {
		r.evidence = d.ofPasses(r, order, twoClasses)
	}
}

// refuses reports that a learner which has seen no example cannot go on: the space is not for it.
func refuses(l algos.Learner) bool {
	f, fails := l.(algos.Failing)
	return fails && f.Err() != nil
}

// learner makes a learner of two classes on the features.
func (d *Data) learner(s *algos.Spec) algos.Learner {
	return s.Over(algos.Space{Dim: d.Dim, Absent: d.absent(), Unvoted: true})
}

// normOf is the norm that the margin of a learner is in.
func (d *Data) normOf(s *algos.Spec) vec.Norm {
	if d.norm != nil {
		return d.norm
	}
	return s.Norm
}

// stream returns the examples in an order, when so many have been seen.
func stream(examples []theory.Example, order []int, seen int, o Options) iter.Seq[theory.Example] {
	return func(yield func(theory.Example) bool) {
		for t, i := range order {
			if o.watch(seen + t); !yield(examples[i]) {
				return
			}
		}
	}
}

// watcher is the observer of a pass that begins when so many examples have been seen.
type watcher struct {
	seen int
	*algos.Separation
}

// Updated implements [algos.Observer].
func (w watcher) Updated(at int, e theory.Example, l algos.Learner) {
	w.Separation.Updated(w.seen+at, e, l)
}

// runKernel runs a learner of two classes in kernel form.
func (d *Data) runKernel(ctx context.Context, r *Run, o Options) error {
	l, err := kernel.New(r.Learner, d.gram)
	if err != nil {
		return err
	}
	r.separation = algos.NewSeparation(d.Examples)
	y := labels(d.Examples)
	var order []int
	order, r.Stop = o.through(&r.Trace, func(order []int) (theory.Trace, error) {
		defer d.passed(l, order, o)
		return d.placed(ctx, r.Learner, func() (theory.Trace, error) {
			return kernel.Learn(ctx, l, d.gram, y, order, func(at int, l algos.Kernelized) {
				r.separation.Saw(r.Trace.Seen+at, func(i int) float64 { return float64(y[i]) * l.Score(d.gram.Unit(i)) })
			})
		})
	})
	r.Learner.Caption(&r.Trace)
	r.margin = func() float64 { return kernel.Margin(l, d.gram, y) }
	if o.Counts {
		return nil
	}
	r.evidence = func(ctx context.Context) (evidence, error) {
		var err error
		if r.Trace.Classifier, err = d.linear(ctx, l.Classifier()); err != nil {
			return evidence{}, err
		}
		return d.ofPasses(r, order, twoClasses)(ctx)
	}
	return nil
}

// placed lets a learner learn in the space of the kernel, once the points have coordinates there
// if it solves the offline problem. That takes as long and as much as [Data.Space], whose error
// it may return.
func (d *Data) placed(ctx context.Context, s *algos.Spec, learn func() (theory.Trace, error)) (theory.Trace, error) {
	since := time.Now()
	for ; s != nil; s = s.Inner {
		if s.Kind.Solves {
			if err := d.embedding.Place(ctx, d.gram.Len()); err != nil {
				return theory.Trace{}, err
			}
		}
	}
	placing := time.Since(since)
	tr, err := learn()
	tr.Seconds += placing.Seconds()
	return tr, err
}

// ofPasses returns the evidence on a run of passes through the data, or through one class
// against the rest.
func (d *Data) ofPasses(r *Run, order []int, class int) func(context.Context) (evidence, error) {
	return func(ctx context.Context) (evidence, error) {
		survey, err := d.survey(ctx, class)
		return evidence{
			func(v theory.View) (theory.Evidence, error) { return survey.Evidence(ctx, &r.Trace, order, v) },
			func(v theory.View) (theory.Geometry, error) { return survey.Geometry(ctx, v) },
		}, err
	}
}
