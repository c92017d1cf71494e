package benchdata

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// isDense reports whether n rows of dim dimensions are stored dense, of which this many
// coordinates are present: those that LIBSVM writes, or that are not +0 in CSV.
//
// They are if at least half of all coordinates are. A dense row takes 8 bytes a
// coordinate, and a sparse one 16 a present coordinate, so that neither then takes more
// memory than the other would. Nor is the dense form then slower: BenchmarkStorage finds
// a pass over it two to three times as fast in the caches and, where the rows come from
// memory, as fast.
func isDense(present, n, dim int) bool { return 2*present >= n*dim }

// stored returns the vectors x, of dim dimensions, in one block of memory if they are
// stored dense, else in one of indices and one of values: see [isDense].
func stored(x []vec.Vector, dim int) []vec.Vector {
	present := 0
	for _, x := range x {
		present += countPresent(x)
	}
	if isDense(present, len(x), dim) {
		out := newMatrix(len(x), dim)
		for i, x := range x {
			x.CopyTo(out[i].Value)
		}
		return out
	}
	index, value := make([]int, 0, present), make([]float64, 0, present)
	out := make([]vec.Vector, len(x))
	for i, x := range x {
		from := len(value)
		if x.IsSparse() {
			index, value = append(index, x.Index...), append(value, x.Value...)
		} else {
			for k, v := range x.Value {
				if isPresent(v) {
					index, value = append(index, k), append(value, v)
				}
			}
		}
		to := len(value)
		out[i] = vec.Vector{Index: index[from:to:to], Value: value[from:to:to]}
	}
	return out
}

// countPresent returns how many coordinates of x are stored, or are not +0 if all are.
func countPresent(x vec.Vector) int {
	if x.IsSparse() {
		return len(x.Value)
	}
	n := 0
	for _, v := range x.Value {
		if isPresent(v) {
			n++
		}
	}
	return n
}

// isPresent reports whether a coordinate of a dense vector is other than +0.
func isPresent(v float64) bool { return math.Float64bits(v) != 0 }

// newMatrix returns n dense vectors at the origin of dim dimensions, which lie one after
// the other in memory: a pass over them then runs at its speed.
func newMatrix(n, dim int) []vec.Vector { return rows(make([]float64, n*dim), dim) }

// rows returns the rows of the row-major matrix data as dense vectors that share
// its memory: it stays one matrix.
func rows(data []float64, dim int) []vec.Vector {
	x := make([]vec.Vector, len(data)/dim)
	for i := range x {
		x[i] = vec.Dense(data[i*dim : (i+1)*dim : (i+1)*dim]...)
	}
	return x
}

// newDense returns n examples at the origin of dim dimensions, as [newMatrix] does.
func newDense(n, dim int) []theory.Example {
	examples := make([]theory.Example, n)
	for i, x := range newMatrix(n, dim) {
		examples[i].X = x
	}
	return examples
}

// densify returns a dense copy of the examples in dim dimensions.
func densify(examples []theory.Example, dim int) []theory.Example {
	out := newDense(len(examples), dim)
	for i, e := range examples {
		e.X.CopyTo(out[i].X.Value)
		out[i].Y = e.Y
	}
	return out
}
