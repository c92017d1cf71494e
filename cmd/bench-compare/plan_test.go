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

func TestBeside(t *testing.T) {
	t.Parallel()
	const source, input, other = "100644 blob 1\ta/b/c.go\x00", "100644 blob 2\ta/b/testdata/x.txt\x00", "100644 blob 3\tab/y.txt\x00"
	tree := source + input + other
	require.Equal(t, input, beside(tree, "a/b"))
	require.Equal(t, input, beside(tree, "a"))
	require.Equal(t, input+other, beside(tree, "."))
	require.Empty(t, beside(tree, "a/b/testdata/x.txt"))
	require.Empty(t, beside(tree, "b"))
}
