package props

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"pgregory.net/rapid"

	"marginlab/algos"
)

// Conforms checks every property that speaks of the learner, a subtest each. It
// serves a learner from anywhere: make an [algos.Spec] with its New and Families.
func Conforms(t *testing.T, learner *algos.Spec) {
	for _, p := range Properties() {
		if p.For != nil && p.For(learner) {
			t.Run(p.Name, func(t *testing.T) { Check(t, p, learner) })
		}
	}
}

// Check draws cases of the learners that p speaks of, and fails t at the first
// one that p does not hold for, shrunk, with the text of a [Failure]. Rapid's
// flags say how many are drawn, and from which seed. If the test has a string
// flag "replay", the case whose literal it holds is checked instead.
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
		c, err := ParseCase(replay.Value.String(), learners...)
		if err != nil {
			t.Fatalf("-replay: %v", err)
		}
		if p.For != nil && (c.Learner == nil || !p.For(c.Learner)) || p.For == nil && c.Learner != nil {
			t.Fatalf("-replay: property %s does not speak of the learner of case %q", p.Name, c)
		}
		return p.failure(c, "")
	}
	if p.For == nil {
		return drawFailure(p, nil)
	}
	for _, l := range learners {
		if !p.For(l) {
			continue
		}
		if f := drawFailure(p, l); f != nil {
			return f
		}
	}
	return nil
}

// failure is what is wrong with p at c, nil if it holds. A panic of the subject
// is a failure like any other.
func (p Property) failure(c Case, seed string) *Failure {
	if err := p.try(c); err != nil {
		return &Failure{Property: p, Case: c, Err: err, Seed: seed}
	}
	return nil
}

func (p Property) try(c Case) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return p.Holds(c)
}

// drawFailure lets rapid look for a case that p does not hold for, and shrink
// it. The last case that failed is the smallest.
func drawFailure(p Property, learner *algos.Spec) *Failure {
	var last *Failure
	gen := Cases(learner, p.Draws)
	said := quietly(p.Name, func(t *rapid.T) {
		if f := p.failure(gen.Draw(t, "case"), ""); f != nil {
			last = f
			t.Fatal(f.Err)
		}
	})
	if last == nil {
		return nil
	}
	return p.failure(p.simplify(last.Case), regexp.MustCompile(`-rapid\.seed=\d+`).FindString(said))
}

// quietly runs rapid.Check, which then prints nothing, and returns what it would
// have printed.
func quietly(name string, prop func(*rapid.T)) string {
	tb := &recorder{name: name}
	func() {
		defer func() {
			if r := recover(); r != nil && r != any(tb) {
				panic(r)
			}
		}()
		rapid.Check(tb, prop)
	}()
	return tb.said
}

// recorder is a rapid.TB that keeps what is said to it.
type recorder struct {
	name   string
	said   string
	failed bool
}

func (r *recorder) Helper()                      {}
func (r *recorder) Name() string                 { return r.name }
func (r *recorder) Logf(format string, a ...any) { r.said += fmt.Sprintf(format, a...) + "\n" }
func (r *recorder) Log(a ...any)                 { r.said += fmt.Sprintln(a...) }
func (r *recorder) Errorf(f string, a ...any)    { r.Logf(f, a...); r.Fail() }
func (r *recorder) Error(a ...any)               { r.Log(a...); r.Fail() }
func (r *recorder) Fatalf(f string, a ...any)    { r.Logf(f, a...); r.FailNow() }
func (r *recorder) Fatal(a ...any)               { r.Log(a...); r.FailNow() }
func (r *recorder) Skipf(f string, a ...any)     { r.Logf(f, a...); r.SkipNow() }
func (r *recorder) Skip(a ...any)                { r.Log(a...); r.SkipNow() }
func (r *recorder) SkipNow()                     { panic(any(r)) }
func (r *recorder) Fail()                        { r.failed = true }
func (r *recorder) FailNow()                     { r.failed = true; panic(any(r)) }
func (r *recorder) Failed() bool                 { return r.failed }
