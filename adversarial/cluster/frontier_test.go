package cluster

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// queuedTasks are the tasks of a hunt that wait, as EPOCH.ISLAND.
func queuedTasks(t *testing.T, c *Client, s Spec) []string {
	t.Helper()
	found, err := c.subjects(t.Context(), c.tasks, "task."+hashed(s.Identity)+"."+s.ID()+".>")
	require.NoError(t, err)
	all := []string{}
	for subject := range found {
		_, task, _ := strings.Cut(subject, s.ID()+".")
		all = append(all, task)
	}
	slices.Sort(all)
	return all
}

// What can run are the tasks whose island and neighbour have come through the epoch before.
func TestResumeSubmitsWhatCanRun(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	for i, h := range []struct {
		done    []int // epochs that each island has come through
		refuted *Task
		want    []string
	}{
		{done: []int{0, 0, 0}, want: []string{"0.0", "0.1", "0.2"}},
		{done: []int{1, 0, 0}, want: []string{"0.1", "0.2"}},
		{done: []int{1, 1, 0}, want: []string{"0.2", "1.0"}},
		{done: []int{1, 2, 1}, want: []string{"1.0", "1.2"}},
		{done: []int{3, 3, 2}, want: []string{"2.2"}},
		{done: []int{3, 3, 3}, want: []string{}},
		{done: []int{0, 0, 1}, refuted: &Task{Epoch: 0, Island: 2}, want: []string{"0.0", "0.1"}},
		{done: []int{0, 1, 0}, refuted: &Task{Epoch: 0, Island: 1}, want: []string{"0.0"}},
	} {
		s := spec(3, 3, fmt.Sprintf(`{"Number": %d}`, i))
		require.NoError(t, c.Submit(t.Context(), s))
		require.NoError(t, c.Stop(t.Context(), s.ID(), ""))
		for island, epochs := range h.done {
			for e := range epochs {
				require.NoError(t, c.write(t.Context(), Task{s.ID(), e, island}, result{}))
			}
		}
		if h.refuted != nil {
			require.NoError(t, c.refute(t.Context(), Task{s.ID(), h.refuted.Epoch, h.refuted.Island}))
		}
		require.Empty(t, queuedTasks(t, c, s), "of a hunt that was stopped")
		require.NoError(t, c.Resume(t.Context(), s.ID()))
		require.Equal(t, h.want, queuedTasks(t, c, s), "%v", h.done)
		st, err := c.Status(t.Context(), s.ID())
		require.NoError(t, err)
		require.Equal(t, slices.Min(h.done), st.Epoch)
	}
}

// Workers give up the tasks of hunts that were stopped or removed, and those that come after a
// refutation.
func TestHalted(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	s := spec(3, 3, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	w := &work{Client: c}
	halted := func(epoch, island int) error { return w.halted(t.Context(), Task{s.ID(), epoch, island}) }
	require.NoError(t, halted(1, 1))
	require.NoError(t, c.Stop(t.Context(), s.ID(), ""))
	require.ErrorIs(t, halted(1, 1), errHalted)
	require.NoError(t, c.Resume(t.Context(), s.ID()))
	require.NoError(t, halted(1, 1))
	require.NoError(t, c.refute(t.Context(), Task{s.ID(), 1, 1}))
	for _, before := range []Task{{Epoch: 0, Island: 2}, {Epoch: 1, Island: 0}, {Epoch: 1, Island: 1}} {
		require.NoError(t, halted(before.Epoch, before.Island), "%v", before)
	}
	for _, after := range []Task{{Epoch: 1, Island: 2}, {Epoch: 2, Island: 0}} {
		require.ErrorIs(t, halted(after.Epoch, after.Island), errHalted, "%v", after)
	}
	require.NoError(t, c.Remove(t.Context(), s.ID()))
	require.ErrorIs(t, halted(0, 0), errHalted)
}

// Of refutations that are noted at once the least stays.
func TestTheLeastRefutationStays(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	var all sync.WaitGroup
	for hunt := range 20 {
		for island := range 6 {
			all.Go(func() {
				if err := c.refute(t.Context(), Task{fmt.Sprint("hunt", hunt), 1, island}); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	for hunt := range 20 {
		at, err := c.refuted(t.Context(), fmt.Sprint("hunt", hunt))
		require.NoError(t, err)
		require.Zero(t, at.Island)
	}
}

// The tasks of hunts that are submitted together take turns.
func TestHuntsInterleave(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	a, b := spec(2, 1, `"a"`), spec(3, 1, `"b"`)
	for range 2 { // the second time all are there
		require.NoError(t, c.Submit(t.Context(), a, b))
		there, err := c.tasks.Info(t.Context())
		require.NoError(t, err)
		require.EqualValues(t, 5, there.State.Msgs)
	}
	for i, want := range []Task{{a.ID(), 0, 0}, {b.ID(), 0, 0}, {a.ID(), 0, 1}, {b.ID(), 0, 1}, {b.ID(), 0, 2}} {
		msg, err := c.tasks.GetMsg(t.Context(), uint64(i+1))
		require.NoError(t, err)
		got, err := taskOf(msg.Subject)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

// A hunt that was removed leaves nothing, and can be submitted afresh. What is not what was
// submitted is no hunt.
func TestRemove(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	stop := crew(t, c, 1, chained)
	s := spec(2, 3, `{"Refutes": {"Epoch": 1, "Island": 0}}`)
	for range 2 {
		require.NoError(t, c.Submit(t.Context(), s))
		require.Equal(t, inProcess(t, s), digest(t, c, settled(t, c, s)))
		stop() // so that no task is on its way
		require.NoError(t, c.Remove(t.Context(), s.ID()))
		_, err := c.Spec(t.Context(), s.ID())
		require.ErrorIs(t, err, errNoHunt)
		at, err := c.refuted(t.Context(), s.ID())
		require.NoError(t, err)
		require.Nil(t, at)
		_, results, err := c.latest(t.Context(), s)
		require.NoError(t, err)
		require.Zero(t, results)
		left, err := c.blobs.Info(t.Context())
		require.NoError(t, err)
		require.Zero(t, left.State.Msgs)
		require.Empty(t, queuedTasks(t, c, s))
		stop = crew(t, c, 1, chained)
	}
	stop()
	_, err := c.hunts.Put(t.Context(), s.ID(), spec(3, 3, "{}").text())
	require.NoError(t, err)
	_, err = c.Spec(t.Context(), s.ID())
	require.ErrorContains(t, err, "what the engine keeps of it is broken: it has the ID "+spec(3, 3, "{}").ID())
	require.ErrorContains(t, c.Submit(t.Context(), spec(0, 1, "{}")), "a hunt of 0 islands, expected 1 to 10000")
	require.ErrorContains(t, c.Submit(t.Context(), spec(1, 0, "{}")), "a hunt of 0 epochs, expected 1 to 1000000")
}
