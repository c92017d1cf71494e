package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Following is how all hunts on an engine stand and who works on them, kept up to date by what the
// engine tells. Looking at it asks the engine for nothing.
type Following struct {
	c *Client

	mu      sync.Mutex // of what follows
	hunts   map[string]*followed
	workers map[string]*seen
	heard   int // bytes of the last beats of all workers
}

// followed is what is known of a hunt. Its results may be told before its spec.
type followed struct {
	spec      Spec // the zero value until it is told
	submitted time.Time
	stop      []byte
	refuted   *Task
	islands   map[int][]result // by epoch
	results   int
	streams   int // of all results
	rises     []Rise
	rate      meter
}

// seen is a worker that was heard of.
type seen struct {
	Beat
	at   time.Time
	rate meter
}

// Rise is a best ratio that was better than the one before.
type Rise struct {
	Streams int // that all islands had run
	Ratio   float64
	At      time.Time
}

// FollowedHunt is how a hunt stands.
type FollowedHunt struct {
	Status
	Streams int     // with those of tasks that run
	Rate    float64 // streams a second
	Islands []FollowedIsland
	Rises   []Rise
}

// FollowedIsland is how an island of a hunt stands.
type FollowedIsland struct {
	Epochs      int // that have their result
	Streams     int // with those of the task that runs
	Ratio, Ease float64
	Worker      string // who runs its next epoch, "" for nobody
}

// FollowedWorker is a worker that was heard of within the last minute.
type FollowedWorker struct {
	Beat
	Rate   float64 // streams a second
	Silent time.Duration
}

const (
	forgotten = time.Minute    // a worker that is silent
	unheard   = 3 * heartbeats // after which what a worker ran does not count
	mostHeard = 16 << 20       // bytes: beats of a thousand workers that run a hundred tasks each
)

// Follow follows the engine until ctx ends. It returns once it knows how all hunts stand; wait
// ends after ctx.
func (c *Client) Follow(ctx context.Context) (f *Following, wait func(), err error) {
	f = &Following{c: c, hunts: map[string]*followed{}, workers: map[string]*seen{}}
	var all sync.WaitGroup
	for _, bucket := range []struct {
		kv   jetstream.KeyValue
		note func(jetstream.KeyValueEntry)
	}{{c.hunts, f.noteHunt}, {c.results, f.noteResult}} {
		var changes jetstream.KeyWatcher
		err = c.again(ctx, "following "+bucket.kv.Bucket(), func(context.Context) (err error) {
			changes, err = bucket.kv.WatchAll(ctx) // for longer than one call
			return err
		})
		if err != nil {
			return nil, nil, err
		}
		known := make(chan struct{})
		all.Go(func() {
			for change := range changes.Updates() {
				if change == nil {
					close(known)
					continue
				}
				f.mu.Lock()
				bucket.note(change)
				f.mu.Unlock()
			}
		})
		select {
		case <-known:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
	all.Go(func() { _ = c.Beats(ctx, f.noteBeat) }) // ends with ctx
	all.Go(func() { f.measure(ctx) })
	return f, all.Wait, nil
}

// Connected reports whether the engine answers.
func (f *Following) Connected() bool { return f.c.nc.IsConnected() }

func (f *Following) hunt(id string) *followed {
	h, ok := f.hunts[id]
	if !ok {
		h = &followed{islands: map[int][]result{}}
		f.hunts[id] = h
	}
	return h
}

// noteHunt notes a hunt, or why it does not go on.
func (f *Following) noteHunt(e jetstream.KeyValueEntry) {
	id, about, _ := strings.Cut(e.Key(), ".")
	there := e.Operation() == jetstream.KeyValuePut
	h := f.hunt(id)
	switch {
	case !there && (about == "" || h.spec.Islands == 0):
		delete(f.hunts, id)
	case about == "":
		var s Spec
		if json.Unmarshal(e.Value(), &s) == nil && s.check() == nil && s.ID() == id {
			h.spec, h.submitted = s, e.Created()
		}
	case about == "stop" && there:
		h.stop = e.Value()
	case about == "stop":
		h.stop = nil
	case about == "refuted" && there:
		if t, err := taskOf("task.." + string(e.Value())); err == nil {
			h.refute(t)
		}
	}
}

// refute notes the least task that refuted the hunt. Its result may be told before the note.
func (h *followed) refute(t Task) {
	if h.refuted == nil || h.refuted.later(t) {
		h.refuted = &t
	}
}

// noteResult notes the result of a task.
func (f *Following) noteResult(e jetstream.KeyValueEntry) {
	t, err := taskOf("task.." + e.Key())
	if err != nil || e.Operation() != jetstream.KeyValuePut {
		return
	}
	r, err := readResult(e.Value())
	if err != nil {
		return
	}
	h := f.hunt(t.Hunt)
	if r.Certificate != (ref{}) {
		h.refute(t)
	}
	epochs := h.islands[t.Island]
	if t.Epoch != len(epochs) { // epochs follow each other, and this one was told before
		return
	}
	before := 0
	if t.Epoch > 0 {
		before = epochs[t.Epoch-1].Trials
	}
	h.islands[t.Island] = append(epochs, result{Ratio: r.Ratio, Ease: r.Ease, Trials: r.Trials})
	h.results++
	h.streams += r.Trials - before
	if len(h.rises) == 0 || r.Ratio > h.rises[len(h.rises)-1].Ratio {
		h.rises = append(h.rises, Rise{h.streams, r.Ratio, e.Created()})
	}
}

func (f *Following) noteBeat(b Beat) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w, ok := f.workers[b.Worker]
	if !ok {
		w = &seen{}
	}
	more := b.size - w.size
	if f.heard+more > mostHeard {
		return
	}
	f.heard += more
	f.workers[b.Worker] = w
	w.Beat, w.at = b, time.Now()
	w.rate.add(w.at, b.Streams)
}

// measure measures how fast hunts go, and forgets workers that are silent.
func (f *Following) measure(ctx context.Context) {
	tick := time.NewTicker(heartbeats)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			f.mu.Lock()
			for name, w := range f.workers {
				if now.Sub(w.at) > forgotten {
					f.heard -= w.size
					delete(f.workers, name)
				}
			}
			running := f.running()
			for id, h := range f.hunts {
				h.rate.add(now, h.total(running[id]))
			}
			f.mu.Unlock()
		}
	}
}

