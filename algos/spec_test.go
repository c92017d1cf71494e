package algos_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/expr"
)

func TestExpressionsMakeTheirLearnerAgain(t *testing.T) {
	for expr, want := range map[string]string{
		"e-omm":                   "e-omm",
		" ce-omm ( ) ":            "ce-omm",
		"omm":                     "omm(rho=1)",
		"omm(0.5)":                "omm(rho=0.5)",
		"omm(0.5,printed)":        "omm(rho=0.5,rule=printed)",
		"omm( rho = 0.25 )":       "omm(rho=0.25)",
		"n-omm(keep=all)":         "n-omm",
		"n-omm(violating)":        "n-omm(keep=violating)",
		"e-omm(3)":                "e-omm(p=3)",
		"e-omm(p=2)":              "e-omm(p=2)",
		"alma(p=3)":               "alma(p=3)",
		"bias(perceptron(p=1.5))": "bias(perceptron(p=1.5),1)",
		"bias(perceptron)":        "bias(perceptron,1)",
		"bias(perceptron,c=-2.5)": "bias(perceptron,-2.5)",
	} {
		s, again := parse(t, expr), parse(t, want)
		require.Equal(t, want, s.String())
		require.Equal(t, want, again.String())
		require.Equal(t, s.Params(), again.Params())
	}
}

func TestWrongExpressionsSayWhatWasExpected(t *testing.T) {
	names := strings.Join(kindNames(), ", ")
	for _, name := range kindNames() {
		_, err := algos.Parse(name + "(")
		require.EqualError(t, err, fmt.Sprintf(`learner "%s(": expected a closing parenthesis at the end`, name))
	}
	for expr, want := range map[string]string{
		"":                       `learner "": no learner is called "", expected one of ` + names,
		"svm":                    `learner "svm": no learner is called "svm", expected one of ` + names,
		"omm(0.5":                `learner "omm(0.5": expected a closing parenthesis at the end`,
		"omm(1.5)":               `learner "omm(1.5)": parameter rho is "1.5", expected a number in [0, 1]`,
		"omm(NaN)":               `learner "omm(NaN)": parameter rho is "NaN", expected a number in [0, 1]`,
		"omm(eps=1)":             `learner "omm(eps=1)": omm has no parameter for "eps=1", expected rho=1 in [0, 1], rule=mended|printed, p=2 in [1.02, 100]`,
		"omm(1,2)":               `learner "omm(1,2)": parameter rule is "2", expected mended or printed`,
		"omm(1,rho=1)":           `learner "omm(1,rho=1)": parameter rho is given twice`,
		"e-omm(1)":               `learner "e-omm(1)": parameter p is "1", expected a number in [1.02, 100]`,
		"e-omm(p=inf)":           `learner "e-omm(p=inf)": parameter p is "inf", expected a number in [1.02, 100]`,
		"alma(p=1.5)":            `learner "alma(p=1.5)": parameter p is "1.5", expected a number in [2, 100]`,
		"n-omm(keep=some)":       `learner "n-omm(keep=some)": parameter keep is "some", expected all or violating`,
		"pumma(1)":               `learner "pumma(1)": parameter delta is "1", expected a number in [0, 1)`,
		"pa-i(1e31)":             `learner "pa-i(1e31)": parameter C is "1e31", expected a number in [1e-30, 1e+30]`,
		"alma(0)":                `learner "alma(0)": parameter alpha is "0", expected a number in [1e-09, 1]`,
		"randomized(seed=1.5)":   `learner "randomized(seed=1.5)": parameter seed is "1.5", expected an integer in [0, 9007199254740992]`,
		"randomized(seed=-1)":    `learner "randomized(seed=-1)": parameter seed is "-1", expected an integer in [0, 9007199254740992]`,
		"mira(x=1)":              `learner "mira(x=1)": mira has no parameter for "x=1", expected none`,
		"n-omm(a=1)":             `learner "n-omm(a=1)": n-omm has no parameter for "a=1", expected keep=all|violating, rho=1 in [0, 1], p=2 in [1.02, 100]`,
		"bias":                   `learner "bias": expected a learner to wrap, as in bias(perceptron,1)`,
		"bias(e-omm)":            `learner "bias(e-omm)": e-omm has a bias of its own, expected a learner through the origin`,
		"bias(bias(perceptron))": `learner "bias(bias(perceptron))": bias(perceptron,1) has a bias of its own, expected a learner through the origin`,
		"bias(perceptron,0)":     `learner "bias(perceptron,0)": parameter c is 0, expected the constant of the coordinate to append`,
		"bias(perceptron,inf)":   `learner "bias(perceptron,inf)": parameter c is "inf", expected a number in [-1e+100, 1e+100]`,
	} {
		_, err := algos.Parse(expr)
		require.EqualError(t, err, want)
	}
}

