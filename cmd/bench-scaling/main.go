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
	"os"
	"regexp"

	"github.com/alecthomas/kong"

	"marginlab/cmd/bench"
	"marginlab/cmd/marginlab/term"
)

func main() { term.Main(run) }

type flags struct {
	Quick  bool   `help:"Leave out the largest sizes: about a minute, and wider intervals."`
	Only   string `placeholder:"REGEXP" help:"Measure only the experiments whose name matches."`
	Rounds int    `default:"7" placeholder:"N" help:"Rounds in which every subject runs at every size. (default: ${default})"`
	Output string `short:"o" placeholder:"STEM" help:"Write the page to STEM.md and the figure to STEM.svg and STEM.png."`
}

const description = `Measures how the work of learners, the solver, geometry, reading and kernel rows grows, and says whether anything grows faster than its documentation says.

Exit status: 0 nothing grows faster than documented; 1 something does; 2 it could not be measured.`

// run is the whole command; it returns the exit status.
func run(ctx context.Context, args []string, std term.Streams) int {
	return term.Run(ctx, new(flags), args, std, kong.Name("bench-scaling"), kong.Description(description))
}

// leastRounds is the least number with an interval worth the name: at 2, Student's t has
// one degree of freedom, and the interval is 13 standard errors wide.
const leastRounds = 3

// Run runs the experiments, prints what they found, and writes it to the output.
func (f flags) Run(ctx context.Context, std term.Streams, given *kong.Context) error {
	if f.Rounds < leastRounds {
		return fmt.Errorf("--rounds %d: expected at least %d, which make an interval", f.Rounds, leastRounds)
	}
	only, err := regexp.Compile(f.Only)
	if err != nil {
		return fmt.Errorf("--only: %w", err)
	}
	dir, err := os.MkdirTemp("", "marginlab-bench-scaling-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	progress := term.NewProgress(std.Err)
	defer progress.Clear()
	var all [][]fitted
	for _, e := range experiments(dir) {
		if !only.MatchString(e.name) {
			continue
		}
		rows, err := e.run(ctx, f.Quick, f.Rounds, leastTime, progress)
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		all = append(all, rows)
		progress.Clear()
		if err := printExperiment(std.Out, rows); err != nil {
			return err
		}
	}
	if len(all) == 0 {
		return fmt.Errorf("--only %s: no experiment has such a name", f.Only)
	}
	verdict, faster := summary(all)
	if err := term.Say(std.Out, "verdict: %s", verdict); err != nil {
		return err
	}
	if f.Output != "" {
		if err := f.write(all, bench.Make("scaling", given, []string{"output"})); err != nil {
			return err
		}
	}
	if faster {
		return term.Found(errors.New("something grows faster than documented"))
	}
	return nil
}
