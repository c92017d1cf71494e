// Package rapidtest makes the randomised tests of a package the same in every run,
// in three sizes, and draws the streams that several of them need. Only tests import it.
//
//	go test -short ./...             short: a look while editing
//	go test ./...                    normal: what every change must pass
//	MARGINLAB_LONG=1 go test ./...   long: what a schedule runs, also as `make test-long`
//
// The long size is an environment variable and no flag, because `go test ./...` hands
// a flag to every package, and those without it would refuse to run.
//
// Every test draws from seed 1. A failure prints the seed to give back as
// -rapid.seed=N, which also draws other cases; -rapid.checks=N sets their number.
package rapidtest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"

	_ "pgregory.net/rapid" // defines the flags

	"marginlab/theory/vec"
)

// Main runs the tests of a package and is the whole body of its TestMain. A property of rapid
// is checked on this many cases in a normal run, on a fifth of them in a short run and on ten
// times as many in a long one. Fuzzing shortens each input that it finds in a hundred executions:
// the minute that Go takes by default leaves no time to find others. More tests run in parallel
// than there are processors, as many wait for programs, browsers and networks.
func Main(m *testing.M, checks int) {
	debug.SetGCPercent(400) // live heaps are small: the default spends a quarter of the time on them
	flag.Parse()
	if Long() {
		checks *= 10
	}
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for name, value := range map[string]string{
		"rapid.seed": "1", "rapid.checks": strconv.Itoa(checks), "rapid.nofailfile": "true", "test.fuzzminimizetime": "100x",
		"test.parallel": strconv.Itoa(4 * runtime.GOMAXPROCS(0)),
	} {
		if given[name] {
			continue
		}
		if err := flag.Set(name, value); err != nil {
			panic("rapidtest: " + err.Error())
		}
	}
	if m.Run() != 0 {
		fmt.Fprintf(os.Stderr, "tests drew from -rapid.seed=%d\n", seed())
	}
}

// Long reports whether the tests run in the long size.
func Long() bool { return !testing.Short() && os.Getenv("MARGINLAB_LONG") != "" }

// Slow skips a test that takes a second or more in a short run.
func Slow(tb testing.TB) {
	tb.Helper()
	if testing.Short() {
		tb.Skip("-short leaves out what takes seconds")
	}
}

// Count returns the number of cases for a test in the size of this run.
func Count(short, normal, long int) int {
	switch {
	case testing.Short():
		return short
	case Long():
		return long
	}
	return normal
}

// Rand returns the source of random numbers with this number. Another -rapid.seed gives
// another source for every number.
func Rand(number uint64) *rand.Rand { return rand.New(rand.NewPCG(seed(), number)) }

func seed() uint64 { return flag.Lookup("rapid.seed").Value.(flag.Getter).Get().(uint64) }

// ReportWork reports the work of a number of operations of a benchmark: dots/op, rows/op and B-read/op. They are the
// same in every run, so that bench-compare sees a changed algorithm where a clock is too noisy.
func ReportWork(b *testing.B, w vec.Work, operations int) {
	n := float64(operations)
	b.ReportMetric(float64(w.Dots)/n, "dots/op")
	b.ReportMetric(float64(w.Rows)/n, "rows/op")
	b.ReportMetric(float64(w.Bytes)/n, "B-read/op")
}
