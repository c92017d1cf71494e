package algos_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// O19, eq. (2): with x ← x + η y z in the place of x + y z the Perceptron predicts the same, whatever
// the learning rate η > 0. All numbers are whole.
func TestLearningRateDoesNotMatter(t *testing.T) {
	t.Parallel()
	perceptron := parse(t, "perceptron")
	rapid.Check(t, func(t *rapid.T) {
		eta := float64(rapid.IntRange(1, 99).Draw(t, "eta"))
		whole := rapid.Map(rapid.IntRange(-9, 9), func(i int) float64 { return float64(i) })
		learner, x := perceptron.New(2), [2]float64{}
		for _, z := range rapid.SliceOfN(rapid.SliceOfN(whole, 2, 2), 1, 20).Draw(t, "z") {
			y := rapid.SampledFrom([]theory.Label{theory.Positive, theory.Negative}).Draw(t, "y")
			score := x[0]*z[0] + x[1]*z[1]
			require.Equal(t, theory.Sign(score), learner.Step(vec.Dense(z...), y).Predicted)
			if float64(y)*score <= 0 {
				x[0] += eta * float64(y) * z[0]
				x[1] += eta * float64(y) * z[1]
			}
		}
	})
}

// ‖w‖ after an update that cancels all but a part in 10⁸ of w: the recurrence
// alone would tell 0.
func TestNormKeepsItsDigitsWhereWCancels(t *testing.T) {
	stream := []theory.Example{{X: vec.Dense(1e8, 1), Y: 1}, {X: vec.Dense(1e8, -1), Y: -1}}
	tr, err := parse(t, "perceptron").Run(context.Background(), 2, slices.Values(stream))
	require.NoError(t, err)
	require.Equal(t, []float64{0, 2}, tr.Classifier.W)
	require.Equal(t, 2., tr.Norm)
}

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
