//go:build unix

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// file is one that all programs read, and the same in the format of vw.
type file struct {
	name     string
	path, vw string
	examples []theory.Example
	dim      int
}

// open returns the files to measure, and says which are missing.
func (f flags) open(ctx context.Context, dir string) (files []file, missing []string, err error) {
	for _, path := range f.Files {
		set, err := benchdata.Open(path, benchdata.Options{})
		if err != nil {
			return nil, nil, err
		}
		files = append(files, file{name: filepath.Base(path), path: path, examples: set.Examples, dim: set.Dim})
	}
	if len(files) == 0 {
		dense, err := denseSeparable(20_000, 100)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, file{name: "dense, 20,000 × 100, generated", examples: dense},
			file{name: "sparse, 20,000 × 47,000 with 74 a row, generated", examples: sparseSeparable(20_000, 47_000, 74)})
		adult, err := benchdata.Find("adult", "")
		var examples []theory.Example
		if err == nil {
			examples, _, err = benchdata.Adult(ctx, adult, benchdata.AdultOptions{})
		}
		if err == nil {
			files = append(files, file{name: "Adult, its separable part", examples: examples})
		} else if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		} else {
			missing = append(missing, fmt.Sprintf("not measured: Adult: %v", err))
		}
	}
	for i := range files {
		if err := files[i].write(dir, i); err != nil {
			return nil, nil, err
		}
	}
	return files, missing, nil
}

// write writes what is not there yet.
func (f *file) write(dir string, i int) error {
	f.dim = max(f.dim, theory.Dim(f.examples))
	if f.path == "" {
		f.path = filepath.Join(dir, strconv.Itoa(i)+".svm")
		if err := into(f.path, func(w *bufio.Writer) error { return benchdata.WriteLIBSVM(w, f.examples) }); err != nil {
			return err
		}
	}
	f.vw = filepath.Join(dir, strconv.Itoa(i)+".vw")
	return into(f.vw, func(w *bufio.Writer) error { return writeVW(w, f.examples) })
}

func into(path string, write func(*bufio.Writer) error) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(out, 1<<20)
	return errors.Join(write(w), w.Flush(), out.Close())
}

// writeVW writes examples in the format of vw: a label, a bar, and the coordinates other
// than 0 from 1 on.
func writeVW(w *bufio.Writer, examples []theory.Example) error {
	var line []byte
	for _, e := range examples {
		line = strconv.AppendInt(line[:0], int64(e.Y), 10)
		line = append(line, " |"...)
		for k, v := range e.X.Value {
			if v != 0 {
				line = append(line, ' ')
				line = strconv.AppendInt(line, int64(e.X.Coordinate(k)+1), 10)
				line = append(line, ':')
				line = strconv.AppendFloat(line, v, 'g', -1, 64)
			}
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// denseSeparable draws n examples of dim coordinates with D/γ∗ = 10.
func denseSeparable(n, dim int) ([]theory.Example, error) {
	set, _, err := benchdata.Synthetic{Examples: n, Dim: dim, R: 10, Ratio: 1, Margin: 1}.Generate()
	if err != nil {
		return nil, err
	}
	return set.Examples, nil
}

// sparseSeparable draws n examples with a coordinate at random in each of nnz−1 equal parts
// of the dimension; the last coordinate is 1 or −1, their label.
func sparseSeparable(n, dim, nnz int) []theory.Example {
	rng := rand.New(rand.NewPCG(1, 2))
	examples := make([]theory.Example, n)
	part := (dim - 1) / (nnz - 1)
	for i := range examples {
		y := theory.Label(2*rng.IntN(2) - 1)
		index, value := make([]int, nnz), make([]float64, nnz)
		for k := range nnz - 1 {
			index[k], value[k] = part*k+rng.IntN(part), float64(1+rng.IntN(999))/1000
		}
		index[nnz-1], value[nnz-1] = dim-1, float64(y)
		examples[i] = theory.Example{X: vec.Sparse(index, value), Y: y}
	}
	return examples
}
