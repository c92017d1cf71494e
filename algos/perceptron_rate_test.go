package algos_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

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
