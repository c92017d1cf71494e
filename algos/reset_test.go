package algos_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A learner that was reset learns as one that was just made, to the last bit, whatever it
// had seen.
func TestResetLearnersLearnAsNewOnes(t *testing.T) {
	t.Parallel()
	const dim = 5
	rng := rapidtest.Rand(1)
	examples := func(n int, far float64) (drawn []theory.Example) {
		for range n {
			x := make([]float64, dim)
			for k := range x {
				x[k] = far + rng.NormFloat64()
			}
			drawn = append(drawn, theory.Example{X: vec.Dense(x...), Y: theory.Label(1 - 2*rng.IntN(2))})
		}
		return drawn
	}
	learn := func(l algos.Learner, sparse bool, examples []theory.Example) (steps []theory.Step) {
		for _, e := range examples {
			if sparse {
				e.X = e.X.Sparsify()
			}
			step := l.Step(e.X, e.Y)
			if step.Target != step.Target {
				step.Target = -1 // NaN is not equal to itself
			}
			steps = append(steps, step)
		}
		return steps
	}
	specs := everyLearner(t)
	for _, expr := range []string{"e-omm(p=3)", "pumma(p=3)", "perceptron(p=3)", "alma(p=3)"} {
		specs = append(specs, parse(t, expr))
	}
	for _, spec := range specs {
		for _, sparse := range []bool{false, true} {
			l := spec.New(dim)
			for i, n := range []int{0, 1, 30, 3, 30, 30, 30} {
				// Some go over to twice the digits on the way, and back.
				stream, fresh := examples(n, []float64{0, 0, 1e6, 0, 1e4, 0, 1e6}[i]), spec.New(dim)
				l.Reset()
				require.Equal(t, learn(fresh, sparse, stream), learn(l, sparse, stream), "%s", spec)
				require.Equal(t, fresh.State().Classifier, l.State().Classifier, "%s", spec)
			}
		}
	}
}