// A parameter's usage states its default and its domain; Parse accepts exactly the domain, with its ends.
func TestDomainsAreWhatParseTakes(t *testing.T) {
	usages := map[string]string{}
	for _, k := range algos.Kinds() {
		for i, p := range k.Arguments() {
			usages[k.Name+"."+p.Name] = p.Usage()
			if p.Words != nil || k.Wraps != "" {
				continue
			}
			for v, inside := range map[float64]bool{
				p.Low: true, p.High: true, math.Nextafter(p.Low, math.Inf(-1)): false, math.Nextafter(p.High, math.Inf(1)): false,
				math.NaN(): false, math.Inf(1): false,
			} {
				_, err := algos.Parse(fmt.Sprintf("%s(%s=%s)", k.Name, p.Name, strconv.FormatFloat(v, 'g', -1, 64)))
				require.Equal(t, inside, err == nil, "%s %d: %v: %v", k.Name, i, v, err)
			}
		}
	}
	for name, want := range map[string]string{
		"pumma.delta": "delta=0.01 in [0, 1)", "alma.B": "B=√8/alpha in [1e-30, 1e+30]",
		"alma.C": "C=1.414 in [1e-30, 1e+30]", "n-omm.keep": "keep=all|violating",
		"randomized.seed": "seed=1 an integer in [0, 9007199254740992]", "bias.c": "c=1 in [-1e+100, 1e+100]",
	} {
		require.Equal(t, want, usages[name])
	}
}

// ALMA's B follows alpha, and is not printed; another B is.
func TestDerivedDefaults(t *testing.T) {
	s := parse(t, "alma(alpha=0.5)")
	require.Equal(t, map[string]float64{"alpha": 0.5, "B": math.Sqrt(8) / 0.5, "C": math.Sqrt2, "p": 2}, s.Params())
	require.Equal(t, "alma(alpha=0.5)", s.String())
	require.Equal(t, math.Sqrt(8)/0.7, parse(t, "alma").Params()["B"])
	require.Equal(t, "alma(alpha=0.5,B=2)", parse(t, "alma(0.5,2)").String())
	require.Equal(t, "randomized(seed=3)", parse(t, "randomized(seed=3)").String())
}

func TestMakeList(t *testing.T) {
	list, err := expr.ParseList("e-omm,bias(perceptron,2),omm(rho=0.5)")
	require.NoError(t, err)
	specs, err := algos.Learners().MakeList(list)
	require.NoError(t, err)
	var names []string
	for _, s := range specs {
		names = append(names, s.String())
	}
	require.Equal(t, []string{"e-omm", "bias(perceptron,2)", "omm(rho=0.5)"}, names)
	require.Equal(t, map[string]float64{"rho": 1, "p": 2}, specs[0].Params())
	require.Equal(t, 2., specs[1].Bias)
	require.Equal(t, []string{"perceptron", "perceptron(last)"}, specs[1].Families())
	require.Zero(t, specs[0].Bias)
}

