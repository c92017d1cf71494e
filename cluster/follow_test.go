package cluster

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/cluster/clustertest"
)

// following follows the engine until the test ends.
func following(t *testing.T, c *Client) *Following {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	f, wait, err := c.Follow(ctx)
	require.NoError(t, err)
	t.Cleanup(func() { cancel(); wait() })
	return f
}

// What is followed from before a hunt, and what is followed from its end, is what the engine says
// when it is asked.
func TestFollow(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	early := following(t, c)
	require.Empty(t, early.Hunts())
	crew(t, c, 2, chained)
	all := []Spec{spec(3, 5, "{}"), spec(4, 50, `{"Refutes": {"Epoch": 3, "Island": 2}}`), spec(2, 3, `{"Refutes": {"Epoch": 0, "Island": 0}}`)}
	require.NoError(t, c.Submit(t.Context(), all...))
	for _, s := range all {
		want := settled(t, c, s)
		for _, f := range []*Following{early, following(t, c)} {
			var got FollowedHunt
			require.Eventually(t, func() bool { got, _ = f.Hunt(s.ID()); return got.Results >= want.Results }, 20*time.Second, time.Millisecond)
			want, err := c.Status(t.Context(), s.ID()) // tasks after a refutation may have ended meanwhile
			require.NoError(t, err)
			require.True(t, want.Submitted.Equal(got.Submitted))
			want.Submitted, got.Submitted, want.Results, got.Results = time.Time{}, time.Time{}, 0, 0
			require.Equal(t, want, got.Status)
			require.Equal(t, want.Trials, got.Streams)
			require.Len(t, got.Islands, s.Islands)
			require.Len(t, f.Hunts()[0].Rises, 0)
			for i, r := range got.Rises[1:] {
				require.Greater(t, r.Ratio, got.Rises[i].Ratio)
				require.Greater(t, r.Streams, got.Rises[i].Streams)
			}
		}
	}
	require.NoError(t, c.Remove(t.Context(), all[0].ID()))
	require.Eventually(t, func() bool { _, ok := early.Hunt(all[0].ID()); return !ok }, 20*time.Second, time.Millisecond)
	require.Len(t, early.Hunts(), 2)
}

// What is followed goes on by itself once the engine is started again: results that come later are
// seen, and hunts that are submitted later.
func TestFollowARestart(t *testing.T) {
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
	f := following(t, client(t, Options{URL: server.URL()}))
	stop := crew(t, c, 2, chained)
	first, second := spec(4, 12, `{"Lasts": 10000000}`), spec(2, 3, "{}")
	has := func(s Spec, results int) func() bool {
		return func() bool { h, ok := f.Hunt(s.ID()); return ok && h.Results >= results }
	}
	require.NoError(t, c.Submit(t.Context(), first))
	require.Eventually(t, has(first, 6), 20*time.Second, time.Millisecond)
	server.Close()
	require.Eventually(t, func() bool { return !f.Connected() }, 20*time.Second, time.Millisecond)
	server = start()
	settled(t, c, first)
	require.NoError(t, c.Submit(t.Context(), second))
	settled(t, c, second)
	stop()
	require.Eventually(t, has(first, 48), time.Minute, time.Millisecond)
	require.Eventually(t, has(second, 6), time.Minute, time.Millisecond)
	require.True(t, f.Connected())
	require.Len(t, f.Hunts(), 2)
}

