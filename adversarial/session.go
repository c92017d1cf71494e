package adversarial

import (
	"context"
	"fmt"
	"sync"
	"time"

	"marginlab/internal/atomicfile"
)

// session is a hunt from when it was started, or resumed.
type session struct {
	Hunt
	*Runner
	islands       []island // after the last epoch that all of them have ended
	seconds       float64  // in all sessions of the hunt
	began, saved  time.Time
	unkept        error         // why the state could not be saved then
	lasted        time.Duration // how long the last epoch took, in this session
	trialsBefore  int
	secondsBefore float64
}

// open prepares the conjecture and the state that the hunt goes on from.
func (h Hunt) open(ctx context.Context, c Conjecture) (*session, error) {
	r, err := h.Plan(c).Runner()
	if err != nil {
		return nil, err
	}
	if h.State != "" {
		if err := atomicfile.Replaceable(h.State); err != nil { // before the work
			return nil, fmt.Errorf("state of the hunt: %w", err)
		}
	}
	n := &session{Hunt: h, Runner: r, began: time.Now()}
	for range r.plan.Islands {
		n.islands = append(n.islands, newIsland())
	}
	if h.Resume {
		if err := n.load(ctx, h.State); err != nil {
			return nil, err
		}
	}
	n.trialsBefore, n.secondsBefore = n.trials(), n.seconds
	return n, nil
}

// epochs is how many epochs all islands have ended.
func (n *session) epochs() int { return len(n.islands[0].Spent) }

// trials are the streams of these epochs.
func (n *session) trials() int {
	trials := 0
	for _, i := range n.islands {
		trials += i.trials()
	}
	return trials
}

// over reports whether the hunt ends after this epoch: another one, as long as the last, would not
// end within the budget, or one of the other bounds is reached.
func (n *session) over(ctx context.Context) bool {
	return ctx.Err() != nil ||
		n.Budget > 0 && time.Since(n.began)+n.lasted >= n.Budget ||
		n.Epochs > 0 && n.epochs() >= n.Epochs ||
		n.Trials > 0 && n.trials() >= n.Trials
}

// report brings the time up to date, and reports the progress. running are the streams of
// epochs that are not ended.
func (n *session) report(running int) {
	seconds, trials := time.Since(n.began).Seconds(), n.trials()+running
	n.seconds = n.secondsBefore + seconds
	if n.Progress == nil {
		return
	}
	p := Progress{Trials: trials, Seconds: n.seconds, PerSecond: float64(trials-n.trialsBefore) / max(seconds, 1e-9), Unkept: n.unkept}
	for _, i := range n.islands {
		if i.best.Inside {
			p.Ratio = max(p.Ratio, i.best.Ratio)
		}
	}
	n.Progress(p)
}

// running returns a function that reports, of an epoch that may take long, the streams that an island
// has run. It is nil where an epoch is one round.
func (n *session) running() func(island, streams int) {
	if n.Streams == 0 {
		return nil
	}
	var reporting sync.Mutex
	running := make([]int, len(n.islands))
	return func(island, streams int) {
		reporting.Lock()
		defer reporting.Unlock()
		running[island] = streams
		sum := 0
		for _, streams := range running {
			sum += streams
		}
		n.report(sum)
	}
}

// keep saves the state, if there is one and the last time was some time ago.
func (n *session) keep() {
	if n.epochs() > 0 && time.Since(n.saved) >= saveEvery {
		n.saved, n.unkept = time.Now(), n.save()
	}
}
