//go:build unix

package main

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// estimate runs every benchmark of the jobs once, of the last side that has it, and says how
// long the jobs will take. It is an error if a benchmark cannot run.
func (s *session) estimate(ctx context.Context, jobs []job) error {
	runs, newest := map[string]int{}, map[string]*side{} // by package
	for _, j := range jobs {
		runs[j.pkg]++
		newest[j.pkg] = s.sides[slices.Max([]int{j.side, slices.Index(s.sides, newest[j.pkg])})]
	}
	if len(runs) == 0 {
		return nil
	}
	var total time.Duration
	benchmarks := 0
	p := newProgress(s.stderr, len(runs))
	defer p.end()
	for _, pkg := range slices.Sorted(maps.Keys(runs)) {
		side := newest[pkg]
		p.step("trying the benchmarks of " + pkg)
		start := time.Now()
		text, err := side.binaries[pkg].run(ctx, s.flags.pattern(), "1x", s.flags.short())
		if err != nil {
			return fmt.Errorf("running %s of %s: %w", pkg, side.title, err)
		}
		ops := perOperation(text)
		benchmarks += len(ops)
		once := time.Since(start) + extra(ops, s.flags.Benchtime)
		total += once * time.Duration(runs[pkg])
	}
	p.end()
	all := ""
	if s.flags.short() {
		all = "; --all adds those that -short leaves out"
	}
	fmt.Fprintf(s.stderr, "bench-compare: %s of %s, %d runs %s: about %s%s\n",
		counted(benchmarks, "benchmark"), counted(len(runs), "package"), s.flags.Count, s.flags.of(), roughly(total), all)
	return nil
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// perOperation returns the time of an operation of each benchmark in the output.
func perOperation(text []byte) (ops []time.Duration) {
	result := regexp.MustCompile(`(?m)^Benchmark\S+\s+\d+\s+([\d.]+) ns/op`)
	for _, m := range result.FindAllSubmatch(text, -1) {
		if ns, err := strconv.ParseFloat(string(m[1]), 64); err == nil {
			ops = append(ops, time.Duration(ns))
		}
	}
	return ops
}

// extra is how much longer benchmarks run for a benchtime than for one operation each.
func extra(ops []time.Duration, benchtime string) (sum time.Duration) {
	n, isCount := strings.CutSuffix(benchtime, "x")
	iterations, _ := strconv.Atoi(n)
	length, _ := time.ParseDuration(benchtime)
	const toFindOut = 1.2 // what a benchmark takes to learn how many operations fill the time
	for _, op := range ops {
		if isCount {
			sum += op * time.Duration(iterations-1)
		} else {
			sum += max(0, time.Duration(toFindOut*float64(length))-op)
		}
	}
	return sum
}

// roughly rounds a duration to what people want to know of it.
func roughly(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds())+1)
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}
