//go:build unix

package main

import (
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"
)

func TestExactly(t *testing.T) {
	for _, c := range []struct{ printed, want string }{
		{"OMM-2", `^BenchmarkOMM(-\d+)?$`},
		{"OMM", `^BenchmarkOMM(-\d+)?$`},
		{"OMM/data=adult/p=2.5-16", `^BenchmarkOMM$/^data=adult$/^p=2\.5(-\d+)?$`},
		{"OMM/a|b(c)-2", `^BenchmarkOMM$/^a\|b\(c\)(-\d+)?$`},
		{"OMM/shift=-8", `^BenchmarkOMM$/^shift=(-\d+)?$`}, // GOMAXPROCS=1: it might as well be 8
	} {
		require.Equal(t, c.want, exactly(c.printed))
		for _, element := range strings.Split(c.want, "/") {
			require.NotPanics(t, func() { regexp.MustCompile(element) })
		}
	}
}

func TestAudit(t *testing.T) {
	const output = `goos: linux
BenchmarkPlain
BenchmarkPlain-2   	     100	     20.0 ns/op
BenchmarkParent
BenchmarkParent/n=1
BenchmarkParent/n=1-2   	     100	     20.0 ns/op
BenchmarkParent/shift=-8
    x_test.go:4: a log line
BenchmarkParent/shift=-8-2   	     100	     20.0 ns/op
BenchmarkParent/n=3
    x_test.go:7: no data: set DATA
--- SKIP: BenchmarkParent/n=3
PASS
`
	skipped, lost := audit(output, ".")
	require.Equal(t, map[string]string{"Parent/n=3": "x_test.go:7: no data: set DATA"}, skipped)
	require.Empty(t, lost)

	const oneProcessor = "BenchmarkShift/by=-8\nBenchmarkShift/by=-8   	     100	     20.0 ns/op\n"
	_, lost = audit(oneProcessor, ".")
	require.Empty(t, lost)

	const garbled = "BenchmarkTalks\nreading BenchmarkTalks-2   	     100	     20.0 ns/op\n"
	_, lost = audit(garbled, ".")
	require.Equal(t, []string{"BenchmarkTalks"}, lost)

	const otherParent = "BenchmarkPass\nBenchmarkPass/n=1\nBenchmarkPass/n=1-2   	     100	     20.0 ns/op\nBenchmarkSparsePass\n"
	_, lost = audit(otherParent, "Pass/n=1")
	require.Empty(t, lost, "the pattern matches BenchmarkSparsePass, and none of its sub-benchmarks")
}

func TestIncompleteSideIsAnError(t *testing.T) {
	k := key{"p", "B", "sec/op"}
	r, err := newResults(benchfmt.NewWriter(io.Discard))
	require.NoError(t, err)
	r.keys = []key{k}
	r.values[head][k] = []float64{1, 2, 3}
	require.NoError(t, r.complete(head, 3))
	require.NoError(t, r.complete(base, 3), "what a side does not have is not incomplete")
	require.EqualError(t, r.complete(head, 4), "p.B printed sec/op in 3 of 4 runs")
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
