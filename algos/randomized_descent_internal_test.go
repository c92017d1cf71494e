package algos

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// An example beyond all radii so far is predicted by the same x_t, if that is in the ball of its
// radius: u is made longer as R grows.
func TestDescentStaysAsItsRadiusGrows(t *testing.T) {
	for _, p := range []float64{1.5, 2, 3} {
		r := NewRandomizedDescent(Space{Dim: 2, Norm: vec.P(p)}, 1, 0)
		for k := range 6 {
			r.Step(vec.Dense(1, 0.5), theory.Label(1-2*(k%2)))
		}
		was, x := r.radius, vec.Dense(1.2, 0.2)
		before := r.u.Dot(x) * r.factor()
		require.NotZero(t, before)
		require.Less(t, r.u.SqNorm(), 0.5, "x_t is in the smaller ball")
		step := r.Step(x, theory.Positive)
		require.InEpsilon(t, before, step.Score, 1e-12, "p = %v", p)
		require.Greater(t, r.radius, was)
	}
}
