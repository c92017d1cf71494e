package exact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/theory"
)

// Worked by hand from the papers, for the exact models and for the learners, which decide
// the same in float64, at ties too. Each line: the example; predicted, score and
// limit, "u" for an update (and "o" for the opening); the classifier after it.
var byHand = []struct{ learner, steps string }{
	{"perceptron", `
		+1,0   + 0 0 u   1,0;0
		-1,2   + -1 0 u  0,-2;0
		+3,0   + 0 0 u   3,-2;0     a tie, rightly predicted
		-2,3   + 0 0 u   1,-5;0     a tie, wrongly predicted
		-0,0   + 0 0 -   1,-5;0
		+1,-1  + 6 0 -   1,-5;0`},
	{"pa", `
		+2,0   + 0 1 u     1/2,0;0
		+2,5   + 1 1 -     1/2,0;0      margin 1 is enough
		-1,1   + -1/2 1 u  -1/4,-3/4;0
		-0,0   + 0 1 -     -1/4,-3/4;0
		+0,-1  + 3/4 1 u   -1/4,-1;0`},
	{"amira(eps=1/4)", `
		+2,0   + 0 3/4 u     1/2,0;0
		+2,5   + 1 3/4 -     1/2,0;0
		-1,1   + -1/2 3/4 u  -1/4,-3/4;0
		+0,-1  + 3/4 3/4 u   -1/4,-1;0  at the limit`},
	{"amira(eps=1/2)", `
		+2,0   + 0 1/2 u     1/2,0;0
		-1,1   + -1/2 1/2 u  -1/4,-3/4;0
		+0,-1  + 3/4 1/2 -   -1/4,-3/4;0`},
	{"second-order(a=1)", `
		+1,0   + 0 0 -     0,0;0        a tie, rightly predicted
		-1,0   + 0 0 u     -1/2,0;0
		-0,0   + 0 0 -     -1/2,0;0     a mistake that teaches nothing
		+1,1   - -1/2 0 u  -1/5,3/5;0
		+0,1   + 3/5 0 -   -1/5,3/5;0`},
	{"arow(a=3)", `
		-1,0   + 0 1 u     -1/4,0;0
		-4,0   - 1 1 -     -1/4,0;0     margin 1 is enough
		-2,0   - 1/2 1 u   -3/8,0;0`},
	{"mira", `
		+2,0   + 0 0 u     1/2,0;0
		-1,1   + -1/2 0 u  -1/4,-3/4;0
		+0,-1  + 3/4 0 -   -1/4,-3/4;0
		+3,-1  + 0 0 u     1/20,-17/20;0`},
	// w = (1/2,0), (1/2,1), (-1,7/4).
	{"romma(eps=1)", `
		+0,0   + 0 0 -     0,0;0
		+2,0   + 0 0 u     2,0;0
		+2,1   + 4 0 -     2,0;0
		+0,1   + 0 0 u     2/5,4/5;0
		-0,0   + 0 0 -     2/5,4/5;0
		-1,0   + -2/5 0 u  -16/65,28/65;0`},
	{"romma(eps=1/2)", `
		+2,0   + 0 0 u        2,0;0
		+1,1   + 2 2 u        1,1;0    at the limit
		+1,1/2 + 3/2 1 -      1,1;0`},
	// w = (1/2,0), (1/2,1/2), (5/4,0), (5/4,-1): at the second and third update
	// the constraint of the new example alone is active.
	{"a-romma", `
		-0,0   + 0 0 -         0,0;0
		+2,0   + 0 0 u         2,0;0
		+2,7   + 4 4 -         2,0;0      margin 1 is enough
		+1,1   + 2 4 u         1,1;0
		+4/5,0 + 4/5 2 u       4/5,0;0
		-0,1   + 0 16/25 u     20/41,-16/41;0`},
	// w = (1,0), (1,1), (2,0), (2,1); b = -2, -2, -3, -4.
	{"pumma(delta=1/2)", `
		+3,0   + 1 0 -o        0,0;1
		+9,9   + 1 0 -o        0,0;1
		-1,0   + -1 0 uo       1,0;-2
		+5/2,1 + 1/2 1/2 -     1,0;-2     at the limit
		+2,1   + 0 1/2 u       1/2,1/2;-1
		-1,1   + 0 1/4 u       1/2,0;-3/4
		+1,3   - -1/4 1/8 u    2/5,1/5;-4/5`},
	{"pumma(delta=0)", `
		-0,0   + -1 0 uo       0,0;-1
		-7,7   - 1 0 -o        0,0;-1
		+2,0   - -1 0 uo       1,0;-1
		+2,5   + 1 1 -         1,0;-1     margin 1 is enough
		-1/2,0 - 1/2 1 u       3/4,0;-15/16`},
	{"e-omm", `
		-0,0   + -1 0 uo       0,0;-1
		-5,5   - 1 0 -o        0,0;-1
		+2,0   - -1 0 uo       2,0;-2
		+2,3   + 2 2 -         2,0;-2     a = gamma is enough
		+1,1   + 0 2 u         1,1;-1
		+2,-2  - -1 1 u        6/5,2/5;-4/5
		-0,1   - 2/5 4/5 u     6/5,0;-18/25`},
	{"ce-omm", `
		+1,0   + 1 0 -o        0,0;1
		--1,0  + -1 0 uo       2,0;0
		+0,1   + 0 0 u         1,1;0      a tie, rightly predicted
		-2,-1  + -1 0 u        2/5,6/5;-2/5
		+9,1   + 22/5 0 -      2/5,6/5;-2/5`},
	{"omm(rho=1/2)", `
		+1,0     + 1 0 -o      0,0;1
		--1,0    + -1 0 uo     2,0;0
		--3/4,9  - 3/2 1 -     2,0;0
		--1/2,0  - 1 1 u       3/2,0;-3/8  at the limit`},
	{"pa-i(C=1/8)", `
		+2,0   + 0 1 u  1/4,0;0     τ = 1/8 < 1/4
		+1,0   + 1/4 1 u  3/8,0;0
		+4,0   + 3/2 1 -  3/8,0;0
		-2,4   + -3/4 1 u  1/5,-7/20;0  τ = (7/4)/20 < 1/8`},
	{"pa-ii(C=1/2)", `
		+2,0   + 0 1 u  2/5,0;0     τ = 1/(4+1)
		-0,1   + 0 1 u  2/5,-1/2;0  τ = 1/(1+1)
		+3,0   + 6/5 1 -  2/5,-1/2;0`},
	{"naromma", `
		+1,0     + 0 0 u    1,0;0
		+1/2,0   + 1/2 1 u  2,0;0      1/ℓ > g ≥ ℓN
		+3/5,1   + 6/5 1 -  2,0;0
		+1/3,2   + 2/3 1 u  2,1/6;0    τ = (1/3)4/(148/9-2/3), c = 1`},
	{"naromma(step4=printed)", `
		+1,0     + 0 0 u    1,0;0
		+1/2,0   + 1/2 1 -  1,0;0      along w
		+3/5,1   + 3/5 1 u  1,2/5;0    the direction of (95,38), as 1.316:0.526
		--5,-2   - 29/5 1 -  1,2/5;0
		+-5,-2   - -29/5 1 -  1,2/5;0`},
	{"randomized", `
		+3,4     + 0 0 u    3,4;0
		-0,0     + 0 0 -    3,4;0
		-4,-3    + 0 0 u    -1,7;0`},
	// Of the segment from (1,5) to (1/2,-2) the nearest point to (-1,0) is (1,5) - 144/197 (1/2,7).
	{"n-omm", `
		+1,0     + 1 0 -o      0,0;1
		--1,0    + -1 0 uo     2,0;0
		+1,5     + 2 2 -       2,0;0     a = gamma is enough
		+1/2,-2  + 1 2 u       322/197,-23/197;115/394`},
	{"n-omm(keep=violating)", `
		+1,0     + 1 0 -o      0,0;1
		--1,0    + -1 0 uo     2,0;0
		+1,5     + 2 2 -       2,0;0     dropped, and on the wrong side in the end
		+1/2,-2  + 1 2 u       32/17,-8/17;0`},
	// (4,0) to the nearest point (1,1) of the triangle, and to the first example of its class.
	{"n-omm", `
		-0,0     + -1 0 uo     0,0;-1
		-0,3     - 1 0 -o      0,0;-1
		-1,1     - 1 0 -o      0,0;-1
		+4,0     - -1 0 uo     3,-1;-7`},
	{"n-omm(keep=violating)", `
		-0,0     + -1 0 uo     0,0;-1
		-0,3     - 1 0 -o      0,0;-1
		+4,0     - -1 0 uo     4,0;-8`},
	{"omm(rule=printed,rho=1/2)", `
		+1,0     + 1 0 -o      0,0;1
		--1,0    + -1 0 uo     2,0;0
		--1/2,0  - 1 1 -       2,0;0       at the limit
		--1/4,0  - 1/2 1 u     5/4,0;-15/32`},
}

