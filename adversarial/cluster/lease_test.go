package cluster

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// message is one that counts how often its lease was renewed.
type message struct {
	jetstream.Msg
	renewed atomic.Int64
}

func (m *message) InProgress() error { m.renewed.Add(1); return nil }

// The lease of a task that runs is renewed, and what the watch missed ends it all the same.
func TestLeaseIsKept(t *testing.T) {
	t.Parallel()
	c := engine(t, 40*time.Millisecond)
	s := spec(1, 1, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	w, m := &work{Client: c, running: map[*started]struct{}{}}, new(message)
	ctx, release := w.begin(t.Context(), Task{s.ID(), 0, 0}, m)
	require.Len(t, w.running, 1)
	require.Eventually(t, func() bool { return m.renewed.Load() > 3 }, time.Minute, time.Millisecond)
	require.NoError(t, ctx.Err())
	require.NoError(t, c.Stop(t.Context(), s.ID(), ""))
	<-ctx.Done()
	require.Equal(t, errHalted, context.Cause(ctx))
	release()
	require.Empty(t, w.running)
	renewed := m.renewed.Load()
	time.Sleep(20 * time.Millisecond)
	require.Equal(t, renewed, m.renewed.Load(), "after the release")
}

// A task that never ends, as where it takes all memory, ends its hunt and not all workers.
func TestTaskThatNeverEnds(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	s := spec(1, 1, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	queue, err := c.consumer(t.Context(), s.Identity)
	require.NoError(t, err)
	for range mostStarts {
		msg, err := queue.Next()
		require.NoError(t, err)
		require.NoError(t, msg.Nak())
	}
	crew(t, c, 1, chained)
	st := settled(t, c, s)
	require.Equal(t, Failed, st.State)
	require.Contains(t, st.Why, "was started 100 times and never ended")
}

// A hunt without a task in the queue goes on, and one that is stopped does not.
func TestRevive(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	lost, stopped, others := spec(3, 2, `"lost"`), spec(3, 2, `"stopped"`), spec(3, 2, `"others"`)
	others.Identity = "another build"
	require.NoError(t, c.Submit(t.Context(), lost, stopped, others))
	require.NoError(t, c.Stop(t.Context(), stopped.ID(), ""))
	require.NoError(t, c.tasks.Purge(t.Context()))
	w := &work{Client: c, Worker: Worker{Identity: lost.Identity, Log: t.Logf}}
	require.NoError(t, w.revive(t.Context()))
	require.Len(t, queuedTasks(t, c, lost), 3)
	require.Empty(t, queuedTasks(t, c, stopped))
	require.Empty(t, queuedTasks(t, c, others))
}

// Of all workers one looks for hunts that lost their tasks, and another one once that is gone.
func TestWorkersTakeTurns(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	first, second := &work{Client: c}, &work{Client: c}
	for i, step := range []struct {
		of   *work
		mine bool
	}{{first, true}, {second, false}, {first, true}, {second, false}, {first, true}, {second, false}, {second, true}, {first, false}, {second, true}, {first, false}} {
		mine, err := step.of.turn(t.Context())
		require.NoError(t, err)
		require.Equal(t, step.mine, mine, "step %d", i)
	}
	all, err := c.List(t.Context())
	require.NoError(t, err)
	require.Empty(t, all)
}
