package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/cluster"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/rapidtest"
)

// engineHere is an engine in this process, with a client of it.
func engineHere(t *testing.T) (*cluster.Engine, *cluster.Client) {
	t.Helper()
	server, err := cluster.Start(t.TempDir(), "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(server.Close)
	client, err := cluster.Connect(t.Context(), cluster.Options{URL: server.URL()})
	require.NoError(t, err)
	t.Cleanup(client.Close)
	return server, client
}

// Nobody waits for a hunt that does not go on: whoever joins or watches it is told how to resume it.
func TestHuntsThatDoNotGoOn(t *testing.T) {
	t.Parallel()
	server, client := engineHere(t)
	says := func(status int, args ...string) string {
		t.Helper()
		return said(t, status, append(args, "--engine", server.URL())...)
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

	require.NoError(t, client.Stop(t.Context(), id, "a task panics"))
	require.Contains(t, says(2, "hunts", "watch", id), "hunt "+id+" failed, and marginlab hunts resume "+id+" tries again: a task panics")
	says(0, "hunts", "resume", id)
	says(0, "hunts", "rm", id) // while it runs
	for _, command := range []string{"watch", "stop", "resume", "rm"} {
		require.Contains(t, says(2, "hunts", command, id), "there is no hunt \""+id+"\"")
	}
	require.Equal(t, "There are no hunts.", says(0, "hunts", "list"))
}

// served begins hunts serve for an engine, and returns the address that it prints. It is interrupted when the test ends.
func served(t *testing.T, engine string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	in, out := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"hunts", "serve", "--port", "0", "--engine", engine},
			term.Streams{Out: term.NewOut(out), Err: io.Discard})
	}()
	line, err := bufio.NewReader(in).ReadString('\n')
	require.NoError(t, err)
	address := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(strings.Join(strings.Fields(line), " "))
	require.NotEmpty(t, address, line)
	t.Cleanup(func() {
		cancel()
		_ = in.Close()
		select {
		case status := <-ended:
			require.Zero(t, status)
		case <-time.After(20 * time.Second):
			t.Error("hunts serve does not end")
		}
	})
	return address
}

// The page of hunts shows text as text and changes nothing. It answers who calls it by a name of this machine, also
// while the engine is gone.
func TestHuntsServe(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	server, client := engineHere(t)
	address := served(t, server.URL())
	ask := func(method, path, host string) (int, string) {
		request, err := http.NewRequest(method, address+path, nil)
		require.NoError(t, err)
		request.Host = host
		got, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		defer got.Body.Close()
		body, err := io.ReadAll(got.Body)
		require.NoError(t, err)
		return got.StatusCode, string(body)
	}
	_, page := ask("GET", "/", "localhost:9000") // as through ssh -L 9000:127.0.0.1:8080
	require.Contains(t, page, "There are no hunts.")
	const hostile = "<script>alert(1)</script>\" onload='x' &amp; \u202e\x1b[31m"
	spec := cluster.Spec{Title: "title" + hostile, Identity: "another build", Islands: 2, Epochs: 3, Plan: []byte(`{}`)}
	require.NoError(t, client.Submit(t.Context(), spec))
	require.NoError(t, client.Stop(t.Context(), spec.ID(), "why"+hostile))
	status, page := ask("GET", "/", "[::1]")
	require.Equal(t, http.StatusOK, status)
	for _, says := range []string{`<meta http-equiv="refresh" content="5">`, spec.ID(), "failed", "0 of 3", "0 of 6"} {
		require.Contains(t, page, says)
	}
	for _, text := range []string{"title", "why"} {
		require.Contains(t, page, text+"&lt;script&gt;alert(1)&lt;/script&gt;&#34; onload=&#39;x&#39; &amp;amp; "+term.Printable("\u202e\x1b")+"[31m")
	}
	require.NotContains(t, page, "<script>alert")
	for _, refused := range []struct {
		method, path, host string
		status             int
	}{{"POST", "/", "", http.StatusMethodNotAllowed}, {"GET", "/hunts", "", http.StatusNotFound}, {"GET", "/", "elsewhere.example:80", http.StatusForbidden}} {
		status, page := ask(refused.method, refused.path, refused.host)
		require.Equal(t, refused.status, status)
		require.NotContains(t, page, spec.ID())
	}
	server.Close()
	_, page = ask("GET", "/", "")
	require.Contains(t, page, "The engine does not answer")
	require.Contains(t, page, `http-equiv="refresh"`)
}

// The page of hunts follows them in a browser, by itself.
func huntsAreFollowed(t *testing.T, browser *chromium) {
	server, client := engineHere(t)
	spec := cluster.Spec{Title: "e-omm: mistakes <= 2 + r^2", Identity: "another build", Islands: 2, Epochs: 3, Plan: []byte(`{}`)}
	require.NoError(t, client.Submit(t.Context(), spec))
	page := browser.Visit(t, served(t, server.URL()), "/", view{Width: 400})
	shows := func(state string) {
		require.Eventually(t, func() bool {
			return strings.HasPrefix(eval[string](page, `document.querySelector("#hunts-table td:nth-child(2)")?.innerText ?? ""`), state)
		}, time.Minute, 20*time.Millisecond, state)
	}
	shows("running")
	require.NoError(t, client.Stop(t.Context(), spec.ID(), ""))
	shows("stopped")
	page.Fits()
	page.Clean()
	page.Picture("hunts-400")
}
