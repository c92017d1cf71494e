//go:build unix

package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
)

const (
	alpha       = 0.05 // of the U-test
	confidence  = 0.95 // of the interval of a median
	minRuns     = 4    // two samples of n that are apart have p = 2/C(2n, n): 0.1 at 3 and 0.03 at 4
	maxRechecks = 2
	sameResult  = 1e-9 // what another order of the same operations may change
	// blind times the threshold is the loss that the runs must be able to show: one of just the
	// threshold comes out above it in every second measurement only.
	blind = 2
)

// An outcome says what became of a row.
type outcome int

const (
	same      outcome = iota // no regression, whatever small change there is
	changed                  // a count differs, by no more than the threshold
	improved                 // a better result, or a measurement better by more than the threshold
	worsened                 // the same for the worse
	undecided                // nobody can say
)

func (o outcome) String() string {
	return [...]string{"", "changed", "better", "worse", "undecided"}[o]
}

// A row compares one unit of one benchmark.
type row struct {
	key
	exact      bool // every run repeats it
	better     int  // +1: more is better, −1: less is, 0: nobody said
	base, head benchmath.Summary
	comparison benchmath.Comparison
	worse      float64 // relative loss: 0.05 is 5 % more time, or as much less speed
	outcome    outcome
	reason     string // of an outcome that is not same
	before     *row   // the measurement before this one, if it was made again
}

// A report is the comparison of all rows.
type report struct {
	threshold                              float64 // a fraction
	rows                                   []row
	onlyBase, onlyHead, skipped, identical []string
	elsewhere                              string // says that the sides ran on different machines
	titles                                 [2]string
	lenient                                bool // what is undecided passes
}

// compare makes the rows that both sides have, but for those that repeat another.
func compare(r *results, threshold float64, identical []string) (*report, error) {
	rep := &report{threshold: threshold, identical: identical, onlyBase: r.missing(base, head), onlyHead: r.missing(head, base)}
	if !maps.Equal(r.machines[base], r.machines[head]) {
		of := func(side int) string { return strings.Join(slices.Sorted(maps.Keys(r.machines[side])), " and ") }
		rep.elsewhere = fmt.Sprintf("machines: base was measured on %s, head on %s\n", of(base), of(head))
	}
	for _, k := range r.keys {
		if r.values[base][k] != nil && r.values[head][k] != nil && !r.echoes(k) {
			rep.rows = append(rep.rows, rep.newRow(k, r))
		}
	}
	for benchmark, reason := range r.skipped {
		if !slices.Contains(rep.onlyBase, benchmark) && !slices.Contains(rep.onlyHead, benchmark) {
			rep.skipped = append(rep.skipped, fmt.Sprintf("%s (%s)", benchmark, reason))
		}
	}
	slices.Sort(rep.skipped)
	if len(rep.rows)+len(identical) == 0 {
		return nil, fmt.Errorf("no benchmark is on both sides: base has %d, head has %d%s", len(rep.onlyBase), len(rep.onlyHead), listed("skipped", rep.skipped))
	}
	return rep, nil
}

