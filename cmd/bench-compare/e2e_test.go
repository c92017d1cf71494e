//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

// TestMain is the command itself where the tests start it as a process. The tests that
// build what other tests build are left to long runs: a build is most of a test's time.
func TestMain(m *testing.M) {
	if os.Getenv("BENCH_COMPARE_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

// A scratch is a repository of its own with a module in a subdirectory, and a
// directory for temporary files in which nothing may stay behind.
type scratch struct {
	t      *testing.T
	root   string // for what a test needs beside the repository
	repo   string
	module string
	temp   string
}

func newScratch(t *testing.T) *scratch {
	t.Helper()
	rapidtest.Slow(t)
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	s := &scratch{t: t, root: root, repo: filepath.Join(root, "repo"), module: filepath.Join(root, "repo", "module"), temp: filepath.Join(root, "temp")}
	require.NoError(t, os.MkdirAll(s.module, 0o755))
	require.NoError(t, os.Mkdir(s.temp, 0o755))
	t.Setenv("TMPDIR", s.temp)
	t.Setenv("GOFLAGS", "-mod=mod -ldflags=-w")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOGC", "off") // compilers and linkers end before they need to collect
	t.Setenv("GOWORK", "off")
	t.Chdir(s.module)
	s.git("init", "--quiet", "--template=")
	s.write("go.mod", "module scratch\n\ngo 1.26.0\n")
	s.write("work/work.go", workSource(1, 12))
	s.write("work/work_test.go", workTest)
	s.commit("Work once")
	return s
}

// workSource does its work times over, and makes some mistakes.
func workSource(times, mistakes int) string {
	return `package work

const (
	Times    = ` + strconv.Itoa(times) + `
	Mistakes = ` + strconv.Itoa(mistakes) + `
)

func Sum(x []float64) (sum float64) {
	for range Times {
		for _, v := range x {
			sum += v * v
		}
	}
	return sum
}
`
}

// The name of the sub-benchmark is one that a pattern must quote.
const workTest = `package work

import "testing"

func BenchmarkWork(b *testing.B) {
	x := make([]float64, 1000)
	b.Run("n=1000|(a.b)-8/c", func(b *testing.B) {
		for b.Loop() {
			Sum(x)
		}
		b.ReportMetric(Mistakes, "mistakes")
	})
	b.Run("n=0", func(b *testing.B) { b.Skip("nothing to sum") })
}

func BenchmarkOtherWork(b *testing.B) {
	b.Run("m=1000", func(b *testing.B) { b.Skip("short:", testing.Short()) })
}
`

func (s *scratch) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.module, name)
	require.NoError(s.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(s.t, os.WriteFile(path, []byte(text), 0o644))
}

func (s *scratch) git(args ...string) string {
	s.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"}, args...)...)
	cmd.Dir = s.repo
	out, err := cmd.CombinedOutput()
	require.NoError(s.t, err, "git %v: %s", args, out)
	return string(out)
}

func (s *scratch) commit(message string) {
	s.t.Helper()
	s.git("add", "--all")
	s.git("commit", "--quiet", "--message", message)
}

// run compares in the scratch repository; a run is short, for a test's sake.
func (s *scratch) run(args ...string) (code int, stdout, stderr string) {
	s.t.Helper()
	var out, errOut bytes.Buffer
	code = run(s.t.Context(), append([]string{"--count=6", "--benchtime=1000x"}, args...), &out, &errOut)
	s.t.Logf("exit status %d\n%s%s", code, &out, &errOut)
	return code, out.String(), errOut.String()
}

// snapshot is all of the repository that a run must leave alone: every file of
// the tree and of git, its index among them. New objects would be harmless, but
// there are none either.
func (s *scratch) snapshot() map[string]string {
	s.t.Helper()
	files := make(map[string]string)
	require.NoError(s.t, filepath.WalkDir(s.repo, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			files[path] = "directory"
			return nil
		}
		text, err := os.ReadFile(path)
		files[path] = string(text)
		return err
	}))
	return files
}

