package algos_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// A learner behind bias learns from (x, c): it decides like one with the examples (x, c), and its numbers differ only
// by rounding. Examples are dense, sparse, and rows without their last coordinates, of lengths that end in each lane
// of a sum.
func TestBiasIsTheLearnerOnLiftedFeatures(t *testing.T) {
	t.Parallel()
	for _, inner := range []string{
		"perceptron", "averaged-perceptron", "voted-perceptron", "perceptron(p=3)", "pa", "pa-i(0.1)", "pa-ii", "mira", "amira", "romma", "a-romma",
		"alma", "alma(p=3)", "mcp", "naromma", "pegasos", "pegasos(classifier=mean)", "randomized", "second-order(1)", "arow",
	} {
		t.Run(inner, func(t *testing.T) {
			t.Parallel()
			for _, d := range []int{0, 1, 3, 6, 7, 8, 9, 14, 15, 16, 17, 31, 33} {
				for _, form := range []string{"dense", "sparse", "short", "far"} {
					const c = -1.5
					rng := rand.New(rand.NewPCG(uint64(d), 0))
					spec := parse(t, fmt.Sprintf("bias(%s,%v)", inner, c))
					require.Equal(t, float64(c), spec.Bias)
					bias, bare := spec.New(d), parse(t, inner).New(d+1)
					for range 20 {
						x := vec.Vector{Value: make([]float64, d)}
						for i := range x.Value {
							if x.Value[i] = rng.NormFloat64(); form == "far" {
								x.Value[i] = 1e7 + x.Value[i]
							}
						}
						y := theory.Label(2*rng.IntN(2) - 1)
						lifted := vec.Dense(append(append([]float64{}, x.Value...), c)...)
						switch form {
						case "sparse":
							x, lifted = x.Sparsify(), lifted.Sparsify()
						case "short":
							short := min(d, 1+rng.IntN(d+1)) // (0, c) again and again would be a tie
							clear(lifted.Value[short:d])
							x.Value = x.Value[:short]
						}
						near := func(what string, want, got, size float64) {
							t.Helper()
							require.InDelta(t, want, got, 1e-14*size+1e-12*math.Abs(want), "%s in %d dimensions, %s", what, d, form)
						}
						size := func() float64 { // of the terms of w·(x, c), where w has up to 20 examples
							length := 1 + math.Sqrt(lifted.SqNorm())
							return length * (20*length + vec.L2{}.Of(bare.State().Classifier.W))
						}
						before := size()
						want, got := bare.Step(lifted, y), bias.Step(x, y)
						require.Equal(t, want.Updated, got.Updated, "%d dimensions, %s", d, form)
						if math.Abs(want.Score) > 1e-14*before { // else rounding decides
							require.Equal(t, want.Predicted, got.Predicted, "%d dimensions, %s", d, form)
						}
						near("a_t", want.Score, got.Score, before)
						near("the target", want.Target, got.Target, before)
						near("the norm", want.Norm, got.Norm, before)
						near("the score", bare.Score(lifted), bias.Score(x), size())
						w, v := bare.State().Classifier, bias.State().Classifier
						near("b", w.B+float64(w.W[d]*c), v.B, size())
						for i := range d {
							near("w", w.W[i], v.W[i], size())
						}
					}
				}
			}
		})
	}
}
