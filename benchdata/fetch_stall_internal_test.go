package benchdata

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// drip is a server that sends a byte in each interval, the first after an answer that took as long.
// What it does not send within a day it never does.
type drip struct {
	ctx      context.Context
	interval time.Duration
	stalls   int // after so many bytes
	left     int
}

func (d *drip) wait() error {
	wait := d.interval
	if d.left <= d.stalls {
		wait = 24 * time.Hour
	}
	select {
	case <-d.ctx.Done():
		return context.Cause(d.ctx)
	case <-time.After(wait):
		return nil
	}
}

func (d *drip) RoundTrip(r *http.Request) (*http.Response, error) {
	d.ctx = r.Context()
	if err := d.wait(); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(d)}, nil
}

func (d *drip) Read(p []byte) (int, error) {
	if d.left == 0 {
		return 0, io.EOF
	}
	if err := d.wait(); err != nil {
		return 0, err
	}
	d.left--
	return copy(p, "x"), nil
}

// A server that stalls, before its answer or in the midst of it, ends the download. A slow one may
// take as long as it likes.
func TestFetchFromAServerThatStalls(t *testing.T) {
	for _, c := range []struct {
		stalls int
		want   string
	}{{0, ""}, {500, "http://slow.example/a: the server sent nothing for 1m0s; the download can be tried again"},
		{1000, "http://slow.example/a: the server sent nothing for 1m0s; the download can be tried again"}} {
		dir := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			sum := "44ae51da14f47e0ab9f4d6c1e0f0ba4fa67ed9a9b0c7ff2c6b8cf5fa40bd5ce1"
			file := SourceFile{Name: "a", URL: "http://slow.example/a", Size: 1000, SHA256: sum}
			client := &http.Client{Transport: &drip{interval: 50 * time.Second, left: 1000, stalls: cmp.Or(c.stalls, -1)}}
			begun := time.Now()
			err := Source{Files: []SourceFile{file}}.Fetch(t.Context(), client, dir, nil)
			if c.want == "" {
				require.ErrorContains(t, err, "holds 1000 bytes with SHA-256")
				require.Greater(t, time.Since(begun), 13*time.Hour)
				return
			}
			require.EqualError(t, err, c.want)
			require.NoFileExists(t, filepath.Join(dir, "a"))
		})
	}
}
