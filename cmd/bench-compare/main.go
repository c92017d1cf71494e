//go:build unix

// Bench-compare says with statistics whether a commit made a benchmark slower,
// or changed what it computes.
//
// Usage:
//
//	bench-compare --base=REV [--head=REV] [flags]
//	bench-compare --record [--head=REV] [--output=FILE] [flags]
//	bench-compare --history=N [--head=REV] [--svg=FILE] [flags]
//
// Both revisions are checked out into a temporary directory and built there. The
// user's tree and repository are not touched, and what is not committed is not
// measured. Nothing stays behind, also after an interrupt; what a SIGKILL left is
// removed by the next start. The test binaries of both sides run in turn,
// A B A B …, once a round, so that a drift of the machine hits both alike.
//
// Of the benchmarks those run that go test -short -bench=. runs, which take at most ten
// minutes here; --all or --bench adds the long ones. Every benchmark is tried once, and the
// time that all runs will take is said before they begin. A package is not measured whose
// test binary is the same on both sides, byte by byte, if no other file in its folder
// changed either.
//
// # What is compared
//
// A row is one unit of one benchmark. The units mistakes, updates and margin are
// results: every run must repeat them, and any change is shown, whatever its
// size. So is allocs/op where all runs of both sides agree; where they do not
// (the runtime allocates too) it is compared as times are. So are dots/op, rows/op and
// B-read/op, the counts of inner products, of runs along a vector and of bytes read: they
// show a changed algorithm on any machine, however noisy. Everything else
// (sec/op, B/op, …) is a measurement: its median counts, and the Mann–Whitney
// U-test decides whether the sides differ. Shown and not judged are B/s, since
// sec/op of the same runs is, and B/op where allocs/op is 0, since that is the
// benchmark's preparation divided by its iterations.
//
// A row is worse when a result moved the wrong way, a count by more than the threshold, or
// when a measurement did by more than the threshold with p < 0.05. A count that differs
// less is listed as changed, and is no regression. A row is undecided when
//
//   - a result varies between the runs of one side;
//   - a measurement is worse by more than the threshold, but p ≥ 0.05;
//   - its runs scatter so much that not even twice the threshold would have
//     reached p < 0.05, or there are too few of them;
//   - it changed, and nothing says whether more is better: a benchmark can say so
//     by printing a line such as "Unit hops/op better=lower";
//   - the sides were measured on different machines.
//
// At p < 0.05 one measurement in forty looks slower though nothing changed.
// Therefore one that is worse or undecided is made again, with as many runs: at
// most twice, until it is not, or is worse for the second time in a row; the last
// one decides alone. A false alarm in quiet takes two in a row, 1 in 1600 rows, and
// a passing burst of noise does no harm. What is still undecided wants more or
// longer runs (--count, --benchtime), a quieter machine or a larger --threshold.
//
// A benchmark that only head has is listed. One that only base has is listed and
// leaves the comparison undecided: nobody can say that it did not get slower.
//
// # Exit status
//
//	0  no regression
//	1  something is worse
//	2  undecided, or broken: a build or a benchmark failed, a revision is unknown,
//	   no benchmark is on both sides, the run was interrupted
//
// With --undecided=pass the status of rows that are undecided is 0; what is broken stays 2.
//
// # Files
//
// Instead of a revision a side may be a file in the Go benchmark format, such as
// the committed baselines, which are made by
//
//	bench-compare --record --output=benchdata/results/NAME.txt
//
// Results of a file are compared on any machine, measurements only where goos,
// goarch and cpu are the same; nothing is measured again.
//
// Without --record, the file of --output holds both sides in the order of their
// runs, for benchstat:
//
//	go tool benchstat -col side -ignore commit FILE
//
// # History
//
// --history=N builds the last N commits (of a merge, the first parent), runs all their
// benchmarks in turn, and draws a chart for each benchmark: the median with its interval
// over commits, and a mark where a result changed. The same judgement as above, of a commit
// and the one before it, colours what is worse or better; nothing is rechecked, so that one
// measurement in forty looks worse though nothing changed. A commit that does not build is a gap.
//
// The cache keeps what the programs of a commit are, so that a commit is built again only
// while runs of it are missing. It keeps every run as soon as it ends, under the content of its
// program and of the files beside that. Equal programs are measured once, and what was measured
// is not measured again: an interrupted history goes on where it was, and a new commit adds its
// own build and runs only. What no history has read for 90 days is removed. Runs of different
// days are not interleaved, so that a drift of the machine between the days shows: with an empty
// --cache everything is measured together.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

