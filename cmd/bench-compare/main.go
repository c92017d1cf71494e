//go:build unix

// Bench-compare decides by statistics whether a commit made a benchmark slower, or changed its results. Its --help
// explains how it judges.
//
//	bench-compare --base=REV [--head=REV] [flags]         compare two commits
//	bench-compare --record [--head=REV] [-o FILE]         measure one, to be a base later
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"

	"marginlab/internal/atomicfile"
)

func main() {
	// A signal that is ignored by inheritance (nohup, a background job) stays ignored.
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
	Base          string   `required:"" xor:"base" placeholder:"REV" help:"Revision to compare with, or a file of results."`
	Record        bool     `required:"" xor:"base" help:"Compare nothing: write the results of head, as a baseline."`
	Head          string   `default:"HEAD" placeholder:"REV" help:"Revision to judge, or a file of results. (default: ${default})"`
	Pkg           []string `default:"./..." placeholder:"PATTERN" help:"Packages whose benchmarks run. (default: ${default})"`
	Bench         string   `xor:"bench" placeholder:"REGEXP" help:"Benchmarks to run. (default: those of go test -short -bench=.)"`
	All           bool     `xor:"bench" help:"Run the long benchmarks too, as go test -bench=. does without -short."`
	Benchtime     string   `default:"100ms" placeholder:"TIME" help:"Length of one run: 300ms, or 100x. (default: ${default})"`
	Count         int      `default:"10" placeholder:"N" help:"Runs of every benchmark on each side. (default: ${default})"`
	Threshold     float64  `default:"3" placeholder:"PERCENT" help:"What is worse by no more is no regression. (default: ${default})"`
	Undecided     string   `default:"fail" enum:"fail,pass" placeholder:"fail" help:"Where nobody can judge, fail (2) or pass (0)."`
	SkipIdentical bool     `default:"true" negatable:"" help:"Do not measure a package that is the same on both sides."`
	Output        string   `short:"o" placeholder:"FILE" help:"Write every run to FILE, for benchstat -col side."`
}

const description = `Says with statistics whether a commit made a benchmark slower or changed what it computes:
--base=REV compares two, --record measures one.

Both revisions are built in a temporary directory: what is not committed is not measured. Their test binaries run in
turn, A B A B …, so that a drift of the machine hits both alike. A package is not measured if its binary and the files
beside it are the same on both sides. A side may be a file in the Go benchmark format, as -o writes it; nothing is
measured again then.

A row is one unit of one benchmark. Every run must repeat mistakes, updates and margin, and any change of them counts.
So does a change of allocs/op where the runs of each side agree. The counts of work dots/op, rows/op and B-read/op may
rise by --threshold. All else (sec/op, …) is a measurement: it is worse if its median is worse by more than --threshold
and the Mann–Whitney U-test says p < 0.05. B/s beside sec/op, and B/op without an allocation, are left out.

A row is undecided if a result varies, if a measurement may be noise or would not show twice the threshold, if nothing
says whether more is better (print "Unit hops/op better=lower"), or if the sides ran on different machines. A
measurement that is worse or undecided is made again, at most twice, and the last decides: a false alarm takes two in a
row, 1 in 1600 rows. A benchmark that only base has leaves the comparison undecided.

Exit status: 0 no regression; 1 a measurement is significantly worse, or a deterministic result got worse; 2 undecided
or broken. If it is too noisy, try more runs (--count), longer ones (--benchtime), or a larger --threshold.`

// run is the whole command; it returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) (code int) {
	var f flags
	helped := false
	_, err := kong.Must(&f, kong.Name("bench-compare"), kong.Description(description),
		kong.Writers(stdout, stderr), kong.Exit(func(int) { helped = true })).Parse(args)
	if err == nil && !helped {
		code, err = f.compare(ctx, stdout, stderr)
	}
	if err != nil && !helped {
		fmt.Fprintf(stderr, "bench-compare: %v\n", err)
		return exitUndecided
	}
	return code
}

// Validate returns an error if the flags allow no measurement.
func (f flags) Validate() error {
	if f.Count < minRuns && !f.Record {
		return fmt.Errorf("--count %d: expected at least %d: with fewer runs p < %v is out of reach", f.Count, minRuns, alpha)
	}
	if !(f.Threshold > 0) {
		return fmt.Errorf("--threshold %v: expected a positive percentage", f.Threshold)
	}
	_, err := os.Stat(filepath.Dir(f.Output))
	return err
}

// compare measures the sides, prints the report, and returns the exit status.
func (f flags) compare(ctx context.Context, stdout, stderr io.Writer) (code int, err error) {
	s := &session{flags: f, stderr: stderr}
	if s.dir, err = os.MkdirTemp("", "marginlab-bench-compare-"); err != nil {
		return 0, err
	}
	defer func() { // measurements are worth keeping even if the run breaks off
		err = errors.Join(err, os.RemoveAll(s.dir))
		if f.Output != "" && bytes.Contains(s.raw.Bytes(), []byte("\nBenchmark")) {
			err = errors.Join(err, atomicfile.WriteFile(f.Output, s.raw.Bytes()))
		}
	}()
	if err := s.open(ctx); err != nil {
		return 0, err
	}
	first, err := s.measure(ctx, nil)
	switch {
	case err != nil:
		return 0, err
	case f.Record && len(first.keys) == 0:
		return 0, fmt.Errorf("no benchmark of %v matches %q in %s", f.Pkg, cmp.Or(f.Bench, "."), s.sides[0].title)
	case f.Record && f.Output == "":
		_, err = stdout.Write(s.raw.Bytes())
		return exitFine, err
	case f.Record:
		return exitFine, nil
	}
	rep, err := compare(first, f.Threshold/100, s.identical)
	for try := 1; err == nil && try <= maxRechecks && len(rep.suspects()) > 0 && s.built; try++ {
		fmt.Fprintf(stderr, "bench-compare: recheck %d of at most %d, of what is worse or undecided\n", try, maxRechecks)
		var again *results
		if again, err = s.measure(ctx, rep.suspects()); err == nil {
			err = rep.recheck(again)
		}
	}
	if err != nil {
		return 0, err
	}
	code, verdict := rep.verdict()
	if code == exitUndecided && f.Undecided == "pass" {
		code, verdict = exitFine, verdict+"; this passes, as --undecided=pass says"
	}
	_, err = fmt.Fprintf(stdout, "base: %s\nhead: %s\n%v\n%s\n", s.sides[base].title, s.sides[head].title, rep, verdict)
	return code, err
}
