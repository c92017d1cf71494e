package cluster

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Worker runs tasks of the hunts of an identity.
type Worker struct {
	Identity string // of this build: hunts of others are left alone
	Runner   Runner
	Slots    int           // tasks at once
	Grace    time.Duration // for which tasks go on when the worker is to end; then they are given back
	Log      func(format string, args ...any)
}

const (
	nextLasts   = 5 * time.Second        // waits for a task
	mostStarts  = 100                    // of a task that never ends, as where it takes all memory
	moment      = 200 * time.Millisecond // after which the other slots of a worker that ends listen no more
	looksEvery  = 30 * time.Second       // of one of all workers, whether a hunt lost its tasks
	leaseShares = 4                      // in which the lease is renewed
)

// Work runs tasks until ctx ends, and then returns nil once its tasks are finished or given back.
// It refuses to begin where all hunts that run are of other builds.
func (c *Client) Work(ctx context.Context, w Worker) error {
	err := c.foreign(ctx, w)
	var queue jetstream.Consumer
	if err == nil {
		queue, err = c.consumer(ctx, w.Identity)
	}
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	// Tasks outlive ctx by the grace.
	tasks, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	defer context.AfterFunc(ctx, func() { time.AfterFunc(w.Grace, func() { end(errGivenBack) }) })()
	work := &work{Client: c, Worker: w, queue: queue, packers: newPackers(), hunts: map[string]hunt{}, running: map[*started]struct{}{}}
	defer work.packers.Close()
	var all sync.WaitGroup
	errs := make([]error, w.Slots)
	for i := range errs {
		all.Go(func() { errs[i] = work.slot(ctx, tasks) })
	}
	watching, stop := context.WithCancel(tasks)
	var aside sync.WaitGroup
	aside.Go(func() { work.watch(watching) })
	aside.Go(func() { work.look(watching) })
	all.Wait()
	stop()
	aside.Wait()
	return errors.Join(errs...)
}

var (
	errGivenBack = errors.New("given back")
	errHalted    = errors.New("its hunt stopped")
)

// foreign is an error if there are hunts to run, and all hunts are of other builds.
func (c *Client) foreign(ctx context.Context, w Worker) error {
	ids, err := c.ids(ctx)
	if err != nil {
		return err
	}
	var others []string
	for _, id := range ids {
		s, err := c.Spec(ctx, id)
		switch {
		case errors.Is(err, errNoHunt) || isBroken(err):
		case err != nil:
			return err
		case s.Identity == w.Identity:
			return nil
		default:
			others = append(others, id)
		}
	}
	for _, id := range others {
		st, err := c.Status(ctx, id)
		if err != nil && !isBroken(err) {
			return err
		}
		if err == nil && st.State == Running {
			return fmt.Errorf("the hunts on this engine are for workers of %s, and this is %s: results must be the same to the bit", st.Spec.Identity, w.Identity)
		}
	}
	return nil
}

// work is a worker at work.
type work struct {
	*Client
	Worker
	packers
	queue jetstream.Consumer

	looked uint64 // the revision of the last look that it knows of, whoever looked

	sync.Mutex
	hunts   map[string]hunt
	running map[*started]struct{}
}

// hunt is one that a worker has prepared.
type hunt struct {
	spec Spec
	run  Func
}

// started is a task that runs.
type started struct {
	Task
	end context.CancelCauseFunc
}

// slot runs one task after the other.
func (w *work) slot(ctx, tasks context.Context) error {
	for ctx.Err() == nil {
		w.Lock()
		queue := w.queue
		w.Unlock()
		next, cancel := context.WithTimeout(ctx, nextLasts)
		msg, err := queue.Next(jetstream.FetchContext(next))
		cancel()
		switch {
		case ctx.Err() != nil && err == nil:
			_ = msg.Nak()
		case ctx.Err() != nil:
		case err == nil:
			w.handle(tasks, msg)
		case errors.Is(err, nats.ErrConnectionClosed):
			return errors.Join(errors.New("the engine ended the connection"), w.nc.LastError())
		case errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, jetstream.ErrNoMessages):
		default: // as while the engine restarts
			select {
			case <-ctx.Done():
			case <-time.After(firstPause):
			}
			if queue, err := w.consumer(ctx, w.Identity); err == nil {
				w.Lock()
				w.queue = queue
				w.Unlock()
			}
		}
	}
	return nil
}

// look submits what can run of hunts that have no task in the queue, now and then. A hunt gets
// there if a worker dies between the engine's write of a result and what follows, and the task's
// lease was lost too, as in an engine that was restored from a copy.
func (w *work) look(ctx context.Context) {
	tick := time.NewTicker(looksEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		mine, err := w.turn(ctx)
		if mine {
			err = w.revive(ctx)
		}
		if err != nil && ctx.Err() == nil {
			w.Log("looking for hunts that wait: %v", err)
		}
	}
}

