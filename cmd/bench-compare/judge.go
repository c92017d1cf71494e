//go:build unix

package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchunit"
)

const (
	alpha       = 0.05 // of the U-test
	confidence  = 0.95 // of the interval of a median
	minRuns     = 4    // two disjoint samples of n have p = 2/C(2n, n): 0.1 at 3 and 0.03 at 4
	maxRechecks = 2
	sameResult  = 1e-9 // what another order of the same operations may change
	// blind times the threshold is the loss that the runs must be able to show: a loss of just the
	// threshold is measured above it only half of the time.
	blind = 2
)

// counts are the units of work, which may rise by the threshold: inner products, runs along a vector, bytes read.
var counts = []string{"dots/op", "rows/op", "B-read/op"}

// An outcome is the result for a row.
type outcome int

const (
	same      outcome = iota // no regression, whatever small change there is
	changed                  // a count differs, by no more than the threshold
	improved                 // a better result, or a measurement better by more than the threshold
	worsened                 // the same for the worse
	undecided                // the runs do not tell
)

func (o outcome) String() string {
	return [...]string{"", "changed", "better", "worse", "undecided"}[o]
}

// A row compares one unit of one benchmark.
type row struct {
	key
	exact      bool // every run repeats it
	better     int  // +1: more is better, −1: less is, 0: not known
	base, head benchmath.Summary
	comparison benchmath.Comparison
	worse      float64 // relative loss: 0.05 is 5 % more time, or as much less speed
	outcome    outcome
	reason     string // explains an outcome that the row alone does not explain
	before     *row   // the earlier measurement, if this one repeats it
}

// A report is the comparison of all rows.
type report struct {
	threshold                     float64 // a fraction
	rows                          []row
	onlyBase, onlyHead, identical []string
	elsewhere                     string // a warning if the sides ran on different machines
}

// compare makes the rows that both sides have, except those that repeat another.
func compare(r *results, threshold float64, identical []string) (*report, error) {
	rep := &report{threshold: threshold, identical: identical}
	if !maps.Equal(r.machines[base], r.machines[head]) {
		of := func(side int) string { return strings.Join(slices.Sorted(maps.Keys(r.machines[side])), " and ") }
		rep.elsewhere = fmt.Sprintf("machines: base was measured on %s, head on %s\n", of(base), of(head))
	}
	for _, k := range r.keys {
		switch {
		case r.values[head][k] == nil:
			rep.onlyBase = append(rep.onlyBase, k.benchmark()+" "+k.unit)
		case r.values[base][k] == nil:
			rep.onlyHead = append(rep.onlyHead, k.benchmark()+" "+k.unit)
		case !r.echoes(k):
			rep.rows = append(rep.rows, rep.newRow(k, r))
		}
	}
	if len(rep.rows)+len(identical) == 0 {
		n, m := len(rep.onlyBase), len(rep.onlyHead)
		return nil, fmt.Errorf("no benchmark is on both sides: base has %d, head has %d", n, m)
	}
	return rep, nil
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
		key: k, exact: assume == benchmath.Assumption(benchmath.AssumeExact), better: r.better(k.unit),
		base: assume.Summary(old, confidence), head: assume.Summary(now, confidence), comparison: assume.Compare(old, now),
	}
	row.worse = loss(row.base.Center, row.head.Center, row.better)
	row.outcome, row.reason = rep.judge(row, old, now)
	return row
}

// judge returns the outcome of a row, and the reason for it.
func (rep *report) judge(r row, old, now *benchmath.Sample) (outcome, string) {
	significant, over := r.comparison.P < alpha, r.worse > rep.threshold
	switch {
	case math.IsNaN(r.base.Center) || math.IsNaN(r.head.Center):
		return undecided, "not a number"
	case r.exact:
		return r.judgeResult(rep.threshold)
	case min(r.comparison.N1, r.comparison.N2) < minRuns:
		return undecided, fmt.Sprintf("expected at least %d runs on each side", minRuns)
	case rep.elsewhere != "":
		return undecided, "measured on different machines"
	case over && significant && r.better == 0:
		return undecided, "nothing says whether more is better"
	case over && significant:
		return worsened, ""
	case over:
		return undecided, percent(r.worse) + " worse, which may be noise"
	case significant && r.better != 0 && r.worse < -rep.threshold:
		return improved, ""
	case significant && r.worse < 0: // better, if not by much: no need to see more
		return same, ""
	case !shows(old, now, blind*rep.threshold):
		return undecided, "noisy: " + percent(blind*rep.threshold) + " worse would not have shown"
	}
	return same, ""
}

