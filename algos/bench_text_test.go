package algos_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// BenchmarkTextStep is one step of a pass over sparse data as wide as text, 74 of 47,236
// coordinates an example, in one block of indices and one of values. The learner begins
// anew at each pass. What limits it is memory beside the first-level cache: w takes 378 kB,
// the certificates twice that, and 74 coordinates lie in 74 lines of it. In 2,000
// dimensions a step takes two thirds of the time, one of e-OMM two fifths.
func BenchmarkTextStep(b *testing.B) {
	const dim, nnz = 47236, 74
	examples := text(60000, dim, nnz)
	for _, name := range []string{"perceptron", "pa", "romma", "a-romma", "e-omm", "ce-omm", "pumma(delta=0.01)", "alma", "pegasos", "mcp"} {
		spec := parse(b, name)
		b.Run("learner="+name, func(b *testing.B) {
			b.SetBytes(16 * nnz)
			l := spec.New(dim)
			var updates, k int
			for b.Loop() {
				if l.Step(examples[k].X, examples[k].Y).Updated {
					updates++
				}
				if k++; k == len(examples) {
					l, k = spec.New(dim), 0
				}
			}
			b.ReportMetric(float64(updates)/float64(b.N), "updates/op")
		})
	}
}

// text draws n examples of unit length with nnz coordinates anywhere in dim dimensions,
// and labels them by a hyperplane that leaves a gap.
func text(n, dim, nnz int) []theory.Example {
	rng := rand.New(rand.NewPCG(3, 0))
	plane := make([]float64, dim)
	for i := range plane {
		plane[i] = rng.NormFloat64()
	}
	index, value := make([]int, n*nnz), make([]float64, n*nnz)
	examples := make([]theory.Example, n)
	for k := 0; k < n; {
		x := vec.Vector{Index: index[k*nnz : (k+1)*nnz : (k+1)*nnz], Value: value[k*nnz : (k+1)*nnz : (k+1)*nnz]}
		for j := range nnz { // one coordinate of each of nnz ranges
			x.Index[j] = (j*dim + rng.IntN(dim)) / nnz
			x.Value[j] = math.Abs(rng.NormFloat64())
		}
		x.Index = slices.Compact(x.Index)
		if len(x.Index) < nnz {
			continue
		}
		length := math.Sqrt(x.SqNorm())
		for j := range x.Value {
			x.Value[j] /= length
		}
		score := x.Dot(plane)
		if math.Abs(score) < 0.2 {
			continue
		}
		examples[k] = theory.Example{X: x, Y: theory.Sign(score)}
		k++
	}
	return examples
}
