package adversarial

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"marginlab/theory"
)

// Hunt is how long and from where a stream that refutes a conjecture is looked for.
// The zero value hunts until its context ends, from seed 0, on all cores.
//
// The search goes in epochs, which are counted in streams: it is the graph of tasks of a
// [Plan]. So the same seed, number of workers and number of trials or epochs find the same, and a
// budget of time decides only after which epoch it ends.
type Hunt struct {
	Seed    uint64
	Workers int           // how many islands there are; as many as there are cores run at once; 0: one a core
	Budget  time.Duration // 0: no end
	Trials  int           // how many streams may be run, up to an epoch more; 0: no end
	Epochs  int           // how many epochs an island may run; 0: no end
	Streams int           // that an island runs in an epoch, up to a round more; 0: one round
	// State is the file where the islands are kept, at most every two seconds, and
	// at the end; "" for none. Where it cannot be written, as on a full disk, the hunt
	// goes on, and tries again. Resume goes on from it.
	State  string
	Resume bool
	// From are streams to start from, beside those that are drawn and, unless the hunt is
	// Cold, the known ones: the traps, the records and the streams of certificates. A hunt
	// that resumes must have started from the same.
	From [][]theory.Example
	Cold bool
	// Progress, if not nil, is told after every epoch, and in long epochs more often.
	Progress func(Progress)
}

// Progress is how far a hunt is.
type Progress struct {
	Trials    int     // streams run
	Seconds   float64 // in all sessions of the hunt
	PerSecond float64 // trials a second in this session
	Ratio     float64 // the best ratio inside the domain so far, 0 if there is none
	Unkept    error   // why the state could not be written of late, nil if it could
}

const (
	saveEvery = 2 * time.Second
	overtime  = time.Second / 2 // beyond the budget, for the end of an epoch, and for the ties that are left then
)

// Plan is the graph of tasks that the hunt runs, without what the clock or the number of trials
// may end before.
func (h Hunt) Plan(c Conjecture) Plan {
	if h.Workers == 0 {
		h.Workers = runtime.GOMAXPROCS(0)
	}
	return Plan{Conjecture: c, Seed: h.Seed, Islands: h.Workers, Epochs: h.Epochs, Streams: h.Streams, Cold: h.Cold, From: h.From}
}

// Run hunts. When ctx ends, the finding is that of the search so far, and the error
// is the context's; what was found is in the state. Other errors say what of the
// conjecture or the state is wrong, or how the learner's program breaks its protocol, an
// *[external.Error].
func (h Hunt) Run(ctx context.Context, c Conjecture) (Finding, error) {
	n, err := h.open(ctx, c)
	if err != nil {
		return Finding{}, err
	}
	limited, stop := h.limited(ctx)
	defer stop()
	var last epoch
	for n.report(0); last.err == nil && last.found == nil && (n.epochs() == 0 || !n.over(limited)); n.report(0) {
		n.keep()
		begun := time.Now()
		if last = n.epoch(limited, n.islands, n.running()); last.err == nil && last.found == nil {
			n.islands, n.lasted = last.islands, time.Since(begun)
		}
	}
	if last.err != nil && (limited.Err() == nil || n.epochs() == 0 && n.first == nil) {
		return Finding{}, last.err
	}
	f := n.ended(ctx, last)
	f.Seconds, f.Unkept = n.secondsBefore+time.Since(n.began).Seconds(), n.save()
	if f.Certificate != nil {
		return f, nil
	}
	return f, ctx.Err()
}

// limited is ctx until the budget and what a round may take beyond it are used up, if there is a budget.
func (h Hunt) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if h.Budget > 0 {
		return context.WithTimeout(ctx, h.Budget+overtime)
	}
	return ctx, func() {}
}

// ended is what the hunt has come to if its last epoch was that one.
func (n *session) ended(ctx context.Context, last epoch) Finding {
	if last.found != nil {
		return n.judged(ctx, n.finding(last.islands, last.found), last.islands)
	}
	all := n.islands
	if n.epochs() == 0 {
		all = []island{*n.first}
	}
	f := n.finding(all, nil)
	for _, i := range last.islands { // which may be unfinished, and have a stream that was not tried
		if i.best.refuting() {
			f.Doubt = max(f.Doubt, min(i.best.Ratio, math.MaxFloat64))
		}
	}
	if n.Budget > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, max(0, n.Budget-time.Since(n.began))+overtime)
		defer stop()
	}
	return n.judged(ctx, f, slices.Concat(all, last.islands))
}

// Evaluate returns the ratio of quantity and claim on a stream, in float64, and
// whether the stream is in the domain; the error says what is wrong with the
// conjecture.
func (c Conjecture) Evaluate(examples []theory.Example) (ratio float64, inside bool, err error) {
	t, err := prepare(c)
	if err != nil {
		return 0, false, err
	}
	s, err := copyOf(examples, t.Classes)
	if err != nil {
		return 0, false, err
	}
	got := newEvaluator(t).score(s)
	return got.Ratio, got.Inside, t.failure()
}

// placed is a stream in the coordinates that a search uses.
func (t *target) placed(s stream) stream {
	if t.translates() {
		return canonical(s, true, t.rotates())
	}
	return s
}

// copyOf is a stream of examples that may be sparse, checked: of so many classes, 0 of two.
func copyOf(examples []theory.Example, classes int) (stream, error) {
	dim := max(1, theory.Dim(examples))
	for i, e := range examples {
		if err := checkOf(e, dim, classes); err != nil {
			return nil, fmt.Errorf("example %d: %w", i+1, err)
		}
	}
	s := newStream(len(examples), dim)
	for i, e := range examples {
		e.X.CopyTo(s[i].X.Value)
		s[i].Y = e.Y
	}
	return s, nil
}
