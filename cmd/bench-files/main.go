// Bench-files writes the two files in the LIBSVM format that the pages of benchdata/results time:
// dense.libsvm, 35,508 Gaussian points in 96 dimensions (52 MB), and sparse.libsvm, as wide as text,
// 60,000 points with 74 of 47,236 coordinates (62 MB).
//
//	bench-files DIR
//
// Exit status: 0 both are written; 2 they are not.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"github.com/alecthomas/kong"

	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func main() { term.Main(run) }

type flags struct {
	Dir string `arg:"" type:"existingdir" help:"The folder that dense.libsvm and sparse.libsvm are written to."`
}

// run is the whole command; it returns the exit status.
func run(ctx context.Context, args []string, std term.Streams) int {
	return term.Run(ctx, new(flags), args, std, kong.Name("bench-files"), kong.Description("Writes the two files that the pages of benchdata/results time."))
}

// Run writes both files.
func (f flags) Run(std term.Streams) error {
	for _, c := range []struct {
		name     string
		examples []theory.Example
	}{{"dense.libsvm", dense(35_508, 96)}, {"sparse.libsvm", sparse(60_000, 47_236, 74)}} {
		path := filepath.Join(f.Dir, c.name)
		var text bytes.Buffer
		if err := errors.Join(benchdata.WriteLIBSVM(&text, c.examples), atomicfile.WriteFile(path, text.Bytes())); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(std.Out, path); err != nil {
			return err
		}
	}
	return nil
}

// dense draws n Gaussian points with 9 decimals, at least ½ from the plane Σ x_i = 0 that labels them.
func dense(n, dim int) []theory.Example {
	rng := rand.New(rand.NewPCG(1, 1))
	var examples []theory.Example
	for len(examples) < n {
		x, sum := make([]float64, dim), 0.
		for i := range x {
			x[i] = math.Round(rng.NormFloat64()*1e9) / 1e9
			sum += x[i]
		}
		if math.Abs(sum) > 0.5*math.Sqrt(float64(dim)) {
			examples = append(examples, theory.Example{X: vec.Dense(x...), Y: theory.Sign(sum)})
		}
	}
	return examples
}

// sparse draws n points of length 1, but for the rounding to 6 decimals, with nnz coordinates each: the
// i-th of dim is the more frequent the less it is, as of words. A Gaussian plane labels them.
func sparse(n, dim, nnz int) []theory.Example {
	rng := rand.New(rand.NewPCG(1, 2))
	plane := make([]float64, dim)
	for i := range plane {
		plane[i] = rng.NormFloat64()
	}
	examples := make([]theory.Example, n)
	for k := range examples {
		var index []int
		for len(index) < nnz {
			u := rng.Float64()
			i := int(float64(dim) * u * u * u)
			if at, is := slices.BinarySearch(index, i); !is {
				index = slices.Insert(index, at, i)
			}
		}
		value := make([]float64, nnz)
		for i := range value {
			value[i] = math.Abs(rng.NormFloat64()) + 0.1
		}
		length := math.Sqrt(vec.Dot(value, value))
		for i := range value {
			value[i] = math.Round(value[i]/length*1e6) / 1e6
		}
		x := vec.Sparse(index, value)
		examples[k] = theory.Example{X: x, Y: theory.Sign(x.Dot(plane))}
	}
	return examples
}
