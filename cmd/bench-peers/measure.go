//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"golang.org/x/perf/benchmath"

	"marginlab/algos/trial/stats"
	"marginlab/cmd/bench"
	"marginlab/cmd/marginlab/term"
)

// result is what a program took on a file, round by round, and what it learned.
type result struct {
	program
	runs             []usage
	accuracy, margin float64
	failed           error
}

// measured holds the results of all programs on a file.
type measured struct {
	file
	rounds  int
	results []*result
}

// measure runs all programs on the file, once a round. It is an error if marginlab fails in
// all groups.
func (f file) measure(ctx context.Context, dir string, programs []program, rounds int, timeout time.Duration, progress *term.Progress) (measured, error) {
	m := measured{file: f, rounds: rounds}
	for _, p := range programs {
		m.results = append(m.results, &result{program: p})
	}
	progress.Begin(f.name, "runs", int64(rounds*len(programs)))
	defer progress.Clear()
	for run := range bench.Interleave(rounds, 1, len(programs), false) {
		r := m.results[run.Member]
		progress.Say("%s: %s", f.name, r.name)
		progress.Done(1)
		if r.failed != nil {
			continue
		}
		path := filepath.Join(dir, strconv.Itoa(run.Member)+".model")
		r.once(ctx, f, path, run.Round == 0, timeout)
		if ctx.Err() != nil {
			return m, ctx.Err()
		}
	}
	for _, r := range m.results {
		if r.native && r.failed == nil {
			return m, nil
		}
	}
	return m, fmt.Errorf("%s on %s: %w", m.results[0].name, f.name, m.results[0].failed)
}

// once runs the program, and for the first time reads its model.
func (r *result) once(ctx context.Context, f file, path string, first bool, timeout time.Duration) {
	data := f.path
	if r.converted {
		data = f.vw
	}
	if r.failed = os.RemoveAll(path); r.failed != nil {
		return
	}
	var took usage
	if took, r.failed = execute(ctx, timeout, r.needs, r.arguments(data, path)...); r.failed != nil {
		return
	}
	r.runs = append(r.runs, took)
	if !first {
		return
	}
	learned, err := r.read(path, f.dim)
	if err != nil {
		r.failed = fmt.Errorf("its model: %w", err)
		return
	}
	r.accuracy, r.margin = accuracyOf(learned, f.examples), learned.Margin(f.examples)
}

// first returns the result that those of the group are compared with.
func (m measured) first(group string) *result {
	return m.results[slices.IndexFunc(m.results, func(r *result) bool { return r.group == group && r.native })]
}

// ratio is the median of the quotients of r's times and those of the same rounds of to, and
// the ends of its interval, by order statistics.
func (r *result) ratio(to *result, of func(usage) time.Duration) benchmath.Summary {
	var quotients []float64
	for i := range min(len(r.runs), len(to.runs)) {
		quotients = append(quotients, of(r.runs[i]).Seconds()/of(to.runs[i]).Seconds())
	}
	return bench.Median(quotients)
}

// least is the least of one quantity of all runs.
func (r *result) least(of func(usage) float64) float64 {
	var all []float64
	for _, u := range r.runs {
		all = append(all, of(u))
	}
	return stats.Least(all)
}

func wall(u usage) time.Duration      { return u.Wall }
func processor(u usage) time.Duration { return u.Processor }