// left are the temporary files and directories.
func (s *scratch) left() (names []string) {
	s.t.Helper()
	left, err := os.ReadDir(s.temp)
	require.NoError(s.t, err)
	for _, e := range left {
		names = append(names, e.Name())
	}
	return names
}

// requireNothingLeft checks that no temporary file stayed.
func (s *scratch) requireNothingLeft() {
	s.t.Helper()
	require.Empty(s.t, s.left(), "temporary files")
}

// dirty gives the user's tree changes of every kind.
func (s *scratch) dirty() {
	s.write("work/work.go", "package work // being edited\n")
	s.write("staged.txt", "staged\n")
	s.git("add", "module/staged.txt")
	s.write("untracked.txt", "untracked\n")
	// A time that the index does not know makes git write the index, if it may.
	past := time.Unix(1e9, 0)
	require.NoError(s.t, os.Chtimes(filepath.Join(s.module, "go.mod"), past, past))
}

// TestSlowCommit plants a commit that does its work a hundred times over, 15 ms a
// run against 0.15 ms. Against that no load of the machine matters: it would have to
// stop the short ones of twelve runs that alternate for 15 ms, most of them.
func TestSlowCommit(t *testing.T) {
	s := newScratch(t)
	s.write("work/work.go", workSource(100, 12))
	where := "work"
	if rapidtest.Long() {
		where = "other" // a package of head alone is one more to build
	}
	s.write(where+"/new_test.go", "package "+where+"\n\nimport \"testing\"\n\nfunc BenchmarkNewWork(b *testing.B) { b.Run(\"n=1\", func(b *testing.B) { for b.Loop() {} }) }\n")
	s.commit("Work a hundred times")
	s.dirty()
	// A hook of the user must not run, and git must not write the user's index.
	hook := filepath.Join(s.repo, ".git", "hooks", "post-checkout")
	require.NoError(t, os.Mkdir(filepath.Dir(hook), 0o755))
	require.NoError(t, os.WriteFile(hook, []byte("#!/bin/sh\ntouch '"+s.repo+"/hooked'\n"), 0o755))
	t.Setenv("GIT_INDEX_FILE", filepath.Join(s.repo, ".git", "index"))
	output := filepath.Join(s.root, "runs.txt")
	before := s.snapshot()

	code, stdout, stderr := s.run("--base=HEAD~1", "--bench=Work/n", "--benchtime=300x", "--output="+output)
	require.Equal(t, exitWorse, code)
	require.Contains(t, stdout, "base: "+s.short("HEAD~1")+" Work once\n")
	require.Contains(t, stdout, "head: "+s.short("HEAD")+" Work a hundred times\n")
	require.Contains(t, stdout, "\nverdict: REGRESSION: 1 of 3 rows")
	require.Contains(t, stderr, "bench-compare: recheck 1 of at most 2, of what is worse or undecided\n")
	require.Regexp(t, `\nscratch/work\.Work/n=1000\|\(a\.b\)-8/c\S* +sec/op .* \+\d+\.\d+% +\(p=0\.\d+ n=6\) +worse; before that, \d+ % worse\n`, stdout)
	require.Contains(t, stdout, "only in head:\n  scratch/"+where+".NewWork/")
	require.Contains(t, stderr, "warning: HEAD is measured as committed; 3 uncommitted paths are not\n")
	require.Equal(t, before, s.snapshot())
	s.requireNothingLeft()

	raw, err := os.ReadFile(output)
	require.NoError(t, err)
	require.Equal(t, 2*2*6, strings.Count(string(raw), "\nBenchmarkWork/"), "both measurements of both sides")
	require.NotContains(t, string(raw), "\ncommit:", "which would part the sides into two tables of benchstat")
	runs := 2 * 6
	if where == "other" {
		runs++ // its first run, before the first of work on base
	}
	require.Equal(t, runs, strings.Count(string(raw), "\nside: head "+strings.TrimSpace(s.git("rev-parse", "HEAD"))+"\n"), "every run of head")

	if !rapidtest.Long() {
		return
	}
	// A slowdown is an acceleration the other way round.
	code, stdout, _ = s.run("--base=HEAD", "--head=HEAD~1", "--pkg=./work")
	require.Equal(t, exitFine, code)
	require.Contains(t, stdout, "\nverdict: no regression: 0 of 3 rows (threshold 3 %, p < 0.05) worse, 1 better\n")
}

