package certificate

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/formula"
)

// Every term of a run, asked of the second learner, is the term of that learner's own run.
func TestTheirTermsAreThoseOfTheSecondLearner(t *testing.T) {
	const one, other = "omm(rho=1/3)", "pumma(delta=1/4)"
	asked := 0
	for _, word := range theory.Hunted() {
		own, theirs := theory.Theirs(formula.Term{Name: word.Name})
		if !theirs || own.Name == "expected_mistakes" {
			continue
		}
		asked++
		if word.Arg {
			own.Arg = big.NewRat(1, 3)
		}
		question := Statement{Learner: one, Against: other, Quantity: "their_" + own.String(), Claim: "0"}
		of, err := compile(t, question).facts(planted(1), nil, Limit{}).value(formula.Term{Name: word.Name, Arg: own.Arg})
		require.NoError(t, err)
		want, err := compile(t, Statement{Learner: other, Quantity: own.String(), Claim: "0"}).facts(planted(1), nil, Limit{}).value(own)
		require.NoError(t, err)
		x, err := of.Interval(256)
		require.NoError(t, err)
		y, err := want.Interval(256)
		require.NoError(t, err)
		require.Equal(t, y, x, word.Name)
	}
	require.Equal(t, 12, asked)
	_, err := Compile(Statement{Learner: "e-omm", Against: "perceptron", Quantity: "their_gamma3", Claim: "1"})
	require.ErrorContains(t, err, "their_gamma3 of perceptron, expected a learner with a margin of its own")
	_, err = Compile(Statement{Learner: "a-romma", Against: "bias(a-romma,c=2)", Quantity: "their_mbar(0)", Claim: "1"})
	require.ErrorContains(t, err, "their_mbar of bias(a-romma,c=2), expected a learner on the points of a-romma: gamma and gamma0 are theirs")
	_, err = Compile(Statement{Learner: "alma(alpha=1/2)", Quantity: "mbar(0)", Claim: "1"})
	require.ErrorContains(t, err, "mbar of alma, expected a learner of the examples as they are")
	_, err = Compile(Statement{Learner: "randomized", Against: "perceptron", Quantity: "their_expected_mistakes", Claim: "1"})
	require.ErrorContains(t, err, "their_expected_mistakes of perceptron, expected the learner randomized")
}
