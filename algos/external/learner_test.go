package external

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// programLike returns a learner of this project as a program that shows only some of it.
func programLike(t require.TestingT, learner, shows string) *algos.Spec {
	return mustParse(t, fmt.Sprintf("exec(%q fake '' %q %q,as=%s)", os.Args[0], learner, shows, learner))
}

// newScripted returns a learner that answers with these lines.
func newScripted(t *testing.T, lines ...string) *algos.Spec {
	t.Helper()
	file := t.TempDir() + "/lines"
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	return mustParse(t, fmt.Sprintf("exec(%q fake %q perceptron)", os.Args[0], "say:"+file))
}

// same reports whether two numbers are the same, NaN included.
func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// What a program shows agrees with the learner at each step, and what it hides is unknown. If it shows only the
// classifier, scores come from that.
func TestShown(t *testing.T) {
	t.Parallel()
	all := []string{"", scores, margins, openings, classifier, margins + " " + classifier, strings.Join(showable, " ")}
	for _, learner := range []string{"perceptron", "romma", "pumma"} {
		t.Run(learner, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				shows := rapid.SampledFrom(all).Draw(t, "shows")
				s, has := programLike(t, learner, shows), func(what string) bool { return strings.Contains(shows, what) }
				var examples []theory.Example
				for range rapid.IntRange(1, 6).Draw(t, "examples") {
					x := vec.Dense(float64(rapid.IntRange(-2, 2).Draw(t, "x")), float64(rapid.IntRange(1, 3).Draw(t, "x'")))
					examples = append(examples, theory.Example{X: x, Y: theory.Sign(x.Value[0] - x.Value[1] + 0.5)})
				}
				atOnce, alone := s.New(2).(*Learner), s.New(2).(*Learner)
				states := rapid.Bool().Draw(t, "states")
				steps, planes := atOnce.Steps(examples, states)
				require.NoError(t, atOnce.State().Err)
				inside := mustParse(t, learner).New(2)
				for i, e := range examples {
					before, own := inside.State().Classifier, math.NaN()
					if m := ownMargin(inside); m != nil {
						own = *m
					}
					step := inside.Step(e.X, e.Y)
					want := theory.Step{Score: math.NaN(), Target: math.NaN(), Norm: math.NaN(), Decision: step.Decision}
					want.Opening = step.Opening && has(openings)
					if has(margins) {
						want.Target = own
					}
					single := want
					if has(classifier) {
						single.Norm, single.Score = vec.L2{}.Of(before.W), float64(e.Y)*before.Score(e.X)
					}
					if has(scores) {
						single.Score, want.Score = step.Score, step.Score
					}
					if states {
						want = single
					}
					require.Equal(t, fmt.Sprint(want), fmt.Sprint(steps[i]), "example %d", i+1)
					require.Equal(t, fmt.Sprint(single), fmt.Sprint(alone.Step(e.X, e.Y)), "example %d alone", i+1)
					if step.Updated && states && has(classifier) {
						require.Equal(t, inside.State().Classifier, planes[0])
						planes = planes[1:]
					}
				}
				require.Empty(t, planes)
				want := theory.Classifier{W: make([]float64, 2)}
				norm, gamma := math.NaN(), math.NaN()
				if has(classifier) {
					want = inside.State().Classifier
					norm = vec.L2{}.Of(want.W)
					if m := ownMargin(inside); m != nil && has(margins) {
						gamma = *m / norm
					}
				}
				for _, l := range []*Learner{atOnce, alone} {
					require.Equal(t, want, l.State().Classifier)
					require.True(t, same(norm, l.State().Norm) && same(gamma, l.State().Gamma))
					l.Reset()
					require.Zero(t, vec.L2{}.Of(l.State().Classifier.W))
				}
			})
		})
	}
}

