package algos_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// ‖w‖ after an update that cancels all but a part in 10⁸ of w: the recurrence
// alone would tell 0.
func TestNormKeepsItsDigitsWhereWCancels(t *testing.T) {
	stream := []theory.Example{{X: vec.Dense(1e8, 1), Y: 1}, {X: vec.Dense(1e8, -1), Y: -1}}
	tr, err := parse(t, "perceptron").Run(context.Background(), 2, slices.Values(stream))
	require.NoError(t, err)
	require.Equal(t, []float64{0, 2}, tr.Classifier.W)
	require.Equal(t, 2., tr.Norm)
}
