package algos_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// After x = 1 at a = 3, w is 1/4 exactly, and x = 4 has the functional margin 1: AROW
// learns from what is below 1 alone, the second-order Perceptron from mistakes.
func TestSecondOrderLearnersAtATie(t *testing.T) {
	for _, c := range []struct {
		x       float64
		y       theory.Label
		learner algos.Learner
		learns  bool
	}{
		{4, theory.Positive, algos.NewAROW(algos.Space{Dim: 1}, 3), false},
		{3.999, theory.Positive, algos.NewAROW(algos.Space{Dim: 1}, 3), true},
		{3.999, theory.Negative, algos.NewSecondOrder(algos.Space{Dim: 1}, 3), true},
		{3.999, theory.Positive, algos.NewSecondOrder(algos.Space{Dim: 1}, 3), false},
	} {
		c.learner.Step(vec.Dense(-1), theory.Negative)
		require.Equal(t, 0.25, c.learner.State().Classifier.W[0])
		require.Equal(t, c.learns, c.learner.Step(vec.Dense(c.x), c.y).Updated, "x = %v", c.x)
	}
}
