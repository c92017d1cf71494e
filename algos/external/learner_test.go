package external

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// alike is the learner of this project as a program that shows so much of it.
func alike(t *testing.T, learner, shows string) *algos.Spec {
	t.Helper()
	return mustParse(t, fmt.Sprintf("exec(%q like %q %q,as=%s)", os.Args[0], learner, shows, learner))
}

// saying is the learner that answers so.
func saying(t *testing.T, lines ...string) *algos.Spec {
	t.Helper()
	file := t.TempDir() + "/lines"
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	return mustParse(t, fmt.Sprintf("exec(%q say %q)", os.Args[0], file))
}

// same reports that two numbers are the same, NaN too.
func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// What a program shows is that of the learner at each step, and what it hides is unknown: a score
// comes from the classifier where only that is shown.
func TestShown(t *testing.T) {
	t.Parallel()
	for _, learner := range []string{"perceptron", "romma", "pumma"} {
		for _, shows := range []string{"", scores, margins, openings, classifier, margins + " " + classifier, strings.Join(showable, " ")} {
			t.Run(learner+" "+shows, func(t *testing.T) {
				t.Parallel()
				s := alike(t, learner, shows)
				rapid.Check(t, func(t *rapid.T) {
					var examples []theory.Example
					for range rapid.IntRange(1, 6).Draw(t, "examples") {
						x := vec.Dense(float64(rapid.IntRange(-2, 2).Draw(t, "x")), float64(rapid.IntRange(1, 3).Draw(t, "x'")))
						examples = append(examples, theory.Example{X: x, Y: theory.Sign(x.Value[0] - x.Value[1] + 0.5)})
					}
					atOnce, alone := s.New(2).(*Learner), s.New(2).(*Learner)
					states := rapid.Bool().Draw(t, "states")
					steps, planes := atOnce.Steps(examples, states)
					require.NoError(t, atOnce.Err())
					inside := mustParseRapid(t, learner).New(2)
					for i, e := range examples {
						before, own := inside.Classifier(), math.NaN()
						if m := ownMargin(inside); m != nil {
							own = *m
						}
						step := inside.Step(e.X, e.Y)
						want := theory.Step{Score: math.NaN(), Target: math.NaN(), Norm: math.NaN(), Decision: step.Decision}
						want.Opening = step.Opening && strings.Contains(shows, openings)
						if strings.Contains(shows, margins) {
							want.Target = own
						}
						single := want
						if strings.Contains(shows, classifier) {
							single.Norm = vec.L2{}.Of(before.W)
							single.Score = float64(e.Y) * before.Score(e.X)
						}
						if strings.Contains(shows, scores) {
							single.Score = step.Score
							want.Score = step.Score
						}
						if states {
							want = single
						}
						require.Equal(t, fmt.Sprint(want), fmt.Sprint(steps[i]), "example %d", i+1)
						require.Equal(t, fmt.Sprint(single), fmt.Sprint(alone.Step(e.X, e.Y)), "example %d alone", i+1)
						if step.Updated && states && strings.Contains(shows, classifier) {
							require.Equal(t, inside.Classifier(), planes[0])
							planes = planes[1:]
						}
					}
					require.Empty(t, planes)
					want := theory.Classifier{W: make([]float64, 2)}
					norm, gamma := math.NaN(), math.NaN()
					if strings.Contains(shows, classifier) {
						want = inside.Classifier()
						norm = vec.L2{}.Of(want.W)
						if m := ownMargin(inside); m != nil && strings.Contains(shows, margins) {
							gamma = *m / norm
						}
					}
					for _, l := range []*Learner{atOnce, alone} {
						require.Equal(t, want, l.Classifier())
						require.True(t, same(norm, l.Norm()) && same(gamma, l.Gamma()))
						l.Reset()
						require.Zero(t, vec.L2{}.Of(l.Classifier().W))
					}
				})
			})
		}
	}
}

func mustParseRapid(t *rapid.T, text string) *algos.Spec {
	s, err := Parse(text)
	require.NoError(t, err)
	return s
}

// A program may have a classifier and a margin before its first example.
func TestMarginBeforeTheFirst(t *testing.T) {
	t.Parallel()
	l := saying(t, `{"protocol":1,"name":"ahead","shows":["margins","classifier"]}`,
		`{"stream":1,"first":1,"predictions":[],"updates":[],"margins":[3],"classifier":{"w":[4],"b":0}}`,
		`{"stream":1,"first":1,"predictions":[],"updates":[],"margins":[3],"classifier":{"w":[4],"b":0}}`).New(1).(*Learner)
	require.Equal(t, 0.75, l.Gamma())
	require.NoError(t, l.Err())
}

// A learner that failed learns nothing, whichever way it is asked to, and says why, until it begins anew.
func TestFailedLearners(t *testing.T) {
	t.Parallel()
	s := alike(t, "perceptron", classifier)
	e := theory.Example{X: vec.Dense(1), Y: theory.Negative}
	why := &Error{What: "it failed"}
	learners := []algos.Learner{s.New(1), s.New(1)}
	for _, l := range learners {
		l.(*Learner).err = why
	}
	learners[0].(*Learner).Abreast(learners, []theory.Example{e, e})
	for _, l := range learners {
		steps, _ := l.(*Learner).Steps([]theory.Example{e}, false)
		require.Empty(t, steps)
		require.Equal(t, e.Y, l.Step(e.X, e.Y).Predicted)
		require.Zero(t, l.(*Learner).seen)
		require.Equal(t, theory.Unseen{Classifier: true, Margin: true, Opening: true, LogDet: true}, l.(*Learner).Unseen())
		require.Equal(t, 1, l.(*Learner).Streams())
		require.Same(t, why, l.(*Learner).Err())
		l.(*Learner).Reset()
	}
	learners[0].(*Learner).Abreast(learners, []theory.Example{e, e})
	for _, l := range learners {
		require.Equal(t, []float64{-1}, l.Classifier().W)
	}
}

// Of a stream that is too long to be kept only the last examples are, and those that learn such
// streams do so abreast, each in its process, until they begin anew.
func TestLongStreamsAbreast(t *testing.T) {
	t.Parallel()
	const dim = mostKept
	s := program(t, "decisions alone", "")
	learners := []algos.Learner{s.New(dim), s.New(dim)}
	example := func(k int) theory.Example {
		return theory.Example{X: vec.Sparse([]int{k}, []float64{1}).Densify(dim), Y: theory.Negative}
	}
	for _, l := range learners {
		steps, _ := l.(*Learner).Steps([]theory.Example{example(0), example(1)}, false)
		require.Len(t, steps, 2)
		require.True(t, l.(*Learner).held)
	}
	running := learners[0].(*Learner).program
	require.Empty(t, running.idle)
	learners[0].(*Learner).Abreast(learners, []theory.Example{example(2), example(3)})
	for k, l := range learners {
		l := l.(*Learner)
		require.NoError(t, l.Err())
		require.Equal(t, []int{3, 2, dim}, []int{l.seen, l.offset, len(l.x.value)})
		steps, _ := l.Steps([]theory.Example{example(0), example(1), example(2), example(3)}, false)
		for i, step := range steps {
			require.Equal(t, i == 3-k, step.Updated, "it learned the other three before")
		}
		l.Reset()
	}
	require.Len(t, running.idle, 2)
}
