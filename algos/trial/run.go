package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"

	"marginlab/algos"
	"marginlab/algos/external"
	"marginlab/algos/kernel"
	"marginlab/algos/multiclass"
	"marginlab/algos/normalized"
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
// begin. For many classes it is in ℓ2, among the differences of the classes.
func (r *Run) Margin() float64 {
	if r.margin == nil {
		return math.NaN()
	}
	return r.margin()
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
	Order []int     // of the examples, by their index, in whole passes; nil is each once
	Watch func(int) // if not nil it is told now and then how many examples were seen, or iterations made
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
	if o.Order == nil {
		o.Order = make([]int, len(d.Examples))
		for i := range o.Order {
			o.Order[i] = i
		}
	}
	r := &Run{Learner: learner, Label: learner.String(), Norm: vec.L2{}, lift: learner.Lift()}
	var err error
	switch task := learner.Task(); {
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
	case r.lift != 0 && learner.Inner.Inner != nil:
		err = fmt.Errorf("learner %q: expected the constant coordinate inside, as in %s(bias(%s,%v))", learner, learner.Inner.Kind.Name, learner.Inner.Inner, r.lift)
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
	if r.Norm = d.norm; r.Norm == nil {
		r.Norm = r.Learner.Norm()
	}
	r.separation = algos.NewSeparation(d.Examples)
	r.Trace, r.Stop = r.Learner.Run(ctx, d.Dim, d.stream(o), r.separation)
	r.Linear = multiclass.Classifier{r.Trace.Classifier}
	r.margin = func() float64 { return r.Trace.Classifier.MarginIn(r.Norm, d.Examples) }
	r.evidence = d.ofPasses(r, o, twoClasses)
}

// stream returns the examples in their order.
func (d *Data) stream(o Options) iter.Seq[theory.Example] {
	return func(yield func(theory.Example) bool) {
		for t, i := range o.Order {
			if o.watch(t); !yield(d.Examples[i]) {
				return
			}
		}
	}
}

// runKernel runs a learner of two classes in kernel form.
func (d *Data) runKernel(ctx context.Context, r *Run, o Options) error {
	if err := kernel.Check(r.Learner, d.gram); err != nil {
		return err
	}
	r.separation = algos.NewSeparation(d.Examples)
	var l algos.Kernelized
	r.Trace, l, r.Stop = kernel.Run(ctx, r.Learner, d.gram, labels(d.Examples), o.Order, func(at int, l algos.Kernelized) {
		r.separation.Saw(at, func(i int) float64 { return float64(d.Examples[i].Y) * l.Score(d.gram.Unit(i)) })
	})
	r.margin = func() float64 { return kernel.Margin(l, d.gram, labels(d.Examples)) }
	r.evidence = func(ctx context.Context) (evidence, error) {
		var err error
		if r.Trace.Classifier, err = d.linear(ctx, l.Classifier()); err != nil {
			return evidence{}, err
		}
		return d.ofPasses(r, o, twoClasses)(ctx)
	}
	return nil
}

// ofPasses returns the evidence on a run of passes through the data, or through one class
// against the rest.
func (d *Data) ofPasses(r *Run, o Options, class int) func(context.Context) (evidence, error) {
	return func(ctx context.Context) (evidence, error) {
		survey, err := d.survey(ctx, class)
		passes := len(o.Order) / max(1, len(d.Examples))
		return evidence{
			func(v theory.View) (theory.Evidence, error) { return survey.Evidence(ctx, &r.Trace, passes, v) },
			func(v theory.View) (theory.Geometry, error) { return survey.Geometry(ctx, v) },
		}, err
	}
}
