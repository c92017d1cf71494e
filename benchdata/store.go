package benchdata

import (
	"math"
	"unsafe"

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

// matrix collects the rows of a source. They lie one after the other in memory.
type matrix struct {
	index []int // of the values, of no meaning if the matrix is full
	value []float64
	ends  []int // row i ends before value[ends[i]]
	dim   int   // the least that all rows fit in
	full  bool  // every row has all its coordinates up to the last one, in order
	zeros bool  // a value that is +0 is absent

	room []float64 // for scattered
}

func (m *matrix) reset() {
	m.index, m.value, m.ends, m.dim, m.full = m.index[:0], m.value[:0], m.ends[:0], 0, true
}

// size returns how many bytes the rows take, as examples.
func (m *matrix) size() int64 {
	return 8*int64(len(m.value)+len(m.index)) + int64(len(m.ends))*int64(unsafe.Sizeof(theory.Example{}))
}

// add appends the rows of b.
func (m *matrix) add(b *matrix) {
	if m.full != b.full {
		m.list()
		b.list()
	}
	if !m.full {
		m.index = append(grown(m.index, len(b.index)), b.index...)
	}
	from := len(m.value)
	m.value = append(grown(m.value, len(b.value)), b.value...)
	for _, end := range b.ends {
		m.ends = append(m.ends, from+end)
	}
	m.dim = max(m.dim, b.dim)
}

// reserve makes room for so many times the rows of b, up to a gigabyte of each of their
// parts: what is not used then is never touched, but what is used need not be copied.
func (m *matrix) reserve(b *matrix, times float64) {
	const most = 1 << 27
	room := func(n int) int { return int(min(1.02*times*float64(n), most)) }
	m.value, m.ends = huge(grown(m.value, room(len(b.value)))), grown(m.ends, room(len(b.ends)))
	if !b.full {
		m.index = huge(grown(m.index, room(len(b.index))))
	}
}

// grown returns s with room for n more. Rows are copied less than twice on average, as
// the room doubles, and memory is touched only where there are some.
func grown[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	return append(make([]T, 0, max(2*cap(s), len(s)+n)), s...)
}

// list writes the index of every value that is present, and leaves out the others.
func (m *matrix) list() {
	if !m.full {
		return
	}
	m.full, m.index = false, grown(m.index[:0], len(m.value))
	from, to := 0, 0
	for i, end := range m.ends {
		for k, v := range m.value[from:end] {
			if !m.zeros || isPresent(v) {
				m.index, m.value[to] = append(m.index, k), v
				to++
			}
		}
		from, m.ends[i] = end, to
	}
	m.value = m.value[:to]
}

// present returns how many coordinates are present.
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

// vectors hands the rows, in dim dimensions, to use. They share the memory of m.
func (m *matrix) vectors(dim int, dense bool, use func(i int, x vec.Vector)) {
	if dense {
		data := m.value
		if n := len(m.ends) * dim; !m.full || len(data) != n {
			data = m.scattered(dim)
		}
		for i := range m.ends {
			use(i, vec.Dense(data[i*dim:(i+1)*dim:(i+1)*dim]...))
		}
		return
	}
	m.list()
	if m.index == nil {
		m.index = []int{} // an index that is nil would make a vector dense
	}
	from := 0
	for i, end := range m.ends {
		use(i, vec.Vector{Index: m.index[from:end:end], Value: m.value[from:end:end]})
		from = end
	}
}

// scattered returns the rows in dim dimensions, one after the other, with their zeros.
func (m *matrix) scattered(dim int) []float64 {
	m.list()
	m.room = grown(m.room[:0], len(m.ends)*dim)[:len(m.ends)*dim]
	clear(m.room)
	from := 0
	for i, end := range m.ends {
		row := m.room[i*dim:]
		for k := from; k < end; k++ {
			row[m.index[k]] = m.value[k]
		}
		from = end
	}
	return m.room
}

// isPresent reports whether a coordinate of a dense vector is other than +0.
func isPresent(v float64) bool { return math.Float64bits(v) != 0 }

// rows returns the rows of the row-major matrix data as dense vectors that share
// its memory: it stays one matrix.
func rows(data []float64, dim int) []vec.Vector {
	x := make([]vec.Vector, len(data)/dim)
	for i := range x {
		x[i] = vec.Dense(data[i*dim : (i+1)*dim : (i+1)*dim]...)
	}
	return x
}

// newDense returns n examples at the origin of dim dimensions, whose vectors lie
// one after the other in memory: a pass over them then runs at its speed.
func newDense(n, dim int) []theory.Example {
	examples := make([]theory.Example, n)
	for i, x := range rows(make([]float64, n*dim), dim) {
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
