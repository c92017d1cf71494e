package algos_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// contiguous copies the examples, in a random order, into one array.
func contiguous(examples []theory.Example, dim int) []theory.Example {
	order := rand.New(rand.NewPCG(1, 0)).Perm(len(examples))
	values := make([]float64, len(examples)*dim)
	copied := make([]theory.Example, len(examples))
	for k, i := range order {
		row := values[k*dim : (k+1)*dim : (k+1)*dim]
		examples[i].X.CopyTo(row)
		copied[k] = theory.Example{Y: examples[i].Y}
		copied[k].X.Value = row
	}
	return copied
}

// timed are the learners whose steps are timed: all that a command runs by default but
// n-OMM, whose step solves the whole problem, and more with parameters of their own.
func timed() (names []string) {
	for _, s := range algos.Defaults() {
		if s.Kind.Name != "n-omm" {
			names = append(names, s.String())
		}
	}
	return append(names, "pegasos(project=yes)", "pegasos(classifier=mean)",
		"e-omm(p=1.1)", "e-omm(p=1.5)", "e-omm(p=3)", "e-omm(p=10)", "pumma(p=3)", "alma(p=3)", "perceptron(p=3)")
}

// BenchmarkPass is one pass over the data in memory. learner=none only reads the
// same matrix.
func BenchmarkPass(b *testing.B) {
	rapidtest.Slow(b)
	b.Run("data=adult", func(b *testing.B) { benchmarkPass(b, adult(b)) })
	b.Run("data=synthetic", func(b *testing.B) {
		benchmarkPass(b, contiguous(rapidtest.Separable(rapidtest.Rand(0), 20000, 100, 0.1, 1), 100))
	})
}

// BenchmarkStep is one step of a learner that has gone through the data before:
// what it keeps, it has, and nothing is allocated.
func BenchmarkStep(b *testing.B) {
	dense := contiguous(rapidtest.Separable(rapidtest.Rand(0), 2000, 100, 0.1, 1), 100)
	for _, data := range []struct {
		name     string
		examples []theory.Example
	}{{"dense", dense}, {"sparse", sparseSeparable(2000, 1000, 50)}} {
		dim := theory.Dim(data.examples)
		if testing.Short() && data.name == "sparse" {
			break // a learner that keeps a matrix prepares for a second
		}
		for _, name := range timed() {
			b.Run("data="+data.name+"/learner="+name, func(b *testing.B) {
				l := parse(b, name).New(dim)
				for range 3 {
					learn(l, data.examples)
				}
				work := vec.Count(func() { learn(l, data.examples) })
				b.ReportAllocs()
				k := 0
				for b.Loop() {
					e := data.examples[k]
					l.Step(e.X, e.Y)
					if k++; k == len(data.examples) {
						k = 0
					}
				}
				rapidtest.ReportWork(b, work, len(data.examples))
			})
		}
	}
}

func benchmarkPass(b *testing.B, examples []theory.Example) {
	dim := theory.Dim(examples)
	size := int64(8 * dim * len(examples))
	b.Run("learner=none", func(b *testing.B) {
		b.SetBytes(size)
		var sum float64
		for b.Loop() {
			sum += total(examples)
		}
		require.NotZero(b, sum)
	})
	for _, name := range append(timed(), "n-omm", "bias(romma,-1)", "bias(alma,1)") {
		spec := parse(b, name)
		b.Run("learner="+name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			var mistakes, updates int
			var l algos.Learner
			for b.Loop() {
				l = spec.New(dim)
				mistakes, updates = learn(l, examples)
			}
			rapidtest.ReportWork(b, vec.Count(func() { learn(spec.New(dim), examples) }), 1)
			b.ReportMetric(float64(mistakes), "mistakes")
			b.ReportMetric(float64(updates), "updates")
			b.ReportMetric(l.State().Classifier.Margin(examples), "margin")
		})
	}
}

func learn(l algos.Learner, examples []theory.Example) (mistakes, updates int) {
	for _, e := range examples {
		s := l.Step(e.X, e.Y)
		if s.Mistake() {
			mistakes++
		}
		if s.Updated {
			updates++
		}
	}
	return mistakes, updates
}

// total reads every coordinate, four sums at a time so that memory is the limit.
func total(examples []theory.Example) float64 {
	var a, b, c, d float64
	for _, e := range examples {
		x := e.X.Value
		for len(x) >= 4 {
			a, b, c, d = a+x[0], b+x[1], c+x[2], d+x[3]
			x = x[4:]
		}
		for _, v := range x {
			a += v
		}
	}
	return a + b + c + d
}

// BenchmarkSparsePass is one pass over sparse data of growing dimension at the
// same number of coordinates an example: the time a step is that of the
// coordinates, not of the dimension.
func BenchmarkSparsePass(b *testing.B) {
	for _, c := range []struct {
		name string
		dim  int
	}{{"d=1e3", 1000}, {"d=1e4", 10000}, {"d=1e5", 100000}} {
		if testing.Short() && c.dim > 1000 {
			break
		}
		examples := sparseSeparable(2000, c.dim, 50)
		for _, name := range timed() {
			spec := parse(b, name)
			if spec.Kind.Condition != nil {
				continue // it keeps a matrix of d × d
			}
			b.Run("learner="+name+"/"+c.name+"/nnz=50", func(b *testing.B) {
				b.SetBytes(16 * 50 * int64(len(examples)))
				var mistakes, updates int
				var l algos.Learner
				for b.Loop() {
					b.StopTimer()
					l = spec.New(c.dim)
					b.StartTimer()
					mistakes, updates = learn(l, examples)
				}
				rapidtest.ReportWork(b, vec.Count(func() { learn(spec.New(c.dim), examples) }), 1)
				b.ReportMetric(float64(mistakes), "mistakes")
				b.ReportMetric(float64(updates), "updates")
				b.ReportMetric(l.State().Classifier.Margin(examples), "margin")
			})
		}
	}
}

// sparseSeparable draws n examples of nnz coordinates in dim dimensions; the
// last coordinate of each carries its label.
func sparseSeparable(n, dim, nnz int) []theory.Example {
	rng := rand.New(rand.NewPCG(2, 0))
	examples := make([]theory.Example, n)
	for k := range examples {
		at := map[int]bool{}
		for len(at) < nnz-1 {
			at[rng.IntN(dim-1)] = true
		}
		x := make([]float64, dim)
		for i := range at {
			x[i] = float64(1 + i%3)
		}
		y := theory.Label(2*rng.IntN(2) - 1)
		x[dim-1] = float64(y) * 5
		examples[k] = theory.Example{Y: y}
		examples[k].X.Value = x
		examples[k].X = examples[k].X.Sparsify()
	}
	return examples
}
