//go:build unix

package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/maxmargin"
	"marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// experiments lists all of them; dir is for the files that some read.
func experiments(dir string) []experiment {
	upTo := func(last int) []int {
		var sizes []int
		for decade := 10; decade <= last; decade *= 10 {
			sizes = append(sizes, decade)
			if 3*decade <= last {
				sizes = append(sizes, 3*decade)
			}
		}
		return sizes
	}
	firstOrder := func(s *algos.Spec) bool { return s.Core().Kind.Condition == nil }
	secondOrder := func(s *algos.Spec) bool { return !firstOrder(s) }
	return []experiment{
		{"learners: examples", "d = 10, every step a mistake", upTo(1_000_000)[4:], 5, func(n int) ([]subject, error) {
			return learners(passOverMore, gaussian(n, 10), 10, firstOrder), nil
		}},
		{"learners: dimension", "n = 1000, every step a mistake", upTo(10_000)[1:], 5, func(d int) ([]subject, error) {
			return learners(denseStep, gaussian(1000, d), d, firstOrder), nil
		}},
		{"second-order learners: dimension", "n = 200, every step a mistake", upTo(1000), 4, func(d int) ([]subject, error) {
			return learners(secondOrderStep, gaussian(200, d), d, secondOrder), nil
		}},
		{"sparse learners: coordinates", "n = 200, d = 20,000, every step a mistake", upTo(10_000)[1:], 5, func(nnz int) ([]subject, error) {
			return learners(sparseStep, sparse(200, 20_000, nnz), 20_000, firstOrder), nil
		}},
		{"sparse learners: dimension", "n = 200, nnz = 50, every step a mistake", upTo(300_000)[4:], 5, func(d int) ([]subject, error) {
			return learners(dimensionFree, sparse(200, d, 50), d, firstOrder), nil
		}},
		{"maximum margin: examples", "d = 20, separable, r = 10", upTo(1_000_000)[4:], 5, func(n int) ([]subject, error) {
			return separable(solverMore, n, 20)
		}},
		{"maximum margin: dimension", "n = 2000, separable, r = 10", upTo(1000), 4, func(d int) ([]subject, error) {
			return separable(solverLonger, 2000, d)
		}},
		{"maximum margin: coordinates", "n = 1000, d = 20,000, random labels", upTo(3000)[1:], 4, func(nnz int) ([]subject, error) {
			return solver(solverSparse, sparse(1000, 20_000, nnz), 20_000), nil
		}},
		{"diameters: examples", "d = 20, Gaussian", upTo(30_000)[4:], 3, func(n int) ([]subject, error) {
			return diameters(diametersMore, gaussian(n, 20), 20), nil
		}},
		{"diameters: dimension", "n = 1000, Gaussian", upTo(10_000)[1:], 5, func(d int) ([]subject, error) {
			return diameters(diametersLonger, gaussian(1000, d), d), nil
		}},
		{"diameters: coordinates", "n = 500, d = 20,000", upTo(10_000)[1:], 5, func(nnz int) ([]subject, error) {
			return diameters(diametersSparse, sparse(500, 20_000, nnz), 20_000), nil
		}},
		{"reading: examples", "d = 10, Gaussian", upTo(1_000_000)[4:], 5, func(n int) ([]subject, error) {
			return reading(readingMore, dir, gaussian(n, 10))
		}},
		{"reading: dimension", "n = 200, Gaussian", upTo(10_000), 5, func(d int) ([]subject, error) {
			return reading(readingLonger, dir, gaussian(200, d))
		}},
		{"reading: coordinates", "n = 200, d = 20,000", upTo(10_000)[1:], 5, func(nnz int) ([]subject, error) {
			return reading(readingSparse, dir, sparse(200, 20_000, nnz))
		}},
		{"kernel rows: examples", "d = 100, 8 rows", upTo(100_000)[4:], 4, func(n int) ([]subject, error) {
			return rows(rowsMore, gaussian(n, 100), 100)
		}},
		{"kernel rows: dimension", "n = 500, 8 rows", upTo(10_000), 5, func(d int) ([]subject, error) {
			return rows(rowsLonger, gaussian(500, d), d)
		}},
		{"kernel rows: coordinates", "n = 500, d = 20,000, 8 rows", upTo(3000)[1:], 4, func(nnz int) ([]subject, error) {
			return rows(rowsSparse, sparse(500, 20_000, nnz), 20_000)
		}},
	}
}