func main() {
	// An inherited "ignore" (nohup, a background job) stays one. SIGPIPE is
	// here so that a closed pipe ends the run as an interrupt does.
	signals := slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE}, signal.Ignored)
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

const (
	exitFine      = 0
	exitWorse     = 1
	exitUndecided = 2
)

type flags struct {
	Version kong.VersionFlag `help:"Print the version and leave."`

	Base      string   `required:"" xor:"base" placeholder:"REV" help:"Revision to compare with, or a file of results."`
	Record    bool     `required:"" xor:"base" help:"Compare nothing: measure head alone and write its results, as a baseline, to --output or else standard output."`
	History   *int     `required:"" xor:"base" placeholder:"N" help:"Compare nothing: draw every benchmark over the last N commits of head, and say where it changed."`
	Head      string   `default:"HEAD" placeholder:"REV" help:"Revision to judge, or a file of results. What is not committed is never measured. (default: ${default})"`
	Repo      string   `default:"." type:"existingdir" placeholder:"DIR" help:"Directory of the Go module, inside its git repository. (default: the current one)"`
	Pkg       []string `default:"./..." placeholder:"PATTERN" help:"Packages whose benchmarks run, separated by commas or spaces. (default: ${default})"`
	Bench     string   `xor:"bench" placeholder:"REGEXP" help:"Benchmarks to run, as in go test -bench. (default: those that run in go test -short -bench=.)"`
	All       bool     `xor:"bench" help:"Run the long benchmarks too, as go test -bench=. does without -short."`
	Benchtime string   `default:"100ms" placeholder:"TIME" help:"Length of one run of a benchmark, as in go test -benchtime: 300ms, or 100x for 100 iterations. (default: ${default})"`
	Count     int      `default:"10" placeholder:"N" help:"Runs of every benchmark on each side. (default: ${default})"`
	Threshold float64  `default:"3" placeholder:"PERCENT" help:"A measurement that is worse by no more than this is not a regression. (default: ${default})"`
	Order     string   `default:"abab" enum:"abab,abba" placeholder:"ORDER" help:"Order of the runs of base (a) and head (b): abab or abba. (default: ${default})"`
	Recheck   bool     `default:"true" negatable:"" help:"Measure again what looks worse or undecided, at most twice, and let the last measurement decide. (default: ${default})"`
	Undecided string   `default:"fail" enum:"fail,pass" placeholder:"fail" help:"What to make of rows that nobody can judge: fail exits with 2, pass with 0. (default: ${default})"`

	SkipIdentical bool `default:"true" negatable:"" help:"Do not measure a package whose test binaries are the same on both sides, byte by byte. (default: ${default})"`

	SVG   string `name:"svg" default:"bench-history.svg" placeholder:"FILE" help:"Where --history draws. (default: ${default})"`
	Cache string `placeholder:"DIR" help:"Where --history keeps its runs. (default: marginlab/bench-history in the user's cache directory)"`

	JSON     bool   `name:"json" help:"Print the comparison, or the history, as one JSON object."`
	Markdown string `placeholder:"FILE" help:"Write the comparison to FILE in Markdown too, for a pull request."`
	Output   string `short:"o" placeholder:"FILE" help:"Write every run to FILE, in the Go benchmark format."`
}

