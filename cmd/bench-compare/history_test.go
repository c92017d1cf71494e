//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"
)

// TestTimeline draws a benchmark that the second of four commits lacks and the third slows
// down tenfold; the fourth has the binary of the third.
func TestTimeline(t *testing.T) {
	t.Parallel()
	var sides []*side
	for _, content := range []string{"a", "", "c", "c"} {
		s := fakeSide()
		s.title = "hash" + content + " <Subject>"
		if content != "" {
			s.binaries["p"] = binary{content: content}
		}
		sides = append(sides, s)
	}
	var out strings.Builder
	r, err := newResults(benchfmt.NewWriter(&out), len(sides))
	require.NoError(t, err)
	for i, factor := range []string{"1", "", "10", "10"} {
		for _, tenths := range []string{"0", "1", "2", "3", "4", "5"} {
			if factor != "" {
				require.NoError(t, r.readRun(i, "p", ".", "", []byte("pkg: p\nBenchmarkX 1 "+factor+"."+tenths+" ns/op "+factor+" mistakes\n")))
			}
		}
	}
	tl := newTimeline(sides, r, 0.05)
	require.Len(t, tl.Benchmarks, 2)
	for _, s := range tl.Benchmarks {
		var outcomes []string
		for _, p := range s.Points {
			outcomes = append(outcomes, p.Outcome)
		}
		require.Equal(t, []string{"same", "worse", "same"}, outcomes, s.Unit)
	}
	require.InDelta(t, 1.0e-9, *tl.Benchmarks[0].Points[0].Lo, 1e-12)
	require.InDelta(t, 1.5e-9, *tl.Benchmarks[0].Points[0].Hi, 1e-12)

	c := tl.chart(0)
	require.Equal(t, 2, strings.Count(c.Path, "M"), "a gap where the commit lacks the benchmark")
	require.Len(t, c.Marks, 1)
	require.Equal(t, "hashc mistakes 1 → 10", c.Marks[0].Text)
	require.Equal(t, c.Points[1].X, c.Marks[0].X)
	require.Greater(t, c.Points[0].Y, c.Points[1].Y, "slower is higher up")
	require.Equal(t, "10.25 ns, +720 %", c.Now)

	file := filepath.Join(t.TempDir(), "x.svg")
	require.NoError(t, tl.draw(file))
	page, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(page), ">Benchmarks over 4 commits, hasha to hashc<", "short enough for the page")
	require.Contains(t, string(page), "hashc &lt;Subject&gt;")
	require.Equal(t, 3, strings.Count(string(page), "<circle "))
}

// TestHistory measures a commit, one that does not build, one with the same program and one
// that errs more; then again, from the cache alone.
func TestHistory(t *testing.T) {
	s := newScratch(t)
	s.write("work/work.go", "package work // being edited\n")
	s.commit("Break")
	s.write("work/work.go", workSource(1, 12))
	s.commit("Mend")
	s.write("work/work.go", workSource(1, 13))
	s.commit("Err once more")
	before := s.snapshot()
	svg := filepath.Join(s.root, "x.svg")
	builds := s.countBuilds()
	args := []string{"--history=9", "--json", "--svg=" + svg, "--cache=" + filepath.Join(s.root, "cache")}
	code, first, stderr := s.run(args...)
	require.Equal(t, exitFine, code)
	require.Regexp(t, `^bench-compare: 1 benchmark of 1 package, 6 runs a commit: about \d+ s; --all`, stderr)
	runs, err := filepath.Glob(filepath.Join(s.root, "cache", "*", "*.txt"))
	require.NoError(t, err)
	require.Len(t, runs, 2*6, "six runs of two programs")
	require.Equal(t, 4, builds())

	var tl timeline
	require.NoError(t, json.Unmarshal([]byte(first), &tl))
	require.Len(t, tl.Commits, 4)
	require.Contains(t, strings.Join(tl.Commits[1].Broken, ""), "building scratch/work of ")
	for _, one := range tl.Benchmarks {
		require.Len(t, one.Points, 3)
		if one.Unit == "mistakes" {
			require.Equal(t, "12 → 13", one.Points[2].Reason)
			require.Equal(t, []int{0, 2, 3}, []int{one.Points[0].Commit, one.Points[1].Commit, one.Points[2].Commit})
		}
	}
	require.FileExists(t, svg)

	// An interrupt leaves runs out; here one is gone.
	require.NoError(t, os.Remove(runs[0]))
	code, _, stderr = s.run(args...)
	require.Equal(t, exitFine, code)
	require.NotEmpty(t, stderr, "one run is missing")
	require.Equal(t, 2, builds(), "of the commit that it is of, and of the one that does not build")
	code, again, stderr := s.run(args...)
	require.Equal(t, exitFine, code)
	require.Empty(t, stderr, "nothing to measure")
	require.Equal(t, 1, builds())
	require.NotEmpty(t, again)
	require.Equal(t, before, s.snapshot())
	s.requireNothingLeft()

	for _, c := range []struct {
		arg, want string
	}{
		{"--history=1", "--history 1: expected at least 2 commits"},
		{"--history=x", "expected a valid 64 bit int"},
	} {
		code, _, stderr := s.run(c.arg)
		require.Equal(t, exitUndecided, code)
		require.Contains(t, stderr, c.want)
	}
	code, _, stderr = s.run("--history=4", "--count=5")
	require.Equal(t, exitUndecided, code)
	require.Contains(t, stderr, "--count 5: expected at least 6")
}

// countBuilds returns how many programs were built since it was asked last.
func (s *scratch) countBuilds() func() int {
	s.t.Helper()
	goCommand, err := exec.LookPath("go")
	require.NoError(s.t, err)
	bin, log := filepath.Join(s.root, "bin"), filepath.Join(s.root, "go.log")
	require.NoError(s.t, os.Mkdir(bin, 0o755))
	require.NoError(s.t, os.WriteFile(filepath.Join(bin, "go"), fmt.Appendf(nil, "#!/bin/sh\necho \"$*\" >>%q\nexec %q \"$@\"\n", log, goCommand), 0o755))
	s.t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return func() int {
		text, err := os.ReadFile(log)
		require.NoError(s.t, err)
		require.NoError(s.t, os.Remove(log))
		return strings.Count(string(text), "test -c ")
	}
}

// TestForget removes from a cache what no history has read for long.
func TestForget(t *testing.T) {
	t.Parallel()
	c := cache{dir: t.TempDir(), build: "go", setup: "quiet"}
	old, now := &side{commit: "old", header: "go: old\n"}, &side{commit: "now", packages: 3, unknown: []string{"./x"}, binaries: map[string]binary{"p": {content: "c", path: "gone"}}}
	require.NoError(t, c.keepBuild(old))
	require.NoError(t, c.keepBuild(now))
	for _, s := range []*side{old, now} {
		past := time.Now().Add(-unread - time.Hour)
		require.NoError(t, os.Chtimes(filepath.Dir(c.buildPath(s)), past, past))
	}
	read := &side{commit: "now"}
	require.True(t, c.knows(read), "which is a reading")
	require.Equal(t, &side{commit: "now", packages: 3, unknown: []string{"./x"}, binaries: map[string]binary{"p": {content: "c"}}}, read)
	require.NoError(t, c.forget())
	require.True(t, c.knows(read))
	require.False(t, c.knows(old))
	c.build = "another go"
	require.False(t, c.knows(read))
}