func TestDefaultsCoverTheRegistry(t *testing.T) {
	var names, want []string
	for _, s := range algos.Defaults() {
		names = append(names, s.String())
	}
	for _, k := range algos.Kinds() {
		switch {
		case k.Default && k.Wraps != "":
			want = append(want, k.Name+"(perceptron,1)")
		case k.Default:
			want = append(want, k.Name)
		}
	}
	require.Equal(t, want, names)
	require.Contains(t, names, "e-omm")
	require.NotContains(t, names, "omm")
}

// The text about kinds has one paragraph for each, and no other.
func TestDescribedPanics(t *testing.T) {
	one := "a\nwhat it is\nits source\nfor each (x, y):\n  predict +1"
	require.Equal(t, "for each (x, y):\n  predict +1", algos.Described(one, algos.Kind{Name: "a"})[0].Pseudocode)
	other := "b" + one[1:]
	for _, text := range []string{"", other, one + "\n\n" + other, one + "\n\n" + one, "a\nwhat it is\nits source"} {
		require.Panics(t, func() { algos.Described(text, algos.Kind{Name: "a"}) }, text)
	}
	require.Panics(t, func() { algos.Described(one, algos.Kind{Name: "a"}, algos.Kind{Name: "b"}) })
}

func kindNames() (names []string) {
	for _, k := range algos.Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// A learner belongs to the families that theorems are about for its parameters.
func TestFamilies(t *testing.T) {
	for expr, want := range map[string][]string{
		"e-omm":                       {"omm", "e-omm"},
		"ce-omm":                      {"omm", "e-omm", "omm(rho<1)"},
		"omm(rho=1)":                  {"omm", "e-omm"},
		"omm(rho=0.5)":                {"omm", "e-omm", "omm(rho<1)"},
		"omm(rho=1,rule=printed)":     {"omm(rule=printed)"},
		"n-omm":                       {"omm", "n-omm"},
		"n-omm(keep=violating)":       {"omm", "n-omm(keep=violating)"},
		"n-omm(rho=0.5)":              {"omm"},
		"mcp":                         {"mcp", "cosine", "mcf"},
		"mcp(rho=0.25)":               {"mcp", "cosine", "mcf", "mcp(rho<1/2)"},
		"mcp(rule=strict)":            {"mcp", "cosine", "mcf", "mcp(rule=strict)"},
		"mcp(rule=sharp)":             {"mcp", "cosine", "mcf", "mcp(rule=sharp)"},
		"randomized":                  {"randomized"},
		"randomized(psi=printed)":     {"randomized(printed)"},
		"randomized-omd":              {"randomized-omd"},
		"randomized-omd(R=1)":         {"randomized-omd(R)"},
		"bias(averaged-perceptron,1)": {"perceptron", "averaged-perceptron"},
	} {
		require.Equal(t, want, parse(t, expr).Families(), expr)
	}
}

// Another value of a parameter changes what follows from it, the fixed parameters and the traits; aliases and
// programs keep what their names fix.
func TestOtherValues(t *testing.T) {
	for _, c := range []struct {
		expr, name string
		value      float64
		want       string
		rho        float64
		families   []string
	}{
		{"omm", "rho", 0.5, "omm(rho=0.5)", 0.5, []string{"omm", "e-omm", "omm(rho<1)"}},
		{"bias(romma(eps=1/3),2)", "eps", 0.25, "bias(romma(eps=0.25),2)", 0.75, []string{"romma"}},
		{"ce-omm(p=3)", "rho", 1, "ce-omm(p=3)", 0, []string{"omm", "e-omm", "omm(rho<1)"}},
		{"mcp", "rho", 0.25, "mcp(rho=0.25)", 0.25, []string{"mcp", "cosine", "mcf", "mcp(rho<1/2)"}},
	} {
		s := parse(t, c.expr).With(c.name, c.value)
		require.Equal(t, c.want, s.String())
		require.Equal(t, c.rho, s.Params()["rho"], c.expr)
		require.Equal(t, c.families, s.Families(), c.expr)
	}
}
