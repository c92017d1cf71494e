package cluster

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Whatever stands in the engine of a hunt, or among the tasks, is said of that hunt alone: the others are
// listed and run, and the hunt can be removed.
func TestWhatIsBrokenBreaksNothingElse(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
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
		put("$KV.hunts."+s.ID(), string(s.text()))
		return s.ID()
	}
	broken := map[string]string{} // why, by hunt
	for key, text := range map[string]string{"cut": `{"title":`, "other": string(spec(1, 1, "{}").text()), "\x1b[31m$": "{}"} {
		put("$KV.hunts."+key, text)
		if !strings.Contains(key, "$") {
			broken[key] = "hunt " + key + ": what the engine keeps of it is broken"
		}
	}
	long := spec(1, 1, "{}")
	long.Title = strings.Repeat("x", mostText)
	put("$KV.hunts."+long.ID(), string(long.text()))
	broken[long.ID()] = "a hunt whose title and identity have 16394 bytes, expected at most 16384"
	for text, why := range map[string]string{
		`{"ratio":"\u001b[31m"}`:              "result of task",
		`{"ratio":1e309}`:                     "result of task",
		`{"trials":-1}`:                       "it ran -1 streams, expected from 0 to 281474976710656",
		`{"trials":9223372036854775807}`:      "it ran 9223372036854775807 streams",
		`{"state":{"parts":1000000000}}`:      "a blob of 1000000000 parts, expected at most 257",
		`{"certificate":{"parts":-1}}`:        "a blob of -1 parts",
		`{"state":` + strings.Repeat("[", 30): "result of task",
	} {
		id := hunt()
		put("$KV.results."+id+".0.1", text)
		broken[id] = why
	}
	for _, text := range []string{"x", "cut.0.0", ".0.0"} {
		id := hunt()
		put("$KV.hunts."+id+".refuted", text)
		broken[id] = "hunt " + id + ": what refutes it"
	}
	strange := hunt()
	for _, place := range []string{"0.-1", "-1.0", "0.2", "2.0", "0.00", "+1.0", "x", "0.0.0", "99999999999999999999.0"} {
		put("$KV.results."+strange+"."+place, `{"ratio":9,"trials":9}`)
	}
	require.ErrorContains(t, c.foreign(t.Context(), Worker{Identity: "this build"}), "the hunts on this engine are for workers of another build")
	good := spec(2, 3, "{}")
	require.NoError(t, c.Submit(t.Context(), good))
	require.NoError(t, c.tasks.Purge(t.Context()))
	waiting := func() uint64 {
		info, err := c.tasks.Info(t.Context())
		require.NoError(t, err)
		return info.State.Msgs
	}
	require.Error(t, (&work{Client: c, Worker: Worker{Identity: good.Identity, Log: t.Logf}}).revive(t.Context()))
	require.Equal(t, uint64(2), waiting())
	for _, place := range []string{"foo", good.ID() + ".-1.-1", good.ID() + ".0.2", good.ID() + ".3.0", "cut.0.0", "other.0.0"} {
		put("task."+hashed(good.Identity)+"."+place, "")
	}
	crew(t, c, 1, chained)
	require.Equal(t, inProcess(t, good), digest(t, c, settled(t, c, good)))
	for range 6000 {
		if waiting() == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	require.Zero(t, waiting(), "tasks of no hunt come again and again")

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

// A part of a blob that is longer than those that are written counts as lost.
func TestNoPartIsLonger(t *testing.T) {
	t.Parallel()
	c, z := engine(t, 0), newPackers()
	defer z.Close()
	at, r := Task{"hunt", 0, 0}, ref{"abcdef", 1}
	_, err := c.js.Publish(t.Context(), at.blob(r, 0), make([]byte, partBytes+1))
	require.NoError(t, err)
	_, err = c.get(t.Context(), z, at, r)
	require.ErrorIs(t, err, errLost)
	require.ErrorContains(t, err, "blob abcdef of task hunt.0.0 is missing")
}
