package exact_test

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
	"marginlab/theory/real"
)

// A run by name reports what the learner itself does, in rational numbers, and in intervals from the first update on,
// which enclose these and leave only ties open.
func TestRunsByNameAreTheLearners(t *testing.T) {
	t.Parallel()
	all, closed := map[string]int{}, map[string]int{}
	forEachSetting(t, func(t *rapid.T, s setting) {
		d := streams(s.bias, s.longest()*2/3).Draw(t, "stream")
		l := s.new(d.dim)
		tr := mustRun(t, l, d.stream)
		w, b := classifier(t, l)
		limits := []exact.Limit{{}}
		if s.longest() == 18 && s.IsRational() && !strings.HasPrefix(s.Name, "n-omm") { // its numbers may double
			limits = append(limits, exact.Limit{Bits: 6, Prec: rapid.SampledFrom([]uint{32, 256}).Draw(t, "bits")})
		}
		for k, limit := range limits {
			result, err := runNamed(s.learner, d.dim, d.stream, limit)
			if all[s.learner]++; k > 0 && err != nil {
				require.ErrorAs(t, err, new(*real.UndecidedError))
				continue
			}
			require.NoError(t, err)
			closed[s.learner]++
			requireRun(t, s, d, l, tr, result, k == 0)
			enclosed, enclosedB := lastOf(t, result, 512)
			require.True(t, enclosedB.Contains(b))
			for i := range w {
				require.True(t, enclosed[i].Contains(w[i]))
			}
		}
	})
	for learner := range all {
		require.Greater(t, 10*closed[learner], 8*all[learner], "%s: runs that were decided", learner)
	}
}

// requireRun checks a run against the learner. In intervals its numbers must enclose the learner's.
func requireRun(t *rapid.T, s setting, d drawn, l exact.Learner, tr trace, result *result, rational bool) {
	require.Equal(t, []int{1, tr.mistakes, tr.updates, tr.openingMistakes},
		[]int{result.Passes, result.Mistakes, result.Updates, result.OpeningMistakes})
	openingUpdates := 0
	var gamma3 *big.Rat
	for i, st := range tr.steps {
		require.Equal(t, st.Decision, result.Steps[i])
		if st.Opening && st.Updated {
			openingUpdates++
		}
		for _, phi := range []string{"-1/2", "0", "1/3", "1/2", "9/10", "1"} {
			within, err := result.Within(i, rat(phi))
			if rational {
				require.NoError(t, err)
			}
			if err == nil {
				require.Equal(t, st.within(rat(phi)), within, "step %d", i+1)
			}
		}
		if gamma3 == nil && st.Target != nil {
			gamma3 = quo(mul(st.Target, st.Target), st.SqNorm)
		}
	}
	require.Equal(t, openingUpdates, result.OpeningUpdates)
	w, b := classifier(t, l)
	for _, of := range []struct {
		got  value
		want *big.Rat
		what string
	}{
		{result.Gamma3(), gamma3, "γ₃"}, {result.LastGamma(), lastSqGamma(s, w), "the last γ"},
		{result.Margin(d.stream), sqMargin(w, b, d.stream), "the margin"},
	} {
		if require.Equal(t, of.want != nil, of.got.Exists(), of.what); of.want == nil {
			continue
		}
		if rational {
			equal(t, of.want, of.got.Square, of.what)
			continue
		}
		x, err := of.got.Interval(200)
		require.NoError(t, err)
		require.True(t, x.Mul(x).Contains(of.want) || x.Contains(num(0)) && of.want.Sign() == 0,
			"%s: %v is not the root of %v", of.what, x, of.want)
	}
	for _, e := range d.stream {
		label, err := result.Predict(e.X)
		if rational {
			require.NoError(t, err)
		}
		if err == nil {
			require.Equal(t, add(dot(w, e.X), b).Sign() >= 0, label > 0)
		}
	}
}

// lastSqGamma returns γ_t² after the last step by the formulas of the learners' documentation, nil for none.
func lastSqGamma(s setting, w exact.Vector) *big.Rat {
	switch {
	case w.IsZero():
	case s.Name == "romma", s.Name == "a-romma", s.Name == "pumma":
		return square(w) // v = w/‖w‖²
	case strings.HasPrefix(s.Name, "naromma"):
		return quo(num(1), square(w))
	case strings.Contains(s.Name, "omm"):
		return quo(square(w), num(4))
	}
	return nil
}

