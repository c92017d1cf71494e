package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"marginlab/adversarial/cluster/clustertest"
	"marginlab/internal/rapidtest"
)

// TestMain fails if the package leaves a goroutine behind.
func TestMain(m *testing.M) {
	rapidtest.Main(m, 20)
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// chain is a task that hashes all that it is given, so that one wrong byte shows in every later
// state. It refutes the hunt at the task that the plan names.
func chain(ctx context.Context, s Spec, t Task, own, neighbour []byte) (Output, error) {
	var plan struct {
		Refutes *Task
		Lasts   time.Duration
	}
	if err := json.Unmarshal(s.Plan, &plan); err != nil {
		return Output{}, err
	}
	select {
	case <-ctx.Done():
		return Output{}, ctx.Err()
	case <-time.After(plan.Lasts):
	}
	state := sha256.Sum256(fmt.Appendf(nil, "%d %d %x %x", t.Island, t.Epoch, own, neighbour))
	o := Output{State: bytes.Repeat(state[:], 40), Elites: state[:8], Ratio: float64(state[0]) / 512, Ease: 1, Trials: t.Epoch + 1}
	if p := plan.Refutes; p != nil && p.Epoch == t.Epoch && p.Island == t.Island {
		o.Certificate = []byte("proof")
	}
	return o, nil
}

func chained(Spec) (Func, error) { return chain, nil }

func spec(islands, epochs int, plan string) Spec {
	return Spec{Title: "a chain", Identity: "this build", Islands: islands, Epochs: epochs, Plan: json.RawMessage(plan)}
}

// inProcess is the digest of the hunt in one process, without an engine.
func inProcess(t *testing.T, s Spec) string {
	t.Helper()
	z := newPackers()
	defer z.Close()
	var all bytes.Buffer
	before := make([]Output, s.Islands)
	for e := range s.Epochs {
		now := make([]Output, s.Islands)
		for i := range now {
			out, err := chain(t.Context(), s, Task{s.ID(), e, i}, before[i].State, before[(i+1)%s.Islands].Elites)
			require.NoError(t, err)
			r, _ := z.packed(out)
			all.Write(r.text())
			if now[i] = out; out.Certificate != nil {
				return sum(all.Bytes())
			}
		}
		before = now
	}
	return sum(all.Bytes())
}

// engine is one in this process, with a client.
func engine(t *testing.T, lease time.Duration) *Client {
	t.Helper()
	s, err := Start(Engine{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return client(t, Options{Server: s, Lease: lease})
}

func client(t *testing.T, o Options) *Client {
	t.Helper()
	o.Warn = t.Logf
	c, err := Connect(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

// crew lets workers work until the test ends, or stop is called.
func crew(t *testing.T, c *Client, n int, run Runner) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			err := c.Work(ctx, Worker{Identity: "this build", Runner: run, Slots: 2, Log: t.Logf})
			if err != nil {
				t.Error(err)
			}
		})
	}
	stop = func() { cancel(); all.Wait() }
	t.Cleanup(stop)
	return stop
}

// settled waits until nothing can change the hunt's result.
func settled(t *testing.T, c *Client, s Spec) Status {
	t.Helper()
	for range 3000 {
		st, err := c.Status(t.Context(), s.ID())
		require.NoError(t, err)
		if st.Settled || st.State == Failed {
			return st
		}
		time.Sleep(10 * time.Millisecond)
	}
	st, err := c.Status(t.Context(), s.ID())
	require.NoError(t, err)
	t.Fatalf("the hunt does not end: %+v", st)
	return st
}

func digest(t *testing.T, c *Client, st Status) string {
	t.Helper()
	d, err := c.Digest(t.Context(), st)
	require.NoError(t, err)
	return d
}

func TestTheDigestIsThatOfOneProcess(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	crew(t, c, 2, chained)
	for _, s := range []Spec{spec(1, 1, "{}"), spec(1, 5, "{}"), spec(2, 4, "{}"), spec(5, 7, "{}")} {
		require.NoError(t, c.Submit(t.Context(), s, s)) // two submitters
		st := settled(t, c, s)
		require.Equal(t, Survived, st.State)
		require.Equal(t, inProcess(t, s), digest(t, c, st))
		require.Equal(t, s.Islands*s.Epochs, st.Results)
		require.Equal(t, s.Epochs, st.Epoch)
		outputs, err := c.Outputs(t.Context(), st)
		require.NoError(t, err)
		require.Len(t, outputs[0].State, 40*32)
	}
	require.Eventually(t, func() bool { // before a lease ends
		left, err := c.tasks.Info(t.Context())
		return err == nil && left.State.Msgs == 0
	}, 20*time.Second, 10*time.Millisecond)
}

// A refutation is the least one in the order of epochs and islands, whoever is first.
func TestRefuted(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	crew(t, c, 2, chained)
	s := spec(4, 50, `{"Refutes": {"Epoch": 3, "Island": 2}}`)
	require.NoError(t, c.Submit(t.Context(), s))
	st := settled(t, c, s)
	require.Equal(t, Refuted, st.State)
	require.Equal(t, &Task{s.ID(), 3, 2}, st.Refuted)
	require.Equal(t, inProcess(t, s), digest(t, c, st))
	outputs, err := c.Outputs(t.Context(), st)
	require.NoError(t, err)
	require.Equal(t, "proof", string(outputs[2].Certificate))
	require.Equal(t, 3, outputs[3].Trials) // it is of the epoch before

	// A later refutation changes nothing, an earlier one does.
	require.NoError(t, c.refute(t.Context(), Task{s.ID(), 3, 3}))
	at, err := c.refuted(t.Context(), s.ID())
	require.NoError(t, err)
	require.Equal(t, 2, at.Island)
	require.NoError(t, c.refute(t.Context(), Task{s.ID(), 2, 3}))
	at, err = c.refuted(t.Context(), s.ID())
	require.NoError(t, err)
	require.Equal(t, 2, at.Epoch)
}

// A refutation is noted before its result is there: else the hunt looks as if it had survived when
// the worker is killed between them, and others run all that is left.
func TestRefutationIsNotedBeforeItsResult(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	s := spec(2, 3, `{"Refutes": {"Epoch": 0, "Island": 1}}`)
	at := Task{s.ID(), 0, 1}
	crew(t, c, 1, func(Spec) (Func, error) {
		return func(ctx context.Context, s Spec, k Task, own, neighbour []byte) (Output, error) {
			if k == at { // with another result there, that of this worker cannot be written
				if err := c.write(ctx, k, result{Trials: 9}); err != nil {
					return Output{}, err
				}
			}
			return chain(ctx, s, k, own, neighbour)
		}, nil
	})
	require.NoError(t, c.Submit(t.Context(), s))
	require.Eventually(t, func() bool {
		noted, err := c.refuted(t.Context(), s.ID())
		return err == nil && noted != nil && *noted == at
	}, 20*time.Second, 10*time.Millisecond)
}

// A worker that is killed after it noted a refutation leaves its task to another one.
func TestRefutedByAWorkerThatIsGone(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	s := spec(2, 3, `{"Refutes": {"Epoch": 0, "Island": 1}}`)
	at := Task{s.ID(), 0, 1}
	require.NoError(t, c.Submit(t.Context(), s))
	require.NoError(t, c.refute(t.Context(), at))
	crew(t, c, 1, chained)
	st := settled(t, c, s)
	require.Equal(t, &at, st.Refuted)
	require.Equal(t, inProcess(t, s), digest(t, c, st))
}

// Stop ends a task that runs, at once and not when its lease is renewed; Resume goes on.
func TestStopAndResume(t *testing.T) {
	t.Parallel()
	c := engine(t, time.Hour)
	begun, ended := make(chan struct{}, 10), make(chan struct{}, 10)
	var slow atomic.Bool
	slow.Store(true)
	crew(t, c, 1, func(Spec) (Func, error) {
		return func(ctx context.Context, s Spec, k Task, own, neighbour []byte) (Output, error) {
			if k.Epoch == 1 && slow.Load() {
				begun <- struct{}{}
				<-ctx.Done()
				ended <- struct{}{}
				return Output{}, ctx.Err()
			}
			return chain(ctx, s, k, own, neighbour)
		}, nil
	})
	s := spec(2, 3, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	<-begun
	require.NoError(t, c.Stop(t.Context(), s.ID(), ""))
	<-ended
	st, err := c.Status(t.Context(), s.ID())
	require.NoError(t, err)
	require.Equal(t, Stopped, st.State)
	slow.Store(false)
	require.NoError(t, c.Resume(t.Context(), s.ID()))
	require.Equal(t, inProcess(t, s), digest(t, c, settled(t, c, s)))
}

// Old states are deleted, so that a long hunt takes no more room than a short one.
func TestTwoEpochsAreKept(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	crew(t, c, 1, chained)
	s := spec(3, 20, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	settled(t, c, s)
	require.Eventually(t, func() bool {
		left, err := c.blobs.Info(t.Context())
		return err == nil && left.State.Msgs <= 2*3*5
	}, 20*time.Second, 10*time.Millisecond)
	for range 2 { // the second time there is nothing to delete
		require.NoError(t, c.clear(t.Context(), s, 19))
		for _, e := range []int{17, 18, 19} {
			left, err := c.subjects(t.Context(), c.blobs, fmt.Sprintf("blob.%s.%d.>", s.ID(), e))
			require.NoError(t, err)
			require.Len(t, left, map[bool]int{true: 2 * 3}[e > 17], "epoch %d", e)
		}
	}
}

// What a slow island is to go on from stays, however far the others are.
func TestStatesOfSlowIslandsAreKept(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	s := spec(2, 6, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	for island, epochs := range []int{5, 3} {
		for e := range epochs {
			at := Task{s.ID(), e, island}
			require.NoError(t, c.put(t.Context(), at, ref{SHA256: "hash", Parts: 1}, [][]byte{nil}))
			require.NoError(t, c.write(t.Context(), at, result{}))
		}
	}
	require.NoError(t, c.clear(t.Context(), s, 4))
	for e, want := range []int{0, 2, 2, 1, 1} {
		left, err := c.subjects(t.Context(), c.blobs, fmt.Sprintf("blob.%s.%d.>", s.ID(), e))
		require.NoError(t, err)
		require.Len(t, left, want, "epoch %d", e)
	}
}

// A worker runs as many tasks at once as it has slots.
func TestSlots(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	var both sync.WaitGroup
	both.Add(2)
	crew(t, c, 1, func(Spec) (Func, error) {
		return func(ctx context.Context, s Spec, k Task, own, neighbour []byte) (Output, error) {
			both.Done()
			both.Wait()
			return chain(ctx, s, k, own, neighbour)
		}, nil
	})
	s := spec(2, 1, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	settled(t, c, s)
}

// A state that is spoilt or lost is made again.
func TestPoisonedState(t *testing.T) {
	t.Parallel()
	for name, poison := range map[string]func(*Client, string) error{
		"spoilt": func(c *Client, subject string) error {
			_, err := c.js.Publish(t.Context(), subject, []byte("poison"))
			return err
		},
		"another one": func(c *Client, subject string) error {
			_, err := c.js.Publish(t.Context(), subject, newPackers().EncodeAll([]byte("poison"), nil))
			return err
		},
		"lost": func(c *Client, subject string) error { return c.drop(t.Context(), subject) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := engine(t, 0)
			s := spec(3, 6, "{}")
			var once sync.Once
			crew(t, c, 1, func(Spec) (Func, error) {
				return func(ctx context.Context, s Spec, k Task, own, neighbour []byte) (Output, error) {
					if k.Epoch == 2 {
						once.Do(func() {
							for i := range 3 {
								r, _, _, err := c.result(ctx, Task{s.ID(), 1, i})
								if err != nil || r.State.Parts == 0 {
									continue
								}
								for _, b := range []ref{r.State, r.Elites} {
									if err := poison(c, Task{s.ID(), 1, i}.blob(b, 0)); err != nil {
										t.Error(err)
									}
								}
							}
						})
					}
					return chain(ctx, s, k, own, neighbour)
				}, nil
			})
			require.NoError(t, c.Submit(t.Context(), s))
			st := settled(t, c, s)
			require.Equal(t, inProcess(t, s), digest(t, c, st))

			// So is one that the hunt ended with.
			before, err := c.Outputs(t.Context(), st)
			require.NoError(t, err)
			r, _, _, err := c.result(t.Context(), Task{s.ID(), 5, 1})
			require.NoError(t, err)
			require.NoError(t, poison(c, Task{s.ID(), 5, 1}.blob(r.State, 0)))
			after, err := c.Outputs(t.Context(), st)
			require.NoError(t, err)
			require.Equal(t, before, after)
			require.Equal(t, inProcess(t, s), digest(t, c, st))
		})
	}
}

// A task that is run twice must give the same.
func TestASecondResultMustBeTheSame(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	s := spec(1, 2, "{}")
	crew(t, c, 1, chained)
	require.NoError(t, c.Submit(t.Context(), s))
	settled(t, c, s)
	z := newPackers()
	defer z.Close()
	out, err := chain(t.Context(), s, Task{s.ID(), 0, 0}, nil, nil)
	require.NoError(t, err)
	same, _ := z.packed(out)
	require.NoError(t, c.write(t.Context(), Task{s.ID(), 0, 0}, same))
	out.State[7]++
	other, _ := z.packed(out)
	require.ErrorContains(t, c.write(t.Context(), Task{s.ID(), 0, 0}, other), "came to another result than before")
}

// What a task cannot do stops its hunt, and says why.
func TestFailures(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	crew(t, c, 1, func(s Spec) (Func, error) {
		if string(s.Plan) == `"bad plan"` {
			return nil, errors.New("no plan")
		}
		return func(_ context.Context, s Spec, _ Task, _, _ []byte) (Output, error) {
			switch string(s.Plan) {
			case `"panic"`:
				panic("oops")
			case `"infinite"`:
				var zero float64
				return Output{Ratio: 1 / zero}, nil
			case `"negative"`:
				return Output{Trials: -1}, nil
			case `"long"`:
				return Output{Best: make([]byte, mostBlob+1)}, nil
			}
			return Output{}, errors.New("no luck")
		}, nil
	})
	for plan, why := range map[string]string{`"bad plan"`: "no plan", `"panic"`: "panics: oops", `"infinite"`: "expected finite numbers", `"negative"`: "it ran -1 streams, expected from 0 to 281474976710656", `"long"`: "134217729 bytes, expected at most 134217728", `"error"`: "no luck"} {
		s := spec(1, 1, plan)
		require.NoError(t, c.Submit(t.Context(), s))
		st := settled(t, c, s)
		require.Equal(t, Failed, st.State)
		require.Contains(t, st.Why, why)
	}
}

// A worker that ends gives back its task at once, and one that is silent loses it with its lease.
func TestGivenBackAndLost(t *testing.T) {
	t.Parallel()
	c := engine(t, time.Hour)
	s := spec(1, 1, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	begun := make(chan struct{})
	stop := crew(t, c, 1, func(Spec) (Func, error) {
		return func(ctx context.Context, _ Spec, _ Task, _, _ []byte) (Output, error) {
			close(begun)
			<-ctx.Done()
			return Output{}, ctx.Err()
		}, nil
	})
	<-begun
	stop()
	queue, err := c.consumer(t.Context(), s.Identity)
	require.NoError(t, err)
	given, err := queue.Next(jetstream.FetchMaxWait(10 * time.Second)) // with an hour's lease
	require.NoError(t, err)
	require.NoError(t, given.Nak())
	c.lease = 500 * time.Millisecond
	queue, err = c.consumer(t.Context(), s.Identity)
	require.NoError(t, err)
	silent, err := queue.Next(jetstream.FetchMaxWait(10 * time.Second)) // and no word more
	require.NoError(t, err)
	require.NotNil(t, silent)
	crew(t, c, 1, chained)
	require.Equal(t, inProcess(t, s), digest(t, c, settled(t, c, s)))
}

// Workers of another build do not begin where there is nothing for them.
func TestWorkersOfAnotherBuild(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	first := spec(1, 1, "{}")
	require.NoError(t, c.Submit(t.Context(), first))
	err := c.Work(t.Context(), Worker{Identity: "another build", Runner: chained, Slots: 1, Log: t.Logf})
	require.EqualError(t, err, "the hunts on this engine are for workers of this build, and this is another build: results must be the same to the bit")

	// They leave alone what is not theirs, and do not mind what has ended.
	foreign, own := spec(2, 1, `"foreign"`), spec(2, 1, "{}")
	foreign.Identity = "another build"
	require.NoError(t, c.Submit(t.Context(), foreign))
	crew(t, c, 1, chained)
	require.NoError(t, c.Submit(t.Context(), own))
	settled(t, c, own)
	settled(t, c, first)
	require.Len(t, queuedTasks(t, c, foreign), 2)
	require.NoError(t, c.Stop(t.Context(), foreign.ID(), ""))
	ended, end := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, end)
	require.NoError(t, c.Work(ended, Worker{Identity: "a third build", Runner: chained, Slots: 1, Log: t.Logf}))
}

// All that was acknowledged is there when the engine is started again.
func TestRestart(t *testing.T) {
	t.Parallel()
	dir, address := t.TempDir(), clustertest.Address(t)
	start := func() *Server {
		s, err := Start(Engine{Dir: dir, Listen: address})
		require.NoError(t, err)
		return s
	}
	server := start()
	t.Cleanup(func() { server.Close() })
	c := client(t, Options{URL: server.URL(), Lease: time.Second})
	crew(t, c, 2, chained)
	s := spec(4, 12, `{"Lasts": 10000000}`)
	require.NoError(t, c.Submit(t.Context(), s))
	require.Eventually(t, func() bool { st, err := c.Status(t.Context(), s.ID()); return err == nil && st.Results > 6 }, 20*time.Second, 5*time.Millisecond)
	server.Close()
	server = start()
	require.Equal(t, inProcess(t, s), digest(t, c, settled(t, c, s)))
}
