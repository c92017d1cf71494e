package adversarial

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/theory"
	"marginlab/theory/whole"
)

// Hunt is how long and from where a stream that refutes a conjecture is looked for.
// The zero value hunts until its context ends, from seed 0, on all cores.
//
// The search goes in epochs, which are counted in streams. In each, every worker goes on
// from its own island as it was after the epoch before, with the best that a neighbour
// had then, and a random source made from the seed, the epoch and the island. So the same
// seed, number of workers and number of trials find the same, and a budget of time
// decides only after which epoch it ends.
type Hunt struct {
	Seed    uint64
	Workers int           // how many islands there are, and run at once; 0: one a core
	Budget  time.Duration // 0: no end
	Trials  int           // how many streams may be run, up to an epoch more; 0: no end
	Limit   certificate.Limit
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
	// Progress, if not nil, is told after every epoch.
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

// Finding is what a hunt ended with.
type Finding struct {
	Conjecture  Conjecture
	Certificate *certificate.Certificate // nil if the conjecture survived
	Ratio, Ease float64                  // the best inside the domain; of the stream that was certified if there is one
	// Doubt is the ratio above 1 of a stream that could not be proved to refute the
	// conjecture, nor not to: a tie is undecided at the greatest precision that was tried, or
	// the attempt came to the bound on its work.
	Doubt    float64
	Best     []theory.Example // the stream that reaches it, nil if there is none
	Front    []Point          // the best ratio over the ease
	Rises    []Rise           // the best ratio over time
	EaseName string           // what the ease is: R U, r, R/gamma0 or T
	Trials   int
	Improved int        // the streams that had been run when the best ratio last rose
	Dim      Range[int] // where the last epoch searched: the box widens to that of the conjecture
	Examples Range[int]
	Seconds  float64
	Unkept   error // why the file of the state does not have it as it was at the end, nil if it has
}

// Point is the best ratio that was found near an ease.
type Point struct{ Ease, Ratio float64 }

// Rise is a best ratio that was better than the one before, after so many streams.
type Rise struct {
	Trials int     `json:"trials"`
	Ratio  float64 `json:"ratio"`
}

const (
	attempts  = 4 // streams of an epoch that are tried to certify
	saveEvery = 2 * time.Second
	overtime  = 2 * time.Second // beyond the budget, for the end of an epoch or of an attempt
)

// Run hunts. When ctx ends, the finding is that of the search so far, and the error
// is the context's; what was found is in the state. Other errors say what of the
// conjecture or the state is wrong, or how the learner's program breaks its protocol, an
// *[external.Error].
func (h Hunt) Run(ctx context.Context, c Conjecture) (Finding, error) {
	limited := ctx
	if h.Budget > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, h.Budget+overtime)
		defer cancel()
	}
	limited, stop := context.WithCancel(limited)
	defer stop()
	n, err := h.open(limited, stop, c)
	if err != nil {
		return Finding{}, err
	}
	for {
		n.report()
		if cert, best := n.attempt(limited); cert != nil {
			return n.end(cert, best), nil
		}
		if n.over(limited) {
			break
		}
		n.keep()
		n.epoch(limited, n.target, streamsOf(n.Epoch))
	}
	n.report()
	if err := n.failure(); err != nil && ctx.Err() == nil {
		return Finding{}, err
	}
	return n.end(nil, nil), ctx.Err()
}

// end is what the hunt ended with. It writes the state.
func (n *session) end(cert *certificate.Certificate, refuting stream) Finding {
	f := n.finding(n.target, cert, refuting)
	f.Unkept = n.save(n.State)
	return f
}

// session is a hunt from when it was started, or resumed.
type session struct {
	Hunt
	*target
	state
	began, saved  time.Time
	unkept        error // why the state could not be saved then
	trialsBefore  int
	secondsBefore float64
}

