package multiclass_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/multiclass"
	"marginlab/theory"
)

// The margin is the least lead of a right class over the norm, 0 unless all lead.
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

// A class beyond the last one is refused by name, not by an index out of range.
func TestClassesAreInRange(t *testing.T) {
	t.Parallel()
	of := func(y theory.Label) {
		multiclass.Margin([]theory.Label{y}, func(int) []float64 { return []float64{1, 2} }, 1)
	}
	for _, y := range []theory.Label{-1, 2, 3} {
		require.PanicsWithValue(t, "multiclass: no such class", func() { of(y) })
	}
	require.NotPanics(t, func() { of(1) })
}
