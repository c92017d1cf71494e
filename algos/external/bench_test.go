package external

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// gaussian draws examples that a hyperplane nearly separates.
func gaussian(n, dim int) []theory.Example {
	rng := rand.New(rand.NewPCG(1, 0))
	examples := make([]theory.Example, n)
	for i := range examples {
		x := make([]float64, dim)
		for k := range x {
			x[k] = rng.NormFloat64()
		}
		examples[i] = theory.Example{X: vec.Vector{Value: x}, Y: theory.Sign(x[0] + x[1] + 0.1*rng.NormFloat64())}
	}
	return examples
}

// BenchmarkExamples is a run over a file of 100 features.
func BenchmarkExamples(b *testing.B) {
	examples := gaussian(20_000, 100)
	each(b, func(b *testing.B, s *algos.Spec) {
		for b.Loop() {
			_, err := s.Run(b.Context(), 100, slices.Values(examples))
			require.NoError(b, err)
		}
		b.ReportMetric(float64(len(examples)*b.N)/b.Elapsed().Seconds(), "examples/s")
	})
}

// BenchmarkStreams does the work of a hunt: short streams, one after the other, on a process for each worker.
func BenchmarkStreams(b *testing.B) {
	hunted(b, func(l *Learner, examples []theory.Example) { l.Steps(examples, false) })
}

// BenchmarkSteps does the work of a hunt that places the examples of a stream: a step at a time, each with the
// classifier after it.
func BenchmarkSteps(b *testing.B) {
	hunted(b, func(l *Learner, examples []theory.Example) {
		for _, e := range examples {
			l.Step(e.X, e.Y)
			l.State()
		}
	})
}

// hunted lets a learner for each worker learn streams of 20 examples.
func hunted(b *testing.B, learn func(l *Learner, examples []theory.Example)) {
	examples := gaussian(20, 4)
	each(b, func(b *testing.B, s *algos.Spec) {
		b.RunParallel(func(pb *testing.PB) {
			for l := s.New(4).(*Learner); pb.Next(); l.Reset() {
				learn(l, examples)
				if err := l.State().Err; err != nil {
					b.Error(err)
				}
			}
		})
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "streams/s")
	})
}

// each measures the Perceptron of each adapter.
func each(b *testing.B, measure func(b *testing.B, s *algos.Spec)) {
	for i, a := range adapters {
		b.Run("adapter="+a.name, func(b *testing.B) { measure(b, learnerOf(b, i)) })
	}
}
