package trial

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// The soft margin has the least objective, to 1e-6 of it: none of the vectors around it has less, at any distance.
// Its 100 rounds are enough where λ is not small; for orthogonal examples one is.
func TestSoftMarginIsTheLeast(t *testing.T) {
	rng := rapidtest.Rand(25)
	const d = 4
	for _, lambda := range []float64{1, 3, 10} {
		for _, apart := range []float64{-0.5, -0.3, 0.1, 1, 2} {
			examples := rapidtest.Cloud(rng, 30, d, apart)
			f := func(w []float64) float64 {
				loss := 0.
				for _, e := range examples {
					score := 0.
					for k, v := range e.X.Value {
						score += w[k] * v
					}
					loss += max(0, 1-float64(e.Y)*score)
				}
				return lambda/2*floats.Dot(w, w) + loss/float64(len(examples))
			}
			w, err := softMargin(t.Context(), examples, d, lambda)
			require.NoError(t, err)
			least := f(w)
			for range 200 {
				u, far := append([]float64(nil), w...), math.Pow(10, -4*rng.Float64())
				for k := range u {
					u[k] += far * math.Sqrt(floats.Dot(w, w)) * rng.NormFloat64()
				}
				require.LessOrEqual(t, least, f(u)*(1+1e-6))
			}
		}
	}
	var examples []theory.Example
	var want []float64
	const lambda = 0.1
	for i := range 10 {
		length := 0.5 + float64(i)/5
		x := vec.Sparse([]int{i}, []float64{length})
		examples = append(examples, theory.Example{X: x, Y: theory.Label(1 - 2*(i%2))})
		want = append(want, float64(1-2*(i%2))*min(length/(lambda*10), 1/length))
	}
	work := vec.Count(func() {
		w, err := softMargin(t.Context(), examples, 10, lambda)
		require.NoError(t, err)
		require.InDeltaSlice(t, want, w, 1e-12)
	})
	require.LessOrEqual(t, work.Dots, int64(3*len(examples)), "squares, scores and losses")
}
