// Package bench has what the tools share that measure: bench-compare and bench-peers.
package bench

import (
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"golang.org/x/perf/benchmath"
)

// A Run is one of an interleaved measurement.
type Run struct{ Round, Group, Member int }

// Interleave lists the runs of groups of so many members. In a round, the members of a group
// run one right after the other; with mirror, every other round begins with the last of them,
// which also cancels a drift of the machine that is linear in time. Rounds are outermost, so
// that the runs of a member are spread over the whole time and a broken one is seen early.
func Interleave(rounds, groups, members int, mirror bool) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for round := range rounds {
			for group := range groups {
				for i := range members {
					if mirror && round%2 == 1 {
						i = members - 1 - i
					}
					if !yield(Run{round, group, i}) {
						return
					}
				}
			}
		}
	}
}

// Confidence is that of the interval of a median.
const Confidence = 0.95

// LeastRuns is the least number of runs whose median has such an interval: the extremes of n
// runs enclose it with probability 1 − 2^(1−n).
const LeastRuns = 6

// Median is the median of several runs, with its interval by order statistics.
func Median(runs []float64) benchmath.Summary {
	sample := benchmath.NewSample(slices.Clone(runs), &benchmath.DefaultThresholds) // which sorts it
	return benchmath.AssumeNothing.Summary(sample, Confidence)
}

// Machine says what the figures of a page were measured on.
func Machine() string {
	return fmt.Sprintf("%s/%s with %d cores and %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
}

// Make is the command line that writes a page again: a target of make, whose FLAGS are the
// flags that were given, but for those that the target sets, and the files.
func Make(target string, given *kong.Context, set []string, files ...string) string {
	var flags []string
	for _, at := range given.Path {
		switch {
		case at.Flag == nil || slices.Contains(set, at.Flag.Name):
		case at.Flag.IsBool():
			flags = append(flags, "--"+at.Flag.Name)
		default:
			value := fmt.Sprint(given.FlagValue(at.Flag))
			if strings.ContainsAny(value, " |()*?$\\<>&;\"") {
				value = strconv.Quote(value)
			}
			flags = append(flags, fmt.Sprintf("--%s=%s", at.Flag.Name, value))
		}
	}
	if flags = append(flags, files...); len(flags) == 0 {
		return "make " + target
	}
	return fmt.Sprintf("make %s FLAGS='%s'", target, strings.Join(flags, " "))
}