func TestByHand(t *testing.T) {
	for _, c := range byHand {
		var l exact.Learner
		var float algos.Learner
		for line := range strings.Lines(strings.TrimSpace(c.steps)) {
			f := strings.Fields(line)
			e := example(f[0])
			if l == nil {
				l = newLearner(t, c.learner, len(e.X))
				if !strings.Contains(c.learner, "=printed") && c.learner != "randomized" { // there is such a learner
					spec, err := algos.Parse(c.learner)
					require.NoError(t, err)
					float = spec.New(len(e.X))
				}
			}
			s := mustTake(t, l, e)
			flags := map[bool]string{true: "u", false: "-"}[s.Updated] + map[bool]string{true: "o"}[s.Opening]
			w, b := classifier(t, l)
			got := fmt.Sprintf("%s %s %s %s %s;%s", map[int]string{+1: "+", -1: "-"}[s.Predicted],
				s.Score.RatString(), s.Limit.RatString(), flags, show(w), b.RatString())
			require.Equal(t, strings.Join(f[1:6], " "), got, "%s at %s", c.learner, f[0])
			require.Equal(t, e.Y, s.Y)
			require.Equal(t, f[1] != f[0][:1], s.Mistake())
			if float == nil {
				continue
			}
			step := float.Step(dense(e.X), theory.Label(e.Y))
			require.Equal(t, s.Updated, step.Updated, "%s in float64 at %s", c.learner, f[0])
			require.Equal(t, s.Predicted, int(step.Predicted), "%s in float64 at %s", c.learner, f[0])
		}
	}
}