func (s *scratch) short(rev string) string {
	return strings.TrimSpace(s.git("rev-parse", "--short", rev))
}

// Runs that are no slower or faster by any clock: the threshold makes the tests below
// independent of the machine's load. Runs of 0.5 ms by equal programs do not differ by
// the factor 1000 in the median of six, nor scatter so much that a factor of 2000
// would not show.
const anyTime = "--threshold=1e5"

// TestIdentical compares commits whose benchmarks are the same programs: nothing is
// measured, but where a file has changed that they may read.
func TestIdentical(t *testing.T) {
	s := newScratch(t)
	s.write("README.md", "Work.\n")
	s.write("work/notes_test.go", "package work\n")
	s.commit("Explain")
	code, stdout, stderr := s.run("--base=HEAD~1")
	require.Equal(t, exitFine, code)
	require.Empty(t, stderr)
	require.Equal(t, "base: "+s.short("HEAD~1")+" Work once\nhead: "+s.short("HEAD")+" Explain\n\nbenchmark  unit  base  head  delta\n\nidentical: nothing to measure:\n  scratch/work\n\n"+
		"verdict: no regression: 0 of 0 rows (threshold 3 %, p < 0.05) worse, 0 better\n", stdout)

	s.write("work/testdata/in.txt", "1\n")
	s.commit("Read")
	_, stdout, stderr = s.run("--base=HEAD~1", anyTime)
	require.Empty(t, stderr)
	require.NotContains(t, stdout, "identical:")
	require.Contains(t, stdout, " of 3 rows ")
	s.requireNothingLeft()
}

// TestBaseline records a commit, and compares it and the next with the record.
func TestBaseline(t *testing.T) {
	s := newScratch(t)
	baseline := filepath.Join(s.root, "baseline.txt")
	code, stdout, _ := s.run("--record", "--output="+baseline)
	require.Equal(t, exitFine, code)
	require.Empty(t, stdout)
	text, err := os.ReadFile(baseline)
	require.NoError(t, err)
	require.Contains(t, string(text), "commit: "+strings.TrimSpace(s.git("rev-parse", "HEAD"))+"\ngo: go1.")
	require.Equal(t, 6, strings.Count(string(text), "\nBenchmarkWork/"))
	require.Contains(t, string(text), "Unit mistakes assume=exact\n")

	code, stdout, stderr := s.run("--base="+baseline, anyTime)
	require.Equal(t, exitFine, code)
	require.Contains(t, stdout, "\nverdict: no regression: 0 of 3 rows (threshold 100000 %, p < 0.05) worse, 0 better\n")
	require.Empty(t, stderr)
	s.requireNothingLeft()

	if !rapidtest.Long() {
		return
	}
	s.write("work/work.go", workSource(1, 13))
	s.commit("Err once more")
	code, stdout, _ = s.run("--base="+baseline, anyTime)
	require.Equal(t, exitWorse, code)
	require.Regexp(t, ` mistakes +12 +13 +\+8.33% +\(n=6\) +worse\n`, stdout)
}

