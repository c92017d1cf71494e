package hunt

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"
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

// state is a hunt between two epochs, as it is in a file: with it, the hunt goes on as if it had not stopped.
type state struct {
	Hunt    Plan     `json:"hunt"`
	Seconds float64  `json:"seconds"`
	Islands []island `json:"islands"`
}

// session is a hunt from when it was started, or resumed.
type session struct {
	hunt    Hunt
	runner  *Runner
	islands []island // after the last epoch that all of them have ended
	before  state    // that it was resumed from
	began   time.Time
	saved   time.Time
	unkept  error // why the state could not be saved then

	reporting sync.Mutex
	running   []int // the streams of epochs that are not ended
}

// Run hunts. When ctx ends, the finding is that of the search so far, and the error is the context's; what was
// found is in the state. Other errors say what of the conjecture or the state is wrong, or how the learner's
// program breaks its protocol, an *[external.Error].
func (h Hunt) Run(ctx context.Context, c adversarial.Conjecture) (Finding, error) {
	n, err := h.open(ctx, c)
	if err != nil {
		return Finding{}, err
	}
	limited := ctx
	if h.Budget > 0 {
		var stop func()
		limited, stop = context.WithTimeout(ctx, h.Budget+overtime)
		defer stop()
	}
	last, lasted := n.islands, time.Duration(0)
	for n.report(); err == nil && !n.over(limited, lasted) && !refuted(last); n.report() {
		if n.epochs() > 0 && time.Since(n.saved) >= saveEvery {
			n.saved, n.unkept = time.Now(), n.save()
		}
		begun := time.Now()
		if last, err = n.epoch(limited); err == nil && !refuted(last) {
			n.islands, lasted = last, time.Since(begun)
		}
		clear(n.running)
	}
	if err != nil && (limited.Err() == nil || n.epochs() == 0 && n.runner.first == nil) {
		return Finding{}, err
	}
	if err == nil && !refuted(last) {
		last = nil // it is ended, and in n
	}
	f := n.end(ctx, last)
	f.Seconds, f.Unkept = n.seconds(), n.save()
	if f.Certificate != nil {
		return f, nil
	}
	return f, ctx.Err()
}

// end is what the hunt has come to. The last epoch refuted the conjecture, or is unfinished, and may have found what
// was not tried, or is nil.
func (n *session) end(ctx context.Context, last []island) Finding {
	if refuted(last) {
		return n.runner.finding(ctx, last)
	}
	all := n.islands
	if n.epochs() == 0 {
		all = []island{*n.runner.first}
	}
	var untried []member
	for _, i := range last {
		untried = append(untried, i.candidates()...)
		untried = append(untried, i.ties()...)
	}
	if n.hunt.Budget > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, max(0, n.hunt.Budget-time.Since(n.began))+overtime)
		defer stop()
	}
	return n.runner.finding(ctx, all, untried...)
}

func refuted(all []island) bool {
	return slices.ContainsFunc(all, func(n island) bool { return n.Refuted != nil })
}

// open compiles the conjecture, and reads the state that the hunt goes on from.
func (h Hunt) open(ctx context.Context, c adversarial.Conjecture) (*session, error) {
	r, err := h.Plan(c).Runner()
	if err != nil {
		return nil, err
	}
	n := &session{hunt: h, runner: r, began: time.Now(), running: make([]int, r.plan.Islands)}
	for range r.plan.Islands {
		n.islands = append(n.islands, r.t.island())
	}
	if h.State != "" {
		if err := atomicfile.Replaceable(h.State); err != nil { // before the work
			return nil, fmt.Errorf("state of the hunt: %w", err)
		}
	}
	if !h.Resume {
		return n, nil
	}
	if n.before, err = readState(h.State); err != nil {
		return nil, err
	}
	if err := n.before.differs(r.plan); err != nil {
		return nil, fmt.Errorf("state of the hunt: %s is of %w", h.State, err)
	}
	n.islands, err = n.before.islands(ctx, h.State, r.t)
	return n, err
}

// differs returns an error that says of which hunt the state is, if it is not of a plan, whose end may be another
// one.
func (s state) differs(p Plan) error {
	old := s.Hunt
	old.Epochs, p.Epochs = 0, 0
	switch {
	case !adversarial.Same(old.Conjecture.Statement, p.Conjecture.Statement) || old.Conjecture.Dim != p.Conjecture.Dim || old.Conjecture.Examples != p.Conjecture.Examples:
		return fmt.Errorf("%q, dimensions %v, examples %v; expected %q, %v, %v",
			old.Conjecture, old.Conjecture.Dim, old.Conjecture.Examples, p.Conjecture, p.Conjecture.Dim, p.Conjecture.Examples)
	case old.Seed != p.Seed || old.Islands != p.Islands || old.Streams != p.Streams:
		return fmt.Errorf("seed %d, %d workers and epochs of %d streams, expected %d, %d and %d", old.Seed, old.Islands, old.Streams, p.Seed, p.Islands, p.Streams)
	case old.Hash() != p.Hash():
		return fmt.Errorf("a hunt that started from other streams, expected the same: cold or not, and the same files")
	}
	return nil
}

func readState(file string) (s state, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return s, fmt.Errorf("state of the hunt: %w", err)
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fmt.Errorf("state of the hunt: %s: %w", file, err)
	}
	return s, nil
}

