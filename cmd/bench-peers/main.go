//go:build unix

// Bench-peers times marginlab beside other programs that learn linear classifiers: whole
// processes on the same file, interleaved in one run, with what their classifiers are worth.
//
//	bench-peers [--rounds=N] [--timeout=20s] [--only=REGEXP] [--output=FILE.md] [FILE…]
//
// Every program reads a file in the LIBSVM format, learns, and writes its model. The files
// are those that are named, or else generated ones (dense and sparse) and Adult, where its
// data set is found. In each round every program runs once. The time is that of the whole
// process; the ratio is that to marginlab's time in the same round, with a distribution-free
// 95 % interval of the median. Accuracy and margin are computed here, from the model, on the
// file. Programs are compared by what they solve, in three groups; where one solves another
// problem, a note says so.
//
// A program that is not installed, that fails or that takes too long is named, and the
// others run. Nothing is downloaded.
//
// Exit status: 0 measured; 2 marginlab itself could not be measured.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"time"

	"github.com/alecthomas/kong"

	"marginlab/cmd/bench"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
)

func main() {
	if os.Getenv(launcher) != "" {
		os.Exit(launch(os.Args[1:]))
	}
	term.Main(run)
}

type flags struct {
	Files     []string      `arg:"" optional:"" type:"existingfile" help:"Files in the LIBSVM format, of two classes. (default: generated ones, and Adult where it is found)"`
	Rounds    int           `default:"10" placeholder:"N" help:"Rounds in which every program runs once. (default: ${default})"`
	Timeout   time.Duration `default:"20s" placeholder:"TIME" help:"After it, a run is ended, and the program does not run again on that file. (default: ${default})"`
	Only      string        `placeholder:"REGEXP" help:"Run only the programs, besides marginlab, whose name matches."`
	Marginlab string        `default:"marginlab" placeholder:"FILE" help:"The marginlab to measure. (default: the one on PATH)"`
	Python    string        `default:"python3" placeholder:"FILE" help:"The Python that has scikit-learn. (default: the one on PATH, or else /usr/bin/python3)"`
	Output    string        `short:"o" placeholder:"FILE" help:"Write the page to FILE in Markdown, too."`
}

const description = `Times marginlab beside other programs that learn linear classifiers: whole processes on the same file, interleaved in one run, with the accuracy and margin of their classifiers.

The programs are liblinear-train, svm-train, scikit-learn, vw and sol_train, as far as they are installed.

Exit status: 0 measured; 2 marginlab itself could not be measured.`

// run is the whole command; it returns the exit status.
func run(ctx context.Context, args []string, std term.Streams) int {
	return term.Run(ctx, new(flags), args, std, kong.Name("bench-peers"), kong.Description(description))
}

// Run runs all programs on all files, and prints a table for each file.
func (f flags) Run(ctx context.Context, std term.Streams, given *kong.Context) error {
	if f.Rounds < bench.LeastRuns {
		return fmt.Errorf("--rounds %d: expected at least %d, which make an interval", f.Rounds, bench.LeastRuns)
	}
	if _, err := exec.LookPath(f.Marginlab); err != nil {
		return fmt.Errorf("--marginlab: %w", err)
	}
	if f.Timeout <= 0 {
		return fmt.Errorf("--timeout %v: expected a positive time", f.Timeout)
	}
	only, err := regexp.Compile(f.Only)
	if err != nil {
		return fmt.Errorf("--only: %w", err)
	}
	dir, err := os.MkdirTemp("", "marginlab-bench-peers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	progress := term.NewProgress(std.Err)
	defer progress.Clear()
	progress.Say("writing the files")
	files, missing, err := f.open(ctx, dir)
	if err != nil {
		return err
	}
	programs, absent := f.programs(ctx, only)
	nothing, err := execute(ctx, f.Timeout, "true")
	if err != nil {
		return fmt.Errorf("starting a program: %w", err)
	}
	p := page{command: bench.Make("bench-peers", given, []string{"marginlab", "output"}, f.Files...), rounds: f.Rounds, floor: nothing.Memory, missing: append(missing, absent...)}
	for _, file := range files {
		table, err := file.measure(ctx, dir, programs, f.Rounds, f.Timeout, progress)
		if err != nil {
			return err
		}
		progress.Clear()
		p.tables = append(p.tables, table)
		if err := table.print(std.Out); err != nil {
			return err
		}
	}
	for _, line := range p.missing {
		if _, err := fmt.Fprintln(std.Out, line); err != nil {
			return err
		}
	}
	if f.Output == "" {
		return nil
	}
	text, err := p.markdown()
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(f.Output, text)
}