// TestBroken holds what can go wrong against its message; none of it may pass for
// a comparison.
func TestBroken(t *testing.T) {
	s := newScratch(t)
	s.write("work/more_test.go", "package work\n\nimport \"testing\"\n\nfunc BenchmarkMore(b *testing.B) { panic(\"no more\") }\n")
	s.commit("Panic")
	s.write("work/more_test.go", "package work\n\nfunc Benchmark")
	s.commit("Do not compile")
	s.write("work/more_test.go", "package work\n\nimport \"testing\"\n\nfunc BenchmarkMore(b *testing.B) { b.Error(\"less\") }\n")
	s.commit("Fail")
	s.write("work/more_test.go", "package work\n\nimport (\n\t\"fmt\"\n\t\"testing\"\n)\n\nfunc BenchmarkMore(b *testing.B) { fmt.Print(\"more: \") }\n")
	s.commit("Talk")
	s.write("work/more_test.go", "package work\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc BenchmarkMore(b *testing.B) { os.Exit(0) }\n")
	s.commit("Leave")
	type broken struct {
		name string
		args []string
		want []string
	}
	all := []broken{
		{"no revision", []string{"--base=nonsense"}, []string{`--base "nonsense": expected a commit, such as HEAD~1, or a file of results`}},
		{"no head", []string{"--base=HEAD", "--head=nonsense"}, []string{`--head "nonsense": expected a commit`}},
		{"no base", []string{"--base="}, []string{`--base "": expected a commit`}},
		{"nothing said", nil, []string{"--base=REV or --record"}},
		{"a panic", []string{"--record", "--head=HEAD~4", "--bench=More"},
			[]string{"running scratch/work of ", " Panic: ", "panic: no more"}},
		{"a build", []string{"--record", "--head=HEAD~3", "--bench=More"}, []string{"building scratch/work of ", " Do not compile: ", "more_test.go:3:15"}},
		{"no package", []string{"--base=HEAD~5", "--pkg=./other"}, []string{"no benchmark is on both sides: base has 0, head has 0"}},
		{"a pattern", []string{"--record", "--head=HEAD~5", "--bench=("}, []string{"invalid regexp"}},
		{"too few runs", []string{"--base=HEAD~5", "--count=3"}, []string{"--count 3: expected at least 4"}},
		{"no iterations", []string{"--record", "--head=HEAD~5", "--benchtime=x"}, []string{`invalid value "x" for flag -test.benchtime`}},
		{"no threshold", []string{"--base=HEAD~5", "--threshold=0"}, []string{"--threshold 0: expected a positive percentage"}},
		{"no directory", []string{"--base=HEAD~5", "--output=/nowhere/x.txt"}, []string{"stat /nowhere: no such file or directory"}},
	}
	if rapidtest.Long() {
		all = append(all, []broken{
			{"a failure", []string{"--record", "--head=HEAD~2", "--bench=More"}, []string{"running scratch/work of ", " Fail: ", "more_test.go:5: less"}},
			{"a talker", []string{"--record", "--head=HEAD~1", "--bench=More"}, []string{"benchmark results of scratch/work:8: parsing iteration count: invalid syntax"}},
			{"an exit", []string{"--record", "--head=HEAD", "--bench=More"}, []string{"running scratch/work of ", "panic: unexpected call to os.Exit(0) during test"}},
			{"only skipped", []string{"--base=HEAD~5", "--head=HEAD~5", "--no-skip-identical", "--bench=Work/n=0"}, []string{"no benchmark is on both sides: base has 0, head has 0"}},
			{"nothing to record", []string{"--record", "--head=HEAD~5", "--bench=Other"}, []string{`no benchmark of [./...] matches "Other" in `}},
		}...)
	}
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			s.t = t
			before := s.snapshot()
			code, stdout, stderr := s.run(c.args...)
			require.Equal(t, exitUndecided, code)
			require.Empty(t, stdout)
			for _, want := range c.want {
				require.Contains(t, stderr, want)
			}
			require.Equal(t, before, s.snapshot())
			s.requireNothingLeft()
		})
	}
}

