package adversarial_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
)

// Steps are shown of two classes.
func TestStepsOfManyClasses(t *testing.T) {
	p, err := adversarial.Compile(certificate.Statement{Learner: "amira-k-best(eps=1/2)", Quantity: "mistakes", Claim: "2", Classes: 3})
	require.NoError(t, err)
	require.EqualError(t, p.Steps(), "it has 3 classes, and steps are shown of two")
}

func TestProvable(t *testing.T) {
	of := func(learner string) adversarial.Conjecture {
		return adversarial.Conjecture{Statement: certificate.Statement{Learner: learner, Quantity: "mistakes", Relation: "<=", Claim: "2", Passes: 1}}
	}
	for _, learner := range []string{"pumma", "n-omm", "e-omm(p=3)", "pumma(delta=1/10,p=3/2)"} {
		require.NoError(t, of(learner).Provable(), learner)
	}
	require.EqualError(t, of("n-omm(p=3)").Provable(), `learner "n-omm(rho=1,p=3)": learner "n-omm": parameter p is 3, expected it in [2, 2]`)
	require.ErrorContains(t, of("svm").Provable(), "no learner is called")
	require.EqualError(t, of("nkp").Provable(), `learner "nkp" sees all examples at once, expected one that learns them one by one`)
	require.EqualError(t, of("e-om").Provable(), `learner "e-om": no learner is called "e-om", did you mean e-omm?`)
}
