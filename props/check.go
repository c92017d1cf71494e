package props

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"marginlab/algos"
	"marginlab/props/stream"
	"marginlab/theory/vec"
)

// leastConforming is how many cases of anybody's learner are drawn: nobody has measured
// how many its faults need.
const leastConforming = 1500

// Conforms checks every property that speaks of the learner, a parallel subtest each.
// It serves a learner from anywhere: make an [algos.Spec] with its Kind.
func Conforms(t *testing.T, learner *algos.Spec) {
	for _, p := range Properties() {
		if p.For != nil && p.speaksOf(learner) {
			p.Cases = max(p.Cases, leastConforming)
			t.Run(p.Name, func(t *testing.T) {
				t.Parallel()
				Check(t, p, learner)
			})
		}
	}
}

// Check draws cases of the learners that p speaks of, and fails t at the first
// one that p does not hold for, shrunk, with the text of a [Failure]. With
// -rapid.checks=100, which is rapid's default, as many are drawn as p.Cases says; the
// number is in proportion to that flag, and a fifth of it with -short. -rapid.seed=N
// draws others. If the test has a string flag "replay", the case whose literal it
// holds is checked instead.
func Check(t testing.TB, p Property, learners ...*algos.Spec) {
	t.Helper()
	if f := find(t, p, learners); f != nil {
		f.Replay = fmt.Sprintf("go test %s -run '^%s$' -replay='%s'", directory(), regexp.QuoteMeta(t.Name()), f.Case)
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
	if replay := flag.Lookup("replay"); replay != nil && replay.Value.String() != "" {
		c, err := stream.Parse(replay.Value.String(), learners...)
		if err != nil {
			t.Fatalf("-replay: %v", err)
		}
		if p.For != nil && (c.Learner == nil || !p.speaksOf(c.Learner)) || p.For == nil && c.Learner != nil || c.M != nil && !p.Draws.Norms {
			t.Fatalf("-replay: property %s does not speak of the learner of case %q", p.Name, c)
		}
		return p.failure(c, "")
	}
	return newSearch(p, learners).failure()
}

// speaksOf reports whether p is of the learner, in its norm.
func (p Property) speaksOf(l *algos.Spec) bool {
	return p.For(l) && (p.Draws.Norms || l.Norm() == vec.L2{})
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
	if c, err = c.Placed(); err != nil {
		return err
	}
	return p.Holds(c)
}
