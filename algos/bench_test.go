package algos_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// adult returns Adult as in HKNS25: separated, γ∗ = 1, b∗ = 0, in a random order from a fixed seed, in contiguous
// memory.
func adult(t testing.TB) []theory.Example {
	t.Helper()
	data := os.Getenv(benchdata.DataEnv)
	if data == "" {
		data = filepath.Join("..", "..", "shared", "data")
	}
	dir, err := benchdata.Find("adult", data)
	if err != nil {
		t.Skip(err)
	}
	examples, _, err := benchdata.Adult(context.Background(), dir)
	require.NoError(t, err)
	dim := theory.Dim(examples)
	s, err := maxmargin.Solve(context.Background(), examples, dim, maxmargin.Options{})
	require.NoError(t, err)
	c := benchdata.Certificate{W: s.Classifier.W, Gamma: s.Gamma, Plus: s.Plus, Minus: s.Minus}
	examples, c = benchdata.NormaliseMargin(examples, c)
	examples, _ = benchdata.RemoveBias(examples, c)
	return contiguous(examples, dim)
}

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

// timed returns the learners whose steps are timed: the defaults of a command without n-OMM, whose step solves the
// whole problem, and more with parameters.
func timed() (names []string) {
	for _, s := range algos.Defaults() {
		if s.Kind.Name != "n-omm" {
			names = append(names, s.String())
		}
	}
	return append(names, "pegasos(project=yes)", "pegasos(classifier=mean)",
		"e-omm(p=1.1)", "e-omm(p=1.5)", "e-omm(p=3)", "e-omm(p=10)", "pumma(p=3)", "alma(p=3)", "perceptron(p=3)")
}

// BenchmarkPass is one pass over the data in memory. learner=none only reads the same matrix.
func BenchmarkPass(b *testing.B) {
	rapidtest.Slow(b)
	b.Run("data=adult", func(b *testing.B) { benchmarkPass(b, adult(b)) })
	b.Run("data=synthetic", func(b *testing.B) {
		benchmarkPass(b, contiguous(rapidtest.Separable(rapidtest.Rand(0), 20000, 100, 0.1, 1), 100))
	})
}

// BenchmarkStep is one step of a learner that has gone through the data before: it has all the memory that it needs,
// and allocates nothing.
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

// total reads every coordinate, four sums at a time, so that memory is the limit.
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

// BenchmarkTextStep is one step of a pass over sparse data as wide as text, 74 of 47,236 coordinates an example, in
// one block of indices and one of values. The learner starts anew at each pass. The limit is memory beyond the
// first-level cache: w takes 378 kB, the dual points twice that, and 74 coordinates lie in 74 cache lines of it. In
// 2,000 dimensions a step takes two thirds of the time, a step of e-OMM two fifths.
func BenchmarkTextStep(b *testing.B) {
	const dim, nnz = 47236, 74
	examples := text(60000, dim, nnz)
	for _, name := range []string{"perceptron", "pa", "romma", "a-romma", "e-omm", "ce-omm", "pumma(delta=0.01)", "alma",
		"pegasos", "mcp"} {
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
