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

	"marginlab/cmd/bench"
)

const (
	// alpha is the level of the U-test: the chance that a measurement which did
	// not change looks as if it did. Half of it looks worse.
	alpha = 0.05
	// minRuns is the least n with a chance of p < alpha: complete separation of
	// two samples of n has p = 2/C(2n, n), 0.1 at n = 3 and 0.03 at n = 4.
	minRuns = 4
	// sameResult is the relative difference up to which two results that are not
	// integers are one and the same.
	sameResult = 1e-9
)

// A row compares one unit of one benchmark.
type row struct {
	key
	exact  bool // a result, not a measurement
	echo   bool // a measurement that is shown and not judged
	better int  // +1: more is better, −1: less is, 0: nobody said

	base, head benchmath.Summary
	comparison benchmath.Comparison
	worse      float64 // relative loss: 0.05 is 5 % more time, or as much less speed
	resolution float64 // least loss that these runs could have shown

	outcome outcome
	reason  string // of an outcome that is not same
	before  *row   // the measurement before this one, if it was made again
}

// A report is the comparison of all rows.
type report struct {
	threshold float64
	rows      []row
	onlyBase  []string
	onlyHead  []string
	skipped   []string // on both sides
	identical []string // packages that are not measured
	elsewhere string   // says that the sides were measured on different machines
	titles    [2]string
	lenient   bool // what is undecided passes
}

// compare makes the rows that both sides have. The threshold is a fraction.
func compare(r *results, threshold float64, identical []string) (*report, error) {
	rep := &report{threshold: threshold, identical: identical}
	if !maps.Equal(r.machines[base], r.machines[head]) {
		rep.elsewhere = fmt.Sprintf("machines: base was measured on %s, head on %s", listKeys(r.machines[base]), listKeys(r.machines[head]))
	}
	for _, k := range r.keys {
		if len(r.values[base][k]) > 0 && len(r.values[head][k]) > 0 {
			rep.rows = append(rep.rows, rep.newRow(k, r))
		}
	}
	rep.onlyBase = missing(r, base, head)
	rep.onlyHead = missing(r, head, base)
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

func (rep *report) newRow(k key, r *results) row {
	// NewSample sorts the values it is given.
	thresholds := &benchmath.Thresholds{CompareAlpha: alpha}
	old := benchmath.NewSample(slices.Clone(r.values[base][k]), thresholds)
	now := benchmath.NewSample(slices.Clone(r.values[head][k]), thresholds)

	assumption := r.units.GetAssumption(k.unit)
	if (k.unit == "allocs/op" || slices.Contains(counts, k.unit)) && (varies(old) || varies(now)) {
		assumption = benchmath.AssumeNothing
	}
	row := row{
		key:        k,
		echo:       isEcho(k, r),
		exact:      assumption == benchmath.Assumption(benchmath.AssumeExact),
		better:     better(r.units, k.unit),
		base:       assumption.Summary(old, bench.Confidence),
		head:       assumption.Summary(now, bench.Confidence),
		comparison: assumption.Compare(old, now),
	}
	row.worse = loss(row.base.Center, row.head.Center, row.better)
	if !row.exact {
		row.resolution = resolution(old, now)
	}
	row.outcome, row.reason = rep.judge(row)
	return row
}

// isEcho reports whether a row repeats what another one of its benchmark says:
// B/s is sec/op of the same runs, and B/op of a benchmark without an allocation
// an operation is what its preparation took, divided by the number of operations.
func isEcho(k key, r *results) bool {
	switch k.unit {
	case "B/s":
		return len(r.values[base][key{k.pkg, k.name, "sec/op"}]) > 0
	case "B/op":
		allocs := key{k.pkg, k.name, "allocs/op"}
		all := slices.Concat(r.values[base][allocs], r.values[head][allocs])
		return len(all) > 0 && !slices.ContainsFunc(all, func(n float64) bool { return n != 0 })
	}
	return false
}

// loss returns by how much head is worse than base, as a fraction of the better
// of the two: positive when it is worse. Where nobody said which way is better it
// is the change's size.
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

// resolution returns the least loss that these runs could have shown, from their
// scatter alone: head's runs are moved to base's median and then made slower,
// until the U-test tells them from base's.
func resolution(old, now *benchmath.Sample) float64 {
	from, to := bench.Median(now.Values).Center, bench.Median(old.Values).Center
	if from == 0 && to == 0 {
		return 0 // nothing to be slower than
	}
	if !(from*to > 0) {
		return math.Inf(1)
	}
	shows := func(loss float64) bool {
		slower := make([]float64, len(now.Values))
		for i, v := range now.Values {
			slower[i] = v * (to / from) * (1 + loss)
		}
		return benchmath.AssumeNothing.Compare(old, benchmath.NewSample(slower, old.Thresholds)).P < alpha
	}
	const most = 1e6
	lo, hi := 0.0, 1e-3
	for !shows(hi) {
		if lo, hi = hi, 2*hi; hi > most {
			return math.Inf(1)
		}
	}
	for hi-lo > 1e-3*hi {
		if mid := (lo + hi) / 2; shows(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

func varies(s *benchmath.Sample) bool { return s.Values[0] != s.Values[len(s.Values)-1] }

// better returns +1 if more of the unit is better, −1 if less is, and 0 if neither
// the benchmark said nor the unit shows it.
func better(units benchfmt.UnitMetadataMap, unit string) int {
	if b := units.GetBetter(unit); b != 0 {
		return b
	}
	switch {
	case unit == "sec" || strings.HasPrefix(unit, "sec/"):
		return -1
	case strings.HasSuffix(unit, "/s") || strings.HasSuffix(unit, "/sec"):
		return +1
	}
	return 0
}

// missing lists the benchmarks that one side has and the other has not; where the
// other has it without one of its units, that unit.
func missing(r *results, have, lack int) []string {
	lacking := make(map[string]bool)
	for k := range r.values[lack] {
		lacking[k.benchmark()] = true
	}
	var names []string
	for _, k := range r.keys {
		if len(r.values[have][k]) == 0 || len(r.values[lack][k]) > 0 {
			continue
		}
		name := k.benchmark()
		if lacking[name] {
			name += " " + k.unit
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func listKeys(set map[string]bool) string {
	return strings.Join(slices.Sorted(maps.Keys(set)), " and ")
}
