package adversarial_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/theory"
)

// Every statement of the errata and the questions is read as it is printed. Those of rows are conjectures.
func TestEveryStatementIsReadAsItIsPrinted(t *testing.T) {
	same := func(s certificate.Statement) {
		got, err := adversarial.ParseStatement(s.String())
		require.NoError(t, err, s)
		require.Equal(t, s, got)
	}
	for _, e := range adversarial.Errata() {
		same(e.Printed)
		same(e.Corrected)
	}
	for _, q := range adversarial.Open() {
		same(q.Conjecture.Statement)
	}
}

func TestLearnersOfRows(t *testing.T) {
	for row, want := range map[string]string{
		"arow-separable": "arow", "perceptron-novikoff": "perceptron", "amira-updates": "amira", "amira-k-best-updates": "amira-k-best", "n-omm-printed-optimal": "n-omm(keep=violating)",
	} {
		learner, err := adversarial.LearnerOf(theory.Row(row))
		require.NoError(t, err)
		require.Equal(t, want, learner)
	}
	_, err := adversarial.LearnerOf(theory.Row("omm-s1"))
	require.ErrorContains(t, err, "row omm-s1 is about several learners, expected one of n-omm, e-omm, ce-omm")
	_, err = adversarial.LearnerOf((theory.Guarantee{ID: "own", Learner: "nobody", Claim: "mistakes <= T"}).Read())
	require.EqualError(t, err, "row own: expected a row of a learner of this project, not of nobody")
}