// A run that ends with its opening, or is empty, has no γ₃.
func TestRunsWithoutMargins(t *testing.T) {
	result, err := runNamed("e-omm", 1, parse("+1 --1"), exact.Limit{})
	require.NoError(t, err)
	require.False(t, result.Gamma3().Exists())
	equal(t, num(1), result.LastGamma().Square, "γ² after the opening")
	for _, learner := range []string{
		"e-omm", "pumma(delta=0)", "perceptron", "mcp", "alma(alpha=1)", "randomized", "randomized-omd",
	} {
		result, err := runNamed(learner, 1, nil, exact.Limit{})
		require.NoError(t, err)
		require.False(t, result.Gamma3().Exists())
		require.Equal(t, strings.HasPrefix(learner, "randomized"), result.Expected().Exists())
		equal(t, num(0), result.Margin(parse("+1")).Square, "margin")
		label, err := result.Predict(point("-1"))
		require.NoError(t, err)
		require.Equal(t, 1, label, "sign(0) = +1")
	}
}

// Numbers that do not double are never replaced by intervals: the run ends when they exceed the limit.
func TestLongNumbersEndARun(t *testing.T) {
	// w = 2^-150 along the first axis: ‖w‖² is long, and the score 0 of the second not
	far := exact.Vector{new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 150)), num(0)}
	stream := []exact.Example{{X: far, Y: 1}, {X: point("0,1"), Y: 1}}
	_, err := runNamed("pa", 2, stream, exact.Limit{Bits: 200})
	var long *exact.TooLongError
	require.ErrorAs(t, err, &long)
	require.EqualError(t, err, "example 2: a number of 301 bits, expected at most 200")
	_, err = runNamed("pa", 2, stream, exact.Limit{Bits: 301})
	require.NoError(t, err)
}

// The passes of the perceptron over two examples, by hand, the second pass by the first's w, and so on: w is (1,1) and
// (0,1); (0,1) and, at a tie, (-1,1); at a tie (0,2), and at a tie (-1,2); and at rest.
func TestRepeats(t *testing.T) {
	stream := parse("+1,1 -1,0")
	for _, c := range []struct {
		repeat exact.Repeat
		passes int
		fault  string
	}{
		{exact.Repeat{}, 1, ""},
		{exact.Repeat{Passes: 3}, 3, ""},
		{exact.Repeat{Passes: 9, Rest: true}, 4, ""},
		{exact.Repeat{Passes: 4, Rest: true}, 4, ""},
		{exact.Repeat{Passes: 3, Rest: true}, 3, "a change in each of 3 passes, expected a pass without"},
	} {
		result, err := runOf(find(t, "perceptron"), 2, stream, c.repeat, exact.Limit{})
		if c.fault != "" {
			require.EqualError(t, err, c.fault)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.passes, result.Passes)
		require.Len(t, result.Steps, 2*c.passes)
	}
	result, err := runOf(find(t, "perceptron"), 2, stream, exact.Repeat{Passes: 9, Rest: true}, exact.Limit{})
	require.NoError(t, err)
	w, _ := lastOf(t, result, 64)
	equalVectors(t, point("-1,2"), exact.Vector{w[0].Lower(), w[1].Upper()}, "w")
	require.Equal(t, 5, result.Updates)
	for _, name := range []string{"cmcp", "ce-omm", "mira"} {
		result, err := runOf(find(t, name), 2, stream, exact.Repeat{Passes: 50, Rest: true}, exact.Limit{})
		require.NoError(t, err)
		last := result.Steps[len(result.Steps)-2:]
		require.False(t, last[0].Updated || last[1].Updated)
		require.True(t, slices.ContainsFunc(result.Steps[len(result.Steps)-4:], func(d exact.Decision) bool { return d.Updated }))
	}
}

