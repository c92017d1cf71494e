package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cluster"
	"marginlab/cmd/marginlab/term"
)

// Nobody waits for a hunt that does not go on: whoever joins or watches it is told how to resume it.
func TestHuntsThatDoNotGoOn(t *testing.T) {
	t.Parallel()
	server, err := cluster.Start(cluster.Engine{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	at := []string{"--engine", server.URL()}
	says := func(status int, args ...string) string {
		t.Helper()
		var out bytes.Buffer
		require.Equal(t, status, run(t.Context(), append(args, at...), term.Streams{Out: &out, Err: &out}), &out)
		return strings.Join(strings.Fields(out.String()), " ")
	}
	claim := []string{"hunt", "e-omm: mistakes <= 2 + r^2", "--cold"}
	detached := append(claim, "--detach")
	id := says(0, detached...)
	says(0, "hunts", "stop", id)
	stopped := "hunt " + id + " is stopped; marginlab hunts resume " + id + " goes on with it"
	for _, args := range [][]string{claim, detached, {"hunts", "watch", id}} {
		require.Contains(t, says(2, args...), stopped)
	}
	says(0, "hunts", "resume", id)
	require.Equal(t, id, says(0, detached...))

	client, err := cluster.Connect(t.Context(), cluster.Options{Server: server})
	require.NoError(t, err)
	t.Cleanup(client.Close)
	require.NoError(t, client.Stop(t.Context(), id, "a task panics"))
	require.Contains(t, says(2, "hunts", "watch", id), "hunt "+id+" failed, and marginlab hunts resume "+id+" tries again: a task panics")
	says(0, "hunts", "resume", id)
	says(0, "hunts", "rm", id) // while it runs
	for _, command := range []string{"watch", "stop", "resume", "rm"} {
		require.Contains(t, says(2, "hunts", command, id), "there is no hunt \""+id+"\"")
	}
	require.Equal(t, "There are no hunts.", says(0, "hunts", "list"))
}
