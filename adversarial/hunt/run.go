package hunt

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"marginlab/adversarial"
	"marginlab/internal/atomicfile"
	"marginlab/theory"
)

// Hunt is how long and from where a stream that refutes a conjecture is looked for. The zero value hunts until
// its context ends, from seed 0, on all cores.
//
// The search goes in epochs, which are counted in streams: it is the tasks of a [Plan]. So the same seed, number
// of workers and number of trials or epochs find the same, and a budget of time decides only after which epoch it
// ends.
type Hunt struct {
	Seed    uint64
	Workers int           // how many islands there are; as many as there are cores run at once; 0: one a core
	Budget  time.Duration // 0: no end
	Trials  int           // how many streams may be run, up to an epoch more; 0: no end
	Epochs  int           // how many epochs an island may run; 0: no end
	Streams int           // that an island runs in an epoch, up to a round more; 0: one round
	// State is the file where the islands are kept, at most every two seconds, and at the end; "" for none. Where
	// it cannot be written, as on a full disk, the hunt goes on, and tries again. Resume goes on from it.
	State  string
	Resume bool
	// From are streams to start from, beside those that are drawn and, unless the hunt is Cold, the known ones:
	// the traps, the records and the streams of certificates. A hunt that resumes must have started from the same.
	From [][]theory.Example
	Cold bool
	// Progress, if not nil, is told after every epoch.
	Progress func(Progress)
}

// Progress is how far a hunt is.
type Progress struct {
	Trials  int     // streams run
	Seconds float64 // in all sessions of the hunt, as the streams
	Ratio   float64 // the best ratio inside the domain so far, 0 if there is none
	Unkept  error   // why the state could not be written of late, nil if it could
}

const (
	saveEvery = 2 * time.Second
	overtime  = time.Second / 2 // beyond the budget, for the end of an epoch, and for the ties that are left then
)

// Plan is the plan of the hunt, without what the clock or the number of trials may end before.
func (h Hunt) Plan(c adversarial.Conjecture) Plan {
	if h.Workers == 0 {
		h.Workers = runtime.GOMAXPROCS(0)
	}
	p := Plan{Conjecture: c, Seed: h.Seed, Islands: h.Workers, Epochs: h.Epochs, Streams: h.Streams, Cold: h.Cold}
	for _, s := range h.From {
		p.From = append(p.From, s)
	}
	return p
}

// session is a hunt from when it was started, or resumed.
type session struct {
	h       Hunt
	r       *Runner
	islands []island // after the last epoch that all of them have ended
	lasted  float64  // the seconds of earlier sessions
	began   time.Time
	took    time.Duration // of the last epoch
	saved   time.Time
	unkept  error // why the state could not be saved then
}

// Run hunts. When ctx ends, the finding is that of the search so far, and the error is the context's; what was
// found is in the state. Other errors say what of the conjecture or the state is wrong, or how the learner's
// program breaks its protocol, an *[external.Error].
func (h Hunt) Run(ctx context.Context, c adversarial.Conjecture) (Finding, error) {
	n, err := h.open(ctx, c)
	if err != nil {
		return Finding{}, err
	}
	limited, stop := n.within(ctx)
	defer stop()
	last, refuted := n.islands, false
	for n.report(); err == nil && !refuted && !n.over(limited); n.report() {
		if n.epochs() > 0 && time.Since(n.saved) >= saveEvery {
			n.saved, n.unkept = time.Now(), n.save()
		}
		begun := time.Now()
		last, err = n.epoch(limited)
		n.took = time.Since(begun)
		if refuted = slices.ContainsFunc(last, island.refuted); !refuted {
			n.islands = last
		}
	}
	if err != nil && limited.Err() == nil {
		return Finding{}, err
	}
	end, stop := n.within(ctx)
	defer stop()
	f := n.r.finding(end, last)
	f.Seconds, f.Unkept = n.seconds(), n.save()
	if f.Certificate != nil {
		return f, nil
	}
	return f, ctx.Err()
}

// within is ctx until the end of the budget and of the overtime, which begins now at the earliest.
func (n *session) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if n.h.Budget == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, max(0, n.h.Budget-time.Since(n.began))+overtime)
}