const usage = `Usage:
  bench-compare --base=REV [--head=REV] [flags]      compare two commits
  bench-compare --record [--head=REV] [flags]        measure one, as a baseline
  bench-compare --history=N [--head=REV] [flags]     draw the last N
`

const description = `Says with statistics whether a commit made a benchmark slower or changed what it computes.

Both revisions are built in a temporary directory and run in turn (A B A B …); your own tree is not touched.

Exit status: 0 no regression; 1 a measurement is significantly worse (Mann–Whitney, p < 0.05) by more than --threshold percent,
or a deterministic result (mistakes, updates, margin, allocs/op) got worse, or a count of work (dots/op, rows/op, B-read/op) did by more than --threshold; 2 undecided (too noisy, too few runs, a benchmark of base vanished) or broken.
If the comparison is too noisy, try more runs (--count), longer ones (--benchtime), a quieter machine, or a larger --threshold.

Examples:

  bench-compare --base=HEAD~1 --pkg=./algos/... --benchtime=300ms

  bench-compare --base=origin/main --undecided=pass --markdown=comment.md

  bench-compare --history=20 --pkg=./algos/... --count=6 --svg=history.svg

  bench-compare --record -o benchdata/results/NAME.txt`

// run is the whole command; it returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var f flags
	helped := false
	parser := kong.Must(&f, kong.Name("bench-compare"), kong.Description(description), kong.Vars{"version": version()},
		kong.ConfigureHelp(kong.HelpOptions{NoAppSummary: true}), kong.Help(help),
		kong.Writers(stdout, stderr), kong.Exit(func(int) { helped = true }))
	_, err := parser.Parse(args)
	code := exitFine
	switch {
	case helped:
		return exitFine
	case err != nil:
	case f.History != nil:
		err = history(ctx, f, stdout, stderr)
	case f.Record:
		err = record(ctx, f, stdout, stderr)
	default:
		code, err = judge(ctx, f, stdout, stderr)
	}
	if err != nil {
		fmt.Fprintf(stderr, "bench-compare: %v\n", err)
		return exitUndecided
	}
	return code
}

func help(o kong.HelpOptions, ctx *kong.Context) error {
	if _, err := io.WriteString(ctx.Stdout, usage); err != nil {
		return err
	}
	return kong.DefaultHelpPrinter(o, ctx)
}

// judge measures both sides, prints their comparison, and returns the exit status
// that says how it came out.
func judge(ctx context.Context, f flags, stdout, stderr io.Writer) (code int, err error) {
	if err := f.check(minRuns); err != nil {
		return 0, err
	}
	oldSide, err := openSide(ctx, f.Repo, "base", f.Base)
	if err != nil {
		return 0, err
	}
	newSide, err := openSide(ctx, f.Repo, "head", f.Head)
	if err != nil {
		return 0, err
	}
	f.warnUncommitted(ctx, stderr)
	s := &session{flags: f, sides: []*side{oldSide, newSide}, stderr: stderr}
	// What was measured is worth keeping, also when the run breaks off.
	defer func() { err = errors.Join(err, s.close(), f.write(s.raw.Bytes())) }()
	if err := s.open(ctx); err != nil {
		return 0, err
	}
	if err := s.estimate(ctx, s.jobs(nil)); err != nil {
		return 0, err
	}

	first, err := s.measure(ctx, nil)
	if err != nil {
		return 0, err
	}
	rep, err := compare(first, f.Threshold/100, s.identical)
	if err != nil {
		return 0, err
	}
	for range maxRechecks {
		suspects := rep.suspects()
		if !f.Recheck || len(suspects) == 0 || !s.canRepeat() {
			break
		}
		fmt.Fprintf(stderr, "bench-compare: %s\n", rep.recheckTitle(s.measured))
		again, err := s.measure(ctx, suspects)
		if err != nil {
			return 0, err
		}
		if err := rep.recheck(again); err != nil {
			return 0, err
		}
	}
	rep.titles, rep.lenient = [2]string{oldSide.title, newSide.title}, f.Undecided == "pass"
	if f.Markdown != "" {
		if err := rep.writeMarkdown(f.Markdown); err != nil {
			return 0, err
		}
	}
	if code = rep.verdict(); code == exitUndecided && rep.lenient {
		code = exitFine
	}
	if f.JSON {
		return code, rep.printJSON(stdout, code)
	}
	return code, rep.print(stdout)
}

