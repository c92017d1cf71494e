package kernel_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func parse(t *testing.T, expr string) *algos.Spec {
	t.Helper()
	spec, err := algos.Parse(expr)
	require.NoError(t, err)
	return spec
}

func gram(t *testing.T, expr string, examples []theory.Example) *kernel.Gram {
	t.Helper()
	return newGram(t, expr, features(examples), theory.Dim(examples), 0)
}

func features(examples []theory.Example) []vec.Vector {
	var x []vec.Vector
	for _, e := range examples {
		x = append(x, e.X)
	}
	return x
}

func labels(examples []theory.Example) []theory.Label {
	var y []theory.Label
	for _, e := range examples {
		y = append(y, e.Y)
	}
	return y
}

// drawStream returns a stream of n Gaussian points in dim dimensions with norms over two decades. A hyperplane
// through the origin labels them, wrongly for a share noise; now and then a point comes again, or is 0.
func drawStream(seed uint64, n, dim int, noise float64) []theory.Example {
	rng := rand.New(rand.NewPCG(seed, 0))
	var examples []theory.Example
	for len(examples) < n {
		if k := len(examples); k > 2 && rng.IntN(8) == 0 {
			examples = append(examples, examples[rng.IntN(k)])
			continue
		}
		x := make([]float64, dim)
		if rng.IntN(20) > 0 {
			length := math.Pow(10, rng.Float64()*2-1)
			for j := range x {
				x[j] = length * rng.NormFloat64()
			}
		}
		e := theory.Example{X: vec.Dense(x...), Y: theory.Sign(x[0])}
		if rng.Float64() < noise {
			e.Y = -e.Y
		}
		if k := len(examples); k%3 == 1 {
			e.X = e.X.Sparsify()
		}
		examples = append(examples, e)
	}
	return examples
}

// passes returns the order of n passes through m points.
func passes(n, m int) []int {
	var order []int
	for range n {
		for i := range m {
			order = append(order, i)
		}
	}
	return order
}

// With the linear kernel each learner makes at every step the same decision as its twin in package algos, and ends
// with the same classifier.
func TestLinearKernelFollowsTheTwinStepForStep(t *testing.T) {
	const rounds = 3
	for _, expr := range []string{
		"perceptron", "averaged-perceptron", "romma", "romma(eps=0.3)", "a-romma",
		"alma", "alma(alpha=0.9)", "alma(0.7,2.5,0.5)", "pegasos(lambda=0.1)", "pegasos(lambda=0.01,project=yes)",
		"pegasos(lambda=0.1,classifier=mean)", "pegasos(lambda=0.03,project=yes,classifier=mean)",
		"pa", "pa-i(C=0.1)", "pa-ii(C=0.1)", "mira", "amira(eps=0.3)", "e-omm", "ce-omm", "omm(rho=0.5)", "n-omm", "n-omm(keep=violating)", "n-omm(rho=0.5)",
		"bias(perceptron,2)", "bias(a-romma,0.5)", "bias(alma,1)", "bias(pegasos(lambda=0.1,classifier=mean),-3)", "bias(amira,1)",
	} {
		t.Run(expr, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(12) {
				spec := parse(t, expr)
				noise := []float64{0, 0.1}[seed%2]
				if shrinks(spec) {
					noise = 0
				}
				examples := drawStream(seed+1, 60, 1+int(seed%7), noise)
				want, stop := spec.Run(context.Background(), theory.Dim(examples), slices.Values(slices.Repeat(examples, rounds)))
				g := gram(t, "linear", examples)
				got, l, err := kernel.Run(context.Background(), spec, g, labels(examples), passes(rounds, len(examples)))
				require.NoError(t, stop)
				require.NoError(t, err)
				requireSameRun(t, want, got, fmt.Sprintf("seed %d", seed+1))
				e := kernel.NewEmbedding(g)
				embedded, err := e.Examples(t.Context(), labels(examples))
				require.NoError(t, err)
				classifier := e.Classifier(l.State().Classifier)
				for i, x := range examples {
					w, scale := want.Classifier.Score(x.X), 1e-7*(1+vec.L2{}.Of(want.Classifier.W)*math.Sqrt(x.X.SqNorm())+math.Abs(want.Classifier.B))
					require.InDelta(t, w, classifier.Score(embedded[i].X), scale, "seed %d, example %d, the classifier", seed+1, i+1)
					require.InDelta(t, w, l.Score(g.Unit(i)), scale, "seed %d, example %d, the score", seed+1, i+1)
				}
			}
		})
	}
}

// shrinks reports whether the learner keeps a point of the convex hulls, which goes to 0 on inseparable examples:
// only its direction counts, and that is then rounding.
func shrinks(spec *algos.Spec) bool {
	return slices.ContainsFunc(spec.Families(), func(f string) bool { return f == "romma" || f == "omm" })
}

// n-OMM stops where its twin does.
func TestNaiveOMMStopsWhereItsTwinDoes(t *testing.T) {
	for seed := range uint64(6) {
		examples := drawStream(seed+1, 60, 2, 0.2)
		spec := parse(t, "n-omm")
		want, stop := spec.Run(context.Background(), 2, slices.Values(examples))
		require.ErrorContains(t, stop, "example")
		got, _, err := kernel.Run(context.Background(), spec, gram(t, "linear", examples), labels(examples), passes(1, 60))
		require.ErrorContains(t, err, fmt.Sprintf("example %d: ", len(got.Steps)+1))
		require.Len(t, got.Steps, len(want.Steps))
	}
}

func requireSameRun(t *testing.T, want, got theory.Trace, what string) {
	t.Helper()
	near := func(a, b, scale float64) bool {
		return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-8*(1+scale)
	}
	require.Len(t, got.Steps, len(want.Steps))
	for k, w := range want.Steps {
		s := got.Steps[k]
		// A point at its margin, 1 or γ_t, up to rounding may or may not be moved by rounding, and a point on the
		// hyperplane may be on either side.
		if math.Abs(w.Score-1) < 1e-9 || math.Abs(w.Score-w.Target) < 1e-9*w.Target {
			s.Updated = w.Updated
		}
		if math.Abs(w.Score) < 1e-9*w.Norm {
			s.Predicted = w.Predicted
		}
		if w.Updated != s.Updated || w.Predicted != s.Predicted || w.Opening != s.Opening || w.Y != s.Y ||
			!near(w.Score, s.Score, math.Abs(w.Score)+w.Norm) || !near(w.Norm, s.Norm, w.Norm) || !near(w.Target, s.Target, math.Abs(w.Target)) {
			require.Failf(t, "the runs part", "%s, step %d: twin %+v, kernel form %+v", what, k+1, w, s)
		}
	}
	require.True(t, near(want.Gamma, got.Gamma, want.Gamma) && near(want.Norm, got.Norm, want.Norm), "%s: gamma %v and %v, norm %v and %v", what, want.Gamma, got.Gamma, want.Norm, got.Norm)
}
