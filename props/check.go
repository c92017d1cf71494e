package props

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"

	"marginlab/algos"
	"marginlab/theory/vec"
)

// Conforms checks every property that speaks of the learner, a parallel subtest each.
// It serves a learner from anywhere: make an [algos.Spec] with its Kind.
func Conforms(t *testing.T, learner *algos.Spec) {
	for _, p := range Properties() {
		if p.For != nil && p.speaksOf(learner) {
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
	s := newSearch(p)
	for _, l := range learners {
		if l == nil || p.speaksOf(l) {
			s.add(l)
		}
	}
	return s.failure()
}

// speaksOf reports whether p is of the learner, in its norm.
func (p Property) speaksOf(l *algos.Spec) bool {
	return p.For(l) && (p.Draws.Norms || l.Norm() == vec.L2{})
}

// drawing is what is drawn for a property and a learner, in one of so many cases.
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

// search looks for a case that a property does not hold for, of several learners at
// once. Streams are drawn once for all of them.
type search struct {
	Property
	seeds   []uint64
	streams []func() Case
	parts   []part
}

// part is what is drawn for one learner in one kind of norm.
type part struct {
	*algos.Spec
	drawing
}

func newSearch(p Property) *search {
	value := func(name string) any { return flag.Lookup("rapid." + name).Value.(flag.Getter).Get() }
	n := p.Cases * value("checks").(int) / 100
	if testing.Short() {
		n /= 5
	}
	seed := value("seed").(uint64)
	for seed == 0 {
		seed = rand.Uint64()
	}
	s := &search{Property: p}
	for i := range max(1, n) {
		seed += uint64(i) // as rapid does
		s.seeds = append(s.seeds, seed)
		s.streams = append(s.streams, sync.OnceValue(func() Case { return Streams().Example(int(s.seeds[i])) }))
	}
	return s
}

func (s *search) add(l *algos.Spec) {
	for _, d := range s.drawings(l) {
		s.parts = append(s.parts, part{l, d})
	}
}

// draw is case i of a part.
func (s *search) draw(p part, i int) Case {
	var c Case
	if !p.NoStream {
		c = s.streams[i]()
	}
	return Beside(c, p.Spec, p.Draws).Example(int(s.seeds[i]))
}

// failure is that of the first part that has one, at its first case, shrunk; nil if
// there is none. The seed that it tells draws that case first.
func (s *search) failure() *Failure {
	first := make([]int, len(s.parts)) // the case that fails
	var parts sync.WaitGroup
	for k, part := range s.parts {
		parts.Go(func() {
			for first[k] < len(s.seeds) && s.try(s.draw(part, first[k])) == nil {
				first[k] += part.once
			}
		})
	}
	parts.Wait()
	for k, i := range first {
		if i < len(s.seeds) {
			return s.Property.failure(s.shrunk(s.draw(s.parts[k], i)), fmt.Sprintf("-rapid.seed=%d", s.seeds[i]))
		}
	}
	return nil
}
