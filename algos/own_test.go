package algos_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/rapidtest"
	"marginlab/theory/vec"
)

// A learner of one's own is asked with w·x, and what it says of a step is y(w·x) and ‖w‖ of the w
// before, which its rule then changes. On whole numbers the Perceptron is such a learner, to the
// last bit.
func TestStepsOfOwnRules(t *testing.T) {
	const dim = 3
	rng := rapidtest.Rand(1)
	w := make([]float64, dim)
	own := algos.Own("own", func(int) algos.Rule {
		return func(w, x []float64, y float64) bool {
			if y*(w[0]*x[0]+w[1]*x[1]+w[2]*x[2]) > 0 || x[0] == 0 && x[1] == 0 && x[2] == 0 {
				return false
			}
			for i := range w {
				w[i] += y * x[i]
			}
			return true
		}
	}).Spec().New(dim)
	perceptron := parse(t, "perceptron").New(dim)
	for range 100 {
		x, y := make([]float64, dim), theory.Label(1-2*rng.IntN(2))
		var score, square float64
		for i := range x {
			x[i] = float64(rng.IntN(7) - 3)
			score += w[i] * x[i]
			square += w[i] * w[i]
		}
		e := vec.Dense(x...)
		if rng.IntN(2) == 0 {
			e = e.Sparsify()
		}
		got, want := own.Step(e, y), perceptron.Step(e, y)
		require.Equal(t, want.Decision, got.Decision)
		require.Equal(t, []float64{float64(y) * score, math.Sqrt(square)}, []float64{got.Score, got.Norm})
		w = own.Classifier().W
		require.Equal(t, perceptron.Classifier().W, w)
	}
}
