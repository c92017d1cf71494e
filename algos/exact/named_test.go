package exact_test

import (
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
)

func (s setting) params() map[string]*big.Rat {
	if s.param == "" {
		return nil
	}
	return map[string]*big.Rat{s.param: rat(s.value)}
}

// A run by name tells what the learner itself does.
func TestRunsByNameAreTheLearners(t *testing.T) {
	t.Parallel()
	forEachSetting(t, func(t *rapid.T, s setting) {
		d := streams(s.bias, s.longest()*2/3).Draw(t, "stream")
		l := s.new(t, d.dim)
		tr := mustRun(t, l, d.stream)
		result, err := runNamed(s.name, s.params(), d.dim, d.stream, exact.Limit{})
		require.NoError(t, err)
		require.Equal(t, []int{1, tr.mistakes, tr.updates, tr.openingMistakes}, []int{result.Passes, result.Mistakes, result.Updates, result.OpeningMistakes})
		openingUpdates := 0
		var gamma3 *big.Rat
		for i, st := range tr.steps {
			require.Equal(t, st.Decision, result.Steps[i])
			if st.Opening && st.Updated {
				openingUpdates++
			}
			for _, phi := range []string{"-1/2", "0", "1/2", "9/10", "1"} {
				within, err := result.Within(i, rat(phi))
				require.NoError(t, err)
				require.Equal(t, st.within(rat(phi)), within)
			}
			if gamma3 == nil && st.Target != nil {
				gamma3 = quo(mul(st.Target, st.Target), st.SqNorm)
			}
		}
		require.Equal(t, openingUpdates, result.OpeningUpdates)
		require.Equal(t, gamma3 != nil, result.Gamma3().Exists())
		if gamma3 != nil {
			equal(t, gamma3, result.Gamma3().Square, "γ₃²")
		}
		w, b := classifier(t, l)
		requireLastGamma(t, s, tr, l, w, result.LastGamma())

		for _, e := range d.stream {
			label, err := result.Predict(e.X)
			require.NoError(t, err)
			require.Equal(t, add(dot(w, e.X), b).Sign() >= 0, label > 0)
		}
		equal(t, sqMargin(w, b, d.stream), result.Margin(d.stream).Square, "margin²")
		enclosed, enclosedB := lastOf(t, result, 64)
		require.True(t, enclosedB.Contains(b))
		for k := range w {
			require.True(t, enclosed[k].Contains(w[k]))
		}
	})
}

// requireLastGamma checks γ_t after the last step by the formulas of the learners' documentation.
func requireLastGamma(t require.TestingT, s setting, tr trace, l exact.Learner, w exact.Vector, got value) {
	var want *big.Rat
	switch {
	case w.IsZero():
	case strings.Contains(s.name, "omm") && s.name != "romma" && s.name != "a-romma" && !strings.HasPrefix(s.name, "naromma"):
		want = quo(square(w), num(4))
	case s.name == "romma", s.name == "a-romma", s.name == "pumma":
		want = square(w) // v = w/‖w‖²
	case strings.HasPrefix(s.name, "naromma"):
		want = quo(num(1), square(w))
	}
	require.Equal(t, want != nil, got.Exists(), s.name)
	if want != nil {
		equal(t, want, got.Square, "last γ²")
	}
}

func TestRunByNameOfNaiveOMM(t *testing.T) {
	result, err := runNamed("n-omm", nil, 2, parse("+1,0 --1,0 +1,5 +1/2,-2"), exact.Limit{})
	require.NoError(t, err)
	equal(t, rat("529/788"), result.LastGamma().Square, "γ²") // as in TestPrintedNaiveOMMErrsOnWhatItDropped
	equal(t, num(1), result.Gamma3().Square, "γ₃²")
	equal(t, rat("529/788"), result.Margin(parse("+1,0 --1,0 +1,5 +1/2,-2")).Square, "margin²")
}

// A run that ends with its opening, or is empty, has no γ₃.
func TestRunsWithoutMargins(t *testing.T) {
	result, err := runNamed("e-omm", nil, 1, parse("+1 --1"), exact.Limit{})
	require.NoError(t, err)
	require.False(t, result.Gamma3().Exists())
	equal(t, num(1), result.LastGamma().Square, "γ² after the opening")
	for _, name := range []string{"e-omm", "pumma", "perceptron", "mcp", "alma", "randomized", "randomized-omd"} {
		params := map[string]map[string]*big.Rat{"pumma": {"delta": num(0)}, "alma": {"alpha": num(1)}}[name]
		result, err := runNamed(name, params, 1, nil, exact.Limit{})
		require.NoError(t, err)
		require.False(t, result.Gamma3().Exists())
		require.Equal(t, strings.HasPrefix(name, "randomized"), result.Expected().Exists())
		equal(t, num(0), result.Margin(parse("+1")).Square, "margin")
		label, err := result.Predict(point("-1"))
		require.NoError(t, err)
		require.Equal(t, 1, label, "sign(0) = +1")
	}
}

