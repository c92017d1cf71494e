package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"marginlab/internal/rapidtest"
)

// libraryWaits is a goroutine of JetStream that has acknowledged all it published, and waits for ever.
var libraryWaits = goleak.IgnoreTopFunction("github.com/nats-io/nats.go/jetstream.(*jetStream).resetPendingAcksOnReconnect")

// TestMain fails if the package leaves a goroutine behind.
func TestMain(m *testing.M) {
	rapidtest.Main(m, 20)
	if err := goleak.Find(libraryWaits); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const patience = time.Minute // of a test, for what comes at once on a quiet machine

// chain makes tasks that hash all their input, so that one wrong byte shows in every later state. They refute the hunt
// at the tasks that the plan names.
func chain(s Spec) (Func, error) {
	var plan struct {
		Refutes []Task
		Lasts   time.Duration
	}
	if err := json.Unmarshal(s.Plan, &plan); err != nil {
		return nil, err
	}
	return func(ctx context.Context, t Task, own []byte) (Output, error) {
		if err := wait(ctx, plan.Lasts); err != nil {
			return Output{}, err
		}
		state := sha256.Sum256(fmt.Appendf(nil, "%d %d %x", t.Island, t.Epoch, own))
		return Output{
			State: bytes.Repeat(state[:], 40), Ratio: float64(state[0]) / 512, Trials: t.Epoch + 1,
			Refuted: slices.Contains(plan.Refutes, Task{"", t.Epoch, t.Island}),
		}, nil
	}, nil
}

// chainAfter is [chain] with f called before each task.
func chainAfter(f func(context.Context, Task) error) Runner {
	return func(s Spec) (Func, error) {
		chain, err := chain(s)
		return func(ctx context.Context, t Task, own []byte) (Output, error) {
			if err := f(ctx, t); err != nil {
				return Output{}, err
			}
			return chain(ctx, t, own)
		}, err
	}
}

func spec(islands, epochs int, plan string) Spec {
	return Spec{Title: "a chain", Identity: "this build", Islands: islands, Epochs: epochs, Plan: json.RawMessage(plan)}
}

// runInProcess returns the states of the hunt in one process, without an engine.
func runInProcess(t *testing.T, s Spec) [][]byte {
	t.Helper()
	chain, err := chain(s)
	require.NoError(t, err)
	states := make([][]byte, s.Islands)
	for e := range s.Epochs {
		for i := range states {
			out, err := chain(t.Context(), Task{s.ID(), e, i}, states[i])
			require.NoError(t, err)
			if states[i] = out.State; out.Refuted {
				return states
			}
		}
	}
	return states
}

// engine starts an engine in this process, and returns a client.
func engine(t *testing.T) *Client {
	t.Helper()
	e, err := Start(t.TempDir(), "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(e.Close)
	return client(t, e.URL())
}

func client(t *testing.T, url string) *Client {
	t.Helper()
	c, err := Connect(t.Context(), Options{URL: url, Warn: t.Logf})
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

// crew lets a worker work until the test ends, or stop is called.
func crew(t *testing.T, c *Client, lease time.Duration, run Runner) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- c.Work(ctx, Worker{Identity: "this build", Runner: run, Slots: 2, Lease: lease})
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// waitSettled waits until nothing can change the hunt's result.
func waitSettled(t *testing.T, c *Client, s Spec) (st Status) {
	t.Helper()
	eventually(t, func() bool {
		var err error
		st, err = c.Status(t.Context(), s.ID())
		require.NoError(t, err)
		return st.Settled || st.State == Failed
	})
	return st
}

func eventually(t *testing.T, f func() bool) {
	t.Helper()
	for late := time.Now().Add(patience); !f(); time.Sleep(10 * time.Millisecond) {
		require.True(t, time.Now().Before(late), "it does not come to that")
	}
}

// waitResults waits until a hunt has the given number of results.
func waitResults(t *testing.T, c *Client, s Spec, results int) {
	t.Helper()
	eventually(t, func() bool { st, err := c.Status(t.Context(), s.ID()); return err == nil && st.Results >= results })
}

// requireInProcess requires that a hunt ends with the states of one process.
func requireInProcess(t *testing.T, c *Client, s Spec) Status {
	t.Helper()
	st := waitSettled(t, c, s)
	require.Empty(t, st.Why)
	states, err := c.States(t.Context(), st)
	require.NoError(t, err)
	require.Equal(t, runInProcess(t, s), states)
	return st
}

// queuedTasks returns the tasks in the queue.
func queuedTasks(t *testing.T, c *Client, filter string) []string {
	t.Helper()
	info, err := c.tasks.Info(t.Context(), jetstream.WithSubjectFilter(filter))
	require.NoError(t, err)
	all := []string{}
	for subject := range info.State.Subjects {
		all = append(all, strings.Join(strings.Split(subject, ".")[3:], "."))
	}
	slices.Sort(all)
	return all
}

func TestTheResultIsThatOfOneProcess(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	c := engine(t)
	crew(t, c, time.Minute, chain)
	for _, s := range []Spec{spec(1, 5, "{}"), spec(2, 4, "{}"), spec(4, 20, "{}")} {
		require.NoError(t, c.Submit(t.Context(), s, s)) // two submitters
		st := requireInProcess(t, c, s)
		require.Equal(t, Survived, st.State)
		require.Equal(t, s.Islands*s.Epochs, st.Results)
		require.Equal(t, s.Epochs, st.Epoch)
	}
	eventually(t, func() bool { return len(queuedTasks(t, c, "task.>")) == 0 }) // before a lease ends
	info, err := c.stateStream.Info(t.Context())
	require.NoError(t, err)
	require.LessOrEqual(t, info.State.Msgs, uint64(2*(5+2*4+4*kept)), "a long hunt takes no more room than a short one")
}

// A refutation is the least one in the order of epochs and islands, whoever is first and however far the others
// are: here a later one is found first, and one island is more epochs ahead than are kept.
func TestRefuted(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	c := engine(t)
	s := spec(4, 20, `{"Refutes": [{"Epoch": 3, "Island": 2}, {"Epoch": 4, "Island": 1}]}`)
	ahead := make(chan struct{})
	run := chainAfter(func(ctx context.Context, k Task) error {
		switch (Task{"", k.Epoch, k.Island}) {
		case Task{"", 13, 0}:
			close(ahead)
			<-ctx.Done()
		case Task{"", 4, 1}:
			<-ahead
		case Task{"", 3, 2}:
			for e := (end{}); e.Refuted == nil && ctx.Err() == nil; {
				e, _, _ = c.end(ctx, s.ID())
			}
		}
		return ctx.Err()
	})
	crew(t, c, time.Minute, run)
	crew(t, c, time.Minute, run)
	require.NoError(t, c.Submit(t.Context(), s))
	<-ahead
	st := requireInProcess(t, c, s)
	require.Equal(t, Refuted, st.State)
	require.Equal(t, &Task{s.ID(), 3, 2}, st.end.Refuted)
	require.Equal(t, 3*4+3, st.Results)
}

// If several refutations are recorded at once, the least stays. A worker that is killed after it recorded one leaves
// its task to another worker.
func TestTheLeastRefutationStays(t *testing.T) {
	t.Parallel()
	c := engine(t)
	s := spec(6, 3, `{"Refutes": [{"Epoch": 1, "Island": 0}]}`)
	require.NoError(t, c.Submit(t.Context(), s))
	var all sync.WaitGroup
	for island := range s.Islands {
		all.Go(func() {
			if err := c.refute(t.Context(), Task{s.ID(), 1, island}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	e, _, err := c.end(t.Context(), s.ID())
	require.NoError(t, err)
	require.Equal(t, &Task{s.ID(), 1, 0}, e.Refuted)
	for island, want := range []int{2, 1, 1} {
		require.Equal(t, want, e.last(s, island))
	}
	require.True(t, e.over(Task{s.ID(), 1, 1}))
	require.False(t, e.over(Task{s.ID(), 0, 5}))
	crew(t, c, time.Minute, chain)
	requireInProcess(t, c, s)
}

// A refutation is recorded before its result: otherwise the hunt looks as if it had survived when the worker is killed
// between the two.
func TestRefutationIsNotedBeforeItsResult(t *testing.T) {
	t.Parallel()
	c := engine(t)
	s := spec(2, 3, `{"Refutes": [{"Epoch": 0, "Island": 1}]}`)
	at := Task{s.ID(), 0, 1}
	crew(t, c, time.Minute, chainAfter(func(ctx context.Context, k Task) error {
		if k != at {
			return nil
		}
		return c.write(ctx, k, Output{Trials: 9}) // with another result there, that of this worker cannot be written
	}))
	require.NoError(t, c.Submit(t.Context(), s))
	eventually(t, func() bool {
		e, _, err := c.end(t.Context(), s.ID())
		return err == nil && e.Refuted != nil && *e.Refuted == at && strings.Contains(e.Stop, "came to another result than before")
	})
}

// Stop ends a task that runs, at once and not when its lease is renewed; Resume goes on.
func TestStopAndResume(t *testing.T) {
	t.Parallel()
	c := engine(t)
	begun, ended := make(chan struct{}, 10), make(chan struct{}, 10)
	var slow atomic.Bool
	slow.Store(true)
	crew(t, c, time.Hour, chainAfter(func(ctx context.Context, k Task) error {
		if k.Epoch == 1 && slow.Load() {
			begun <- struct{}{}
			<-ctx.Done()
			ended <- struct{}{}
		}
		return ctx.Err()
	}))
	s := spec(2, 3, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	<-begun
	require.NoError(t, c.Stop(t.Context(), s.ID(), ""))
	<-ended
	st, err := c.Status(t.Context(), s.ID())
	require.NoError(t, err)
	require.Equal(t, Stopped, st.State)
	require.NoError(t, c.Submit(t.Context(), s))
	require.Empty(t, queuedTasks(t, c, "task.>"), "who joins a hunt that is stopped does not start it")
	slow.Store(false)
	require.NoError(t, c.Resume(t.Context(), s.ID()))
	requireInProcess(t, c, s)
}

// A worker runs as many tasks at once as it has slots.
func TestSlots(t *testing.T) {
	t.Parallel()
	c := engine(t)
	var both sync.WaitGroup
	both.Add(2)
	crew(t, c, time.Minute, chainAfter(func(context.Context, Task) error { both.Done(); both.Wait(); return nil }))
	s := spec(2, 1, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	waitSettled(t, c, s)
}

// A state that is corrupted, exchanged or lost is made again, even a final one.
func TestPoisonedState(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	emptied := func(c *Client, name string) (pieces string, err error) { // the subject of what the state is made of
		info, err := c.states.GetInfo(t.Context(), name)
		if err != nil {
			return "", err
		}
		pieces = "$O.states.C." + info.NUID
		return pieces, c.stateStream.Purge(t.Context(), jetstream.WithPurgeSubject(pieces))
	}
	for name, poison := range map[string]func(*Client, string) error{
		"exchanged": func(c *Client, name string) error {
			_, err := c.states.Put(t.Context(), jetstream.ObjectMeta{Name: name, Metadata: map[string]string{epochsKey: "4"}},
				strings.NewReader("poison"))
			return err
		},
		"spoilt": func(c *Client, name string) error {
			pieces, err := emptied(c, name)
			if err == nil {
				_, err = c.js.Publish(t.Context(), pieces, []byte("poison"))
			}
			return err
		},
		"lost in part": func(c *Client, name string) error { _, err := emptied(c, name); return err },
		"lost":         func(c *Client, name string) error { return c.states.Delete(t.Context(), name) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := engine(t)
			s := spec(2, 4, "{}")
			var once sync.Once
			crew(t, c, time.Minute, chainAfter(func(ctx context.Context, k Task) (err error) {
				if k.Epoch == 2 { // all that this island goes on from
					once.Do(func() {
						for epochs := range 2 {
							err = errors.Join(err, poison(c, k.object(epochs+1)))
						}
					})
				}
				return err
			}))
			require.NoError(t, c.Submit(t.Context(), s))
			requireInProcess(t, c, s)
			for island := range s.Islands {
				require.NoError(t, poison(c, Task{s.ID(), 3, island}.object(4)))
			}
			requireInProcess(t, c, s)
		})
	}
}

// A task that is run twice must give the same, also after the island has gone on.
func TestASecondResultMustBeTheSame(t *testing.T) {
	t.Parallel()
	c := engine(t)
	s := spec(1, 3, "{}")
	crew(t, c, time.Minute, chain)
	require.NoError(t, c.Submit(t.Context(), s))
	waitSettled(t, c, s)
	chain, err := chain(s)
	require.NoError(t, err)
	first := Task{s.ID(), 0, 0}
	out, err := chain(t.Context(), first, nil)
	require.NoError(t, err)
	require.NoError(t, c.write(t.Context(), first, out))
	out.State[7]++
	require.ErrorContains(t, c.write(t.Context(), first, out), "came to another result than before")
}

// A task that fails for good stops its hunt, and the hunt says why.
func TestFailures(t *testing.T) {
	t.Parallel()
	c := engine(t)
	crew(t, c, time.Minute, func(s Spec) (Func, error) {
		if string(s.Plan) == `"bad plan"` {
			return nil, errors.New("no plan")
		}
		return func(context.Context, Task, []byte) (Output, error) {
			switch string(s.Plan) {
			case `"panic"`:
				panic("oops")
			case `"infinite"`:
				var zero float64
				return Output{Ratio: 1 / zero}, nil
			case `"negative"`:
				return Output{Trials: -1}, nil
			case `"long"`:
				return Output{State: make([]byte, mostState+1)}, nil
			}
			return Output{}, errors.New("no luck")
		}, nil
	})
	for plan, why := range map[string]string{
		`"bad plan"`: "no plan", `"panic"`: "panics: oops", `"infinite"`: "expected a finite number",
		`"negative"`: "it ran -1 streams, expected from 0 to 281474976710656", `"long"`: "134217729 bytes, expected at most 134217728", `"error"`: "no luck",
	} {
		s := spec(1, 1, plan)
		require.NoError(t, c.Submit(t.Context(), s))
		st := waitSettled(t, c, s)
		require.Equal(t, Failed, st.State)
		require.Contains(t, st.Why, why)
	}
}

// A worker that ends gives back its task at once, and one that does not respond loses it with its lease, which
// submitters do not change.
func TestGivenBackAndLost(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	c := engine(t)
	s := spec(1, 1, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	begun := make(chan struct{})
	stop := crew(t, c, time.Hour, chainAfter(func(ctx context.Context, _ Task) error {
		close(begun)
		<-ctx.Done()
		return ctx.Err()
	}))
	<-begun
	stop()
	require.NoError(t, c.Submit(t.Context(), s))
	queue, err := c.tasks.Consumer(t.Context(), hashOf(s.Identity))
	require.NoError(t, err)
	require.Equal(t, time.Hour, queue.CachedInfo().Config.AckWait)
	given, err := queue.Next(jetstream.FetchMaxWait(patience))
	require.NoError(t, err)
	require.NoError(t, given.Nak())
	queue, err = (&work{Client: c, Worker: Worker{Identity: s.Identity, Lease: 500 * time.Millisecond}}).consumer(t.Context())
	require.NoError(t, err)
	silent, err := queue.Next(jetstream.FetchMaxWait(patience)) // and no word more
	require.NoError(t, err)
	require.NotNil(t, silent)
	crew(t, c, time.Second, chain)
	requireInProcess(t, c, s)
}

// message counts how often its lease was renewed.
type message struct {
	jetstream.Msg
	renewed atomic.Int64
}

func (m *message) InProgress() error { m.renewed.Add(1); return nil }

// The lease of a task that runs is renewed.
func TestLeaseIsKept(t *testing.T) {
	t.Parallel()
	w, m := &work{Client: engine(t), Worker: Worker{Lease: 40 * time.Millisecond}}, new(message)
	ctx, release := w.lease(t.Context(), Task{"hunt", 0, 0}, m)
	eventually(t, func() bool { return m.renewed.Load() > 3 })
	require.NoError(t, ctx.Err())
	release()
	require.Error(t, ctx.Err())
}

// A task that never ends, for example because it takes all memory, ends its hunt and not all workers.
func TestTaskThatNeverEnds(t *testing.T) {
	t.Parallel()
	c := engine(t)
	s := spec(1, 1, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	queue, err := (&work{Client: c, Worker: Worker{Identity: s.Identity, Lease: time.Minute}}).consumer(t.Context())
	require.NoError(t, err)
	for range mostStarts {
		msg, err := queue.Next(jetstream.FetchMaxWait(patience))
		require.NoError(t, err)
		require.NoError(t, msg.Nak())
	}
	crew(t, c, time.Minute, chain)
	st := waitSettled(t, c, s)
	require.Equal(t, Failed, st.State)
	require.Contains(t, st.Why, "was started 100 times and never ended")
}

// A hunt that has lost its tasks goes on once a worker waits; stopped hunts and hunts of other builds do not.
func TestRevive(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	c := engine(t)
	lost, stopped, others := spec(3, 2, "{}"), spec(3, 2, `{"stopped": 1}`), spec(3, 2, `{"others": 1}`)
	others.Identity = "another build"
	require.NoError(t, c.Submit(t.Context(), lost, stopped, others))
	require.NoError(t, c.Stop(t.Context(), stopped.ID(), ""))
	require.NoError(t, c.tasks.Purge(t.Context()))
	crew(t, c, time.Minute, chain)
	requireInProcess(t, c, lost)
	require.Empty(t, queuedTasks(t, c, "task.*."+stopped.ID()+".>"))
	require.Empty(t, queuedTasks(t, c, "task.*."+others.ID()+".>"))
}

// The tasks of hunts that are submitted together take turns.
func TestHuntsInterleave(t *testing.T) {
	t.Parallel()
	c := engine(t)
	a, b := spec(2, 1, `"a"`), spec(3, 1, `"b"`)
	for range 2 { // the second time all are there
		require.NoError(t, c.Submit(t.Context(), a, b))
		require.Len(t, queuedTasks(t, c, "task.>"), 5)
	}
	for i, want := range []Task{{a.ID(), 0, 0}, {b.ID(), 0, 0}, {a.ID(), 0, 1}, {b.ID(), 0, 1}, {b.ID(), 0, 2}} {
		msg, err := c.tasks.GetMsg(t.Context(), uint64(i+1))
		require.NoError(t, err)
		got, err := taskOf(msg.Subject)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

// Workers of another build do not begin where there is nothing for them.
func TestWorkersOfAnotherBuild(t *testing.T) {
	t.Parallel()
	c := engine(t)
	first := spec(1, 1, "{}")
	require.NoError(t, c.Submit(t.Context(), first))
	w := Worker{Identity: "another build", Runner: chain, Slots: 1, Lease: time.Minute}
	require.ErrorContains(t, c.Work(t.Context(), w), "the hunts on this engine are for workers of this build, and this is another build")
	foreign, own := spec(2, 1, `"foreign"`), spec(2, 1, "{}") // they leave alone what is not theirs
	foreign.Identity = "another build"
	require.NoError(t, c.Submit(t.Context(), foreign))
	crew(t, c, time.Minute, chain)
	require.NoError(t, c.Submit(t.Context(), own))
	waitSettled(t, c, own)
	waitSettled(t, c, first)
	require.Len(t, queuedTasks(t, c, "task.*."+foreign.ID()+".>"), 2)
	require.NoError(t, c.Stop(t.Context(), foreign.ID(), "")) // and do not mind what has ended
	ended, end := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, end)
	w.Identity = "a third build"
	require.NoError(t, c.Work(ended, w))
}

// A hunt that was removed leaves nothing, and can be submitted afresh. Data that differ from the submitted spec are no
// hunt.
func TestRemove(t *testing.T) {
	t.Parallel()
	c := engine(t)
	s := spec(2, 3, `{"Refutes": [{"Epoch": 1, "Island": 0}]}`)
	for range 2 {
		stop := crew(t, c, time.Minute, chain)
		require.NoError(t, c.Submit(t.Context(), s))
		requireInProcess(t, c, s)
		stop() // so that no task is on its way
		require.NoError(t, c.Remove(t.Context(), s.ID()))
		_, err := c.Status(t.Context(), s.ID())
		require.ErrorIs(t, err, errNoHunt)
		all, err := c.List(t.Context())
		require.NoError(t, err)
		require.Empty(t, all)
		_, err = c.states.List(t.Context())
		require.ErrorIs(t, err, jetstream.ErrNoObjectsFound)
	}
	_, err := c.hunts.Put(t.Context(), s.ID(), text(spec(3, 3, "{}")))
	require.NoError(t, err)
	_, err = c.Status(t.Context(), s.ID())
	require.ErrorContains(t, err, "is broken: it has the ID "+spec(3, 3, "{}").ID())
	require.ErrorContains(t, c.Submit(t.Context(), spec(0, 1, "{}")), "a hunt of 0 islands, expected 1 to 10000")
	require.ErrorContains(t, c.Submit(t.Context(), spec(1, 0, "{}")), "a hunt of 0 epochs, expected 1 to 1000000")
}

// Broken data of a hunt or a task in the engine are reported for that hunt only: the others are listed and run, and the
// hunt can be removed.
func TestWhatIsBrokenBreaksNothingElse(t *testing.T) {
	t.Parallel()
	c := engine(t)
	put := func(subject, text string) {
		t.Helper()
		_, err := c.js.Publish(t.Context(), subject, []byte(text))
		require.NoError(t, err)
	}
	hunts := 0
	hunt := func() (id string) {
		hunts++
		s := spec(2, 2, fmt.Sprint(hunts))
		s.Identity = "another build"
		put("$KV.hunts."+s.ID(), string(text(s)))
		return s.ID()
	}
	long := spec(1, 1, "{}")
	long.Title = strings.Repeat("x", mostText)
	broken := map[string]string{ // why, by hunt
		"cut": "what the engine keeps of hunt cut is broken", "other": "what the engine keeps of hunt other is broken",
		long.ID(): "a hunt whose title and identity have 16394 bytes, expected at most 16384",
	}
	for key, text := range map[string]string{"cut": `{"title":`, "other": string(text(spec(1, 1, "{}"))), "\x1b[31m$": "{}", long.ID(): string(text(long))} {
		put("$KV.hunts."+key, text)
	}
	for text, why := range map[string]string{
		`{"epochs":1,"ratio":"\u001b[31m"}`:              "what the engine keeps of island",
		`{"epochs":1,"ratio":1e309}`:                     "what the engine keeps of island",
		`{"epochs":1,"trials":-1}`:                       "it ran -1 streams, expected from 0 to 281474976710656",
		`{"epochs":0}`:                                   "it has come through 0 epochs",
		`{"epochs":1,"state":` + strings.Repeat("[", 30): "what the engine keeps of island",
	} {
		id := hunt()
		put("$KV.islands."+id+".1", text)
		broken[id] = why
	}
	for _, text := range []string{"x", `{"refuted":1}`} {
		id := hunt()
		put("$KV.hunts."+id+".end", text)
		broken[id] = "of the end of hunt " + id + " is broken"
	}
	strange := hunt()
	for _, island := range []string{"-1", "2", "00", "+1", "x"} {
		put("$KV.islands."+strange+"."+island, `{"epochs":2,"ratio":9,"trials":9}`)
	}
	require.ErrorContains(t, c.Work(t.Context(), Worker{Identity: "this build"}), "the hunts on this engine are for workers of another build")
	good := spec(2, 3, "{}")
	require.NoError(t, c.Submit(t.Context(), good))
	for _, place := range []string{"foo", good.ID() + ".-1.-1", good.ID() + ".0.2", good.ID() + ".3.0", "cut.0.0", "other.0.0"} {
		put("task."+hashOf(good.Identity)+"."+place, "")
	}
	crew(t, c, time.Minute, chain)
	requireInProcess(t, c, good)
	eventually(t, func() bool { return len(queuedTasks(t, c, "task.>")) == 0 }) // tasks of no hunt do not come again

	all, err := c.List(t.Context())
	require.NoError(t, err)
	require.Len(t, all, len(broken)+2)
	for _, st := range all {
		switch why, is := broken[st.ID]; {
		case is:
			require.Equal(t, Failed, st.State, why)
			require.Contains(t, st.Why, why)
		case st.ID == strange:
			require.Equal(t, []any{Running, 0, 0, 0, 0.}, []any{st.State, st.Results, st.Epoch, st.Trials, st.Ratio})
		default:
			require.Equal(t, []string{good.ID(), Survived}, []string{st.ID, st.State})
		}
		require.NoError(t, c.Remove(t.Context(), st.ID), st.Why)
	}
	all, err = c.List(t.Context())
	require.NoError(t, err)
	require.Empty(t, all)
}

// Everything acknowledged is there when the engine is restarted. An engine whose folder is lost, which would answer and
// keep nothing, says so.
func TestRestart(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	for name, lose := range map[string]func(store string) (back func() error, err error){
		"a file in the place of the folder": func(store string) (func() error, error) {
			if err := os.Rename(store, store+".gone"); err != nil {
				return nil, err
			}
			back := func() error { return errors.Join(os.Remove(store), os.Rename(store+".gone", store)) }
			return back, os.WriteFile(store, nil, 0o600)
		},
		"no permission": func(store string) (func() error, error) {
			return func() error { return os.Chmod(store, 0o700) }, os.Chmod(store, 0o500)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "no permission" && os.Geteuid() == 0 {
				t.Skip("root may write anywhere")
			}
			dir, address := t.TempDir(), ""
			var e *Engine
			require.Eventually(t, func() (started bool) { // at a port that systems give to no connection meanwhile
				address = fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(12_000))
				var err error
				e, err = Start(dir, address)
				return err == nil
			}, time.Minute, time.Millisecond)
			t.Cleanup(func() { e.Close() })
			c := client(t, e.URL())
			crew(t, c, time.Second, chain)
			s := spec(4, 12, `{"Lasts": 10000000}`)
			require.NoError(t, c.Submit(t.Context(), s))
			waitResults(t, c, s, 7)
			require.NoError(t, e.Healthy())
			back, err := lose(e.store)
			require.NoError(t, err)
			require.ErrorContains(t, e.Healthy(), "the engine cannot write to its folder any more")
			e.Close()
			require.NoError(t, back())
			e, err = Start(dir, address)
			require.NoError(t, err)
			require.NoError(t, e.Healthy())
			requireInProcess(t, c, s)
		})
	}
}
