package main

import (
	"bytes"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestCountdownLine(t *testing.T) {
	begin := time.Unix(1000, 0)
	for _, c := range []struct {
		done, total int
		spent       time.Duration
		want        string
	}{
		{0, 100, time.Minute, "[..........]   0 %, … left: it"},
		{10, 100, time.Second, "[#.........]  10 %, … left: it"}, // too early to say
		{10, 100, 10 * time.Second, "[#.........]  10 %, 1m30s left: it"},
		{19, 100, 19 * time.Second, "[#.........]  19 %, 1m21s left: it"},
		{50, 100, 2 * time.Hour, "[#####.....]  50 %, 2h0m0s left: it"},
		{100, 100, time.Minute, "[##########] 100 %, 0s left: it"},
		{101, 100, time.Minute, "[##########] 100 %, 0s left: it"},
		{0, 0, time.Minute, "[..........]   0 %, … left: it"},
	} {
		k := &countdown{total: c.total, done: c.done, first: begin}
		require.Equal(t, c.want, k.line(begin.Add(c.spent), "it"))
	}
}

// What was done before takes no part in the estimate.
func TestCountdownSkips(t *testing.T) {
	begin := time.Unix(1000, 0)
	c := &countdown{total: 100, first: begin}
	c.skip(80)
	c.add(5, "it")
	require.Equal(t, "[##........]  25 %, 30s left: it", c.line(begin.Add(10*time.Second), "it"))
}

// A line replaces the one before; the next ones have to wait.
func TestCountdownSaysTheFirstLineAtOnce(t *testing.T) {
	var terminal bytes.Buffer
	c := newCountdown(progress{&terminal}, 1000)
	c.add(500, "first")
	require.Equal(t, "\r[#####.....]  50 %, … left: first\x1b[K", terminal.String())
	c.said = c.said.Add(time.Hour)
	c.add(100, "second")
	require.NotContains(t, terminal.String(), "second")
	require.Equal(t, 600, c.done)
}

func TestNoProgressIntoAPipe(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	defer w.Close()
	require.Nil(t, newProgress(w).w)
	require.Nil(t, newProgress(new(bytes.Buffer)).w)
}
