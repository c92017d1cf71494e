package kernel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/kernel"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// The margin is the least y·score over the norm of the function, 0 unless all scores are right.
func TestMargin(t *testing.T) {
	t.Parallel()
	g := newGram(t, "linear", []vec.Vector{vec.Dense(3, 4), vec.Dense(-1, 0), vec.Dense(4, -3)}, 2, 0)
	_, learned, err := kernel.Run(t.Context(), parse(t, "perceptron"), g, []theory.Label{+1, -1, +1}, []int{0})
	require.NoError(t, err)
	require.InDelta(t, 0, kernel.Margin(learned, g, []theory.Label{+1, -1, +1}), 1e-12, "the third scores 0")
	require.InDelta(t, 0.6, kernel.Margin(learned, g, []theory.Label{+1, -1}), 1e-12)
	require.Zero(t, kernel.Margin(learned, g, []theory.Label{+1, +1}))
	require.Zero(t, kernel.Margin(learned, g, nil))
}
