package multiclass_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/multiclass"
	"marginlab/theory"
)

// The margin is the least lead of a right class over the norm, 0 unless all right classes lead.
func TestMargin(t *testing.T) {
	t.Parallel()
	scores := [][]float64{{5, 1, 2}, {0, 3, 1}, {-1, -4, 0}} // they lead by 3, 2 and 1
	of := func(norm float64, class ...theory.Label) float64 {
		return multiclass.Margin(class, func(i int) []float64 { return scores[i] }, norm)
	}
	require.Equal(t, 0.5, of(2, 0, 1, 2))
	require.Equal(t, 4., of(0.5, 0, 1))
	require.Zero(t, of(2, 0, 1, 0), "a wrong class leads")
	require.Zero(t, of(0, 0, 1), "no classifier")
	require.Zero(t, of(2), "no examples")
}
