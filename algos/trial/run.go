// Package trial runs any learner on any data that it can learn from, and gathers the evidence of its run: the margin
// of its last classifier, when it first separated the examples, and the verdict of every theorem of the table of
// guarantees.
//
// A learner is an [algos.Spec] of any task: online with two classes, with many classes, or a batch algorithm. The
// data are examples of two classes or of several, as given or in the Hilbert space of a kernel, measured in ℓ2 or in
// another norm.
package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/algos/external"
	"marginlab/algos/multiclass"
	"marginlab/algos/normalized"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Run is the outcome of a learner on the data.
type Run struct {
	Learner *algos.Spec
	Label   string            // its name and, for a binary learner of one-vs-rest, its class
	Trace   theory.Trace      // without a classifier in kernel form until it is checked
	Stop    error             // why it ended early, nil if it did not
	Refused bool              // whether it did not begin, because the data do not fit it
	Norm    vec.Norm          // of the margin
	Result  normalized.Result // of a batch algorithm
	Binary  []*Run            // of one-vs-rest, a class each, unless it ended early
	// Linear is the last classifier on the features, or the score of each of many classes; nil in kernel form and
	// of a batch algorithm.
	Linear multiclass.Classifier

	tau      int     // 0 if no classifier separated all data, or it is unknown
	lift     float64 // of the view, beside the trace's own
	order    []int   // of the examples that were seen
	evidence evidence
}

// evidence holds the measurements of a run, which are made on demand.
type evidence struct {
	margin   func() float64                         // of the last classifier, nil if it is NaN
	complete func(context.Context) error            // gives the trace its classifier, nil if it has one
	survey   func(context.Context) (*Survey, error) // nil if no theorem applies to the run
	known    *Survey                                // once it was asked for
}

// surveyed completes the trace and measures the examples, at the first call.
func (r *Run) surveyed(ctx context.Context) (*Survey, error) {
	e := &r.evidence
	if e.known != nil {
		return e.known, nil
	}
	if e.complete != nil {
		if err := e.complete(ctx); err != nil {
			return nil, err
		}
	}
	var err error
	e.known, err = e.survey(ctx)
	return e.known, err
}

// Margin returns the margin of the last classifier on all the data, NaN if the run did not begin or the learner shows
// no classifier. For many classes it is in ℓ2, among the differences of the classes.
func (r *Run) Margin() float64 {
	if r.evidence.margin == nil {
		return math.NaN()
	}
	return r.evidence.margin()
}

// Rounded describes the digits of a run that rounding has destroyed, and what keeps them: the margin of a learner
// whose w falls, if it is off by more than 10⁻⁹, or each step of a learner whose condition leaves no digit. It is ""
// in all other cases.
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
	if lost := epsilon * q * q; of.Kind.Falls != "" && lost > kept { // false for NaN
		return fmt.Sprintf("its margin is off by about %.0e of gamma, as its w falls from Dbar to gamma in length; %s keeps these digits", lost, of.Kind.Falls)
	}
	return ""
}

// Tau returns τ, the number of examples that an online learner of two classes had seen when a classifier first
// separated all data, and false if none did.
func (r *Run) Tau() (int, bool) { return r.tau, r.tau > 0 }

// Held returns the runs that theorems are about: those of the binary learners for one-vs-rest, else the run itself.
// There are none if the run did not begin, or if it is a one-vs-rest that ended early.
func (r *Run) Held() []*Run {
	if r.evidence.survey == nil {
		return r.Binary
	}
	return []*Run{r}
}

// Options say how a learner goes through the data. The zero value is one pass in the order of the data.
type Options struct {
	// Passes are the orders of the passes through the examples, by their index. Each may reuse the memory of the one
	// before. Nil is one pass in the order of the data.
	Passes iter.Seq[[]int]
	// Counts says that steps are counted and not kept. Then no theorem is checked on the run, whose memory does not
	// grow with the passes.
	Counts bool
	Watch  func(int) // unless nil, gets now and then the number of examples seen, or of iterations made
}

func (o Options) watch(done int) {
	if o.Watch != nil && done%256 == 0 {
		o.Watch(done)
	}
}

// Run runs a learner on the data. The error is that the learner does not fit the data, an *[external.Error] of a
// program that breaks its protocol, or that of ctx. If the run ends early for another reason, this is its Stop. On
// the features several runs may be made at once.
func (d *Data) Run(ctx context.Context, learner *algos.Spec, o Options) (*Run, error) {
	if o.Passes == nil {
		order := make([]int, len(d.Examples))
		for i := range order {
			order[i] = i
		}
		o.Passes = slices.Values([][]int{order})
	}
	r := &Run{Learner: learner, Label: learner.String(), Norm: vec.L2{}}
	if learner.Kind.Task != theory.Online { // those append their constant coordinate themselves
		r.lift = learner.Bias
	}
	err := d.unfit(r)
	switch {
	case err != nil:
	case learner.Kind.Task == theory.Batch:
		d.runBatch(ctx, r, o)
	default:
		err = d.runOnline(ctx, r, o)
	}
	if broken := (*external.Error)(nil); err == nil && errors.As(r.Stop, &broken) {
		err = broken
	}
	return r, cmp.Or(ctx.Err(), err)
}

// unfit returns why a learner does not fit the data, nil if it does.
func (d *Data) unfit(r *Run) error {
	learner := r.Learner
	switch task := learner.Kind.Task; {
	case task == theory.Online && d.Class != nil:
		return fmt.Errorf("learner %q is of two classes, expected one of many, as one-vs-rest(%s)", learner, learner)
	case task == theory.Batch && d.Class != nil:
		return fmt.Errorf("algorithm %q is of two classes, expected a learner of many", learner)
	case r.lift != 0 && d.gram != nil:
		return fmt.Errorf("learner %q: expected no constant coordinate with a kernel: poly has its offset, and with gaussian none is needed", learner)
	case r.lift != 0 && learner.Inner != nil:
		return fmt.Errorf("learner %q: expected the constant coordinate inside, as in %s(bias(%s,%v))", learner,
			learner.Kind.Name, learner.Inner, r.lift)
	case task == theory.Batch && d.gram != nil && !learner.HasKernelForm():
		return fmt.Errorf("algorithm %q keeps a w in the space of the features, expected nkp with a kernel", learner)
	}
	return nil
}

// refuses reports whether a learner that has seen no example cannot continue: the space does not fit it.
func refuses(l algos.Learner) bool {
	_, program := l.(algos.Streamed) // it is asked when it runs
	return !program && l.State().Err != nil
}

// learner makes a learner of two classes on the features.
func (d *Data) learner(s *algos.Spec) algos.Learner {
	return s.Over(algos.Space{Dim: d.Dim, Absent: d.absent()})
}

// normOf returns the norm of a learner's margin.
func (d *Data) normOf(s *algos.Spec) vec.Norm { return cmp.Or(d.norm, s.Norm) }