// gaussian draws n points of d coordinates, stored one after the other, with labels that
// have nothing to do with them.
func gaussian(n, d int) []theory.Example {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	values := make([]float64, n*d)
	for i := range values {
		values[i] = rng.NormFloat64()
	}
	examples := make([]theory.Example, n)
	for i := range examples {
		examples[i] = theory.Example{X: vec.Dense(values[i*d : (i+1)*d : (i+1)*d]...), Y: theory.Label(2*rng.IntN(2) - 1)}
	}
	return examples
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

// always says that nothing is prepared for a run.
func always(op func()) func() func() { return func() func() { return op } }

// reads is the subject that reads the examples alone: an inner product with each.
func reads(l law, examples []theory.Example, d int) subject {
	l.power = min(l.power, 1)
	w := make([]float64, d)
	var sum float64
	return subject{name: "inner products alone", law: l, fresh: always(func() {
		for _, e := range examples {
			sum += e.X.Dot(w)
		}
	})}
}

// learners are a pass of each learner that is run by default and chosen. n-OMM is none of
// them: it solves the whole problem at a step. Every example has the label that the learner
// does not predict, so that it updates as often at all sizes.
func learners(l law, examples []theory.Example, d int, chosen func(*algos.Spec) bool) []subject {
	all := []subject{reads(l, examples, d)}
	for _, spec := range algos.Defaults() {
		if spec.Kind.Solves || !chosen(spec) {
			continue
		}
		labels := contrary(spec, examples, d)
		var learner algos.Learner
		pass := func() {
			for i, e := range examples {
				learner.Step(e.X, labels[i])
			}
		}
		all = append(all, subject{name: spec.String(), law: l, fresh: func() func() {
			if learner == nil {
				learner = spec.New(d)
				pass() // so that its memory is there
			}
			learner = spec.Renew(learner, d)
			return pass
		}})
	}
	return all
}

// contrary are the labels that the learner does not predict.
func contrary(spec *algos.Spec, examples []theory.Example, d int) (labels []theory.Label) {
	learner := spec.New(d)
	predictor := learner
	if mean, is := learner.(*algos.AveragedPerceptron); is {
		predictor = &mean.Perceptron // what it shows is not what it predicts with
	}
	for _, e := range examples {
		y := -theory.Sign(predictor.Classifier().Score(e.X))
		learner.Step(e.X, y)
		labels = append(labels, y)
	}
	return labels
}

// separable is the maximum margin of points that a plane was drawn for.
func separable(l law, n, d int) ([]subject, error) {
	set, _, err := benchdata.Synthetic{Examples: n, Dim: d, R: 10, Ratio: 1, Margin: 1}.Generate()
	if err != nil {
		return nil, err
	}
	return solver(l, set.Examples, d), nil
}

// solver is the maximum margin of examples that are separable.
func solver(l law, examples []theory.Example, d int) []subject {
	return []subject{reads(l, examples, d), {name: "solver", law: l, fresh: always(func() {
		if _, err := maxmargin.Solve(context.Background(), examples, d, maxmargin.Options{}); err != nil {
			panic(fmt.Sprintf("bench-scaling: separable points: %v", err))
		}
	})}}
}

// diameters are those of all the points and of each class.
func diameters(l law, examples []theory.Example, d int) []subject {
	return []subject{reads(l, examples, d), {name: "diameters", law: l, fresh: always(func() { theory.Diameters(examples, d) })}}
}

// formats are those of files that are read; the first one leaves out zeros.
var formats = []struct {
	format, file string
	write        func(io.Writer, []theory.Example) error
}{{"LIBSVM", "libsvm", benchdata.WriteLIBSVM}, {"CSV", "csv", benchdata.WriteCSV}}

// reading is that of files, of LIBSVM alone if the points are sparse; they are counted by the bytes
// that reading allocates.
func reading(l law, dir string, examples []theory.Example) ([]subject, error) {
	var all []subject
	chosen := formats
	if examples[0].X.Index != nil {
		chosen = formats[:1]
	}
	for _, c := range chosen {
		file, err := os.CreateTemp(dir, "*."+c.file)
		if err != nil {
			return nil, err
		}
		path := file.Name()
		if err := c.write(file, examples); err != nil {
			file.Close()
			return nil, err
		}
		if err := file.Close(); err != nil {
			return nil, err
		}
		read := func() {
			if _, err := benchdata.Open(path, benchdata.Options{}); err != nil {
				panic(fmt.Sprintf("bench-scaling: a file just written: %v", err))
			}
		}
		if all == nil {
			buffer := make([]byte, 1<<18)
			all = append(all, subject{name: "the bytes alone", law: l, fresh: always(func() {
				if err := readBytes(path, buffer); err != nil {
					panic(fmt.Sprintf("bench-scaling: a file just written: %v", err))
				}
			}), count: func() float64 { return 0 }})
		}
		all = append(all, subject{name: c.format, law: l, fresh: always(read), count: func() float64 { return allocated(read) }})
	}
	return all, nil
}

// readBytes reads a file into a buffer, piece by piece.
func readBytes(path string, buffer []byte) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	for {
		if _, err := file.Read(buffer); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// allocated is how many bytes a function allocates.
func allocated(f func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// rows are blocks of 8 rows of a Gram matrix with room for so few that all are computed
// anew.
func rows(l law, examples []theory.Example, d int) ([]subject, error) {
	const block = 8
	n := len(examples)
	points := make([]vec.Vector, n)
	order := make([]int, n)
	present := 0
	for i, e := range examples {
		points[i], order[i] = e.X, i
		present += len(e.X.Value)
	}
	stored := min(8*n*d, 16*present+16*n+64*d) // dense or sparse
	all := []subject{reads(l, examples, d)}
	for _, name := range []string{"linear", "gaussian(sigma=16)"} {
		k, err := kernel.Parse(name)
		if err != nil {
			return nil, err
		}
		g, err := kernel.NewGram(k, points, d, int64(stored+8*n*4*block))
		if err != nil {
			return nil, err
		}
		at := 0
		all = append(all, subject{name: name, law: l, fresh: always(func() {
			g.Ahead(order[at:], func(int) bool { return true })
			at = (at + block) % (n - block)
		})})
	}
	return all, nil
}
