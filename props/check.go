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
	"marginlab/theory/vec"
)

// Conforms checks every property that speaks of the learner, a subtest each. It
// serves a learner from anywhere: make an [algos.Spec] with its New and Families.
func Conforms(t *testing.T, learner *algos.Spec) {
	for _, p := range Properties() {
		if p.For != nil && p.speaksOf(learner) {
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
		if p.For != nil && (c.Learner == nil || !p.speaksOf(c.Learner)) || p.For == nil && c.Learner != nil || c.metric().m != nil && !p.Draws.Norms {
			t.Fatalf("-replay: property %s does not speak of the learner of case %q", p.Name, c)
		}
		return p.failure(c, "")
	}
	if p.For == nil {
		learners = []*algos.Spec{nil}
	}
	for _, l := range learners {
		if l != nil && !p.speaksOf(l) {
			continue
		}
		for _, d := range p.drawings(l) {
			if f := drawFailure(p, l, d); f != nil {
				return f
			}
		}
	}
	return nil
}

// speaksOf reports whether p is of the learner, in its norm.
func (p Property) speaksOf(l *algos.Spec) bool {
	return p.For(l) && (p.Draws.Norms || l.Norm() == vec.L2{})
}

// drawing is what is drawn for a property and a learner, once in so many draws.
type drawing struct {
	Draws
	once int
}

// rarely is how many times fewer cases are drawn in a norm than in ℓ2.
const rarely = 15

// drawings are, of a learner in ℓp, ℓ2 or the one nil that stands for none, those in
// that norm, and with those in ℓ2 those of a matrix.
func (p Property) drawings(l *algos.Spec) []drawing {
	in := func(matrix, power bool, once int) drawing {
		d := p.Draws
		d.Matrix, d.Power = matrix, power
		return drawing{d, once}
	}
	switch {
	case l != nil && l.Norm() != vec.L2{} && p.Draws.Matrix: // not this norm
		return nil
	case l != nil && l.Norm() != vec.L2{}:
		return []drawing{in(false, false, rarely)}
	case !p.Draws.Norms:
		return []drawing{in(false, false, 1)}
	case p.Draws.Matrix:
		return []drawing{in(true, false, rarely)}
	case p.Draws.Power && p.Draws.NoStream:
		return []drawing{in(false, true, rarely/len(powers()))}
	case p.Draws.Power:
		return []drawing{in(true, false, rarely), in(false, true, rarely/len(powers()))}
	case l == nil:
		return []drawing{in(false, false, 1), in(true, false, rarely), in(false, true, rarely/len(powers()))}
	case !hasNorms(l):
		return []drawing{in(false, false, 1)}
	}
	return []drawing{in(false, false, 1), in(true, false, rarely)}
}

// inPower reports whether the learner is in an ℓp, p ≠ 2.
func inPower(l *algos.Spec) bool {
	_, is := l.Norm().(vec.Lp)
	return is
}

// hasNorms reports whether the learner has a form in other norms than ℓ2.
func hasNorms(l *algos.Spec) bool {
	_, err := l.In(vec.P(3))
	return err == nil
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
	if c, err = c.placed(); err != nil {
		return err
	}
	return p.Holds(c)
}

// drawFailure lets rapid look for a case that p does not hold for, and shrink
// it. The last case that failed is the smallest.
func drawFailure(p Property, learner *algos.Spec, d drawing) *Failure {
	var last *Failure
	gen, calls := Cases(learner, d.Draws), 0
	said := quietly(p.Name, func(t *rapid.T) {
		skip := calls%d.once != 0 // not the first: a seed given back draws what failed
		if calls++; skip && last == nil {
			return
		}
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
