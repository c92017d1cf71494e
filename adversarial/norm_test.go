package adversarial_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/theory/vec"
)

// Steps are shown of learners that take one, and of two classes.
func TestConjecturesWithSteps(t *testing.T) {
	for _, c := range []struct {
		certificate.Statement
		why string
	}{
		{certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "2"}, ""},
		{certificate.Statement{Learner: "nkp", Quantity: "updates", Claim: "2"},
			`learner "nkp" sees all examples at once, expected one that learns them one by one`},
		{certificate.Statement{Learner: "amira-k-best", Quantity: "mistakes", Claim: "2", Classes: 3}, "amira-k-best has no steps to draw: it has 3 classes, and steps are shown of two"},
		{certificate.Statement{Learner: "e-om", Quantity: "mistakes", Claim: "2"}, `learner "e-om": no learner is called "e-om", did you mean e-omm?`},
	} {
		err := adversarial.Conjecture{Statement: c.Statement}.Steps()
		if c.why == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, c.why)
	}
}

func TestConjecturesInNorms(t *testing.T) {
	for _, c := range []struct {
		learner, against string
		norm             vec.Norm
		want, other      string
	}{
		{"e-omm", "", vec.P(3), "e-omm(p=3)", ""},
		{"omm(rho=1/2)", "perceptron", vec.P(1.5), "omm(rho=1/2,p=1.5)", "perceptron(p=1.5)"},
		{"e-omm(p=3)", "n-omm()", vec.P(3), "e-omm(p=3)", "n-omm(rho=1,p=3)"},
		{"e-omm(p=7/2)", "", vec.P(3.5), "e-omm(p=7/2)", ""},
		{"pa", "mira", vec.L2{}, "pa", "mira"},
	} {
		in, err := adversarial.Conjecture{Statement: certificate.Statement{Learner: c.learner, Against: c.against}}.In(c.norm)
		require.NoError(t, err)
		require.Equal(t, []string{c.want, c.other}, []string{in.Learner, in.Against})
	}
	for _, c := range []struct {
		learner string
		norm    vec.Norm
		want    string
	}{
		{"pa", vec.P(3), `learner "pa": it has no form in the norm 3`},
		{"e-omm(p=4)", vec.P(3), `learner "e-omm(p=4)": it names the norm 4, expected 3 or none`},
		{"e-omm(p=4)", vec.L2{}, `learner "e-omm(p=4)": it names the norm 4, expected 2 or none`},
		{"alma(alpha=1/2)", vec.P(1.5), "expected a number in [2, 100]"},
		{"svm", vec.P(3), "no learner is called"},
	} {
		_, err := adversarial.Conjecture{Statement: certificate.Statement{Learner: c.learner}}.In(c.norm)
		require.ErrorContains(t, err, c.want, c.learner)
	}
}

func TestProvable(t *testing.T) {
	of := func(learner string) adversarial.Conjecture {
		return adversarial.Conjecture{Statement: certificate.Statement{Learner: learner, Quantity: "mistakes", Relation: "<=", Claim: "2", Passes: 1}}
	}
	for _, learner := range []string{"pumma", "n-omm", "e-omm(p=3)", "pumma(delta=1/10,p=3/2)"} {
		require.NoError(t, of(learner).Provable(), learner)
	}
	require.EqualError(t, of("n-omm(p=3)").Provable(), `learner "n-omm(rho=1,p=3)": learner "n-omm": parameter p is 3, expected it in [2, 2]`)
	require.Error(t, of("svm").Provable())
}
