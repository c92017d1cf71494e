package trial

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/maxmargin"
	"marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// law is the documented growth of a work along one axis: four times the size takes at most 4^power times the work,
// apart from work that is negligible at these sizes.
type law struct {
	what, axis, order string
	power             float64
	where             string                                       // the documentation
	size              int                                          // the lesser one
	points            func(size int) (all []theory.Example, d int) // in d coordinates
	work              func(t *testing.T, points []theory.Example, d int) []counted
}

// counted is the work of one subject: bytes that its kernels read, or that reading a file allocated.
type counted struct {
	subject string
	bytes   float64
}

func laws() []law {
	many := func(d int) func(int) ([]theory.Example, int) {
		return func(n int) ([]theory.Example, int) { return gaussian(n, d), d }
	}
	wide := func(n int) func(int) ([]theory.Example, int) {
		return func(d int) ([]theory.Example, int) { return gaussian(n, d), d }
	}
	thin := func(n int) func(int) ([]theory.Example, int) {
		return func(nnz int) ([]theory.Example, int) { return sparse(n, 20_000, nnz), 20_000 }
	}
	thinner := func(d int) ([]theory.Example, int) { return sparse(100, d, 50), d }
	separated := func(n int) ([]theory.Example, int) { return planted(n, 20), 20 }
	wider := func(d int) ([]theory.Example, int) { return planted(2000, d), d }
	return []law{
		{"a pass of a learner", "n", "O(n·d)", 1, "README.md, algos", 500, many(10), firstOrder},
		{"a pass of a learner", "d", "O(n·d)", 1, "README.md, algos", 256, wide(200), firstOrder},
		{"a pass of a second-order learner", "d", "O(n·d²)", 2, "algos/ridge.go", 64, wide(100), secondOrder},
		{"a pass of a learner, sparse", "nnz", "O(n·nnz)", 1, "README.md, algos", 500, thin(100), firstOrder},
		{"a pass of a learner, sparse", "d", "O(n·nnz)", 0, "README.md, algos", 5000, thinner, firstOrder},
		{"the maximum margin", "n", "O(n·d) a round", 1, "algos/maxmargin", 3000, separated, solves},
		{"the maximum margin", "d", "O(n·d) a round", 1, "algos/maxmargin", 30, wider, solves},
		{"the exact diameters", "n", "O(n²·d)", 2, "theory/diameter", 500, many(20), diameters},
		// In fewer dimensions, the search's 32 axes show which pairs are near.
		{"the exact diameters", "d", "O(n²·d)", 1, "theory/diameter", 400, wide(500), diameters},
		{"the exact diameters, sparse", "nnz", "O(n²·nnz)", 1, "theory/diameter", 64, thin(200), diameters},
		{"reading a file", "n", "O(bytes)", 1, "benchdata", 5000, many(10), reading},
		{"reading a file", "d", "O(bytes)", 1, "benchdata", 250, wide(200), reading},
		{"rows of a kernel matrix", "n", "O(n·d) a row", 1, "algos/kernel", 1000, many(100), rows},
		{"rows of a kernel matrix", "d", "O(n·d) a row", 1, "algos/kernel", 250, wide(500), rows},
		{"rows of a kernel matrix, sparse", "nnz", "O(n·nnz) a row", 1, "algos/kernel", 100, thin(200), rows},
	}
}

// TestWorkGrows compares exact counts of work with the documented growth. It is not parallel, since it counts the
// work of the whole process.
func TestWorkGrows(t *testing.T) {
	rapidtest.Slow(t)
	const times, slack = 4, 0.1 // of the exponent, for work that does not grow along
	for _, l := range laws() {
		points, d := l.points(l.size)
		more, wider := l.points(times * l.size)
		small, large := l.work(t, points, d), l.work(t, more, wider)
		require.NotEmpty(t, small, l.what)
		for i, s := range small {
			require.Positive(t, s.bytes, "%s: %s", l.what, s.subject)
			power := math.Log(large[i].bytes/s.bytes) / math.Log(times)
			if power > l.power+slack {
				t.Errorf("%s, %s: grows with %s^%.2f from %d to %d, documented in %s as %s",
					l.what, s.subject, l.axis, power, l.size, times*l.size, l.where, l.order)
			}
		}
	}
}

// gaussian draws n points of d coordinates with random labels.
func gaussian(n, d int) []theory.Example {
	return rapidtest.Noise(rand.New(rand.NewPCG(uint64(n), uint64(d))), n, d, 1)
}

