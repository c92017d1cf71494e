package exact_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
)

// Worked by hand from the papers. Each line: the example; predicted, score and
// limit, "u" for an update (and "o" for the opening); the classifier after it.
var byHand = []struct{ name, param, value, steps string }{
	{"perceptron", "", "", `
		+1,0   + 0 0 u   1,0;0
		-1,2   + -1 0 u  0,-2;0
		+3,0   + 0 0 u   3,-2;0     a tie, rightly predicted
		-2,3   + 0 0 u   1,-5;0     a tie, wrongly predicted
		-0,0   + 0 0 -   1,-5;0
		+1,-1  + 6 0 -   1,-5;0`},
	{"pa", "", "", `
		+2,0   + 0 1 u     1/2,0;0
		+2,5   + 1 1 -     1/2,0;0      margin 1 is enough
		-1,1   + -1/2 1 u  -1/4,-3/4;0
		-0,0   + 0 1 -     -1/4,-3/4;0
		+0,-1  + 3/4 1 u   -1/4,-1;0`},
	{"amira", "eps", "1/4", `
		+2,0   + 0 3/4 u     1/2,0;0
		+2,5   + 1 3/4 -     1/2,0;0
		-1,1   + -1/2 3/4 u  -1/4,-3/4;0
		+0,-1  + 3/4 3/4 u   -1/4,-1;0  at the limit`},
	{"amira", "eps", "1/2", `
		+2,0   + 0 1/2 u     1/2,0;0
		-1,1   + -1/2 1/2 u  -1/4,-3/4;0
		+0,-1  + 3/4 1/2 -   -1/4,-3/4;0`},
	{"mira", "", "", `
		+2,0   + 0 0 u     1/2,0;0
		-1,1   + -1/2 0 u  -1/4,-3/4;0
		+0,-1  + 3/4 0 -   -1/4,-3/4;0
		+3,-1  + 0 0 u     1/20,-17/20;0`},
	// w = (1/2,0), (1/2,1), (-1,7/4).
	{"romma", "eps", "1", `
		+0,0   + 0 0 -     0,0;0
		+2,0   + 0 0 u     2,0;0
		+2,1   + 4 0 -     2,0;0
		+0,1   + 0 0 u     2/5,4/5;0
		-0,0   + 0 0 -     2/5,4/5;0
		-1,0   + -2/5 0 u  -16/65,28/65;0`},
	{"romma", "eps", "1/2", `
		+2,0   + 0 0 u        2,0;0
		+1,1   + 2 2 u        1,1;0    at the limit
		+1,1/2 + 3/2 1 -      1,1;0`},
	// w = (1/2,0), (1/2,1/2), (5/4,0), (5/4,-1): at the second and third update
	// the constraint of the new example alone is active.
	{"a-romma", "", "", `
		-0,0   + 0 0 -         0,0;0
		+2,0   + 0 0 u         2,0;0
		+2,7   + 4 4 -         2,0;0      margin 1 is enough
		+1,1   + 2 4 u         1,1;0
		+4/5,0 + 4/5 2 u       4/5,0;0
		-0,1   + 0 16/25 u     20/41,-16/41;0`},
	// w = (1,0), (1,1), (2,0), (2,1); b = -2, -2, -3, -4.
	{"pumma", "delta", "1/2", `
		+3,0   + 1 0 -o        0,0;1
		+9,9   + 1 0 -o        0,0;1
		-1,0   + -1 0 uo       1,0;-2
		+5/2,1 + 1/2 1/2 -     1,0;-2     at the limit
		+2,1   + 0 1/2 u       1/2,1/2;-1
		-1,1   + 0 1/4 u       1/2,0;-3/4
		+1,3   - -1/4 1/8 u    2/5,1/5;-4/5`},
	{"pumma", "delta", "0", `
		-0,0   + -1 0 uo       0,0;-1
		-7,7   - 1 0 -o        0,0;-1
		+2,0   - -1 0 uo       1,0;-1
		+2,5   + 1 1 -         1,0;-1     margin 1 is enough
		-1/2,0 - 1/2 1 u       3/4,0;-15/16`},
	{"e-omm", "", "", `
		-0,0   + -1 0 uo       0,0;-1
		-5,5   - 1 0 -o        0,0;-1
		+2,0   - -1 0 uo       2,0;-2
		+2,3   + 2 2 -         2,0;-2     a = gamma is enough
		+1,1   + 0 2 u         1,1;-1
		+2,-2  - -1 1 u        6/5,2/5;-4/5
		-0,1   - 2/5 4/5 u     6/5,0;-18/25`},
	{"ce-omm", "", "", `
		+1,0   + 1 0 -o        0,0;1
		--1,0  + -1 0 uo       2,0;0
		+0,1   + 0 0 u         1,1;0      a tie, rightly predicted
		-2,-1  + -1 0 u        2/5,6/5;-2/5
		+9,1   + 22/5 0 -      2/5,6/5;-2/5`},
	{"omm", "rho", "1/2", `
		+1,0     + 1 0 -o      0,0;1
		--1,0    + -1 0 uo     2,0;0
		--3/4,9  - 3/2 1 -     2,0;0
		--1/2,0  - 1 1 u       3/2,0;-3/8  at the limit`},
	{"pa-i", "C", "1/8", `
		+2,0   + 0 1 u  1/4,0;0     τ = 1/8 < 1/4
		+1,0   + 1/4 1 u  3/8,0;0
		+4,0   + 3/2 1 -  3/8,0;0
		-2,4   + -3/4 1 u  1/5,-7/20;0  τ = (7/4)/20 < 1/8`},
	{"pa-ii", "C", "1/2", `
		+2,0   + 0 1 u  2/5,0;0     τ = 1/(4+1)
		-0,1   + 0 1 u  2/5,-1/2;0  τ = 1/(1+1)
		+3,0   + 6/5 1 -  2/5,-1/2;0`},
	{"naromma", "", "", `
		+1,0     + 0 0 u    1,0;0
		+1/2,0   + 1/2 1 u  2,0;0      1/ℓ > g ≥ ℓN
		+3/5,1   + 6/5 1 -  2,0;0
		+1/3,2   + 2/3 1 u  2,1/6;0    τ = (1/3)4/(148/9-2/3), c = 1`},
	{"naromma(step4=printed)", "", "", `
		+1,0     + 0 0 u    1,0;0
		+1/2,0   + 1/2 1 -  1,0;0      along w
		+3/5,1   + 3/5 1 u  1,2/5;0    the direction of (95,38), as 1.316:0.526
		--5,-2   - 29/5 1 -  1,2/5;0
		+-5,-2   - -29/5 1 -  1,2/5;0`},
	{"randomized", "", "", `
		+3,4     + 0 0 u    3,4;0
		-0,0     + 0 0 -    3,4;0
		-4,-3    + 0 0 u    -1,7;0`},
	{"omm(rule=printed)", "rho", "1/2", `
		+1,0     + 1 0 -o      0,0;1
		--1,0    + -1 0 uo     2,0;0
		--1/2,0  - 1 1 -       2,0;0       at the limit
		--1/4,0  - 1/2 1 u     5/4,0;-15/32`},
}

