package multiclass_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/multiclass"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// The differences of examples that share memory are those of each alone: of dense rows, of
// shorter ones, and of sparse ones between them.
func TestDifferencesAreEachDifference(t *testing.T) {
	t.Parallel()
	const dim, classes = 3, 4
	x := []vec.Vector{
		vec.Dense(1, 2, 3), vec.Dense(4, 5, 6), vec.Dense(7, 8), vec.Sparse([]int{0, 2}, []float64{1, -1}), vec.Dense(9, 10, 11),
		vec.Dense(), vec.Sparse([]int{1}, []float64{5}), vec.Dense(12, 13), vec.Dense(0, 0, 14),
	}
	s := data{dim: dim, classes: classes, x: x, y: []theory.Label{0, 0, 0, 0, 2, 0, 2, 0, 2}}
	all := multiclass.Differences(s.stream(nil), dim, classes)
	for i := range x {
		alone := multiclass.Differences(s.stream([]int{i}), dim, classes)
		require.Equal(t, alone, all[:classes-1], "example %d", i)
		all = all[classes-1:]
	}
	require.Empty(t, all)
}
