package benchdata

import (
	"math"
	"slices"
	"unsafe"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// isDense reports whether n rows of dim dimensions are stored dense: whether at least half of all coordinates are
// present. A coordinate is present if LIBSVM writes it, or if it is not +0 in CSV.
//
// A dense row takes 8 bytes per coordinate and a sparse one 16 per present coordinate, so that this choice takes the
// least memory. Nor is the dense form then slower: BenchmarkStorage finds a pass over it two to three times as fast in
// the caches, and as fast where the rows come from memory.
func isDense(present, n, dim int) bool { return 2*present >= n*dim }

// matrix holds rows, one after the other in memory.
type matrix struct {
	index []int // indices of the values, unused if the matrix is full
	value []float64
	ends  []int // row i ends before value[ends[i]]
	dim   int   // the least dimension that all rows fit in
	full  bool  // every row has all its coordinates up to the last one, in order
	zeros bool  // a value that is +0 is absent

	room []float64 // scratch space
}

func (m *matrix) reset() {
	m.index, m.value, m.ends, m.dim, m.full = m.index[:0], m.value[:0], m.ends[:0], 0, true
}

// clone returns a copy of m without spare capacity.
func (m *matrix) clone() *matrix {
	c := &matrix{value: slices.Clone(m.value), ends: slices.Clone(m.ends), dim: m.dim, full: m.full, zeros: m.zeros}
	if !m.full {
		c.index = slices.Clone(m.index)
	}
	return c
}

// size returns the number of bytes that the rows take as examples.
func (m *matrix) size() int64 {
	return 8*int64(len(m.value)+len(m.index)) + int64(len(m.ends))*int64(unsafe.Sizeof(theory.Example{}))
}

// isPresent reports whether a coordinate of a dense vector is not +0.
func isPresent(v float64) bool { return math.Float64bits(v) != 0 }

// present returns the number of present coordinates.
func (m *matrix) present() int {
	if !m.zeros {
		return len(m.value)
	}
	n := 0
	for _, v := range m.value {
		if isPresent(v) {
			n++
		}
	}
	return n
}

// listed returns the rows of m with only the present values, each with its index. If features are given, the columns
// of a full m become these.
func (m *matrix) listed(of []features) *matrix {
	if !m.full {
		return m
	}
	n := m.present()
	out := &matrix{index: make([]int, 0, n), value: make([]float64, 0, n), ends: make([]int, len(m.ends))}
	from := 0
	for i, end := range m.ends {
		for k, v := range m.value[from:end] {
			if of != nil {
				k, v = of[k].of(v)
			}
			if k >= 0 && (!m.zeros || isPresent(v)) {
				out.index, out.value = append(out.index, k), append(out.value, v)
			}
		}
		from, out.ends[i] = end, len(out.value)
	}
	return out
}

// examples appends the rows, in dim dimensions and of class +1, to the given examples. They share the memory of m.
func (m *matrix) examples(to []theory.Example, dim int, dense bool) []theory.Example {
	n := len(m.ends) * dim
	if dense && m.full && len(m.value) == n {
		for row := range slices.Chunk(m.value, dim) {
			to = append(to, theory.Example{X: vec.Dense(row...), Y: theory.Positive})
		}
		return to
	}
	if dense {
		m.room = slices.Grow(m.room[:0], n)[:n]
	}
	from, list := 0, m.listed(nil)
	for i, end := range list.ends {
		x := vec.Vector{Index: list.index[from:end:end], Value: list.value[from:end:end]}
		if dense {
			row := m.room[i*dim : (i+1)*dim : (i+1)*dim]
			x.CopyTo(row)
			x = vec.Dense(row...)
		}
		to = append(to, theory.Example{X: x, Y: theory.Positive})
		from = end
	}
	return to
}

// newDense returns n examples at the origin of dim dimensions. Their vectors lie one after
// the other in memory, so that a pass over them runs at the speed of memory.
func newDense(n, dim int) []theory.Example {
	examples, data := make([]theory.Example, n), make([]float64, n*dim)
	for i := range examples {
		examples[i].X = vec.Dense(data[i*dim : (i+1)*dim : (i+1)*dim]...)
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