func TestByHand(t *testing.T) {
	for _, c := range byHand {
		name := strings.TrimSpace(c.name + " " + c.value)
		var l exact.Learner
		for line := range strings.Lines(strings.TrimSpace(c.steps)) {
			f := strings.Fields(line)
			e := example(f[0])
			if l == nil {
				l = newLearner(t, c.name, c.param, c.value, len(e.X))
			}
			s := l.Step(e.X, e.Y)
			flags := map[bool]string{true: "u", false: "-"}[s.Updated] + map[bool]string{true: "o"}[s.Opening]
			w, b := l.Classifier()
			got := fmt.Sprintf("%s %s %s %s %s;%s", map[int]string{+1: "+", -1: "-"}[s.Predicted],
				s.Score.RatString(), s.Limit.RatString(), flags, show(w), b.RatString())
			require.Equal(t, strings.Join(f[1:6], " "), got, "%s at %s", name, f[0])
			require.Equal(t, e.Y, s.Y)
			require.Equal(t, f[1] != f[0][:1], s.Mistake())
			require.False(t, s.Infeasible)
		}
	}
}

// The errata's stream: with ρ = 0 the condition as printed errs at the tie for
// ever, and the condition that counts ties errs once.
func TestTiesAsPrinted(t *testing.T) {
	stream := parse("+1,0 --1,0" + strings.Repeat(" -0,1", 50))
	printed, err := exact.Run(newLearner(t, "omm(rule=printed)", "rho", "0", 2), stream)
	require.NoError(t, err)
	require.Equal(t, []int{52, 51, 1, 1}, []int{len(printed.Steps), printed.Mistakes, printed.OpeningMistakes, printed.Updates})
	mended, err := exact.Run(newLearner(t, "ce-omm", "", "", 2), stream)
	require.NoError(t, err)
	require.Equal(t, []int{52, 2, 1, 2}, []int{len(mended.Steps), mended.Mistakes, mended.OpeningMistakes, mended.Updates})

	s := printed.Steps[2]
	require.True(t, s.Within(rat("0")))
	require.False(t, s.Within(rat("-1/100")))
	require.False(t, printed.Steps[1].Within(rat("1")), "an opening has no margin")
}

func TestHullByHand(t *testing.T) {
	l := exact.NewOMM(2, rat("1"))
	of, weight := l.Hull(+1)
	require.Nil(t, of)
	require.Nil(t, weight)
	_, err := exact.Run(l, parse("-0,0 +2,0 +1,1 +2,-2 -0,1"))
	require.NoError(t, err)
	of, weight = l.Hull(+1)
	require.Len(t, of, 2)
	require.Equal(t, "1,1 2,-2 4/5,1/5", show(of[0])+" "+show(of[1])+" "+show(weight))
	of, weight = l.Hull(-1)
	require.Len(t, of, 2)
	require.Equal(t, "0,0 0,1 3/5,2/5", show(of[0])+" "+show(of[1])+" "+show(weight))
	plus, minus := l.Certificates()
	require.Equal(t, "6/5,2/5 0,2/5", show(plus)+" "+show(minus))
}

