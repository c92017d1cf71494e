//go:build unix

package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/term"
)

// A session measures its sides, as often as it is asked to.
type session struct {
	flags     flags
	sides     []*side
	dir       string // a temporary one, if a side is built
	stderr    io.Writer
	identical []string     // packages that are the same on both sides
	raw       bytes.Buffer // every result in the order of the runs
	measured  int          // how often
}

// built reports whether a measurement can be made again.
func (s *session) built() bool {
	return !slices.ContainsFunc(s.sides, func(side *side) bool { return side.file != "" })
}

// open finds the sides, builds those that are revisions, and leaves out packages that are the same.
func (s *session) open(ctx context.Context) (err error) {
	f := s.flags
	for _, what := range [][2]string{{"base", f.Base}, {"head", f.Head}} {
		if f.Record && what[0] == "base" {
			continue
		}
		side, err := openSide(ctx, f.Repo, what[0], what[1])
		if err != nil {
			return err
		}
		if f.Record && side.file != "" {
			return fmt.Errorf("--head %s is a file: expected a revision to measure", f.Head)
		}
		s.sides = append(s.sides, side)
	}
	// Without optional locks git status does not refresh the user's index.
	status, err := git(ctx, f.Repo, "--no-optional-locks", "status", "--porcelain")
	if f.Head == "HEAD" && err == nil && status != "" {
		fmt.Fprintf(s.stderr, "bench-compare: warning: HEAD is measured as committed; %d uncommitted paths are not\n", strings.Count(status, "\n")+1)
	}
	parent, err := filepath.Abs(os.TempDir())
	if err != nil {
		return err
	}
	if s.dir, err = os.MkdirTemp(parent, "marginlab-bench-compare-"); err != nil {
		return err
	}
	packages, unknown, known := 0, map[string]int{}, 0
	var titles []string
	for _, side := range s.sides {
		if side.file != "" {
			continue
		}
		if err := side.build(ctx, f.Repo, s.dir, f.Pkg); err != nil {
			return err
		}
		titles, packages, known = append(titles, side.title), packages+len(side.binaries), known+side.packages
		for _, pattern := range side.unknown {
			if unknown[pattern]++; unknown[pattern] == len(s.sides) {
				return fmt.Errorf("--pkg %s: there is no such package or folder in %s", pattern, strings.Join(titles, ", nor in "))
			}
		}
	}
	if s.built() && packages == 0 {
		return fmt.Errorf("--pkg %s: none of %d packages has a benchmark in %s", strings.Join(f.Pkg, " "), known, strings.Join(titles, ", nor in "))
	}
	for pkg, b := range s.sides[0].binaries {
		if other, both := s.sides[len(s.sides)-1].binaries[pkg]; f.SkipIdentical && len(s.sides) == 2 && both && b.content == other.content {
			s.identical = append(s.identical, pkg)
			delete(s.sides[base].binaries, pkg)
			delete(s.sides[head].binaries, pkg)
		}
	}
	slices.Sort(s.identical)
	return nil
}

// measure reads the sides that are files and runs the others, Count times in turn. Where only is
// not nil it gives the -test.bench pattern of each package that runs.
func (s *session) measure(ctx context.Context, only map[string]string) (*results, error) {
	s.measured++
	r, err := newResults(benchfmt.NewWriter(&s.raw))
	if err != nil {
		return nil, err
	}
	all := map[string]bool{}
	for i, side := range s.sides {
		if side.file != "" {
			if err := r.readFile(i, side.file); err != nil {
				return nil, err
			}
		}
		for pkg := range side.binaries {
			if _, is := only[pkg]; is || only == nil {
				all[pkg] = true
			}
		}
	}
	pkgs, f, began, done := slices.Sorted(maps.Keys(all)), s.flags, time.Now(), 0
	terminal, _ := s.stderr.(*os.File)
	progress := terminal != nil && term.IsTerminal(int(terminal.Fd()))
	// Rounds are outermost: the runs of a package are spread over the whole time, and a broken one is seen early.
	for range f.Count {
		for _, pkg := range pkgs {
			for i, side := range s.sides {
				if progress {
					total := f.Count * len(pkgs) * len(s.sides)
					left := time.Since(began) / time.Duration(max(1, done)) * time.Duration(total-done)
					fmt.Fprintf(s.stderr, "\r\x1b[K%d/%d, %v left: %s of %s", done, total, left.Round(time.Second), pkg, side.name)
				}
				done++
				if b, has := side.binaries[pkg]; has {
					if err := s.run(ctx, r, i, pkg, b, cmp.Or(only[pkg], f.Bench, ".")); err != nil {
						return nil, fmt.Errorf("running %s of %s: %w", pkg, side.title, err)
					}
				}
			}
		}
	}
	if progress {
		fmt.Fprint(s.stderr, "\r\x1b[K")
	}
	for i, side := range s.sides {
		if err := r.complete(i, f.Count); side.file == "" && err != nil {
			return nil, fmt.Errorf("%s: %w", side.title, err)
		}
	}
	return r, nil
}

// run runs the benchmarks of a binary that match the pattern once, and adds their results to a side of r.
func (s *session) run(ctx context.Context, r *results, which int, pkg string, b binary, pattern string) error {
	f := s.flags
	text, err := execute(ctx, b.dir, b.path, "-test.run=^$", "-test.bench="+pattern, "-test.benchtime="+f.Benchtime, "-test.count=1",
		"-test.benchmem", "-test.v", "-test.paniconexit0", fmt.Sprintf("-test.short=%v", !f.All && f.Bench == ""))
	if err != nil {
		return err
	}
	return r.readRun(which, pkg, pattern, s.header(s.sides[which]), text)
}

// header returns the configuration lines of a side's results. That of a comparison names the commit
// with the side alone: benchstat makes a table of its own for each value of another line.
func (s *session) header(side *side) string {
	if len(s.sides) == 1 {
		return "commit: " + side.commit + "\n" + side.header
	}
	return fmt.Sprintf("side: %s %s\nmeasurement: %d\n%s", side.name, side.commit, s.measured, side.header)
}

// audit reads the verbose output of a run that went well. It returns the benchmarks that skipped
// themselves, with their reasons, and those that began but printed no result. A benchmark with fewer
// levels than the pattern may have begun only for sub-benchmarks that then did not match.
func audit(text, pattern string) (skipped map[string]string, lost []string) {
	result := regexp.MustCompile(`^(Benchmark\S*?)(-\d+)?\s+\d+\s`)
	skipped = map[string]string{}
	done := map[string]bool{}
	began, previous := []string{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if m := result.FindStringSubmatch(line); m != nil {
			done[m[1]], done[m[1]+m[2]] = true, true // the second with GOMAXPROCS = 1
		} else if name, ok := strings.CutPrefix(line, "--- SKIP: Benchmark"); ok {
			skipped[name], done["Benchmark"+name] = strings.TrimSpace(previous), true
		} else if strings.HasPrefix(line, "Benchmark") && !strings.ContainsAny(line, " \t") {
			began = append(began, line)
		}
		previous = line
	}
	for _, name := range began {
		isParent := slices.ContainsFunc(began, func(other string) bool { return strings.HasPrefix(other, name+"/") })
		if !done[name] && !isParent && strings.Count(name, "/") >= strings.Count(pattern, "/") {
			lost = append(lost, name)
		}
	}
	return skipped, lost
}
