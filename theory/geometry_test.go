package theory_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func TestDiameters(t *testing.T) {
	at := func(y theory.Label, x ...float64) theory.Example { return theory.Example{X: vec.Dense(x...), Y: y} }
	all := theory.Lengths{Norms: true, Within: true, Across: true}
	for _, copies := range []int{1, 40} { // few examples, and many
		examples := slices.Repeat([]theory.Example{at(-1, 0, 1), at(+1, 1, 1), at(-1, 3, 5), at(+1, -3, 4)}, copies)
		want := theory.Geometry{
			Examples: 4 * copies, Dim: 2, Positives: 2 * copies, Shortest: 1, DBar: math.Sqrt(34),
			DPlus: 5, DMinus: 5, D: 5, Delta: math.Sqrt(37),
		}
		require.Equal(t, want, theory.Diameters(examples, 2))
		require.Equal(t, want, all.In(nil, examples, 2, nil))
		require.True(t, want.Exact())
		want = all.In(vec.P(3), examples, 2, nil)
		require.InEpsilon(t, math.Cbrt(6*6*6+1), want.Delta, 1e-14)
		want.Shortest, want.DBar, want.Delta = 0, 0, 0
		require.Equal(t, want, theory.Lengths{Within: true}.In(vec.P(3), examples, 2, nil))
	}
	require.Equal(t, theory.Geometry{Dim: 2}, theory.Diameters(nil, 2))
	require.False(t, theory.Geometry{D: 2, Found: theory.Diametric{D: 1}}.Exact())
}

// With more than Most examples, the search for diameters ends early: they are enclosed, and Found has the lower ends.
func TestLengthsOfMostExamples(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	examples := make([]theory.Example, 30_000)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range examples {
		x := rapidtest.Normal(rng, 12, 1)
		floats.Scale(1/floats.Norm(x, 2), x)
		examples[i] = theory.Example{X: vec.Dense(x...), Y: theory.Label(1 - 2*(i%2))}
	}
	got := theory.Lengths{Across: true, Most: len(examples) - 1}.In(nil, examples, 12, nil)
	require.False(t, got.Exact())
	require.Less(t, got.Found.Delta, got.Delta)
	require.InDelta(t, 2, got.Found.Delta, 0.1)
}