// islands are those of the state, checked. The error may be that of ctx.
func (s state) islands(ctx context.Context, file string, t *target) ([]island, error) {
	if len(s.Islands) != s.Hunt.Islands || len(s.Islands) < 1 || !(s.Seconds >= 0) {
		return nil, fmt.Errorf("state of the hunt: %s has %d islands, expected one for each of %d workers", file, len(s.Islands), s.Hunt.Islands)
	}
	for i := range s.Islands {
		if err := t.revive(ctx, &s.Islands[i]); err != nil {
			return nil, fmt.Errorf("state of the hunt: %s: island %d: %w", file, i+1, err)
		}
		if len(s.Islands[i].Spent) != len(s.Islands[0].Spent) {
			return nil, fmt.Errorf("state of the hunt: %s: island %d: %d epochs, expected %d", file, i+1, len(s.Islands[i].Spent), len(s.Islands[0].Spent))
		}
	}
	if err := t.failure(); err != nil {
		return nil, err
	}
	return s.Islands, ctx.Err()
}

// ReadState reads what a hunt has come to so far from the file of its state. The error may be that of ctx.
func ReadState(ctx context.Context, file string) (Finding, error) {
	s, err := readState(file)
	if err != nil {
		return Finding{}, err
	}
	if spec, _, err := adversarial.ParseLearner(s.Hunt.Conjecture.Learner); err == nil && spec.Kind.Code != nil {
		return Finding{}, fmt.Errorf("state of the hunt: %s: its learner is a program, %s, which a file does not start",
			file, spec.Kind.Code.Command)
	}
	r, err := s.Hunt.Runner()
	if err != nil {
		return Finding{}, fmt.Errorf("state of the hunt: %s: %w", file, err)
	}
	islands, err := s.islands(ctx, file, r.t)
	if err != nil {
		return Finding{}, err
	}
	f := r.finding(ctx, islands)
	f.Seconds = s.Seconds
	return f, nil
}

// TrialsOf is how many streams the hunt of a state has run, as many as there can be if the text is no state.
func TrialsOf(text []byte) int {
	var s struct{ Islands []struct{ Spent []int } }
	if json.Unmarshal(text, &s) != nil || s.Islands == nil {
		return math.MaxInt
	}
	streams := 0
	for _, n := range s.Islands {
		streams += island{Spent: n.Spent}.trials()
	}
	return streams
}

// save writes the state to a file as a whole, or leaves the file as it was.
func (n *session) save() error {
	if n.hunt.State == "" || n.epochs() == 0 {
		return nil
	}
	text, err := json.Marshal(state{n.runner.plan, n.seconds(), n.islands})
	if err == nil {
		err = atomicfile.WriteFile(n.hunt.State, text)
	}
	if err != nil {
		return fmt.Errorf("state of the hunt: %w", err)
	}
	return nil
}

// epochs is how many epochs all islands have ended.
func (n *session) epochs() int { return len(n.islands[0].Spent) }

// seconds is how long the hunt has taken, in all sessions.
func (n *session) seconds() float64 { return n.before.Seconds + time.Since(n.began).Seconds() }

// trials are the streams of all islands.
func trials(all []island) (streams int) {
	for _, i := range all {
		streams += i.trials()
	}
	return streams
}

// over reports whether the hunt ends after this epoch: another one, as long as the last, would not end within the
// budget, or one of the other bounds is reached.
func (n *session) over(ctx context.Context, lasted time.Duration) bool {
	h := n.hunt
	return n.epochs() > 0 && (ctx.Err() != nil ||
		h.Budget > 0 && time.Since(n.began)+lasted >= h.Budget ||
		h.Epochs > 0 && n.epochs() >= h.Epochs ||
		h.Trials > 0 && trials(n.islands) >= h.Trials)
}

// report reports the progress.
func (n *session) report() {
	if n.hunt.Progress == nil {
		return
	}
	p := Progress{Trials: trials(n.islands), Seconds: n.seconds(), Unkept: n.unkept}
	for _, streams := range n.running {
		p.Trials += streams
	}
	p.PerSecond = float64(p.Trials-trials(n.before.Islands)) / max(time.Since(n.began).Seconds(), 1e-9)
	for _, i := range n.islands {
		if i.best.Inside {
			p.Ratio = max(p.Ratio, i.best.Ratio)
		}
	}
	n.hunt.Progress(p)
}

// epoch runs the tasks of an epoch, as many at once as there are cores. Once an island refutes the conjecture,
// those after it stop. The islands are those after the epoch: of a refutation by island i those up to i, and after
// i those before the epoch. Where there is an error, some are unfinished.
func (n *session) epoch(ctx context.Context) ([]island, error) {
	next, errs := slices.Clone(n.islands), make([]error, len(n.islands))
	contexts, stops := make([]context.Context, len(next)), make([]context.CancelFunc, len(next))
	for i := range next {
		contexts[i], stops[i] = context.WithCancel(ctx)
		defer stops[i]()
	}
	var tasks errgroup.Group
	tasks.SetLimit(runtime.GOMAXPROCS(0))
	for i, own := range n.islands {
		tasks.Go(func() error {
			next[i], errs[i] = n.runner.step(contexts[i], i, own, func(streams int) {
				if n.hunt.Streams > 0 { // else an epoch is one round
					n.reporting.Lock()
					defer n.reporting.Unlock()
					n.running[i] = streams
					n.report()
				}
			})
			if next[i].Refuted != nil {
				for _, stop := range stops[i+1:] {
					stop()
				}
			}
			return nil
		})
	}
	_ = tasks.Wait() // each has an error of its own
	var first error
	for i := range next {
		if next[i].Refuted != nil {
			copy(next[i+1:], n.islands[i+1:])
			for j := range i {
				if errs[j] != nil {
					next[j] = n.islands[j]
				}
			}
			return next, nil
		}
		if first == nil {
			first = errs[i]
		}
	}
	return next, first
}
