package algos_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// In a space without votes the voted Perceptron makes the same steps and keeps nothing. It is
// not parallel, since allocations are counted.
func TestUnvotedPerceptronKeepsNothing(t *testing.T) {
	voted, unvoted := algos.NewVotedPerceptron(algos.Space{Dim: 2}), algos.NewVotedPerceptron(algos.Space{Dim: 2, Unvoted: true})
	x := vec.Dense(1, 2)
	for range 10 {
		for _, y := range []theory.Label{theory.Negative, theory.Negative, theory.Positive} {
			want, got := voted.Step(x, y), unvoted.Step(x, y)
			require.Equal(t, want.Decision, got.Decision)
			require.Equal(t, want.Score, got.Score)
			require.Equal(t, voted.State().Classifier, unvoted.State().Classifier)
		}
	}
	updates := 0
	require.Zero(t, testing.AllocsPerRun(100, func() {
		for _, y := range []theory.Label{theory.Negative, theory.Positive} {
			if unvoted.Step(x, y).Updated {
				updates++
			}
		}
	}))
	require.Positive(t, updates)
	voted.Predict(x)
	require.PanicsWithValue(t, "algos: a vote where none is kept", func() { unvoted.Predict(x) })
}