// missing lists the benchmarks that one side has and the other lacks, or the unit of one that it lacks.
func (r *results) missing(have, lack int) (names []string) {
	has := map[string]bool{}
	for k := range r.values[lack] {
		has[k.benchmark()] = true
	}
	for _, k := range r.keys {
		name := k.benchmark()
		if has[name] {
			name += " " + k.unit
		}
		if r.values[have][k] != nil && r.values[lack][k] == nil && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (rep *report) newRow(k key, r *results) row {
	at := &benchmath.Thresholds{CompareAlpha: alpha}
	old := benchmath.NewSample(slices.Clone(r.values[base][k]), at) // which sorts it
	now := benchmath.NewSample(slices.Clone(r.values[head][k]), at)
	varies := old.Values[0] != old.Values[len(old.Values)-1] || now.Values[0] != now.Values[len(now.Values)-1]
	assume := r.units.GetAssumption(k.unit)
	if varies && (k.unit == "allocs/op" || slices.Contains(counts, k.unit)) {
		assume = benchmath.AssumeNothing // the runtime allocates too
	}
	row := row{
		key: k, exact: assume == benchmath.Assumption(benchmath.AssumeExact), better: better(r.units, k.unit),
		base: assume.Summary(old, confidence), head: assume.Summary(now, confidence), comparison: assume.Compare(old, now),
	}
	row.worse = loss(row.base.Center, row.head.Center, row.better)
	switch {
	case math.IsNaN(row.base.Center) || math.IsNaN(row.head.Center):
		row.outcome, row.reason = undecided, "not a number"
	case row.exact:
		row.outcome, row.reason = row.judgeResult(rep.threshold)
	default:
		row.outcome, row.reason = rep.judge(row, old, now)
	}
	return row
}

// judge returns the outcome of a measurement, and the reason for it.
func (rep *report) judge(r row, old, now *benchmath.Sample) (outcome, string) {
	significant := r.comparison.P < alpha
	switch n := min(r.comparison.N1, r.comparison.N2); {
	case n < minRuns:
		return undecided, fmt.Sprintf("%d runs on a side: expected at least %d", n, minRuns)
	case rep.elsewhere != "":
		return undecided, "measured on different machines"
	case r.better == 0 && significant && r.worse > rep.threshold:
		return undecided, r.change() + ", and nothing says whether more is better"
	case significant && r.worse > rep.threshold:
		return worsened, r.change()
	case significant && r.better != 0 && r.worse < -rep.threshold:
		return improved, r.change()
	case significant && r.worse < 0:
		return same, "" // better, if not by much: no need to see more
	case r.worse > rep.threshold:
		return undecided, fmt.Sprintf("%s, which may be noise", r.change())
	case !shows(old, now, blind*rep.threshold):
		return undecided, fmt.Sprintf("noisy: %s worse would not have shown (%v)", percent(blind*rep.threshold), r.comparison)
	}
	return same, ""
}

// judgeResult compares what every run must repeat.
func (r row) judgeResult(threshold float64) (outcome, string) {
	if len(r.base.Warnings) > 0 || len(r.head.Warnings) > 0 {
		return undecided, fmt.Sprintf("not deterministic: %s on base, %s on head", resultCell(r.base), resultCell(r.head))
	}
	change := fmt.Sprintf("%s → %s", number(r.base.Center), number(r.head.Center))
	switch {
	case equalResults(r.base.Center, r.head.Center):
		return same, ""
	case r.better == 0:
		return undecided, change + ", and nothing says whether more is better"
	case slices.Contains(counts, r.unit) && math.Abs(r.worse) <= threshold:
		return changed, change
	case r.worse > 0:
		return worsened, change
	}
	return improved, change
}

// equalResults compares integers exactly, and other numbers up to rounding.
func equalResults(a, b float64) bool {
	if a == math.Trunc(a) && b == math.Trunc(b) {
		return a == b
	}
	return math.Abs(a-b) <= sameResult*max(math.Abs(a), math.Abs(b))
}

// echoes reports whether a row repeats another: B/s is sec/op of the same runs, and B/op without an
// allocation is the preparation's, divided by the operations.
func (r *results) echoes(k key) bool {
	switch k.unit {
	case "B/s":
		return r.values[base][key{k.pkg, k.name, "sec/op"}] != nil
	case "B/op":
		allocs := key{k.pkg, k.name, "allocs/op"}
		all := slices.Concat(r.values[base][allocs], r.values[head][allocs])
		return len(all) > 0 && slices.Max(all) == 0
	}
	return false
}

// loss returns by how much head is worse than base, as a fraction of the better of the two; where
// nobody said which way is better, the size of the change.
func loss(base, head float64, better int) float64 {
	switch {
	case base == head:
		return 0
	case better < 0:
		return (head - base) / math.Abs(base)
	case better > 0:
		return (base - head) / math.Abs(head)
	}
	return math.Abs(head-base) / math.Abs(base)
}

// shows reports whether the runs of head, moved to the median of base and made slower by the loss,
// would differ from those of base.
func shows(old, now *benchmath.Sample, loss float64) bool {
	median := func(s *benchmath.Sample) float64 { return benchmath.AssumeNothing.Summary(s, confidence).Center }
	from, to := median(now), median(old)
	if !(from*to > 0) {
		return from == 0 && to == 0 // then there is nothing to be slower than
	}
	slower := make([]float64, len(now.Values))
	for i, v := range now.Values {
		slower[i] = v * (to / from) * (1 + loss)
	}
	return benchmath.AssumeNothing.Compare(old, benchmath.NewSample(slower, old.Thresholds)).P < alpha
}

// better returns +1 if more of the unit is better, −1 if less is, and 0 if neither the benchmark
// said nor the unit shows it.
func better(units benchfmt.UnitMetadataMap, unit string) int {
	switch b := units.GetBetter(unit); {
	case b != 0:
		return b
	case unit == "sec" || strings.HasPrefix(unit, "sec/"):
		return -1
	case strings.HasSuffix(unit, "/s") || strings.HasSuffix(unit, "/sec"):
		return +1
	}
	return 0
}

// suspects returns the measurements to make again, as a -test.bench pattern for each package.
func (rep *report) suspects() map[string]string {
	names := map[string][]string{}
	for _, r := range rep.rows {
		if pattern := exactly(r.name); r.suspect() && !slices.Contains(names[r.pkg], pattern) {
			names[r.pkg] = append(names[r.pkg], pattern)
		}
	}
	patterns := map[string]string{}
	for pkg, list := range names {
		patterns[pkg] = strings.Join(list, "|")
	}
	return patterns
}

// suspect reports whether a measurement may come out otherwise when it is made again. What is worse
// twice in a row is worse.
func (r row) suspect() bool {
	confirmed := r.outcome == worsened && r.before != nil && r.before.outcome == worsened
	return !r.exact && (r.outcome == worsened || r.outcome == undecided) && !confirmed
}

// recheck puts a new measurement of the suspects in the place of the last.
func (rep *report) recheck(again *results) error {
	for i, last := range rep.rows {
		switch {
		case !last.suspect():
			continue
		case again.values[base][last.key] == nil || again.values[head][last.key] == nil:
			return fmt.Errorf("%s did not print %s when it ran again", last.benchmark(), last.unit)
		}
		rep.rows[i] = rep.newRow(last.key, again)
		rep.rows[i].before = &last
	}
	return nil
}

// count counts the rows by outcome.
func (rep *report) count() (count [undecided + 1]int) {
	for _, r := range rep.rows {
		count[r.outcome]++
	}
	return count
}

// verdict returns the exit status.
func (rep *report) verdict() int {
	switch count := rep.count(); {
	case count[worsened] > 0:
		return exitWorse
	case count[undecided] > 0 || len(rep.onlyBase) > 0:
		return exitUndecided
	}
	return exitFine
}
