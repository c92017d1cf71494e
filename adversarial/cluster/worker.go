package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Worker runs tasks of the hunts of an identity.
type Worker struct {
	Identity string // of this build: it leaves hunts of other builds alone
	Runner   Runner
	Slots    int           // tasks at once
	Lease    time.Duration // how long a task stays with a worker that does not respond; the worker that began last decides
	Grace    time.Duration // how long tasks go on when the worker is to end; then they are given back
}

const (
	nextLasts   = 5 * time.Second        // one wait for a task
	mostStarts  = 100                    // starts of a task that never ends, for example because it takes all memory
	moment      = 200 * time.Millisecond // after which the other slots of a worker that ends stop listening
	looksEvery  = 30 * time.Second       // how often one of the waiting workers checks whether a hunt lost its tasks
	leaseShares = 4                      // how many times a lease is renewed before it would end
)

// Work runs tasks until ctx ends, and then returns nil once its tasks are finished or given back. It refuses to begin
// if all running hunts are of other builds.
func (c *Client) Work(ctx context.Context, w Worker) error {
	work := &work{Client: c, Worker: w}
	err := c.checkBuilds(ctx, w)
	var queue jetstream.Consumer
	if err == nil {
		queue, err = work.consumer(ctx)
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
	var all sync.WaitGroup
	errs := make([]error, w.Slots)
	for i := range errs {
		all.Go(func() { errs[i] = work.slot(ctx, tasks, queue) })
	}
	all.Wait()
	return errors.Join(errs...)
}

var (
	errGivenBack = errors.New("given back")
	errHalted    = errors.New("its hunt does not go on")
)

// checkBuilds returns an error if hunts of other builds are running, and there is no hunt of this build.
func (c *Client) checkBuilds(ctx context.Context, w Worker) error {
	all, err := c.List(ctx)
	others := ""
	for _, st := range all {
		switch {
		case st.Spec.Identity == w.Identity:
			return nil
		case st.State == Running:
			others = st.Spec.Identity
		}
	}
	if others != "" {
		return fmt.Errorf("the hunts on this engine are for workers of %s, and this is %s: "+
			"results must be the same to the bit, expected workers of that build", others, w.Identity)
	}
	return err
}

// work is a running worker.
type work struct {
	*Client
	Worker

	runs sync.Map // the functions of the hunts, prepared once
}

// consumer returns the queue of the worker's identity. Only workers set its lease.
func (w *work) consumer(ctx context.Context) (queue jetstream.Consumer, err error) {
	err = w.retry(ctx, "queue", func(ctx context.Context) (err error) {
		queue, err = w.tasks.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: hashOf(w.Identity), FilterSubject: "task." + hashOf(w.Identity) + ".>",
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: w.Lease, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 1 << 16,
		})
		return err
	})
	return queue, err
}

// lookSubject returns the subject of the task that looks for hunts whose tasks are lost.
func (w *work) lookSubject() string { return "task." + hashOf(w.Identity) + ".look" }

// slot runs one task after the other.
func (w *work) slot(ctx, tasks context.Context, queue jetstream.Consumer) error {
	for ctx.Err() == nil {
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
		case errors.Is(err, nats.ErrTimeout), errors.Is(err, context.DeadlineExceeded),
			errors.Is(err, jetstream.ErrNoMessages):
			once, cancel := context.WithTimeout(ctx, firstCall)
			_, _ = w.js.Publish(once, w.lookSubject(), nil, jetstream.WithMsgID(w.lookSubject())) // once in looksEvery
			cancel()
		default: // for example while the engine restarts
			_ = wait(ctx, firstPause)
			if again, err := w.consumer(ctx); err == nil {
				queue = again
			}
		}
	}
	return nil
}

// revive queues the tasks that can run of hunts that have lost theirs, for example in an engine restored from a copy.
func (w *work) revive(ctx context.Context) error {
	all, err := w.List(ctx)
	if err != nil {
		return err
	}
	return w.goOn(ctx, slices.DeleteFunc(all, func(st Status) bool { return st.Spec.Identity != w.Identity })...)
}

// handle runs the task of a message, and acknowledges the message.
func (w *work) handle(ctx context.Context, msg jetstream.Msg) {
	t, err := taskOf(msg.Subject())
	what := "task " + t.String()
	switch {
	case msg.Subject() == w.lookSubject():
		what = "looking for hunts that lost their tasks"
		err = w.revive(ctx)
	case err != nil: // no hunt queued it
		w.warn("%v; it is left out", err)
		err = errHalted
	default:
		err = w.task(ctx, t, msg)
	}
	var broken *brokenError
	lasts := callLasts
	if err == nil {
		lasts = firstCall // an answer that was lost with its connection never comes
	}
	once, cancel := context.WithTimeout(context.WithoutCancel(ctx), lasts)
	defer cancel()
	switch {
	case err == nil:
		_ = msg.DoubleAck(once) // otherwise it comes again, and its result exists
	case errors.Is(err, errHalted):
		_ = msg.Term()
	case errors.As(err, &broken) && t.Hunt != "":
		w.warn("%s: %v; the hunt stops", what, err)
		if err := w.Stop(once, t.Hunt, broken.Error()); err != nil {
			w.warn("stopping hunt %s: %v", t.Hunt, err)
		}
		_ = msg.Term()
	default:
		if !errors.Is(err, errGivenBack) {
			w.warn("%s: %v; it is given back", what, err)
		}
		_ = msg.NakWithDelay(moment) // otherwise its lease ends
		_ = w.nc.FlushTimeout(time.Second)
	}
}