// turn reports whether it is this worker's turn to look: nobody has looked since it asked last.
// So one of a thousand workers looks.
func (w *work) turn(ctx context.Context) (mine bool, err error) {
	key := "looks." + hashed(w.Identity)
	err = w.again(ctx, "taking turns", func(ctx context.Context) error {
		entry, err := w.Client.hunts.Get(ctx, key)
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound):
			w.looked, err = w.Client.hunts.Create(ctx, key, nil)
		case err != nil:
			return err
		case entry.Revision() != w.looked:
			w.looked = entry.Revision()
			return nil
		default:
			w.looked, err = w.Client.hunts.Update(ctx, key, nil, entry.Revision())
		}
		mine = err == nil
		return err
	})
	if errors.Is(err, jetstream.ErrKeyExists) { // somebody else was first
		return false, nil
	}
	return mine, err
}

// revive submits what can run of hunts that run and have no task in the queue.
func (w *work) revive(ctx context.Context) error {
	ids, err := w.ids(ctx)
	for _, id := range ids {
		err = errors.Join(err, w.reviveHunt(ctx, id))
	}
	return err
}

// reviveHunt does so for a hunt. It asks little of the engine unless the hunt has come to a halt.
func (w *work) reviveHunt(ctx context.Context, id string) error {
	s, err := w.Spec(ctx, id)
	if errors.Is(err, errNoHunt) {
		return nil
	}
	if err != nil || s.Identity != w.Identity {
		return err
	}
	waiting, err := w.subjects(ctx, w.tasks, "task."+hashed(w.Identity)+"."+id+".>")
	if err != nil || len(waiting) > 0 {
		return err
	}
	last, err := w.subjects(ctx, w.resultStream, fmt.Sprintf("$KV.results.%s.%d.*", id, s.Epochs-1))
	if err != nil || len(last) == s.Islands {
		return err
	}
	st, err := w.Status(ctx, id)
	if err != nil || st.Settled || st.State == Stopped || st.State == Failed {
		return err
	}
	w.Log("hunt %s has no task in the queue: submitting what can run", id)
	return w.frontier(ctx, s)
}

// handle runs the task of a message, and answers the message.
func (w *work) handle(ctx context.Context, msg jetstream.Msg) {
	t, err := taskOf(msg.Subject())
	if err != nil { // no hunt has put it there
		w.Log("%v; it is left out", err)
		_ = msg.Term()
		return
	}
	err = w.task(ctx, t, msg)
	var broken *brokenError
	switch {
	case err == nil:
		once, cancel := context.WithTimeout(context.WithoutCancel(ctx), firstCall)
		defer cancel()
		_ = msg.DoubleAck(once) // else it comes again, and has its result
	case errors.Is(err, errHalted):
		_ = msg.Term()
	case errors.As(err, &broken):
		w.Log("task %v: %v; the hunt stops", t, err)
		once, cancel := context.WithTimeout(context.WithoutCancel(ctx), callLasts)
		defer cancel()
		if err := w.Stop(once, t.Hunt, broken.Error()); err != nil {
			w.Log("stopping hunt %s: %v", t.Hunt, err)
		}
		_ = msg.Term()
	default:
		if !errors.Is(err, errGivenBack) {
			w.Log("task %v: %v; it is given back", t, err)
		}
		_ = msg.NakWithDelay(moment) // else its lease ends
		_ = w.nc.FlushTimeout(time.Second)
	}
}

// task runs a task, writes its result, and submits what became ready.
func (w *work) task(ctx context.Context, t Task, msg jetstream.Msg) error {
	if err := w.halted(ctx, t); err != nil {
		return err
	}
	h, err := w.hunt(ctx, t.Hunt)
	if err != nil {
		return err
	}
	if t.Epoch >= h.spec.Epochs || t.Island >= h.spec.Islands {
		w.Log("task %v is of no hunt, which has %d epochs and %d islands; it is left out", t, h.spec.Epochs, h.spec.Islands)
		return errHalted
	}
	if about, err := msg.Metadata(); err == nil && about.NumDelivered > mostStarts {
		return &brokenError{fmt.Errorf("task %v was started %d times and never ended", t, mostStarts)}
	}
	_, _, done, err := w.result(ctx, t)
	if err != nil {
		return err
	}
	if !done || string(msg.Data()) == makeAgain {
		ctx, release := w.begin(ctx, t, msg)
		defer release()
		if err = w.run(ctx, h, t); err != nil {
			if cause := context.Cause(ctx); cause != nil {
				return cause
			}
			return err
		}
	}
	ctx = context.WithoutCancel(ctx) // what follows is short, and done again if it is cut off
	if err := w.ready(ctx, h.spec, t); err != nil {
		return err
	}
	if t.Island == 0 {
		return w.clear(ctx, h.spec, t.Epoch)
	}
	return nil
}

// run runs a task on its inputs, and writes what it made. A refutation is noted before its result
// is there: whoever sees all results sees that they refute.
func (w *work) run(ctx context.Context, h hunt, t Task) error {
	out, err := w.made(ctx, h, t)
	if err != nil {
		return err
	}
	r, blobs := w.packed(out)
	for _, b := range blobs {
		if err := w.put(ctx, t, b.ref, b.parts); err != nil {
			return err
		}
	}
	if out.Certificate != nil {
		w.Log("hunt %s is refuted by island %d in epoch %d: %s", t.Hunt, t.Island, t.Epoch, h.spec.Title)
		if err := w.refute(ctx, t); err != nil {
			return err
		}
	}
	return w.write(ctx, t, r)
}