// Numbers that do not double have no intervals in their place: the run ends when they are longer than the limit.
func TestLongNumbersEndARun(t *testing.T) {
	// w = 2^-150 along the first axis: ‖w‖² is long, and the score 0 of the second not
	far := exact.Vector{new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 150)), num(0)}
	stream := []exact.Example{{X: far, Y: 1}, {X: point("0,1"), Y: 1}}
	_, err := runNamed("pa", nil, 2, stream, exact.Limit{Bits: 200})
	var long *exact.TooLongError
	require.ErrorAs(t, err, &long)
	require.EqualError(t, err, "example 2: a number of 301 bits, expected at most 200")
	_, err = runNamed("pa", nil, 2, stream, exact.Limit{Bits: 301})
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
		result, err := runOf(find(t, "perceptron", nil), 2, stream, c.repeat, exact.Limit{})
		if c.fault != "" {
			require.EqualError(t, err, c.fault)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.passes, result.Passes)
		require.Len(t, result.Steps, 2*c.passes)
	}
	result, err := runOf(find(t, "perceptron", nil), 2, stream, exact.Repeat{Passes: 9, Rest: true}, exact.Limit{})
	require.NoError(t, err)
	w, _ := lastOf(t, result, 64)
	equalVectors(t, point("-1,2"), exact.Vector{w[0].Lower(), w[1].Upper()}, "w")
	require.Equal(t, 5, result.Updates)
	for _, name := range []string{"cmcp", "ce-omm", "mira"} {
		result, err := runOf(find(t, name, nil), 2, stream, exact.Repeat{Passes: 50, Rest: true}, exact.Limit{})
		require.NoError(t, err)
		last := result.Steps[len(result.Steps)-2:]
		require.False(t, last[0].Updated || last[1].Updated)
		require.True(t, slices.ContainsFunc(result.Steps[len(result.Steps)-4:], func(d exact.Decision) bool { return d.Updated }))
	}
}

// The parameters that a name stands for.
func TestParams(t *testing.T) {
	show := func(params map[string]*big.Rat) string {
		var s []string
		for _, name := range slices.Sorted(maps.Keys(params)) {
			s = append(s, name+"="+params[name].RatString())
		}
		return strings.Join(s, " ")
	}
	for _, c := range []struct{ name, given, want string }{
		{"e-omm", "", "p=2 rho=1"}, {"ce-omm", "p=3", "p=3 rho=0"}, {"n-omm", "", "p=2 rho=1"}, {"n-omm", "rho=1/3", "p=2 rho=1/3"},
		{"n-omm(keep=violating)", "", "p=2 rho=1"},
		{"omm", "rho=1/3", "p=2 rho=1/3"}, {"omm(rule=printed)", "rho=1/3", "p=2 rho=1/3"},
		{"romma", "eps=1/4", "eps=1/4 rho=3/4"}, {"a-romma", "", "eps=0 rho=1"},
		{"naromma", "", "rho=1"}, {"naromma(step4=printed)", "", "rho=1"},
		{"pumma", "delta=1/100", "delta=1/100 p=2 rho=99/100"},
		{"mira", "", "eps=1"}, {"amira", "eps=1/4", "eps=1/4"},
		{"perceptron", "", "p=2"}, {"pa", "", ""}, {"pa-i", "C=7", "C=7"},
		{"cmcp", "", "rho=0"}, {"mcp", "", "rho=1/2"}, {"mcp", "rho=1/4", "rho=1/4"}, {"mcp(rule=strict)", "", "rho=1/2"},
		{"alma", "alpha=1/2", "alpha=1/2 p=2"}, {"randomized", "R=5", "R=5 p=2"}, {"randomized(psi=printed)", "", "p=2"}, {"randomized-omd", "R=5", "R=5 p=2"},
	} {
		given := map[string]*big.Rat{}
		if name, value, ok := strings.Cut(c.given, "="); ok {
			given[name] = rat(value)
		}
		before := show(given)
		got := find(t, c.name, given).Params
		require.Equal(t, c.want, show(got), c.name)
		require.Equal(t, before, show(given), "the given ones stay")
	}
	_, err := exact.Find("e-omm", map[string]*big.Rat{"rho": num(1)})
	require.EqualError(t, err, `learner "e-omm": expected the parameters p in [1.02, 100] (or none)`)
	require.False(t, find(t, "mcp", nil).IsRational())
	require.False(t, find(t, "e-omm", map[string]*big.Rat{"p": num(3)}).IsRational())
	require.True(t, find(t, "e-omm", nil).IsRational())
	for _, c := range []struct {
		name   string
		params map[string]*big.Rat
		want   string
	}{
		{"pa-i", map[string]*big.Rat{"C": num(0)}, `learner "pa-i": parameter C is 0, expected it in (0, inf)`},
		{"alma", nil, `learner "alma": expected the parameters alpha in (0, 1], B in (0, inf) (or none), C in (0, inf) (or none), p in [2, 100] (or none)`},
		{"alma", map[string]*big.Rat{"alpha": num(1), "q": num(2)}, `learner "alma": expected the parameters alpha in (0, 1], B in (0, inf) (or none), C in (0, inf) (or none), p in [2, 100] (or none)`},
		{"alma", map[string]*big.Rat{"alpha": num(1), "p": rat("3/2")}, `learner "alma": parameter p is 3/2, expected it in [2, 100]`},
		{"e-omm", map[string]*big.Rat{"p": num(1)}, `learner "e-omm": parameter p is 1, expected it in [1.02, 100]`},
		{"n-omm", map[string]*big.Rat{"p": num(3)}, `learner "n-omm": parameter p is 3, expected it in [2, 2]`},
		{"randomized", map[string]*big.Rat{"R": num(-1)}, `learner "randomized": parameter R is -1, expected it in [0, inf)`},
		{"randomized", map[string]*big.Rat{"seed": num(1)},
			`learner "randomized": expected the parameters R in [0, inf) (or none), p in [2, 2] (or none)`},
		{"randomized-omd", map[string]*big.Rat{"p": num(3)},
			`learner "randomized-omd": parameter p is 3, expected it in [2, 2]`},
	} {
		_, err := runNamed(c.name, c.params, 2, nil, exact.Limit{})
		require.EqualError(t, err, c.want)
	}
}
