package trial

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A survey tells what it is at, and stops amid the distances.
func TestWatchedSurvey(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	var examples []theory.Example
	for i := range 3000 {
		y := theory.Label(2*(i%2) - 1)
		x := rapidtest.Normal(random, 6, 1)
		floats.Scale(1/floats.Norm(x, 2), x) // few pairs on a sphere can be left out
		x[0] += 10 * float64(y)
		examples = append(examples, theory.Example{X: vec.Dense(x...), Y: y})
	}
	var at []maxmargin.Stage
	watched := maxmargin.Watched(t.Context(), func(s maxmargin.Stage) { at = append(at, s) })
	geo, err := NewSurvey(examples, 6).Geometry(watched, theory.View{})
	require.NoError(t, err)
	require.True(t, geo.Separable)
	require.Equal(t, maxmargin.Stage{What: "distances"}, at[0])
	require.True(t, slices.ContainsFunc(at, func(s maxmargin.Stage) bool { return s.What == "distances" && s.Part > 0 }))
	last := at[len(at)-1]
	require.Equal(t, "maximum margin", last.What)
	require.Positive(t, last.Turns)

	ctx, cancel := context.WithCancel(t.Context())
	survey := NewSurvey(examples, 6)
	after := 0
	_, err = survey.Geometry(maxmargin.Watched(ctx, func(s maxmargin.Stage) {
		if ctx.Err() != nil {
			after++
		}
		if s.Part > 0 {
			cancel()
		}
	}), theory.View{})
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, after, "nothing is told after the end")
	again, err := survey.Geometry(t.Context(), theory.View{})
	require.NoError(t, err)
	require.Equal(t, geo, again, "nothing half measured is kept")
}