// record measures head and writes its results.
func record(ctx context.Context, f flags, stdout, stderr io.Writer) error {
	if err := f.check(1); err != nil {
		return err
	}
	newSide, err := openSide(ctx, f.Repo, "head", f.Head)
	if err != nil {
		return err
	}
	if newSide.file != "" {
		return fmt.Errorf("--head %s is a file: expected a revision to measure", f.Head)
	}
	f.warnUncommitted(ctx, stderr)
	s := &session{flags: f, sides: []*side{newSide}, stderr: stderr}
	var r *results
	if err = s.open(ctx); err == nil {
		err = s.estimate(ctx, s.jobs(nil))
	}
	if err == nil {
		r, err = s.measure(ctx, nil)
	}
	if err := errors.Join(err, s.close()); err != nil {
		return err
	}
	if len(r.keys) == 0 {
		return fmt.Errorf("no benchmark of %s matches %q in %s", strings.Join(f.Pkg, " "), f.pattern(), newSide.title)
	}
	if f.Output == "" {
		_, err := stdout.Write(s.raw.Bytes())
		return err
	}
	return f.write(s.raw.Bytes())
}

// check holds the flags against what can be measured, before anything is built.
func (f flags) check(minCount int) error {
	if f.Count < minCount {
		return fmt.Errorf("--count %d: expected at least %d (with fewer runs a side p < %v is out of reach)", f.Count, minCount, alpha)
	}
	n, isCount := strings.CutSuffix(f.Benchtime, "x")
	if iterations, err := strconv.Atoi(n); isCount && (err != nil || iterations < 1) {
		return fmt.Errorf("--benchtime %q: expected a positive number of iterations before the x", f.Benchtime)
	}
	if d, err := time.ParseDuration(f.Benchtime); !isCount && (err != nil || d <= 0) {
		return fmt.Errorf("--benchtime %q: expected a positive duration such as 300ms, or iterations such as 100x", f.Benchtime)
	}
	if !(f.Threshold > 0) {
		return fmt.Errorf("--threshold %v: expected a positive percentage", f.Threshold)
	}
	for _, file := range []struct{ flag, name string }{{"--output", f.Output}, {"--markdown", f.Markdown}, {"--svg", f.SVG}} {
		if info, err := os.Stat(filepath.Dir(file.name)); file.name != "" && (err != nil || !info.IsDir()) {
			return fmt.Errorf("%s %s: %s is not a directory", file.flag, file.name, filepath.Dir(file.name))
		}
	}
	return nil
}

// of says what every run belongs to.
func (f flags) of() string {
	if f.History != nil {
		return "a commit"
	}
	return "a side"
}

// short reports whether only the benchmarks run that are not long.
func (f flags) short() bool { return !f.All && f.Bench == "" }

// pattern is that of the benchmarks.
func (f flags) pattern() string { return cmp.Or(f.Bench, ".") }

// warnUncommitted tells a user who did not name a head which changes are not
// measured.
func (f flags) warnUncommitted(ctx context.Context, stderr io.Writer) {
	if f.Head != "HEAD" {
		return
	}
	// Without optional locks git status does not refresh the user's index.
	status, err := git(ctx, f.Repo, "--no-optional-locks", "status", "--porcelain")
	if err == nil && status != "" {
		fmt.Fprintf(stderr, "bench-compare: warning: %s is measured as committed; %d uncommitted paths are not\n", f.Head, strings.Count(status, "\n")+1)
	}
}