// open prepares the conjecture and the state that the hunt goes on from.
func (h Hunt) open(ctx context.Context, stop func(), c Conjecture) (*session, error) {
	t, err := prepare(c)
	if err != nil {
		return nil, err
	}
	t.broken.stop = stop
	if h.State != "" {
		if err := whole.Replaceable(h.State); err != nil { // before the work
			return nil, fmt.Errorf("state of the hunt: %w", err)
		}
	}
	if h.Workers == 0 {
		h.Workers = runtime.GOMAXPROCS(0)
	}
	n := &session{Hunt: h, target: t, began: time.Now()}
	n.state = state{Conjecture: t.Conjecture, Seed: h.Seed, Workers: h.Workers}
	if n.Start, err = h.startHash(); err != nil {
		return nil, err
	}
	if h.Resume {
		err = n.load(h.State, t)
	} else {
		n.islands, err = h.start(ctx, t)
		if top := n.top(); top.Inside {
			n.rise(top)
		}
	}
	if broken := t.failure(); broken != nil {
		return nil, broken
	}
	if err != nil {
		return nil, err
	}
	n.trialsBefore, n.secondsBefore = n.state.Trials, n.Seconds
	return n, nil
}

func (n *session) over(ctx context.Context) bool {
	return ctx.Err() != nil ||
		n.Budget > 0 && time.Since(n.began) >= n.Budget ||
		n.Hunt.Trials > 0 && n.state.Trials >= n.Hunt.Trials
}

// report brings the time up to date, and reports the progress.
func (n *session) report() {
	seconds := time.Since(n.began).Seconds()
	n.Seconds = n.secondsBefore + seconds
	if n.Progress == nil {
		return
	}
	p := Progress{Trials: n.state.Trials, Seconds: n.Seconds, PerSecond: float64(n.state.Trials-n.trialsBefore) / max(seconds, 1e-9), Unkept: n.unkept}
	if top := n.top(); top.Inside {
		p.Ratio = top.Ratio
	}
	n.Progress(p)
}

// keep saves the state, if there is one and the last time was some time ago.
func (n *session) keep() {
	if n.Epoch > 0 && time.Since(n.saved) >= saveEvery {
		n.saved, n.unkept = time.Now(), n.save(n.State)
	}
}

// attempt tries to certify, once after an epoch. After one that ended in doubt it waits,
// longer each time, for shorter streams. One that ctx ends leaves no trace.
func (n *session) attempt(ctx context.Context) (*certificate.Certificate, stream) {
	if n.Epoch < n.Patience || n.Epoch < n.Tried {
		return nil, nil
	}
	before := n.state
	before.islands = slices.Clone(n.islands)
	cert, best := n.certifyBest(ctx)
	switch {
	case cert != nil:
		return cert, best
	case ctx.Err() != nil:
		n.state = before
		return nil, nil
	case n.Doubts > before.Doubts:
		n.Patience = n.Epoch + 1<<min(n.Doubts, 6)
	}
	n.Tried = n.Epoch + 1
	return nil, nil
}

// epoch lets all islands search for an epoch of so many streams each. One that ctx ends
// leaves no trace.
func (s *state) epoch(ctx context.Context, t *target, trials int) {
	next, streams := make([]island, len(s.islands)), make([]int, len(s.islands))
	var done sync.WaitGroup
	for i, own := range s.islands {
		neighbour := s.islands[(i+1)%len(s.islands)]
		done.Go(func() { next[i], streams[i] = own.epoch(ctx, t, s.Seed, s.Epoch, i, trials, neighbour.elites()) })
	}
	done.Wait()
	if ctx.Err() != nil {
		return
	}
	before := s.top()
	s.islands = next
	s.Epoch++
	for _, n := range streams {
		s.Trials += n
	}
	if top := s.top(); top.Inside && !(before.Inside && top.rounded() <= before.rounded()) {
		s.Improved = s.Trials
		s.rise(top)
	}
}

// rise notes a best score. JSON has no infinite numbers.
func (s *state) rise(top score) {
	s.Rises = append(s.Rises, Rise{s.Trials, min(top.Ratio, math.MaxFloat64)})
}

// top is the best score that an island has inside the domain.
func (s *state) top() score {
	top := outside
	for _, n := range s.islands {
		if n.best.better(top) {
			top = n.best
		}
	}
	return top
}

// all is the population of all islands together.
func (s *state) all() population {
	all := population{}
	for _, n := range s.islands {
		all.merge(n.population)
	}
	return all
}