// A program may have a classifier and a margin before its first example.
func TestMarginBeforeTheFirst(t *testing.T) {
	t.Parallel()
	l := newScripted(t, `{"protocol":1,"name":"ahead","shows":["margins","classifier"]}`,
		`{"stream":1,"first":1,"predictions":[],"updates":[],"margins":[3],"classifier":{"w":[4],"b":0}}`,
		`{"stream":1,"first":1,"predictions":[],"updates":[],"margins":[3],"classifier":{"w":[4],"b":0}}`).New(1).(*Learner)
	require.Equal(t, 0.75, l.State().Gamma)
	require.NoError(t, l.State().Err)
}

// A failed learner learns nothing, in whichever way it is asked to, and returns its error until it starts anew.
func TestFailedLearners(t *testing.T) {
	t.Parallel()
	s := programLike(t, "perceptron", classifier)
	e := theory.Example{X: vec.Dense(1), Y: theory.Negative}
	why := &Error{What: "it failed"}
	learners := []algos.Learner{s.New(1), s.New(1)}
	for _, l := range learners {
		l.(*Learner).err = why
	}
	for _, l := range learners {
		steps, _ := l.(*Learner).Steps([]theory.Example{e}, false)
		require.Empty(t, steps)
		require.False(t, l.Step(e.X, e.Y).Made())
		require.Zero(t, l.(*Learner).seen)
		require.Equal(t, theory.NeedsClassifier|theory.NeedsMargin|theory.NeedsOpening|theory.NeedsLogDet, l.(*Learner).Unseen())
		require.Same(t, why, l.(*Learner).State().Err)
		l.(*Learner).Reset()
	}
	for _, l := range learners {
		l.Step(e.X, e.Y)
		require.Equal(t, []float64{-1}, l.State().Classifier.W)
	}
}

// The questions contain each of the examples once, in their order, and as many as allowed.
func TestQuestions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.SampledFrom([]int{1, 60, 64, 65, 1000, 1024, 1025, 2000, 70_000}).Draw(t, "dim")
		n := rapid.IntRange(0, 3000).Draw(t, "examples")
		l := newLearner(nil, dim)
		l.stream, l.seen = 7, rapid.IntRange(0, 3).Draw(t, "seen")
		g := greeting{Shows: []string{classifier}, Sparse: rapid.Bool().Draw(t, "sparse")}
		examples := slices.Repeat([]theory.Example{{X: vec.Sparse([]int{0}, []float64{1})}}, n)
		withStates := rapid.Bool().Draw(t, "states")
		most := mostRows
		if !g.Sparse {
			most = min(most, max(1, mostAsked/dim))
		}
		if withStates {
			most = min(most, max(1, mostStates/dim))
		}
		next := l.seen + 1
		all := l.questions(g, examples, withStates)
		for i, q := range all {
			require.Equal(t, []int{7, next, dim}, []int{q.stream, q.first, q.dim})
			require.Equal(t, withStates, slices.Contains(q.show, states))
			require.Equal(t, i == len(all)-1, slices.Contains(q.show, classifier))
			if i < len(all)-1 {
				require.Len(t, q.examples, most)
			}
			require.LessOrEqual(t, len(q.examples), most)
			next += len(q.examples)
		}
		require.Equal(t, l.seen+n+1, next)
	})
}

// Streams in progress have a process each, until their learners start anew or are gone: then others take it.
func TestProcesses(t *testing.T) {
	t.Parallel()
	s := program(t, "", ",timeout=41s") // of this test only
	of, ok := Of(s)
	require.True(t, ok)
	e, before := cross(1)[0], len(of.children) // 0, except with -count
	for range 3 * fewProcesses {
		l := s.New(2).(*Learner)
		l.Step(e.X, e.Y)
		require.NoError(t, l.State().Err)
	}
	require.LessOrEqual(t, len(of.children), max(before, fewProcesses+1), "learners that are gone leave their processes")
	var learners, like []algos.Learner
	for range 19 {
		learners, like = append(learners, s.New(2)), append(like, mustParse(t, "perceptron").New(2))
	}
	for i := range cross(12) {
		for at := range learners {
			k := at * (i + 1) % len(learners) // in other orders
			l, e := learners[k], cross(60)[(i+at+k)%60]
			step := l.Step(e.X, e.Y)
			require.NoError(t, l.(*Learner).State().Err)
			require.Equal(t, like[k].Step(e.X, e.Y).Decision, step.Decision, "learner %d, example %d", k, i+1)
		}
	}
	most := len(of.children)
	require.GreaterOrEqual(t, most, len(learners))
	require.LessOrEqual(t, most, len(learners)+1, "each has one process")
	for _, l := range learners {
		l.(*Learner).Reset()
		l.Step(e.X, e.Y)
		require.Equal(t, 1, l.(*Learner).seen)
		l.(*Learner).Reset()
	}
	require.Len(t, of.children, most, "learners that begin anew leave their processes")
}

