package algos_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// O19, eq. (2): with x ← x + η y z in place of x + y z the Perceptron predicts the same, whatever the learning rate η
// > 0. All numbers are whole.
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

// ‖w‖ after an update that cancels all but a part in 10⁸ of w: the recurrence alone would give 0.
func TestNormKeepsItsDigitsWhereWCancels(t *testing.T) {
	stream := []theory.Example{{X: vec.Dense(1e8, 1), Y: 1}, {X: vec.Dense(1e8, -1), Y: -1}}
	tr := ran(t, parse(t, "perceptron"), 2, stream)
	require.Equal(t, []float64{0, 2}, tr.Classifier.W)
	require.Equal(t, 2., tr.Norm)
}

// In the vote each w_t after the first counts as often as it was right, its own example included.
func TestVotes(t *testing.T) {
	var votes algos.Votes
	stream := []theory.Example{{X: vec.Dense(1, 0), Y: 1}, {X: vec.Dense(2, 0), Y: 1}, {X: vec.Dense(1, 1), Y: -1}}
	ran(t, parse(t, "voted-perceptron"), 2, stream, votes.Updated)
	for _, c := range []struct { // w = (1, 0) has two votes, (0, −1) one
		x    vec.Vector
		want theory.Label
	}{{vec.Dense(1, 9), 1}, {vec.Dense(-1, -9), -1}, {vec.Dense(-1, 9), -1}} {
		require.Equal(t, c.want, votes.Predict(c.x, 2, len(stream)), "%v", c.x)
	}
	require.Equal(t, theory.Negative, votes.Predict(vec.Dense(1, 9), 2, 5), "(0, −1) has three votes")
}
