package external

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// The questions have each of the examples once, in their order, and as many as they may.
func TestCutIntoQuestions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.SampledFrom([]int{1, 60, 64, 65, 1000, 1024, 1025, 2000, 70_000}).Draw(t, "dim")
		n := rapid.IntRange(0, min(3000, 1<<18/dim)).Draw(t, "examples")
		l := newLearner(nil, dim)
		l.stream, l.offset = 7, rapid.IntRange(0, 3).Draw(t, "offset")
		l.x.value, l.y = make([]float64, n*dim), make([]int8, n)
		from := rapid.IntRange(0, n).Draw(t, "from")
		var show []string
		most := min(mostRows, max(1, mostAsked/dim))
		if rapid.Bool().Draw(t, "states") {
			show = []string{states}
			most = min(most, max(1, mostStates/dim))
		}
		next := from + l.offset + 1
		all := l.cut(from+l.offset, n+l.offset, show)
		for i, q := range all {
			require.Equal(t, []int{7, next, dim}, []int{q.stream, q.first, q.x.dim})
			require.Equal(t, show, q.show)
			require.Len(t, q.x.value, len(q.y)*dim)
			if i < len(all)-1 {
				require.Len(t, q.y, most)
			}
			require.LessOrEqual(t, len(q.y), most)
			next += len(q.y)
		}
		require.Equal(t, n+l.offset+1, next)
	})
}

// The first stream of a process, and one in 64 after it, sends its first question twice.
func TestSentTwice(t *testing.T) {
	t.Parallel()
	c := &child{places: make([]place, 1)}
	var twice []int
	for k := range 130 {
		r := &request{Learner: newLearner(nil, 1)}
		r.keep([]theory.Example{{X: vec.Dense(1), Y: 1}})
		r.prepare(c, true)
		require.Equal(t, k+1, r.stream)
		if len(r.questions) == 2 {
			twice = append(twice, r.stream)
			require.Equal(t, r.questions[0], r.questions[1])
		}
	}
	require.Equal(t, []int{1, 65, 129}, twice)
}

// Learners that learn one after the other share a process. One whose process was taken by another
// gets its own, until there are many.
func TestProcesses(t *testing.T) {
	t.Parallel()
	s := program(t, "", ",timeout=41s") // of this test alone
	of, ok := Of(s)
	require.True(t, ok)
	require.NoError(t, of.Greet())
	var learners []*Learner
	for i, e := range cross(mostChildren + 2) {
		l := s.New(2).(*Learner)
		l.Steps([]theory.Example{e}, i%2 == 0)
		require.NoError(t, l.Err())
		require.Len(t, of.children, 1)
		learners = append(learners, l)
	}
	for range 2 {
		for i, l := range learners {
			like := mustParse(t, "perceptron").New(2)
			for k := range l.x.value[:len(l.y)] {
				like.Step(vec.Dense(l.x.value[2*k:2*k+2]...), theory.Label(l.y[k]))
			}
			e := cross(20)[i+1]
			steps, _ := l.Steps([]theory.Example{e}, false)
			require.NoError(t, l.Err())
			require.Equal(t, like.Step(e.X, e.Y).Decision, steps[0].Decision)
		}
		require.Len(t, of.children, mostChildren)
	}
}

// What a process has of a stream that went to another process is not gone on with, although the
// learner has begun anew meanwhile, and come as far.
func TestStreamThatWentElsewhere(t *testing.T) {
	t.Parallel()
	s := mustParse(t, fmt.Sprintf("exec(%q like perceptron,timeout=42s)", os.Args[0]))
	l := s.New(1).(*Learner)
	learn := func(y theory.Label) {
		l.Steps([]theory.Example{{X: vec.Dense(1), Y: y}}, false)
		require.NoError(t, l.Err())
	}
	busy := func() *child {
		c, err := l.program.acquire(&request{Learner: l, since: l.seen})
		require.NoError(t, err)
		return c
	}
	learn(-1)
	first := busy()
	learn(-1) // in another process
	second := l.in
	require.NotSame(t, first, second)
	for range 2 {
		l.Reset()
		learn(1)
		require.Same(t, second, l.in)
	}
	require.Equal(t, 1, l.stream%2, "the place that it had in the first")
	require.Same(t, second, busy())
	l.program.release(first)
	learn(1)
	require.Equal(t, []float64{1}, l.Classifier().W)
	l.program.release(second)
}

// A program is what the learner is that it is held to be, in all that theorems and properties ask.
func TestHeldToBe(t *testing.T) {
	t.Parallel()
	for _, as := range algos.Learners().Checked() {
		if as.Inner != nil || as.Norm() != (vec.L2{}) || as.Task() != theory.Online {
			continue
		}
		s := mustParse(t, fmt.Sprintf("exec(x,as=%s)", as))
		require.Equal(t, as.Families(), s.Families())
		require.Equal(t, as.Params(), s.Params())
		require.Equal(t, as.Condition(7), s.Condition(7))
		for _, gamma := range []float64{0, 0.5, 2} {
			require.True(t, same(as.Turn(gamma), s.Turn(gamma)) || as.Kind.Restless)
		}
		once := func(s *algos.Spec) bool { return s.Kind.OnePass != nil && s.Kind.OnePass(s.Values) }
		require.Equal(t, once(as), once(s))
		require.Nil(t, s.Kind.KeepsAll, "the program keeps what it keeps")
		scales := slices.ContainsFunc(as.Kind.Params, func(p algos.Param) bool { return p.Unit != 0 })
		want := as.Kind.Degree
		if scales {
			want = algos.Unsaid
		}
		require.Equal(t, want, s.Kind.Degree)
		p, _ := Of(s)
		require.Equal(t, as.String(), p.As().String())
		require.Equal(t, as.Kind.OwnBias, p.biased())
	}
	for bias, want := range map[string]bool{"yes": true, "no": false} {
		p, _ := Of(mustParse(t, "exec(x,bias="+bias+")"))
		require.Equal(t, want, p.biased())
	}
}
