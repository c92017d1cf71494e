//go:build unix

// Bench-scaling measures how the work of learners, the solver, geometry, reading and kernel
// rows grows with the number of examples n, the dimension d and the coordinates of a sparse
// example nnz, and says whether anything grows faster than its documentation says.
//
//	bench-scaling [--quick] [--only=REGEXP] [--rounds=N] [--output=STEM]
//
// Each subject runs at several sizes. A clock times it in interleaved rounds: it is the
// processor's time of the whole process, and a round's time is the least of several runs, so
// that a busy machine does little harm. A count says how many bytes its kernels read (or, of
// reading, how many bytes it allocates): that is the same in every run. Exponents are fitted
// to the upper half of the sizes, where constants hide least: of a clock with the 95 %
// interval over the rounds.
//
// The documented growth stands in one table, laws.go. A subject grows faster where its count
// does, by an exponent more than 0.05 above the documented one, or where the interval of its
// clock lies more than 0.15 above it, in two measurements. What merely reading the same data
// grows faster than documented is taken off first: that is the caches, not the algorithm.
//
// Exit status: 0 nothing grows faster; 1 something does; 2 it could not be measured.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"syscall"

	"github.com/alecthomas/kong"

	"marginlab/cmd/marginlab/term"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

type flags struct {
	Quick  bool   `help:"Leave out the largest sizes: about a minute, and wider intervals."`
	Only   string `placeholder:"REGEXP" help:"Measure only the experiments whose name matches."`
	Rounds int    `default:"7" placeholder:"N" help:"Rounds in which every subject runs at every size. (default: ${default})"`
	Output string `short:"o" placeholder:"STEM" help:"Write the page to STEM.md and the figure to STEM.svg and STEM.png."`
}

const description = `Measures how the work of learners, the solver, geometry, reading and kernel rows grows, and says whether anything grows faster than its documentation says.

Exit status: 0 nothing grows faster than documented; 1 something does; 2 it could not be measured.`

// run is the whole command; it returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var f flags
	helped := false
	parser := kong.Must(&f, kong.Name("bench-scaling"), kong.Description(description),
		kong.Writers(stdout, stderr), kong.Exit(func(int) { helped = true }))
	_, err := parser.Parse(args)
	if helped {
		return 0
	}
	var found []fitted
	if err == nil {
		found, err = f.measure(ctx, stdout, stderr)
	}
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	if err != nil {
		fmt.Fprintf(stderr, "bench-scaling: %v\n", err)
		return 2
	}
	for _, s := range found {
		if s.faster() != "" {
			return 1
		}
	}
	return 0
}

// leastRounds is the least number with an interval worth the name: at 2, Student's t has
// one degree of freedom, and the interval is 13 standard errors wide.
const leastRounds = 3

// measure runs the experiments, prints what they found, and writes it to the output.
func (f flags) measure(ctx context.Context, stdout, stderr io.Writer) ([]fitted, error) {
	if f.Rounds < leastRounds {
		return nil, fmt.Errorf("--rounds %d: expected at least %d, which make an interval", f.Rounds, leastRounds)
	}
	only, err := regexp.Compile(f.Only)
	if err != nil {
		return nil, fmt.Errorf("--only: %w", err)
	}
	dir, err := os.MkdirTemp("", "marginlab-bench-scaling-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	progress := term.NewProgress(stderr)
	defer progress.Clear()
	var all [][]fitted
	for _, e := range experiments(dir) {
		if !only.MatchString(e.name) {
			continue
		}
		rows, err := e.run(ctx, f.Quick, f.Rounds, leastTime, progress)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.name, err)
		}
		all = append(all, rows)
		progress.Clear()
		if err := printExperiment(stdout, rows); err != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("--only %s: no experiment has such a name", f.Only)
	}
	if _, err := fmt.Fprintln(stdout, summary(flat(all))); err != nil || f.Output == "" {
		return flat(all), err
	}
	return flat(all), f.write(all)
}
