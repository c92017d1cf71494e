//go:build unix

// Mutate changes the operators of a package one at a time, runs tests on each change, and
// lists the changes that no test catches.
//
//	go run ./props/faults/mutate [flags] package [packages whose tests run also]
//
// All changes of a package are compiled at once, each behind a switch that the environment
// sets. So a change costs only the tests that reach it, the fastest first.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	below, err := run(ctx, os.Args[1:], equivalents, os.Stdout, os.Stderr)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	case below:
		os.Exit(1)
	}
}

// run mutates one package and tells whether its score is below the least. Of the changes in
// equivalents it expects that no test catches them.
func run(ctx context.Context, args []string, equivalents string, w, wErr io.Writer) (below bool, err error) {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.SetOutput(wErr)
	sample := flags.Int("sample", 0, "try only so many `changes`, drawn at random; 0 tries all")
	seed := flags.Uint64("seed", 1, "draw by this `seed`")
	only := flags.String("only", "", "try only changes whose line of the list matches this `regexp`; none is an error")
	patience := flags.Int("patience", 10, "a test has caught a change that takes so many `times` as long as without it, and so many seconds more")
	least := flags.Float64("least", 95, "exit with status 1 below so many `percent` caught")
	if err := flags.Parse(args); err != nil {
		return false, err
	}
	if flags.NArg() == 0 {
		return false, fmt.Errorf("which package? as in: mutate theory/formula")
	}
	wanted, err := regexp.Compile(*only)
	if err != nil {
		return false, fmt.Errorf("-only: %w", err)
	}
	equal, err := equivalent(equivalents, flags.Arg(0))
	if err != nil {
		return false, err
	}

	folder, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(folder)
	changes, suites, without, err := build(ctx, folder, flags.Args())
	if err != nil {
		return false, err
	}
	if gone := absent(equal, changes); len(gone) > 0 {
		return false, fmt.Errorf("equivalent.txt has changes that are not there:\n%s", strings.Join(gone, "\n"))
	}
	all := len(changes)
	changes = slices.DeleteFunc(changes, func(c *change) bool { return !wanted.MatchString(c.String()) })
	if *only != "" && len(changes) == 0 {
		return false, fmt.Errorf("-only=%s matches none of the %d changes of %s", *only, all, flags.Arg(0))
	}
	for _, s := range suites {
		if err := s.measure(ctx, wErr); err != nil {
			return false, err
		}
		fmt.Fprintf(wErr, "%s: %d tests in %.1f s\n", s.pkg, len(s.tests), s.total().Seconds())
	}

	if *sample > 0 && *sample < len(changes) {
		rand.New(rand.NewPCG(*seed, 0)).Shuffle(len(changes), func(i, j int) { changes[i], changes[j] = changes[j], changes[i] })
		changes = changes[:*sample]
		slices.SortFunc(changes, func(a, b *change) int { return cmp.Compare(a.id, b.id) })
	}
	stale := slices.Sorted(maps.Keys(equal))
	start, shown, counts := time.Now(), time.Time{}, map[verdict]int{}
	for i, c := range changes {
		verdict, err := try(ctx, c, suites, *patience)
		if err != nil {
			return false, err
		}
		switch {
		case verdict == caught:
		case equal[c.name()]:
			verdict = same
			stale = slices.DeleteFunc(stale, func(name string) bool { return name == c.name() })
		default:
			fmt.Fprintf(w, "%-8s %v\n", verdict, c)
		}
		counts[verdict]++
		if time.Since(shown) > time.Second/10 && term.IsTerminal(int(os.Stderr.Fd())) {
			shown = time.Now()
			fmt.Fprintf(wErr, "\r%d of %d tried, %d caught, %.0f s\r", i+1, len(changes), counts[caught], time.Since(start).Seconds())
		}
	}
	if len(changes) == all && len(stale) > 0 {
		return false, fmt.Errorf("equivalent.txt says that these change nothing, but they are caught:\n%s", strings.Join(stale, "\n"))
	}
	of, score := len(changes)-counts[same], 100.0
	if of > 0 {
		score = 100 * float64(counts[caught]) / float64(of)
	}
	fmt.Fprintf(w, "%s: %.1f %% caught: %d of %d changes, %d of which no test reaches, beside %d that change nothing",
		flags.Arg(0), score, counts[caught], of, counts[notReached], counts[same])
	if *only == "" && len(changes) < all && of > 0 { // drawn at random
		low, high := wilson(counts[caught], of)
		fmt.Fprintf(w, "; drawn of %d, so %.0f to %.0f %%", all, 100*low, 100*high)
	}
	if without > 0 {
		fmt.Fprintf(w, "; %d lines are left out", without)
	}
	fmt.Fprintln(w)
	return score < *least, nil
}

// wilson is the 95 % interval of Wilson (1927) for the share of all, where k of n were caught.
func wilson(k, n int) (low, high float64) {
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return middle - half, middle + half
}
