//go:build unix

package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestEstimate(t *testing.T) {
	t.Parallel()
	ops := perOperation([]byte("BenchmarkA\nBenchmarkA-2   \t       1\t  2000000 ns/op\t 3 B/op\nBenchmarkB/n=1  \t 1\t 0.5 ns/op\nok\n"))
	require.Equal(t, []time.Duration{2 * time.Millisecond, 0}, ops)
	require.Equal(t, 238*time.Millisecond, extra(ops, "100ms"), "120 ms each, but for what one operation took")
	require.Equal(t, 18*time.Millisecond, extra(ops, "10x"))
	require.Zero(t, extra([]time.Duration{time.Second}, "100ms"), "one operation fills the time")
	for d, want := range map[time.Duration]string{
		3200 * time.Millisecond: "4 s", 90 * time.Second: "2 min", 10 * time.Minute: "10 min", 150 * time.Minute: "2.5 h",
	} {
		require.Equal(t, want, roughly(d))
	}
}

func TestReads(t *testing.T) {
	t.Parallel()
	changed := "a/b/c.go\x00a/b/testdata/x.txt\x00ab/y.txt\x00"
	require.True(t, reads(changed, "a/b"))
	require.True(t, reads(changed, "."))
	require.False(t, reads(changed, "a/b/testdata/x.txt"))
	require.False(t, reads("a/b/c.go\x00", "a/b"))
	require.False(t, reads(changed, "b"))
	require.False(t, reads("", "."))
}
