package props

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"marginlab/algos"
	"marginlab/props/stream"
	"marginlab/theory/vec"
)

// replayed is the value of -props.replay.
var replayed = flag.String("props.replay", "", "check the one `case` of this literal, instead of drawing cases")

// Check draws cases of the learners that p speaks of, and fails t at the first
// one that p does not hold for, shrunk, with the text of a [Failure]. It draws p.Cases of them
// from seed 1, with -short a fifth. In tests that use package rapid, -rapid.checks=100 is its
// default, in proportion to which the number is, and -rapid.seed=N draws others. With
// -props.replay=CASE, which a failure prints, that case is checked instead.
func Check(t testing.TB, p Property, learners ...*algos.Spec) {
	t.Helper()
	if f := find(t, p, learners); f != nil {
		f.Replay = fmt.Sprintf("go test %s -run '^%s$' -props.replay='%s'", directory(), regexp.QuoteMeta(t.Name()), f.Case)
		f.Witness = f.keep(t)
		t.Fatal(f)
	}
}

// directory is the package under test, as `go test` is told it at the root of
// its module.
func directory() string {
	here, err := os.Getwd()
	if err != nil {
		return "."
	}
	for root := here; ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			rel, err := filepath.Rel(root, here)
			if err != nil {
				return "."
			}
			if rel == "." {
				return rel
			}
			return "./" + filepath.ToSlash(rel)
		}
		if root == filepath.Dir(root) {
			return "."
		}
	}
}

// find returns the first failure, nil if there is none.
func find(t testing.TB, p Property, learners []*algos.Spec) *Failure {
	t.Helper()
	if *replayed != "" {
		c, err := stream.Parse(*replayed, learners...)
		if err != nil {
			t.Fatalf("-props.replay: %v", err)
		}
		if p.For != nil && (c.Learner == nil || !p.SpeaksOf(c.Learner)) || p.For == nil && c.Learner != nil {
			t.Fatalf("-props.replay: property %s does not speak of the learner of case %q", p.Name, c)
		}
		return p.failure(c, "")
	}
	return p.refute(learners)
}

// testSearch returns the search of a test, in which flags of package rapid count if there are any.
func testSearch(p Property, learners []*algos.Spec) *search {
	value := func(name string, otherwise int) int {
		if f := flag.Lookup("rapid." + name); f != nil {
			if v, err := strconv.Atoi(f.Value.String()); err == nil && v > 0 { // 0 is that no flag was given
				return v
			}
		}
		return otherwise
	}
	n := p.Cases * value("checks", 100) / 100
	if testing.Short() {
		n /= 5
	}
	return newSearch(p, learners, uint64(value("seed", 1)), n)
}

func (p Property) refute(learners []*algos.Spec) *Failure {
	f, _ := testSearch(p, learners).failure(context.Background())
	if f != nil && flag.Lookup("rapid.seed") == nil {
		f.Seed = "" // nothing takes it
	}
	return f
}

// Refute returns the first of the cases that [Check] draws that p does not hold for, shrunk,
// nil if it holds for all. A property that does not speak of the learner holds.
func (p Property) Refute(learner *algos.Spec) *Failure {
	return p.refute([]*algos.Spec{learner})
}

// SpeaksOf reports whether p is of the learner, in its norm.
func (p Property) SpeaksOf(l *algos.Spec) bool {
	return p.For != nil && p.For(l) && (p.Draws.Norms || l.Norm == vec.L2{})
}

// failure is what is wrong with p at c, nil if it holds. A panic of the subject
// is a failure like any other.
func (p Property) failure(c stream.Case, seed string) *Failure {
	if err := p.try(c); err != nil {
		return &Failure{Property: p, Case: c, Err: err, Seed: seed}
	}
	return nil
}

func (p Property) try(c stream.Case) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return p.Holds(c)
}