// judgeResult compares numbers that every run must repeat: integers exactly, others up to rounding.
func (r row) judgeResult(threshold float64) (outcome, string) {
	a, b := r.base.Center, r.head.Center
	rounded := (a != math.Trunc(a) || b != math.Trunc(b)) && math.Abs(a-b) <= sameResult*max(math.Abs(a), math.Abs(b))
	switch {
	case len(r.base.Warnings)+len(r.head.Warnings) > 0:
		return undecided, fmt.Sprintf("not deterministic: %v..%v and %v..%v", r.base.Lo, r.base.Hi, r.head.Lo, r.head.Hi)
	case a == b || rounded:
		return same, ""
	case r.better == 0:
		return undecided, "nothing says whether more is better"
	case slices.Contains(counts, r.unit) && math.Abs(r.worse) <= threshold:
		return changed, ""
	case r.worse > 0:
		return worsened, ""
	}
	return improved, ""
}

// loss returns by how much head is worse than base, as a fraction of the better of the two. If it is
// not known which way is better, it returns the size of the change.
func loss(base, head float64, better int) float64 {
	switch {
	case base == head:
		return 0
	case better > 0:
		return (base - head) / math.Abs(head)
	case better < 0:
		return (head - base) / math.Abs(base)
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

// suspects returns the measurements to make again, as a -test.bench pattern for each package.
func (rep *report) suspects() map[string]string {
	patterns := map[string]string{}
	for _, r := range rep.rows {
		if r.suspect() {
			patterns[r.pkg] = strings.TrimPrefix(patterns[r.pkg]+"|"+exactPattern(r.name), "|")
		}
	}
	return patterns
}

// suspect reports whether a repeated measurement may have another outcome. A row that is worse twice
// in a row is confirmed.
func (r row) suspect() bool {
	confirmed := r.outcome == worsened && r.before != nil && r.before.outcome == worsened
	return !r.exact && (r.outcome == worsened || r.outcome == undecided) && !confirmed
}

// recheck replaces the measurements of the suspects by new ones.
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

// verdict returns the exit status, and the verdict in one line.
func (rep *report) verdict() (code int, line string) {
	count := map[outcome]int{}
	for _, r := range rep.rows {
		count[r.outcome]++
	}
	rows := fmt.Sprintf("of %d rows (threshold %s, p < %v)", len(rep.rows), percent(rep.threshold), alpha)
	switch {
	case count[worsened] > 0:
		code, line = exitWorse, fmt.Sprintf("verdict: REGRESSION: %d %s worse", count[worsened], rows)
	case count[undecided] > 0 || len(rep.onlyBase) > 0:
		code, line = exitUndecided, fmt.Sprintf("verdict: UNDECIDED: %d %s cannot be judged", count[undecided], rows)
	default:
		line = fmt.Sprintf("verdict: no regression: 0 %s worse, %d better", rows, count[improved])
	}
	if n := len(rep.onlyBase); n > 0 {
		line += fmt.Sprintf("; %d of base not in head", n)
	}
	return code, line
}

// String returns the table of all rows, the worst last, and lists of benchmarks without a row.
func (rep *report) String() string {
	var b strings.Builder
	b.WriteString(rep.elsewhere + "\n")
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "benchmark\tunit\tbase\thead\tdelta")
	byOutcome := func(a, b row) int { return cmp.Compare(a.outcome, b.outcome) }
	for _, r := range slices.SortedStableFunc(slices.Values(rep.rows), byOutcome) {
		old, now := fmt.Sprint(r.base.Center), fmt.Sprint(r.head.Center)
		if !r.exact {
			scale := benchunit.CommonScale([]float64{r.base.Center, r.head.Center}, benchunit.ClassOf(r.unit))
			old = scale.Format(r.base.Center) + " ± " + r.base.PctRangeString()
			now = scale.Format(r.head.Center) + " ± " + r.head.PctRangeString()
		}
		delta := r.comparison.FormatDelta(r.base.Center, r.head.Center)
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t(%v)", r.benchmark(), r.unit, old, now, delta, r.comparison)
		if r.outcome != same {
			fmt.Fprintf(t, "\t%v%s", r.outcome, r.why())
		}
		fmt.Fprintln(t)
	}
	t.Flush()
	for _, list := range []struct {
		title string
		names []string
	}{{"identical: nothing to measure", rep.identical}, {"only in head", rep.onlyHead}, {"only in base", rep.onlyBase}} {
		if len(list.names) > 0 {
			fmt.Fprintf(&b, "\n%s:\n  %s\n", list.title, strings.Join(list.names, "\n  "))
		}
	}
	return b.String()
}

// why explains an outcome, and reports the earlier measurement.
func (r row) why() (s string) {
	if r.reason != "" {
		s = ": " + r.reason
	}
	for last := r.before; last != nil; last = last.before {
		word := "worse"
		if last.worse < 0 {
			word = "better"
		}
		s += fmt.Sprintf("; before that, %s %s", percent(math.Abs(last.worse)), word)
	}
	return s
}

func percent(fraction float64) string {
	if fraction >= 1 {
		return fmt.Sprintf("%.0f %%", 100*fraction)
	}
	return fmt.Sprintf("%.3g %%", 100*fraction)
}
