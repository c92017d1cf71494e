package adversarial_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
)

func TestParseLearnerNamesTheParameters(t *testing.T) {
	for text, want := range map[string]string{
		"e-omm":                         "e-omm",
		"pumma":                         "pumma(delta=0.01)",
		"omm":                           "omm(rho=1)",
		"omm(1/3)":                      "omm(rho=1/3)",
		" omm ( rule=printed, rho=1/2)": "omm(rho=1/2,rule=printed)",
		"omm(0,mended)":                 "omm(rho=0)",
		"e-omm(p=2)":                    "e-omm",
		"omm(p=7/2,rho=1/2)":            "omm(rho=1/2,p=7/2)",
		"perceptron(p=3)":               "perceptron(p=3)",
		"n-omm(keep=all)":               "n-omm(rho=1)",
		"n-omm(violating)":              "n-omm(keep=violating,rho=1)",
		"amira(eps=0.10)":               "amira(eps=0.10)",
		"alma(alpha=1/2)":               "alma(alpha=1/2)", // B and C are irrational by default
		"pa-i":                          "pa-i(C=1)",
		"randomized(R=3/10)":            "randomized(R=3/10)",
	} {
		_, got, err := adversarial.ParseLearner(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got)
		_, again, err := adversarial.ParseLearner(got)
		require.NoError(t, err)
		require.Equal(t, got, again)
	}
	spec, _, err := adversarial.ParseLearner("omm(rho=1/4)")
	require.NoError(t, err)
	require.Equal(t, 0.25, spec.Params()["rho"])
	for _, text := range []string{"svm", "omm(rho=1/0)", "omm(rho=3/2)", "omm(rho=1/2"} {
		_, _, err := adversarial.ParseLearner(text)
		require.Error(t, err, text)
	}
}

// Steps are shown for two classes only.
func TestStepsOfManyClasses(t *testing.T) {
	p, err := adversarial.Compile(certificate.Statement{Learner: "amira-k-best(eps=1/2)", Quantity: "mistakes", Claim: "2",
		Classes: 3})
	require.NoError(t, err)
	require.EqualError(t, p.Steps(), "it has 3 classes, and steps are shown of two")
}

func TestProvable(t *testing.T) {
	of := func(learner string) adversarial.Conjecture {
		return adversarial.Conjecture{Statement: certificate.Statement{Learner: learner, Quantity: "mistakes", Relation: "<=",
			Claim: "2", Passes: 1}}
	}
	for _, learner := range []string{"pumma", "n-omm", "e-omm(p=3)", "pumma(delta=1/10,p=3/2)"} {
		require.NoError(t, of(learner).Provable(), learner)
	}
	require.EqualError(t, of("n-omm(p=3)").Provable(),
		`learner "n-omm(rho=1,p=3)": learner "n-omm": parameter p is 3, expected it in [2, 2]`)
	require.ErrorContains(t, of("svm").Provable(), "no learner is called")
	require.EqualError(t, of("nkp").Provable(),
		`learner "nkp" sees all examples at once, expected one that learns them one by one`)
	require.EqualError(t, of("e-om").Provable(), `learner "e-om": no learner is called "e-om", did you mean e-omm?`)
}

// The range of r is part of the statement.
func TestRangeOfRIsPartOfTheStatement(t *testing.T) {
	for _, c := range []struct{ text, where, want string }{
		{"1..8", "", "1 <= r <= 8"}, {"0.5..2.25", "", "0.5 <= r <= 2.25"}, {"0..3", "", "r <= 3"},
		{"0..0.5", "d > 1 || T > 2", "r <= 0.5 && (d > 1 || T > 2)"},
	} {
		r, err := adversarial.ParseRange(c.text, math.MaxFloat64)
		require.NoError(t, err)
		conjecture := adversarial.Conjecture{Statement: certificate.Statement{Where: c.where}}
		require.Equal(t, c.want, conjecture.Within(r).Where)
		require.Equal(t, c.where, conjecture.Within(adversarial.Range[float64]{}).Where)
	}
	for text, want := range map[string]adversarial.Range[int]{"2..6": {2, 6}, "6": {6, 6}, "0..0": {}} {
		got, err := adversarial.ParseRange(text, 99)
		require.NoError(t, err)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "a", "2...6", "6..2", "-1..2", "1..100", "1.5", "2..", "..6", "NaN", "1..inf", "1e300"} {
		_, err := adversarial.ParseRange(text, 99)
		require.ErrorContains(t, err, "expected LOW..HIGH", text)
	}
}
