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

// BenchmarkStreams is what a hunt asks: short streams, one after the other, on a process for
// each worker.
func BenchmarkStreams(b *testing.B) {
	hunted(b, 1, func(learners []algos.Learner, examples []theory.Example) {
		learners[0].(*Learner).Steps(examples, false)
	})
}

// BenchmarkSteps is what a hunt asks while it places the examples of a stream, for a program that
// learns one stream at once: a step at a time, each with the classifier after it.
func BenchmarkSteps(b *testing.B) {
	hunted(b, 1, func(learners []algos.Learner, examples []theory.Example) {
		for _, e := range examples {
			learners[0].Step(e.X, e.Y)
			learners[0].Classifier()
		}
	})
}

// BenchmarkAbreast is the same for a program that learns several streams at once: a step of each
// at a time. A stream has 40 coordinates, which as many others move for a gradient.
func BenchmarkAbreast(b *testing.B) {
	hunted(b, 40, func(learners []algos.Learner, examples []theory.Example) {
		first := learners[0].(*Learner)
		first.Abreast(learners, nil)
		for _, e := range examples {
			first.Abreast(learners, slices.Repeat([]theory.Example{e}, len(learners)))
		}
	})
}

// hunted has as many learners at once as workers learn streams of 20 examples.
func hunted(b *testing.B, abreast int, learn func(learners []algos.Learner, examples []theory.Example)) {
	examples := gaussian(20, 4)
	each(b, func(b *testing.B, s *algos.Spec) {
		b.RunParallel(func(pb *testing.PB) {
			learners := make([]algos.Learner, min(abreast, s.New(4).(*Learner).Streams()))
			for i := range learners {
				learners[i] = s.New(4)
			}
			for left := 0; pb.Next(); left-- {
				if left > 0 {
					continue
				}
				left = len(learners)
				for _, l := range learners {
					l.(*Learner).Reset()
				}
				learn(learners, examples)
				if err := learners[0].(*Learner).Err(); err != nil {
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
