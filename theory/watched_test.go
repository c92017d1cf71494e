package theory_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	. "marginlab/theory"
	"marginlab/theory/vec"
)

// sphere has n points of a sphere, of both classes: few pairs of boxes can be left out.
func sphere(n int) []Example {
	random := rand.New(rand.NewPCG(1, 2))
	var examples []Example
	for i := range n {
		x := make([]float64, 6)
		for k := range x {
			x[k] = random.NormFloat64()
		}
		floats.Scale(1/floats.Norm(x, 2), x)
		examples = append(examples, Example{X: vec.Dense(x...), Y: Label(2*(i%2) - 1)})
	}
	return examples
}

// The part that is settled grows to about 1, and watching changes no length.
func TestLengthsWatched(t *testing.T) {
	t.Parallel()
	examples := sphere(3000)
	all := Lengths{Norms: true, Within: true, Across: true}
	var parts []float64
	got := all.Watched(vec.L2{}, examples, 6, func(part float64) bool {
		parts = append(parts, part)
		return true
	})
	require.Equal(t, all.In(vec.L2{}, examples, 6), got)
	require.Greater(t, len(parts), 3)
	require.Zero(t, parts[0], "many examples take long before the first pairs are settled")
	require.IsNonDecreasing(t, parts)
	parts = slices.Compact(parts)
	require.InDelta(t, 0.9, parts[len(parts)-1], 0.1)

	told := 0
	all.Watched(vec.L2{}, examples, 6, func(float64) bool {
		told++
		return false
	})
	require.Equal(t, 1, told, "it stops")
}