// What is no repository has no commits.
func TestNoRepository(t *testing.T) {
	t.Chdir(t.TempDir())
	var stdout, stderr bytes.Buffer
	require.Equal(t, exitUndecided, run(t.Context(), []string{"--base=HEAD"}, &stdout, &stderr))
	require.Empty(t, stdout.String())
	require.Contains(t, stderr.String(), "bench-compare: --base \"HEAD\": expected a commit")
	require.Contains(t, stderr.String(), "not a git repository")
}

// writeForever commits a benchmark that waits for a child which does not end, and
// makes the tree dirty.
func (s *scratch) writeForever() {
	s.t.Helper()
	s.write("work/work_test.go", `package work

import (
	"os"
	"os/exec"
	"strconv"
	"testing"
)

func BenchmarkForever(b *testing.B) {
	sleep := exec.Command("sleep", "3600")
	if err := sleep.Start(); err != nil {
		b.Fatal(err)
	}
	name := os.Getenv("PID_FILE")
	os.WriteFile(name+".new", []byte(strconv.Itoa(sleep.Process.Pid)), 0o644)
	os.Rename(name+".new", name)
	sleep.Wait()
}
`)
	s.commit("Sleep")
	s.dirty()
}

// start runs the command as a process on that benchmark. It returns when the
// benchmark runs, with the process id of its child.
func (s *scratch) start() (cmd *exec.Cmd, stderr *bytes.Buffer, child int) {
	s.t.Helper()
	pidFile := filepath.Join(s.root, "pid")
	require.NoError(s.t, os.RemoveAll(pidFile))
	self, err := os.Executable()
	require.NoError(s.t, err)
	stderr = new(bytes.Buffer)
	cmd = exec.Command(self, "--record", "--bench=Forever")
	cmd.Env = append(os.Environ(), "BENCH_COMPARE_MAIN=1", "PID_FILE="+pidFile)
	cmd.Stderr = stderr
	require.NoError(s.t, cmd.Start())
	s.t.Cleanup(func() { cmd.Process.Kill() })
	require.Eventually(s.t, func() bool {
		text, err := os.ReadFile(pidFile)
		if err != nil {
			return false
		}
		child, err = strconv.Atoi(string(text))
		return err == nil
	}, 2*time.Minute, 10*time.Millisecond, "the benchmark does not start")
	group, err := syscall.Getpgid(child)
	require.NoError(s.t, err)
	require.NotEqual(s.t, syscall.Getpgrp(), group, "the benchmark has a process group of its own")
	s.t.Cleanup(func() { syscall.Kill(-group, syscall.SIGKILL) })
	return cmd, stderr, child
}

// isDead reports whether a process is gone, or a zombie that nobody has waited for.
func isDead(pid int) bool {
	state, _ := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	return len(state) == 0 || state[0] == 'Z'
}

// TestInterrupt stops a run in the midst of a benchmark.
func TestInterrupt(t *testing.T) {
	s := newScratch(t)
	s.writeForever()
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}[:rapidtest.Count(0, 1, 2)] {
		t.Run(sig.String(), func(t *testing.T) {
			s.t = t
			cmd, stderr, child := s.start()
			before := s.snapshot()
			require.Len(t, s.left(), 1, "there is something to leave behind")
			require.NoError(t, cmd.Process.Signal(sig))
			require.Error(t, cmd.Wait())
			require.Equal(t, exitUndecided, cmd.ProcessState.ExitCode())
			require.Equal(t, sig.String()+" signal received\n", stderr.String()[strings.LastIndex(stderr.String(), ": ")+2:])
			require.NotContains(t, stderr.String(), "\r", "progress is for a terminal")
			require.Eventually(t, func() bool { return isDead(child) }, time.Minute, 10*time.Millisecond, "the benchmark's child lives on")
			require.Equal(t, before, s.snapshot())
			s.requireNothingLeft()
		})
	}
}
