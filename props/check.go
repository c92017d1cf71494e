package props

import (
	"context"
	"flag"
	"fmt"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"marginlab/algos"
	"marginlab/props/stream"
)

// replayed is the value of -props.replay.
var replayed = flag.String("props.replay", "", "check the one `case` of this literal, instead of drawing cases")

// Check draws cases of the learners that p is about, and fails t at the first counterexample, shrunk, with the text
// of a [Failure]. It draws p.Cases of them from seed 1, with -short a fifth. It obeys the flags of package rapid: the
// number is in proportion to -rapid.checks, whose default is 100, and -rapid.seed=N draws other cases. With
// -props.replay=CASE, which a failure prints, it checks only that case.
func Check(t testing.TB, p Property, learners ...*algos.Spec) {
	t.Helper()
	var f *Failure
	if *replayed == "" {
		f = p.Refute(learners...)
	} else if c, err := stream.Parse(*replayed, learners...); err != nil {
		t.Fatalf("-props.replay: %v", err)
	} else if c.Learner == nil || !p.AppliesTo(c.Learner) {
		t.Fatalf("-props.replay: property %s is not about the learner of case %q", p.Name, c)
	} else {
		f = p.failure(c)
	}
	if f != nil {
		f.Replay = fmt.Sprintf("go test %s -run '^%s$' -props.replay='%s'",
			directory(), regexp.QuoteMeta(t.Name()), f.Case)
		f.Witness = f.keep(t)
		t.Fatal(f)
	}
}

// directory returns the package under test, as `go test` takes it at the root of its module.
func directory() string {
	info, _ := debug.ReadBuildInfo() // a test always has it
	return "." + strings.TrimPrefix(strings.TrimSuffix(info.Path, ".test"), info.Main.Path)
}

// Refute returns the first counterexample to p among the cases that [Check] draws, shrunk, nil if p holds for all. A
// property that is not about the learners holds.
func (p Property) Refute(learners ...*algos.Spec) *Failure {
	given := func(name string, otherwise int) int {
		if v, err := strconv.Atoi(flag.Lookup("rapid." + name).Value.String()); err == nil && v > 0 {
			return v
		}
		return otherwise // 0 means that no flag was given
	}
	n := p.Cases * given("checks", 100) / 100
	if testing.Short() {
		n /= 5
	}
	f, _ := p.search(context.Background(), learners, given("seed", 1), n)
	return f
}

// rarely is the factor by which fewer cases are drawn in a norm than in ℓ2.
const rarely = 5

// search draws cases, one stream for all learners that p is about, until one fails, and shrinks that. It returns nil
// if none fails, or ctx ends before, and the number of cases tried. A program that breaks its protocol is started
// again for each case, which takes too long to shrink one.
func (p Property) search(ctx context.Context, learners []*algos.Spec, seed, cases int) (f *Failure, tried int) {
	learners = slices.DeleteFunc(slices.Clone(learners), func(l *algos.Spec) bool { return !p.AppliesTo(l) })
	for i := range max(1, cases) {
		seed += i // as rapid does
		drawn := stream.Streams().Example(seed)
		for _, l := range learners {
			if inPower(l) && i%rarely > 0 || ctx.Err() != nil {
				continue
			}
			tried++
			if f = p.failure(p.Draws.Case(drawn, l, seed)); f == nil {
				continue
			}
			if !brokenProtocol(f.Err) {
				fails := func(c Case) bool { return ctx.Err() == nil && p.failure(c) != nil }
				f = p.failure(stream.Shrink(f.Case, fails))
			}
			f.Seed = fmt.Sprintf("-rapid.seed=%d", seed)
			return f, tried
		}
	}
	return nil, tried
}

// failure returns the failure of p at c, nil if p holds. A panic of the subject is a failure like any other.
func (p Property) failure(c Case) (f *Failure) {
	defer func() {
		if r := recover(); r != nil {
			f = &Failure{Property: p, Case: c, Err: fmt.Errorf("panic: %v", r)}
		}
	}()
	if err := p.Holds(c); err != nil {
		return &Failure{Property: p, Case: c, Err: err}
	}
	return nil
}