// task brings an island to the end of a task, from its newest available state, and queues its next task.
func (w *work) task(ctx context.Context, t Task, msg jetstream.Msg) error {
	s, run, err := w.hunt(ctx, t)
	if err != nil {
		return err
	}
	if about, err := msg.Metadata(); err == nil && about.NumDelivered > mostStarts {
		return &brokenError{fmt.Errorf("task %v was started %d times and never ended", t, mostStarts)}
	}
	leased, release := w.lease(ctx, t, msg)
	defer release()
	come, epochs, state, err := w.newest(leased, t)
	for refuted := false; err == nil && epochs <= t.Epoch && !refuted; epochs++ {
		at := Task{t.Hunt, epochs, t.Island}
		var out Output
		if out, err = runTask(leased, run, at, state); err != nil {
			break
		}
		// The refutation is recorded before the result: whoever sees all results sees the refutation too.
		if state, refuted = out.State, out.Refuted; refuted {
			w.warn("hunt %s is refuted by island %d in epoch %d: %s", t.Hunt, t.Island, epochs, s.Title)
			err = w.refute(leased, at)
		}
		if err == nil {
			err = w.write(leased, at, out)
		}
	}
	if cause := context.Cause(leased); err != nil && cause != nil {
		return cause
	}
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // the rest is short, and repeated if it is cut off
	e, _, err := w.end(ctx, t.Hunt)
	if next := max(come, epochs); err == nil && next < e.last(s, t.Island) && e.Stop == "" {
		err = w.enqueue(ctx, s, Task{t.Hunt, next, t.Island})
	}
	return err
}

// runTask returns the output of a task on the state of its island.
func runTask(ctx context.Context, run Func, t Task, own []byte) (out Output, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &brokenError{fmt.Errorf("task %v panics: %v\n%s", t, p, debug.Stack())}
		}
	}()
	out, err = run(ctx, t, own)
	if err == nil {
		err = out.progress(t).check()
	}
	if err == nil && len(out.State) > mostState {
		err = fmt.Errorf("a state of %d bytes, expected at most %d", len(out.State), mostState)
	}
	if err != nil && ctx.Err() == nil {
		err = &brokenError{fmt.Errorf("task %v: %w", t, err)}
	}
	return out, err
}

// hunt returns the hunt of a task, and its function. The error is errHalted if the task need not run: the hunt was
// stopped, removed or refuted before it, or has no such task.
func (w *work) hunt(ctx context.Context, t Task) (s Spec, run Func, err error) {
	s, _, err = w.spec(ctx, t.Hunt)
	if errors.Is(err, errNoHunt) {
		return s, nil, errHalted
	}
	if err != nil {
		return s, nil, err
	}
	if t.Epoch >= s.Epochs || t.Island >= s.Islands || s.Identity != w.Identity {
		w.warn("task %v is of no hunt of this build; it is left out", t)
		return s, nil, errHalted
	}
	if e, _, err := w.end(ctx, t.Hunt); err != nil || e.over(t) {
		return s, nil, cmp.Or(err, errHalted)
	}
	prepare, _ := w.runs.LoadOrStore(t.Hunt, sync.OnceValues(func() (Func, error) { return w.Runner(s) }))
	if run, err = prepare.(func() (Func, error))(); err != nil {
		err = &brokenError{err}
	}
	return s, run, err
}

// lease keeps the lease of a task until release. The context of the task ends at once if its hunt is stopped or
// refuted; a task that misses this while the engine is away runs to its end.
func (w *work) lease(ctx context.Context, t Task, msg jetstream.Msg) (leased context.Context, release func()) {
	leased, end := context.WithCancelCause(ctx)
	var keeping sync.WaitGroup
	keeping.Go(func() {
		var ends <-chan jetstream.KeyValueEntry
		if watched, err := w.hunts.Watch(leased, t.Hunt+".end", jetstream.IgnoreDeletes()); err == nil {
			ends = watched.Updates()
		}
		renew := time.NewTicker(w.Lease / leaseShares)
		defer renew.Stop()
		for {
			select {
			case <-leased.Done():
				return
			case <-renew.C:
				_ = msg.InProgress() // if it fails, the next one counts, or another worker takes over
			case change, open := <-ends:
				if !open {
					ends = nil
				} else if change != nil {
					if e, err := readEnd(t.Hunt, change.Value()); err == nil && e.over(t) {
						end(errHalted)
					}
				}
			}
		}
	})
	return leased, func() {
		end(nil)
		keeping.Wait()
	}
}