// on is a task and who runs it.
type on struct {
	RunningTask
	worker string
}

// running are the tasks that workers run, by hunt.
func (f *Following) running() map[string][]on {
	all := map[string][]on{}
	for name, w := range f.workers {
		if time.Since(w.at) > unheard {
			continue
		}
		for _, t := range w.Tasks {
			all[t.Hunt] = append(all[t.Hunt], on{t, name})
		}
	}
	return all
}

// next reports whether a task is the one that its island is at.
func (h *followed) next(t Task) bool {
	return t.Island >= 0 && t.Island < h.spec.Islands && t.Epoch == len(h.islands[t.Island])
}

// total are the streams of a hunt, with those of tasks that run.
func (h *followed) total(running []on) int {
	n := h.streams
	for _, t := range running {
		if h.next(t.Task) {
			n += t.Streams
		}
	}
	return n
}

// Hunts are all hunts, the oldest first.
func (f *Following) Hunts() []FollowedHunt {
	f.mu.Lock()
	defer f.mu.Unlock()
	running := f.running()
	var all []FollowedHunt
	for id, h := range f.hunts {
		if h.spec.Islands > 0 {
			all = append(all, h.stands(id, running[id]))
		}
	}
	slices.SortFunc(all, func(a, b FollowedHunt) int {
		return cmp.Or(a.Submitted.Compare(b.Submitted), strings.Compare(a.ID, b.ID))
	})
	return all
}

// Hunt is how a hunt stands, false if there is no such hunt.
func (f *Following) Hunt(id string) (FollowedHunt, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.hunts[id]
	if h == nil || h.spec.Islands == 0 {
		return FollowedHunt{}, false
	}
	running := f.running()[id]
	all := h.stands(id, running)
	all.Rises = slices.Clone(h.rises)
	all.Islands = make([]FollowedIsland, h.spec.Islands)
	for i := range all.Islands {
		if n := len(h.islands[i]); n > 0 {
			last := h.islands[i][n-1]
			all.Islands[i] = FollowedIsland{Epochs: n, Streams: last.Trials, Ratio: last.Ratio, Ease: last.Ease}
		}
	}
	for _, t := range running {
		if h.next(t.Task) {
			all.Islands[t.Island].Worker = t.worker
			all.Islands[t.Island].Streams += t.Streams
		}
	}
	return all, true
}

// stands is how a hunt stands, but for its islands and rises.
func (h *followed) stands(id string, running []on) FollowedHunt {
	f := FollowedHunt{Status: Status{ID: id, Spec: h.spec, Submitted: h.submitted, State: Running, Refuted: h.refuted, Results: h.results}}
	at := make([]int, h.spec.Islands)
	for i := range at {
		at[i] = len(h.islands[i]) - 1
	}
	_ = f.judge(at, h.stop, func(t Task) (result, error) { return h.islands[t.Island][t.Epoch], nil })
	if f.Streams = f.Trials; f.State == Running {
		f.Streams, f.Rate = h.total(running), h.rate.perSecond()
	}
	return f
}

// Workers are the workers that were heard of, by name.
func (f *Following) Workers() []FollowedWorker {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []FollowedWorker
	for _, w := range f.workers {
		worker := FollowedWorker{Beat: w.Beat, Silent: time.Since(w.at)}
		if worker.Silent < unheard {
			worker.Rate = w.rate.perSecond()
		}
		all = append(all, worker)
	}
	slices.SortFunc(all, func(a, b FollowedWorker) int { return strings.Compare(a.Worker, b.Worker) })
	return all
}

// meter measures how fast a count grows, over the last half minute.
type meter struct {
	at     []time.Time
	counts []int
}

const metered = 30 * time.Second

func (m *meter) add(at time.Time, count int) {
	for len(m.at) > 1 && at.Sub(m.at[1]) >= metered {
		m.at, m.counts = m.at[1:], m.counts[1:]
	}
	m.at, m.counts = append(m.at, at), append(m.counts, count)
}

// perSecond is 0 until it is known, and where the count fell, as by a task that was given back.
func (m *meter) perSecond() float64 {
	n := len(m.at)
	if n < 2 {
		return 0
	}
	return max(0, float64(m.counts[n-1]-m.counts[0])/m.at[n-1].Sub(m.at[0]).Seconds())
}