func TestInseparableStreamsAreRefused(t *testing.T) {
	for _, c := range []struct{ learner, stream, want string }{
		{"romma(eps=1)", "+1,2 +1,2 --3,-6 +5,10 -3,6", "example 5"},
		{"a-romma", "+1,2 -1,2", "example 2"},
		{"pumma(delta=0)", "+1,2 -1,2", "example 2"},
		{"pumma(delta=0)", "+1,2 -1,0 +1,0", "example 3"},
		{"pumma(delta=0)", "+2,0 -0,0 --1,0 -3,0", "example 4"},
		{"e-omm", "+1,2 -1,2", "example 2"},
		{"ce-omm", "+2,0 -0,0 -4,0", "example 3"},
		{"n-omm", "+2,0 -0,0 -3,0", "example 3"},
	} {
		l := newLearner(t, c.learner, 2)
		stream := parse(c.stream)
		last := len(stream) - 1
		mustRun(t, l, stream[:last])
		w, b := classifier(t, l)
		_, err := take(t, l, stream[last])
		require.Error(t, err)
		after, bAfter := classifier(t, l)
		equalVectors(t, w, after, "w stays")
		equal(t, b, bAfter, "b stays")
		_, err = runNamed(c.learner, 2, stream, exact.Limit{})
		require.EqualError(t, err, c.want+": no classifier meets the constraints of the update, expected a separable stream")
	}
}

func TestWrongExamplesPanic(t *testing.T) {
	for _, s := range settings() {
		require.PanicsWithValue(t, "exact: label is 0, expected +1 or -1", func() { s.new(2).Step(point("1,2"), 0) })
		require.PanicsWithValue(t, "exact: vectors of 2 and 3 dimensions", func() { s.new(2).Step(point("1,2,3"), 1) })
	}
}