func TestInseparableStreamsAreRefused(t *testing.T) {
	for _, c := range []struct{ name, param, value, stream, want string }{
		{"romma", "eps", "1", "+1,2 +1,2 --3,-6 +5,10 -3,6", "example 5"},
		{"a-romma", "", "", "+1,2 -1,2", "example 2"},
		{"pumma", "delta", "0", "+1,2 -1,2", "example 2"},
		{"pumma", "delta", "0", "+1,2 -1,0 +1,0", "example 3"},
		{"pumma", "delta", "0", "+2,0 -0,0 --1,0 -3,0", "example 4"},
		{"e-omm", "", "", "+1,2 -1,2", "example 2"},
		{"ce-omm", "", "", "+2,0 -0,0 -4,0", "example 3"},
		{"n-omm", "", "", "+2,0 -0,0 -3,0", "example 3"},
	} {
		l := newLearner(t, c.name, c.param, c.value, 2)
		stream := parse(c.stream)
		_, err := exact.Run(l, stream[:len(stream)-1])
		require.NoError(t, err)
		w, b := l.Classifier()
		s := l.Step(stream[len(stream)-1].X, stream[len(stream)-1].Y)
		require.True(t, s.Infeasible)
		require.False(t, s.Updated)
		after, bAfter := l.Classifier()
		equalVectors(t, w, after, "w stays")
		equal(t, b, bAfter, "b stays")

		l = newLearner(t, c.name, c.param, c.value, 2)
		tr, err := exact.Run(l, stream)
		require.EqualError(t, err, c.want+": no classifier meets the constraints of the update, expected a separable stream")
		require.True(t, tr.Steps[len(tr.Steps)-1].Infeasible)
	}
}

func TestNewSaysWhatWasExpected(t *testing.T) {
	params := func(s ...string) map[string]*big.Rat {
		m := map[string]*big.Rat{}
		for i := 0; i < len(s); i += 2 {
			m[s[i]] = rat(s[i+1])
		}
		return m
	}
	for _, c := range []struct {
		name   string
		params map[string]*big.Rat
		want   string
	}{
		{"pa", params("C", "1"), `learner "pa": 1 parameters given, expected none`},
		{"omm", nil, `learner "omm": expected the parameters rho in [0, 1], p in [1.02, 100] (or none)`},
		{"omm", params("eps", "1"), `learner "omm": expected the parameters rho in [0, 1], p in [1.02, 100] (or none)`},
		{"omm", params("rho", "1", "eps", "1"), `learner "omm": expected the parameters rho in [0, 1], p in [1.02, 100] (or none)`},
		{"omm", params("rho", "-1/9"), `learner "omm": parameter rho is -1/9, expected it in [0, 1]`},
		{"romma", params("eps", "10/9"), `learner "romma": parameter eps is 10/9, expected it in [0, 1]`},
		{"pumma", params("delta", "1"), `learner "pumma": parameter delta is 1, expected it in [0, 1)`},
		{"amira", params("eps", "0"), `learner "amira": parameter eps is 0, expected it in (0, 1]`},
	} {
		_, err := exact.New(c.name, c.params, 2)
		require.EqualError(t, err, c.want)
	}
	_, err := exact.New("svm", nil, 2)
	require.ErrorContains(t, err, `no exact learner is called "svm", expected one of perceptron, romma, a-romma`)
	require.PanicsWithValue(t, "exact: delta is 1, expected it in [0, 1)", func() { exact.NewPUMMA(2, rat("1")) })
}

// The stream of the errata on which n-OMM, n-OMM as printed and e-OMM part.
func TestNaiveOMMsByName(t *testing.T) {
	last := map[string]string{}
	for _, name := range []string{"n-omm", "n-omm(keep=violating)", "e-omm"} {
		l := newLearner(t, name, "", "", 2)
		tr, err := exact.Run(l, parse("+1,0 --1,0 +1,5 +1/2,-2"))
		require.NoError(t, err)
		require.Equal(t, 2, tr.Updates)
		w, b := l.Classifier()
		last[name] = show(w) + ";" + b.RatString()
	}
	require.NotEqual(t, last["n-omm"], last["n-omm(keep=violating)"])
	require.Equal(t, last["e-omm"], last["n-omm(keep=violating)"], "of three points, the nearest are on the same segment")
}

func TestWrongExamplesPanic(t *testing.T) {
	for _, s := range settings() {
		require.PanicsWithValue(t, "exact: label is 0, expected +1 or -1", func() { s.new(t, 2).Step(point("1,2"), 0) })
		require.PanicsWithValue(t, "exact: vectors of 2 and 3 dimensions", func() { s.new(t, 2).Step(point("1,2,3"), 1) })
	}
}
