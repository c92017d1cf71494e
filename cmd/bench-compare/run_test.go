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

// resultsOf are results with these rows, which have no values yet.
func resultsOf(t *testing.T, keys ...key) *results {
	r, err := newResults(benchfmt.NewWriter(io.Discard))
	require.NoError(t, err)
	r.keys = keys
	return r
}

func TestExactly(t *testing.T) {
	for _, c := range []struct{ printed, want string }{
		{"OMM-2", `^BenchmarkOMM(-\d+)?$`},
		{"OMM", `^BenchmarkOMM(-\d+)?$`},
		{"OMM/data=adult/p=2.5-16", `^BenchmarkOMM$/^data=adult$/^p=2\.5(-\d+)?$`},
		{"OMM/a|b(c)-2", `^BenchmarkOMM$/^a\|b\(c\)(-\d+)?$`},
		{"OMM/shift=-8", `^BenchmarkOMM$/^shift=(-\d+)?$`}, // GOMAXPROCS=1: it might as well be 8
	} {
		require.Equal(t, c.want, exactPattern(c.printed))
		for _, element := range strings.Split(c.want, "/") {
			require.NotPanics(t, func() { regexp.MustCompile(element) })
		}
	}
}

func TestIncompleteSideIsAnError(t *testing.T) {
	k := key{"p", "B", "sec/op"}
	r := resultsOf(t, k)
	r.values[head][k] = []float64{1, 2, 3}
	require.NoError(t, r.complete(head, 3))
	require.NoError(t, r.complete(base, 3), "what a side does not have is not incomplete")
	require.EqualError(t, r.complete(head, 4), "p.B printed sec/op in 3 of 4 runs")
}
