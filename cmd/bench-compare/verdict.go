//go:build unix

package main

import (
	"fmt"
	"math"
	"slices"
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

// blind times the threshold is the loss that a measurement must be able to show;
// one that cannot is undecided.
//
// Note: it is not 1, because a loss of just the threshold's size comes out above
// the threshold in every second measurement only, however little they scatter:
// nobody can ask to see it. At 2, a loss is called worse although its measured
// size is off by as much as the threshold.
const blind = 2

// judge returns the outcome of a row, and the reason for it.
func (rep *report) judge(r row) (outcome, string) {
	if r.echo {
		return same, ""
	}
	if math.IsNaN(r.base.Center) || math.IsNaN(r.head.Center) {
		return undecided, "not a number"
	}
	if r.exact {
		return r.judgeResult(rep.threshold)
	}
	n := min(r.comparison.N1, r.comparison.N2)
	significant := r.comparison.P < alpha
	switch {
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
	case r.resolution > blind*rep.threshold:
		return undecided, fmt.Sprintf("noisy: less than %s worse would not have shown (%v)", percent(r.resolution), r.comparison)
	}
	return same, ""
}

// judgeResult compares what every run must repeat. Of a count, a change up to the
// threshold is no regression.
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

// equalResults compares integers exactly, other numbers up to the rounding that
// another order of the same operations may cause.
func equalResults(a, b float64) bool {
	if a == math.Trunc(a) && b == math.Trunc(b) {
		return a == b
	}
	return math.Abs(a-b) <= sameResult*max(math.Abs(a), math.Abs(b))
}

// maxRechecks is how often a suspect is measured again.
const maxRechecks = 2

// suspects returns the measurements to make again, as a -test.bench pattern for
// each package.
func (rep *report) suspects() map[string]string {
	patterns := make(map[string]string)
	seen := make(map[string]bool)
	for _, r := range rep.rows {
		if !r.suspect() || seen[r.benchmark()] {
			continue
		}
		seen[r.benchmark()] = true
		if patterns[r.pkg] != "" {
			patterns[r.pkg] += "|"
		}
		patterns[r.pkg] += exactly(r.name)
	}
	return patterns
}

// suspect reports whether a measurement may come out otherwise when it is made
// again. What is worse twice in a row is worse.
func (r row) suspect() bool {
	confirmed := r.outcome == worsened && r.before != nil && r.before.outcome == worsened
	return !r.exact && (r.outcome == worsened || r.outcome == undecided) && !confirmed
}

// recheck puts a new measurement of the suspects in the place of the last, and of
// the rows that echo them.
func (rep *report) recheck(again *results) error {
	for i, last := range rep.rows {
		measured := len(again.values[base][last.key]) > 0 && len(again.values[head][last.key]) > 0
		if last.suspect() && !measured {
			return fmt.Errorf("%s did not print %s when it ran again", last.benchmark(), last.unit)
		}
		if last.suspect() || last.echo && measured {
			rep.rows[i] = rep.newRow(last.key, again)
			rep.rows[i].before = &last
		}
	}
	return nil
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

// count counts the rows that are judged.
func (rep *report) count() map[outcome]int {
	count := make(map[outcome]int)
	for _, r := range rep.rows {
		if !r.echo {
			count[r.outcome]++
		}
	}
	return count
}
