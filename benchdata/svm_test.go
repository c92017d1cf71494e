package benchdata

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func labelled(y theory.Label, value ...float64) theory.Example {
	return theory.Example{X: vec.Dense(value...), Y: y}
}

func TestSVMByHand(t *testing.T) {
	pair := []theory.Example{labelled(+1, 1), labelled(-1, -1)}
	far := []theory.Example{labelled(+1, 11), labelled(-1, 9)}
	three := []theory.Example{labelled(+1, 1), labelled(-1, -1), labelled(-1, -1), labelled(-1, -1)}
	for _, c := range []struct {
		name     string
		c        float64
		examples []theory.Example
		w, b     float64
	}{
		{"hard margin", 10, pair, 1, 0},
		// ½w² + 2C(1−w): w = 2C.
		{"hinge", 0.1, pair, 0.2, 0},
		{"a free bias may be far away", 10, far, 1, -10},
		// Each negative weighs a third of the positive: ½w² + 2·0.2(1−w), as b = 0 costs no more than others.
		{"balanced", 0.1, three, 0.4, 0},
	} {
		got, err := trainSVM(context.Background(), c.examples, 1, c.c)
		require.NoError(t, err, c.name)
		require.InDelta(t, c.w, got.W[0], 1e-5, c.name)
		require.InDelta(t, c.b, got.B, 1e-5, c.name)
	}
}

// objective is the definition of the problem.
func objective(c float64, examples []theory.Example, w []float64, b float64) float64 {
	count := map[theory.Label]float64{}
	for _, e := range examples {
		count[e.Y]++
	}
	sum := 0.0
	for _, v := range w {
		sum += v * v / 2
	}
	for _, e := range examples {
		a := b
		for k, v := range w {
			a += v * e.X.At(k)
		}
		sum += c * float64(len(examples)) / (2 * count[e.Y]) * max(0, 1-float64(e.Y)*a)
	}
	return sum
}

// The objective is convex: its minimum is where no small step leads down.
func TestSVMIsOptimal(t *testing.T) {
	t.Parallel()
	const dim = 3
	for _, c := range []float64{0.01, 1, 100}[:rapidtest.Count(2, 3, 3)] {
		for seed := range uint64(rapidtest.Count(1, 2, 20)) {
			rnd := rand.New(rand.NewPCG(seed, 5))
			examples := make([]theory.Example, 40)
			for i := range examples {
				y := theory.Label(1)
				if i%4 > 0 {
					y = -1
				}
				x := vec.Dense(rnd.NormFloat64()+float64(y), rnd.NormFloat64(), 2+rnd.NormFloat64())
				if i%2 == 0 {
					x = x.Sparsify()
				}
				examples[i] = theory.Example{X: x, Y: y}
			}
			got, err := trainSVM(context.Background(), examples, dim, c)
			require.NoError(t, err)
			least := objective(c, examples, got.W, got.B)
			for _, size := range []float64{1, 1e-1, 1e-2, 1e-3, 1e-4} {
				for range rapidtest.Count(6, 30, 30) {
					w := make([]float64, dim)
					for k := range w {
						w[k] = got.W[k] + size*rnd.NormFloat64()
					}
					b := got.B + size*rnd.NormFloat64()
					require.GreaterOrEqual(t, objective(c, examples, w, b), least*(1-1e-8), "C = %g, a step of %g", c, size)
				}
			}
		}
	}
}

func TestSVMErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := trainSVM(ctx, []theory.Example{labelled(+1, 1), labelled(-1, -1)}, 1, 1)
	require.ErrorIs(t, err, context.Canceled)
	require.EqualError(t, err, "benchdata: fitting an SVM: context canceled")
}

// What a trained hyperplane keeps is separable by it with a margin above near, and what it
// does not keep is not.
func TestTrainSeparation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		point := rapid.Custom(func(t *rapid.T) theory.Example {
			return labelled(rapid.SampledFrom([]theory.Label{theory.Negative, theory.Positive}).Draw(t, "y"), rapid.Float64Range(-2, 2).Draw(t, "x"),
				rapid.Float64Range(-2, 2).Draw(t, "z"))
		})
		examples := rapid.SliceOfN(point, 2, 20).Draw(t, "examples")
		examples[0].Y, examples[1].Y = theory.Positive, theory.Negative
		s, err := TrainSeparation(context.Background(), examples, 2)
		if err != nil {
			require.Regexp(t, `, expected (some of each class to be left|classes that differ)$`, err.Error())
			return
		}
		require.Greater(t, s.Separator.Margin(s.Of(examples)), 0.01)
		require.Equal(t, len(examples), len(s.Kept)+s.Wrong+s.TooNear)
		for i, e := range examples {
			if !slices.Contains(s.Kept, i) {
				require.LessOrEqual(t, s.Separator.Margin([]theory.Example{e}), 0.01)
			}
		}
	})
	one := []theory.Example{labelled(+1, 1), labelled(+1, 2)}
	_, err := TrainSeparation(context.Background(), one, 1)
	require.EqualError(t, err, "all examples are of one class, expected two to separate")
	_, err = TrainSeparation(context.Background(), []theory.Example{labelled(+1, 0.009), labelled(-1, -0.009)}, 1)
	require.EqualError(t, err, "of 2 examples 0 are misclassified and 2 are too near to the hyperplane, expected some of each class to be left")
	same := []theory.Example{labelled(+1, 1), labelled(-1, 1)}
	_, err = TrainSeparation(context.Background(), same, 1)
	require.EqualError(t, err, "the trained hyperplane has w = 0, expected classes that differ")
}
