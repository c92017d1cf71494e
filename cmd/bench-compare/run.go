//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/google/renameio/v2"
	"golang.org/x/perf/benchfmt"

	"marginlab/cmd/bench"
)

// A session measures its sides, as often as it is asked to.
type session struct {
	flags  flags
	sides  []*side
	stderr io.Writer

	workspace *workspace   // nil if all sides are files
	identical []string     // packages whose benchmarks are the same programs on both sides
	raw       bytes.Buffer // every result in the order of the runs
	measured  int          // how often

	programs map[string]binary // of a history, what is built, by content
}

// open builds the sides that are revisions.
func (s *session) open(ctx context.Context) (err error) {
	for _, side := range s.sides {
		if side.file != "" {
			continue
		}
		if s.workspace == nil {
			if s.workspace, err = openWorkspace(s.flags.Repo); err != nil {
				return err
			}
		}
		if err := side.build(ctx, s.workspace, s.flags.Pkg); err != nil {
			return err
		}
	}
	if err := s.known(); err != nil {
		return err
	}
	s.leaveOutIdentical()
	return nil
}

// known returns an error if no side has what the patterns of packages name.
func (s *session) known() error {
	var titles []string
	where := func() string {
		if len(titles) > 2 {
			return fmt.Sprintf("these %d commits, the last being %s", len(titles), titles[len(titles)-1])
		}
		return strings.Join(titles, ", nor in ")
	}
	packages, binaries, unknown := 0, 0, map[string]int{}
	for _, side := range s.sides {
		if side.file != "" {
			return nil // whose packages are those of its results
		}
		titles = append(titles, side.title)
		packages, binaries = packages+side.packages, binaries+len(side.binaries)
		for _, pattern := range side.unknown {
			unknown[pattern]++
		}
	}
	for _, pattern := range slices.Sorted(maps.Keys(unknown)) {
		if unknown[pattern] == len(s.sides) {
			return fmt.Errorf("--pkg %s: there is no such package or folder in %s", pattern, where())
		}
	}
	switch {
	case packages > 0 && binaries == 0:
		return fmt.Errorf("--pkg %s: no package there has a benchmark in %s", strings.Join(s.flags.Pkg, " "), where())
	case packages == 0:
		return fmt.Errorf("--pkg %s: no package matches in %s", strings.Join(s.flags.Pkg, " "), where())
	}
	return nil
}

// leaveOutIdentical takes away the packages whose benchmarks need not be measured: those
// with the same program on both sides, and with the same files beside it.
func (s *session) leaveOutIdentical() {
	if len(s.sides) < 2 || !s.canRepeat() || !s.flags.SkipIdentical {
		return
	}
	for _, pkg := range slices.Sorted(maps.Keys(s.sides[head].binaries)) {
		if old, both := s.sides[base].binaries[pkg]; both && old.content == s.sides[head].binaries[pkg].content {
			s.identical = append(s.identical, pkg)
			delete(s.sides[base].binaries, pkg)
			delete(s.sides[head].binaries, pkg)
		}
	}
}

// close removes what open made, also if that failed.
func (s *session) close() error {
	if s.workspace == nil {
		return nil
	}
	return s.workspace.close()
}

// canRepeat reports whether a measurement can be made again.
func (s *session) canRepeat() bool {
	return !slices.ContainsFunc(s.sides, func(side *side) bool { return side.file != "" })
}

// measure reads the sides that are files and runs the others, Count times in
// turn. Where only is not nil it gives the -test.bench pattern of each package
// that runs.
func (s *session) measure(ctx context.Context, only map[string]string) (*results, error) {
	s.measured++
	r, err := newResults(benchfmt.NewWriter(&s.raw), 2)
	if err != nil {
		return nil, err
	}
	for which, side := range s.sides {
		if side.file != "" {
			if err := r.readFile(which, side.file); err != nil {
				return nil, err
			}
		}
	}
	jobs := s.jobs(only)
	what := ""
	if s.measured > 1 {
		what = fmt.Sprintf("recheck %d, ", s.measured-1)
	}
	p := newProgress(s.stderr, len(jobs))
	defer p.end()
	for _, j := range jobs {
		side := s.sides[j.side]
		p.step(fmt.Sprintf("%sround %d of %d, %s of %s", what, j.round+1, s.flags.Count, j.pkg, side.name))
		pattern := s.flags.pattern()
		if only != nil {
			pattern = only[j.pkg]
		}
		text, err := side.binaries[j.pkg].run(ctx, pattern, s.flags.Benchtime, s.flags.short())
		if err != nil {
			return nil, fmt.Errorf("running %s of %s: %w", j.pkg, side.title, err)
		}
		if err := r.readRun(j.side, j.pkg, pattern, s.header(side), text); err != nil {
			return nil, fmt.Errorf("running %s of %s: %w", j.pkg, side.title, err)
		}
	}
	for which, side := range s.sides {
		if side.file == "" {
			if err := r.complete(which, s.flags.Count); err != nil {
				return nil, fmt.Errorf("%s: %w", side.title, err)
			}
		}
	}
	return r, nil
}

// header returns the configuration lines of a side's results.
func (s *session) header(side *side) string {
	header := side.header
	if len(s.sides) > 1 {
		header = fmt.Sprintf("side: %s\n%s", side.name, header)
	}
	if s.measured > 1 {
		header += fmt.Sprintf("measurement: %d\n", s.measured)
	}
	return header
}

// jobs lists the runs of a measurement.
func (s *session) jobs(only map[string]string) []job {
	return interleave(s.sides, s.flags.Count, s.flags.Order == "abba", only)
}

// A job is one run of one package's benchmarks on one side.
type job struct {
	round int
	pkg   string
	side  int
}

// interleave lists the runs of all rounds: a package is a group of sides, as far as they have
// it.
func interleave(sides []*side, rounds int, mirror bool, only map[string]string) []job {
	all := make(map[string]bool)
	for _, s := range sides {
		for pkg := range s.binaries {
			if _, ok := only[pkg]; ok || only == nil {
				all[pkg] = true
			}
		}
	}
	pkgs := slices.Sorted(maps.Keys(all))
	var jobs []job
	for r := range bench.Interleave(rounds, len(pkgs), len(sides), mirror) {
		pkg := pkgs[r.Group]
		if _, ok := sides[r.Member].binaries[pkg]; ok {
			jobs = append(jobs, job{r.Round, pkg, r.Member})
		}
	}
	return jobs
}

// run executes the benchmarks that pattern matches once and returns what they
// printed. Verbosity names a benchmark before it runs, also one that is skipped.
func (b binary) run(ctx context.Context, pattern, benchtime string, short bool) ([]byte, error) {
	return execute(ctx, b.dir, b.path, "-test.run=^$", "-test.bench="+pattern, "-test.benchtime="+benchtime,
		"-test.count=1", "-test.benchmem", "-test.v", "-test.paniconexit0", fmt.Sprintf("-test.short=%v", short))
}

// write stores the results in the file of --output. Without a result it leaves
// what is there.
func (f flags) write(raw []byte) error {
	if f.Output == "" || !bytes.Contains(raw, []byte("\nBenchmark")) {
		return nil
	}
	return renameio.WriteFile(f.Output, raw, 0o644)
}
