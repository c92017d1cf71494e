package benchdata

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// A server that stalls, before its answer or in the midst of it, ends the download.
func TestFetchFromAServerThatStalls(t *testing.T) {
	t.Parallel()
	for _, sent := range []string{"", "half of "} {
		stalled := make(chan struct{})
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if sent != "" {
				w.Header().Set("Content-Length", "16")
				_, _ = io.WriteString(w, sent)
				_ = http.NewResponseController(w).Flush()
			}
			<-stalled
		}))
		client := &http.Client{Transport: unstalled{server.Client().Transport, 100 * time.Millisecond}}
		source := Source{Files: []SourceFile{{Name: "a", URL: server.URL + "/a", Size: 16}}}
		dir := t.TempDir()
		err := source.Fetch(t.Context(), client, dir, nil)
		require.ErrorContains(t, err, "/a")
		require.ErrorContains(t, err, "the server sent nothing for 100ms; the download can be tried again")
		require.NoFileExists(t, filepath.Join(dir, "a"))
		close(stalled)
		server.Close()
	}
}

// drip sends a byte in each interval.
type drip struct {
	ctx      context.Context
	interval time.Duration
	left     int
}

func (d *drip) RoundTrip(r *http.Request) (*http.Response, error) {
	d.ctx = r.Context()
	time.Sleep(d.interval)
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(d)}, nil
}

func (d *drip) Read(p []byte) (int, error) {
	time.Sleep(d.interval)
	if d.left--; d.left < 0 || d.ctx.Err() != nil {
		return 0, cmp.Or(context.Cause(d.ctx), io.EOF)
	}
	return copy(p, "x"), nil
}

// A slow server may take as long as it likes, and so may the one who reads.
func TestFetchFromASlowServer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client := &http.Client{Transport: unstalled{&drip{interval: 50 * time.Second, left: 1000}, mostSilence}}
		response, err := client.Get("http://slow.example/a")
		require.NoError(t, err)
		time.Sleep(5 * time.Minute)
		body, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.Len(t, body, 1000)
		require.NoError(t, response.Body.Close())
	})
}
