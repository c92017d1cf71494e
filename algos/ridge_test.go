package algos_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// After x = 1 at a = 3, w is 1/4 exactly, and x = 4 has the functional margin 1: AROW
// learns from what is below 1 alone, the second-order Perceptron from mistakes.
func TestSecondOrderLearnersAtATie(t *testing.T) {
	for _, c := range []struct {
		x       float64
		y       theory.Label
		learner string
		learns  bool
	}{
		{4, theory.Positive, "arow(3)", false},
		{3.999, theory.Positive, "arow(3)", true},
		{3.999, theory.Negative, "second-order(3)", true},
		{3.999, theory.Positive, "second-order(3)", false},
	} {
		l := parse(t, c.learner).New(1)
		l.Step(vec.Dense(-1), theory.Negative)
		require.Equal(t, 0.25, l.State().Classifier.W[0])
		require.Equal(t, c.learns, l.Step(vec.Dense(c.x), c.y).Updated, "x = %v", c.x)
	}
}