// certifyBest tries to make a certificate of some of the streams that refute the
// conjecture in float64: the smallest of those that do so clearly, then the others. One
// that comes to nothing, as a ratio above 1 by rounding alone, is dropped.
func (n *session) certifyBest(ctx context.Context) (*certificate.Certificate, stream) {
	var candidates []member
	for _, m := range n.all().best() {
		if m.Score.Ratio > 1+1e-9 {
			candidates = append(candidates, m)
		}
	}
	const clearly = 1 + 1e-4
	slices.SortStableFunc(candidates, func(a, b member) int {
		return cmp.Or(one(b.Score.Ratio > clearly)-one(a.Score.Ratio > clearly),
			cmp.Compare(len(a.Stream)*a.Stream.dim(), len(b.Stream)*b.Stream.dim()))
	})
	for _, m := range candidates[:min(attempts, len(candidates))] {
		deep := n.robust(ctx, m)
		got, err := exact.Await(ctx, func() (outcome, error) { return n.certify(ctx, deep.Stream, n.Limit) })
		if err == nil && got.certificate != nil {
			return got.certificate, deep.Stream
		}
		if ctx.Err() == nil {
			for i := range n.islands {
				n.islands[i] = n.islands[i].without(m.Stream)
			}
		}
		if got.doubt || err != nil {
			n.Doubts++
			n.Doubt = max(n.Doubt, min(m.Score.Ratio, math.MaxFloat64))
			break
		}
	}
	return nil, nil
}

func (s *state) finding(t *target, cert *certificate.Certificate, refuting stream) Finding {
	f := Finding{
		Conjecture: t.Conjecture, Certificate: cert, Best: refuting,
		Doubt: s.Doubt, Trials: s.Trials, Improved: s.Improved, Seconds: s.Seconds, EaseName: t.easeName(),
	}
	last := t.box(max(0, s.Epoch-1))
	f.Dim, f.Examples = last.Dim, last.Examples
	f.Front, f.Rises = s.all().front(), s.Rises
	if refuting != nil {
		got := newEvaluator(t).score(refuting)
		f.Ratio, f.Ease = got.Ratio, got.Ease
		return f
	}
	top := math.NaN()
	for _, m := range s.all().best() {
		switch {
		case m.Score.Ratio > 1+1e-9:
			f.Doubt = max(f.Doubt, min(m.Score.Ratio, math.MaxFloat64)) // not tried
		case f.Best == nil:
			top = m.Score.Ratio
			fallthrough
		case !apart(m.Score.Ratio, top) && len(m.Stream) < len(f.Best): // of the best the shortest
			f.Ratio, f.Ease, f.Best = m.Score.Ratio, m.Score.Ease, m.Stream
		}
	}
	return f
}

func (t *target) easeName() string {
	switch {
	case t.rivals:
		return "R U"
	case t.usesAny("r", "gamma"):
		return "r"
	case t.usesAny("gamma0"):
		return "R/gamma0"
	}
	return "T"
}

// Evaluate returns the ratio of quantity and claim on a stream, in float64, and
// whether the stream is in the domain; the error says what is wrong with the
// conjecture.
func (c Conjecture) Evaluate(examples []theory.Example) (ratio float64, inside bool, err error) {
	t, err := prepare(c)
	if err != nil {
		return 0, false, err
	}
	s, err := copyOf(examples)
	if err != nil {
		return 0, false, err
	}
	got := newEvaluator(t).score(s)
	return got.Ratio, got.Inside, t.failure()
}

// streamOf is a stream of examples that may be sparse, checked, in the coordinates that
// a search uses.
func (t *target) streamOf(examples []theory.Example) (stream, error) {
	s, err := copyOf(examples)
	if err == nil && t.translates() {
		s = canonical(s, true, t.rotates())
	}
	return s, err
}

// copyOf is a stream of examples that may be sparse, checked.
func copyOf(examples []theory.Example) (stream, error) {
	dim := max(1, theory.Dim(examples))
	if err := theory.CheckAll(examples, dim); err != nil {
		return nil, err
	}
	s := newStream(len(examples), dim)
	for i, e := range examples {
		e.X.CopyTo(s[i].X.Value)
		s[i].Y = e.Y
	}
	return s, nil
}