// sparse draws n points with a coordinate at random in each of nnz equal parts of d.
func sparse(n, d, nnz int) []theory.Example {
	rng := rand.New(rand.NewPCG(uint64(d), uint64(nnz)))
	examples := make([]theory.Example, n)
	for i := range examples {
		index, value := make([]int, nnz), make([]float64, nnz)
		for k := range index {
			index[k], value[k] = d/nnz*k+rng.IntN(d/nnz), rng.NormFloat64()
		}
		examples[i] = theory.Example{X: vec.Sparse(index, value), Y: theory.Label(2*rng.IntN(2) - 1)}
	}
	return examples
}

func firstOrder(_ *testing.T, examples []theory.Example, d int) []counted {
	return passes(examples, d, func(s *algos.Spec) bool { return s.Kind.Condition == nil })
}

func secondOrder(_ *testing.T, examples []theory.Example, d int) []counted {
	return passes(examples, d, func(s *algos.Spec) bool { return s.Kind.Condition != nil })
}

// passes counts a pass of each chosen default learner, except those that solve the whole problem at a step. Every
// example has the label that the learner does not predict, so that it updates as often at all sizes.
func passes(examples []theory.Example, d int, chosen func(*algos.Spec) bool) (all []counted) {
	for _, spec := range algos.Defaults() {
		if spec.Kind.Solves || !chosen(spec) {
			continue
		}
		labels := contrary(spec, examples, d)
		learner := spec.New(d)
		all = append(all, counted{spec.String(), float64(vec.Count(func() {
			for i, e := range examples {
				learner.Step(e.X, labels[i])
			}
		}).Bytes)})
	}
	return all
}

// contrary returns the labels that the learner does not predict.
func contrary(spec *algos.Spec, examples []theory.Example, d int) (labels []theory.Label) {
	learner := spec.New(d)
	predictor := learner
	if mean, is := learner.(*algos.AveragedPerceptron); is {
		predictor = &mean.Perceptron // it does not predict with what it shows
	}
	for _, e := range examples {
		y := -theory.Sign(predictor.State().Classifier.Score(e.X))
		learner.Step(e.X, y)
		labels = append(labels, y)
	}
	return labels
}

// planted draws n points of d coordinates that a plane separates.
func planted(n, d int) []theory.Example {
	set, _, err := benchdata.Synthetic{Examples: n, Dim: d, R: 10, Ratio: 1, Margin: 1}.Generate()
	if err != nil {
		panic(err)
	}
	return set.Examples
}

// solves counts the maximum margin.
func solves(t *testing.T, examples []theory.Example, d int) []counted {
	return []counted{{"solver", float64(vec.Count(func() {
		_, err := maxmargin.Solve(t.Context(), examples, d, maxmargin.Options{})
		require.NoError(t, err)
	}).Bytes)}}
}

// diameters counts the work for those of all the points and of each class.
func diameters(_ *testing.T, examples []theory.Example, d int) []counted {
	return []counted{{"diameters", float64(vec.Count(func() { theory.Diameters(examples, d) }).Bytes)}}
}

// reading counts the bytes that reading a text allocates.
func reading(t *testing.T, examples []theory.Example, _ int) (all []counted) {
	var libsvm, csv bytes.Buffer
	require.NoError(t, benchdata.WriteLIBSVM(&libsvm, examples))
	for _, e := range examples {
		for _, v := range e.X.Value {
			fmt.Fprint(&csv, v, ",")
		}
		fmt.Fprintln(&csv, e.Y)
	}
	for _, c := range []struct {
		format string
		text   *bytes.Buffer
	}{{"libsvm", &libsvm}, {"csv", &csv}} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := benchdata.Read(c.text, "a", benchdata.Options{Format: c.format})
		runtime.ReadMemStats(&after)
		require.NoError(t, err)
		all = append(all, counted{c.format, float64(after.TotalAlloc - before.TotalAlloc)})
	}
	return all
}

// rows counts a block of rows of a Gram matrix with room for so few that all are computed.
func rows(t *testing.T, examples []theory.Example, d int) (all []counted) {
	const block = 8
	n, present := len(examples), 0
	points, order := make([]vec.Vector, n), make([]int, n)
	for i, e := range examples {
		points[i], order[i] = e.X, i
		present += len(e.X.Value)
	}
	stored := min(8*n*d, 16*present+16*n+64*d) // dense or sparse
	for _, name := range []string{"linear", "gaussian(sigma=16)"} {
		k, err := kernel.Parse(name)
		require.NoError(t, err)
		g, err := kernel.NewGram(k, points, d, int64(stored+8*n*4*block))
		require.NoError(t, err)
		all = append(all, counted{name, float64(vec.Count(func() {
			g.Ahead(order, func(int) bool { return true })
		}).Bytes)})
	}
	return all
}