// The parameters that a name implies.
func TestParams(t *testing.T) {
	show := func(params map[string]*big.Rat) string {
		var s []string
		for _, name := range slices.Sorted(maps.Keys(params)) {
			s = append(s, name+"="+params[name].RatString())
		}
		return strings.Join(s, " ")
	}
	for _, c := range [][2]string{
		{"e-omm", "p=2 rho=1"}, {"ce-omm(p=3)", "p=3 rho=0"}, {"n-omm", "p=2 rho=1"}, {"n-omm(rho=1/3)", "p=2 rho=1/3"},
		{"n-omm(keep=violating)", "p=2 rho=1"}, {"omm(rho=1/3)", "p=2 rho=1/3"}, {"omm(rule=printed,rho=1/3)", "p=2 rho=1/3"},
		{"romma(eps=1/4)", "eps=1/4 rho=3/4"}, {"a-romma", "eps=0 rho=1"},
		{"naromma", "rho=1"}, {"naromma(step4=printed)", "rho=1"}, {"pumma(delta=1/100)", "delta=1/100 p=2 rho=99/100"},
		{"mira", "eps=1"}, {"amira(eps=1/4)", "eps=1/4"}, {"perceptron", "p=2"}, {"pa", ""}, {"pa-i(C=7)", "C=7"},
		{"cmcp", "rho=0"}, {"mcp", "rho=1/2"}, {"mcp(rho=1/4)", "rho=1/4"}, {"mcp(rule=strict)", "rho=1/2"},
		{"alma(alpha=1/2)", "alpha=1/2 p=2"}, {"randomized(R=5)", "R=5 p=2"}, {"randomized(psi=printed)", "p=2"},
		{"randomized-omd(R=5)", "R=5 p=2"},
	} {
		require.Equal(t, c[1], show(find(t, c[0]).Params), c[0])
	}
	given := map[string]*big.Rat{"delta": num(0)}
	_, err := exact.Find("pumma", given)
	require.NoError(t, err)
	require.Equal(t, "delta=0", show(given), "the given ones stay")
	require.False(t, find(t, "mcp").IsRational())
	require.False(t, find(t, "e-omm(p=3)").IsRational())
	require.True(t, find(t, "e-omm").IsRational())
}

func TestFaultsOfParametersAreNamed(t *testing.T) {
	const (
		omm  = `learner "omm": expected the parameters rho in [0, 1], p in [1.02, 100] (or none)`
		alma = `learner "alma": expected the parameters alpha in (0, 1], ` +
			`B in (0, inf) (or none), C in (0, inf) (or none), p in [2, 100] (or none)`
	)
	for learner, want := range map[string]string{
		"pa(C=1)":             `learner "pa": 1 parameters given, expected none`,
		"pa-i(C=0)":           `learner "pa-i": parameter C is 0, expected it in (0, inf)`,
		"omm":                 omm,
		"omm(eps=1)":          omm,
		"omm(rho=1,eps=1)":    omm,
		"omm(rho=-1/9)":       `learner "omm": parameter rho is -1/9, expected it in [0, 1]`,
		"e-omm(rho=1)":        `learner "e-omm": expected the parameters p in [1.02, 100] (or none)`,
		"e-omm(p=1)":          `learner "e-omm": parameter p is 1, expected it in [1.02, 100]`,
		"n-omm(p=3)":          `learner "n-omm": parameter p is 3, expected it in [2, 2]`,
		"romma(eps=10/9)":     `learner "romma": parameter eps is 10/9, expected it in [0, 1]`,
		"pumma(delta=1)":      `learner "pumma": parameter delta is 1, expected it in [0, 1)`,
		"amira(eps=10/9)":     `learner "amira": parameter eps is 10/9, expected it in [0, 1]`,
		"alma":                alma,
		"alma(alpha=1,q=2)":   alma,
		"alma(alpha=1,p=3/2)": `learner "alma": parameter p is 3/2, expected it in [2, 100]`,
		"randomized(R=-1)":    `learner "randomized": parameter R is -1, expected it in [0, inf)`,
		"randomized(seed=1)":  `learner "randomized": expected the parameters R in [0, inf) (or none), p in [2, 2] (or none)`,
		"randomized-omd(p=3)": `learner "randomized-omd": parameter p is 3, expected it in [2, 2]`,
	} {
		_, err := exact.Parse(learner)
		require.EqualError(t, err, fmt.Sprintf("%q: %s", learner, want))
	}
	_, err := exact.Parse("bias(svm, 1)")
	require.ErrorContains(t, err, `"bias(svm, 1)": no exact learner is called "svm", `+
		"expected one of perceptron, margin-perceptron, romma, a-romma")
}