// The first stream of a process, and one in 64 after it, sends its first question twice.
func TestSentTwice(t *testing.T) {
	t.Parallel()
	lines := []string{`{"protocol":1,"name":"counts"}`}
	for stream := 1; stream <= 66; stream++ {
		answer := fmt.Sprintf(`{"stream":%d,"first":1,"predictions":[1],"updates":[false]}`, stream)
		if lines = append(lines, answer); stream%64 == 1 {
			lines = append(lines, answer)
		}
	}
	l := newScripted(t, lines...).New(1).(*Learner)
	for range 66 {
		l.Reset()
		l.Step(vec.Dense(1), theory.Positive)
		require.NoError(t, l.State().Err)
	}
}

// A stream whose process has ended does not continue in another one, which has not seen its examples.
func TestStreamWhoseProcessWasEnded(t *testing.T) {
	t.Parallel()
	l := program(t, "", ",timeout=42s").New(2).(*Learner)
	e := cross(1)[0]
	l.Step(e.X, e.Y)
	l.program.mu.Lock()
	c := l.program.idle[0]
	l.program.idle = nil
	l.program.mu.Unlock()
	l.program.drop(c)
	l.Step(e.X, e.Y)
	require.ErrorContains(t, l.State().Err, "example 2: its process was ended in the midst of the stream")
	l.Reset()
	l.Step(e.X, e.Y)
	require.NoError(t, l.State().Err)
}

// A program counts as the learner that it claims to be, for all that theorems and properties need.
func TestCountsAsItsLearner(t *testing.T) {
	t.Parallel()
	for _, as := range algos.Learners().Checked() {
		if as.Bias != 0 || as.Norm != (vec.L2{}) || as.Kind.Task != theory.Online {
			continue
		}
		s := mustParse(t, fmt.Sprintf("exec(x,as=%s)", as))
		require.Equal(t, as.Families(), s.Families())
		require.Equal(t, as.Params(), s.Params())
		require.Equal(t, as.Condition(7), s.Condition(7))
		for _, gamma := range []float64{0, 0.5, 2} {
			require.True(t, same(as.Turn(gamma), s.Turn(gamma)) || as.Kind.Restless)
		}
		require.Equal(t, as.Kind.OnePass, s.Kind.OnePass)
		require.False(t, s.Kind.KeepsAll, "the program keeps what it keeps")
		scales := slices.ContainsFunc(as.Kind.Params, func(p algos.Param) bool { return p.Unit != 0 })
		want := as.Kind.Degree
		if scales {
			want = algos.Unsaid
		}
		require.Equal(t, want, s.Kind.Degree)
		p, _ := Of(s)
		require.Equal(t, as.String(), p.As().String())
		like := as.New(1)
		opens := like.Step(vec.Dense(1), theory.Negative).Opening // a mistake
		p.about = &greeting{}
		hidden := theory.NeedsClassifier
		for need, has := range map[theory.Needs]bool{
			theory.NeedsMargin: as.Kind.OwnMargin, theory.NeedsOpening: opens, theory.NeedsLogDet: like.State().LogDet != 0,
		} {
			if has {
				hidden |= need
			}
		}
		require.Equal(t, hidden, p.unseen(), as)
		require.Equal(t, as.Kind.OwnBias, p.biased())
	}
	for bias, want := range map[string]bool{"yes": true, "no": false} {
		p, _ := Of(mustParse(t, "exec(x,bias="+bias+")"))
		require.Equal(t, want, p.biased())
	}
}