// made is what a task makes of its inputs.
func (w *work) made(ctx context.Context, h hunt, t Task) (out Output, err error) {
	var own, neighbour []byte
	if t.Epoch > 0 {
		if own, err = w.input(ctx, h, Task{t.Hunt, t.Epoch - 1, t.Island}, func(r result) ref { return r.State }); err != nil {
			return out, err
		}
		if neighbour, err = w.input(ctx, h, Task{t.Hunt, t.Epoch - 1, (t.Island + 1) % h.spec.Islands}, func(r result) ref { return r.Elites }); err != nil {
			return out, err
		}
	}
	defer func() {
		if p := recover(); p != nil {
			err = &brokenError{fmt.Errorf("task %v panics: %v\n%s", t, p, debug.Stack())}
		}
	}()
	out, err = h.run(ctx, h.spec, t, own, neighbour)
	if err == nil {
		err = out.check()
	}
	if err != nil && ctx.Err() == nil {
		err = &brokenError{fmt.Errorf("task %v: %w", t, err)}
	}
	return out, err
}

// input reads a blob that an earlier task made. One that is lost or spoilt is made again, by
// running that task, whose own inputs are kept as long as somebody may need it.
func (w *work) input(ctx context.Context, h hunt, t Task, which func(result) ref) ([]byte, error) {
	r, _, ok, err := w.result(ctx, t)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, &brokenError{fmt.Errorf("task %v has no result, which was needed", t)}
	}
	content, err := w.get(ctx, w.packers, t, which(r))
	if !errors.Is(err, errLost) {
		return content, err
	}
	w.Log("%v; making it again", err)
	if err := w.run(ctx, h, t); err != nil {
		return nil, err
	}
	return w.get(ctx, w.packers, t, which(r))
}

// hunt is a hunt, prepared once.
func (w *work) hunt(ctx context.Context, id string) (hunt, error) {
	w.Lock()
	h, ok := w.hunts[id]
	w.Unlock()
	if ok {
		return h, nil
	}
	var err error
	if h.spec, err = w.Spec(ctx, id); err == nil {
		if h.run, err = w.Runner(h.spec); err != nil {
			err = &brokenError{err}
		}
	}
	if err == nil {
		w.Lock()
		w.hunts[id] = h
		w.Unlock()
	}
	return h, err
}

// halted is errHalted if a task need not run: its hunt was stopped, removed or refuted before it.
func (w *work) halted(ctx context.Context, t Task) error {
	stop, err := w.value(ctx, w.Client.hunts, t.Hunt+".stop")
	if err != nil {
		return err
	}
	there, err := w.value(ctx, w.Client.hunts, t.Hunt)
	if err != nil {
		return err
	}
	at, err := w.refuted(ctx, t.Hunt)
	if err != nil {
		return err
	}
	if stop != nil || there == nil || at != nil && t.later(*at) {
		return errHalted
	}
	return nil
}

// begin keeps the lease of a task until release, and ends it if its hunt halts.
func (w *work) begin(ctx context.Context, t Task, msg jetstream.Msg) (task context.Context, release func()) {
	task, end := context.WithCancelCause(ctx)
	s := &started{Task: t, end: end}
	w.Lock()
	w.running[s] = struct{}{}
	w.Unlock()
	var keeping sync.WaitGroup
	kept, stop := context.WithCancel(task)
	keeping.Go(func() {
		tick := time.NewTicker(w.lease / leaseShares)
		defer tick.Stop()
		for {
			select {
			case <-kept.Done():
				return
			case <-tick.C:
			}
			_ = msg.InProgress() // where it fails the next one counts, or another worker takes over
			if errors.Is(w.halted(kept, t), errHalted) {
				end(errHalted)
			}
		}
	})
	return task, func() {
		stop()
		keeping.Wait()
		end(nil)
		w.Lock()
		delete(w.running, s)
		w.Unlock()
	}
}

// watch ends running tasks at once where their hunt is stopped or refuted. What it misses, the
// lease sees.
func (w *work) watch(ctx context.Context) {
	for ctx.Err() == nil {
		keys, err := w.Client.hunts.WatchFiltered(ctx, []string{"*.stop", "*.refuted"}, jetstream.UpdatesOnly())
		if err != nil {
			select {
			case <-ctx.Done():
			case <-time.After(mostPause):
			}
			continue
		}
		for change := range keys.Updates() {
			if change == nil {
				continue
			}
			hunt, _, _ := strings.Cut(change.Key(), ".")
			w.Lock()
			var all []*started
			for s := range w.running {
				if s.Hunt == hunt {
					all = append(all, s)
				}
			}
			w.Unlock()
			for _, s := range all {
				if errors.Is(w.halted(ctx, s.Task), errHalted) {
					s.end(errHalted)
				}
			}
		}
	}
}