// A stop and the wish to go on are seen, with why.
func TestFollowAStop(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	f := following(t, c)
	s := spec(2, 3, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	state := func(want string) {
		t.Helper()
		require.Eventually(t, func() bool { h, _ := f.Hunt(s.ID()); return h.State == want }, 20*time.Second, time.Millisecond)
	}
	state(Running)
	require.NoError(t, c.Stop(t.Context(), s.ID(), ""))
	state(Stopped)
	require.NoError(t, c.Resume(t.Context(), s.ID()))
	state(Running)
	require.NoError(t, c.Stop(t.Context(), s.ID(), "a task panics"))
	state(Failed)
	h, _ := f.Hunt(s.ID())
	require.Equal(t, "a task panics", h.Why)

	// A refutation before which tasks are still to run does not go on either, until they do.
	require.NoError(t, c.refute(t.Context(), Task{s.ID(), 2, 1}))
	require.Eventually(t, func() bool { h, _ := f.Hunt(s.ID()); return h.Refuted != nil }, 20*time.Second, time.Millisecond)
	state(Failed)
	require.NoError(t, c.Resume(t.Context(), s.ID()))
	state(Refuted)
}

// A hunt whose last result refutes it has not survived, though the result be told before the note, and
// the least task counts, whichever is told first.
func TestFollowedRefutation(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	f := following(t, c)
	s := spec(2, 1, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	for island := 1; island >= 0; island-- {
		require.NoError(t, c.write(t.Context(), Task{s.ID(), 0, island}, result{Trials: 9, Ratio: 2, Certificate: ref{sum([]byte("it")), 1}}))
		var h FollowedHunt
		require.Eventually(t, func() bool { h, _ = f.Hunt(s.ID()); return h.Results == 2-island }, 20*time.Second, time.Millisecond)
		require.Equal(t, &Task{s.ID(), 0, island}, h.Refuted)
	}
	h, _ := f.Hunt(s.ID())
	require.Equal(t, Refuted, h.State)
	require.NoError(t, c.refute(t.Context(), Task{s.ID(), 0, 1}))
	late := spec(1, 1, "{}")
	require.NoError(t, c.Submit(t.Context(), late)) // which is told after the note
	require.Eventually(t, func() bool { _, ok := f.Hunt(late.ID()); return ok }, 20*time.Second, time.Millisecond)
	h, _ = f.Hunt(s.ID())
	require.Equal(t, &Task{s.ID(), 0, 0}, h.Refuted)
}

// The streams of a task that runs count once, and not any more when its result is there, or when
// its worker is not heard of.
func TestFollowedStreams(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	f := following(t, c)
	s := spec(2, 3, "{}")
	require.NoError(t, c.Submit(t.Context(), s))
	beat := func(epoch int) {
		text, err := json.Marshal(Beat{Worker: "far/7", Slots: 1, Streams: 70, Tasks: []RunningTask{{Task{s.ID(), epoch, 1}, 70, 2}}})
		require.NoError(t, err)
		require.NoError(t, c.nc.Publish("beat.x", text))
	}
	look := func(streams int, worker string) {
		t.Helper()
		require.Eventually(t, func() bool {
			h, _ := f.Hunt(s.ID())
			return h.Streams == streams && len(h.Islands) == 2 && h.Islands[1].Worker == worker && h.Islands[1].Streams == streams
		}, 20*time.Second, time.Millisecond)
	}
	require.Eventually(t, func() bool { beat(0); return len(f.Workers()) > 0 }, 20*time.Second, 10*time.Millisecond) // it may not listen yet
	look(70, "far/7")
	require.Equal(t, "far/7", f.Workers()[0].Worker)
	require.NoError(t, c.write(t.Context(), Task{s.ID(), 0, 1}, result{Trials: 100, Ratio: 0.5, Ease: 2}))
	require.Eventually(t, func() bool { h, _ := f.Hunt(s.ID()); return h.Results == 1 }, 20*time.Second, time.Millisecond)
	h, _ := f.Hunt(s.ID())
	require.Equal(t, 100, h.Streams) // the beat was of epoch 0
	beat(1)
	look(170, "far/7")
	f.mu.Lock()
	f.workers["far/7"].at = time.Now().Add(-unheard)
	f.mu.Unlock()
	look(100, "")
	require.GreaterOrEqual(t, f.Workers()[0].Silent, unheard)
	require.Zero(t, f.Workers()[0].Rate)
}

// A meter knows the last half minute.
func TestMeter(t *testing.T) {
	t.Parallel()
	var m meter
	at := time.Now()
	m.add(at, 1000)
	require.Zero(t, m.perSecond())
	for i := range 100 {
		m.add(at.Add(time.Duration(i+1)*time.Second), 1000+10*min(i+1, 82))
	}
	require.Equal(t, 4., m.perSecond()) // 120 in the last 30 s
	require.LessOrEqual(t, len(m.at), 32)
	m.add(at.Add(101*time.Second), 0)
	require.Zero(t, m.perSecond())
}