// open compiles the conjecture, and reads the state that the hunt goes on from.
func (h Hunt) open(ctx context.Context, c adversarial.Conjecture) (*session, error) {
	r, err := h.Plan(c).Runner()
	if err != nil {
		return nil, err
	}
	n := &session{h: h, r: r, began: time.Now()}
	if h.State != "" {
		err = atomicfile.Replaceable(h.State) // before the work
	}
	if err == nil && h.Resume {
		err = n.resume(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("state of the hunt: %w", err)
	}
	if n.islands != nil {
		return n, nil
	}
	limited, stop := n.within(ctx)
	defer stop()
	first, err := r.start(limited)
	n.islands = slices.Repeat([]island{first}, r.plan.Islands)
	return n, err
}

// state is a hunt between two epochs, as it is in a file: with it, the hunt goes on as if it had not stopped. Islands
// are read from their texts.
type state[Island island | json.RawMessage] struct {
	Hunt    Plan     `json:"hunt"`
	Seconds float64  `json:"seconds"`
	Islands []Island `json:"islands"`
}

// resume goes on from the state in the file. The error may be that of ctx.
func (n *session) resume(ctx context.Context) error {
	file := n.h.State
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var s state[json.RawMessage]
	if err = json.Unmarshal(text, &s); err == nil {
		old, own := s.Hunt, n.r.plan
		if old.Epochs, own.Epochs = 0, 0; old.Hash() != own.Hash() {
			err = fmt.Errorf("it is of %q, seed %d, %d workers and epochs of %d streams, "+
				"expected %q, %d, %d and %d, the same dimensions and examples, and the same streams to start from",
				old.Conjecture, old.Seed, old.Islands, old.Streams, own.Conjecture, own.Seed, own.Islands, own.Streams)
		}
	}
	if err == nil {
		n.islands, err = islandsOf(ctx, n.r, s.Islands)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	n.lasted = s.Seconds
	return nil
}

// ParseState reads what a hunt has come to so far from the text of its state; errors name the file. The error may be
// that of ctx.
func ParseState(ctx context.Context, file string, text []byte) (f Finding, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("state of the hunt: %s: %w", file, err)
		}
	}()
	var s state[json.RawMessage]
	if err := json.Unmarshal(text, &s); err != nil {
		return f, err
	}
	if spec, _, err := adversarial.ParseLearner(s.Hunt.Conjecture.Learner); err == nil && spec.Kind.Code != nil {
		return f, fmt.Errorf("its learner is a program, %s, which a file does not start", spec.Kind.Code.Command)
	}
	r, err := s.Hunt.Runner()
	if err != nil {
		return f, err
	}
	islands, err := islandsOf(ctx, r, s.Islands)
	if err != nil {
		return f, err
	}
	f = r.finding(ctx, islands)
	f.Seconds = s.Seconds
	return f, nil
}

// save writes the state to a file as a whole, or leaves the file as it was.
func (n *session) save() error {
	if n.h.State == "" || n.epochs() == 0 {
		return nil
	}
	text, err := json.Marshal(state[island]{Hunt: n.r.plan, Seconds: n.seconds(), Islands: n.islands})
	if err == nil {
		err = atomicfile.WriteFile(n.h.State, text)
	}
	if err != nil {
		return fmt.Errorf("state of the hunt: %w", err)
	}
	return nil
}

// epochs is how many epochs all islands have ended.
func (n *session) epochs() int { return n.islands[0].Epochs }

// seconds is how long the hunt has taken, in all sessions.
func (n *session) seconds() float64 { return n.lasted + time.Since(n.began).Seconds() }

// trials are the streams of all islands.
func (n *session) trials() (streams int) {
	for _, i := range n.islands {
		streams += i.Trials
	}
	return streams
}

// over reports whether the hunt ends after this epoch: another one, as long as the last, would not end within the
// budget, or one of the other bounds is reached.
func (n *session) over(ctx context.Context) bool {
	h := n.h
	return n.epochs() > 0 && (ctx.Err() != nil ||
		h.Budget > 0 && time.Since(n.began)+n.took >= h.Budget ||
		h.Epochs > 0 && n.epochs() >= h.Epochs ||
		h.Trials > 0 && n.trials() >= h.Trials)
}

// report reports the progress.
func (n *session) report() {
	if n.h.Progress == nil {
		return
	}
	p := Progress{Trials: n.trials(), Seconds: n.seconds(), Unkept: n.unkept}
	for _, i := range n.islands {
		if i.best.Inside {
			p.Ratio = max(p.Ratio, i.best.Ratio)
		}
	}
	n.h.Progress(p)
}

// epoch runs the tasks of an epoch, as many at once as there are cores. Once an island refutes the conjecture,
// those after it stop. The islands are those after the epoch: of a refutation by island i those up to i, and after
// i those before the epoch. Where there is an error, all are those before it.
func (n *session) epoch(ctx context.Context) ([]island, error) {
	next, errs := make([]island, len(n.islands)), make([]error, len(n.islands))
	var tasks errgroup.Group
	tasks.SetLimit(runtime.GOMAXPROCS(0))
	for i, own := range n.islands {
		within := ctx
		var stop context.CancelFunc // of the islands after it
		ctx, stop = context.WithCancel(ctx)
		defer stop()
		tasks.Go(func() error {
			next[i], errs[i] = n.r.step(within, i, own)
			if next[i].Refuted != nil {
				stop()
			}
			return nil
		})
	}
	_ = tasks.Wait() // each has an error of its own
	refuted := slices.IndexFunc(next, island.refuted)
	if err := cmp.Or(errs...); err != nil && refuted < 0 {
		return n.islands, err
	}
	for i, own := range n.islands {
		if refuted >= 0 && (i > refuted || errs[i] != nil) {
			next[i] = own
		}
	}
	return next, nil
}
