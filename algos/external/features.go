package external

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"marginlab/theory/vec"
)

// features are those of examples, one example after the other: dense, row after row, or sparse,
// as compressed rows.
type features struct {
	dim   int
	value []float64

	// Of sparse ones the coordinate of each value, and where each example ends.
	sparse bool
	index  []int32
	ends   []int
}

// add appends an example.
func (f *features) add(x vec.Vector) {
	if !f.sparse {
		from := len(f.value)
		f.value = append(f.value, make([]float64, f.dim)...)
		x.CopyTo(f.value[from:])
		return
	}
	for k, v := range x.Value {
		if v != 0 {
			f.index, f.value = append(f.index, int32(x.Coordinate(k))), append(f.value, v)
		}
	}
	f.ends = append(f.ends, len(f.value))
}

// reset forgets the examples, in the memory that they had.
func (f *features) reset(sparse bool) {
	f.sparse, f.value, f.index, f.ends = sparse, f.value[:0], f.index[:0], f.ends[:0]
}

// begin is where example i begins among the values.
func (f *features) begin(i int) int {
	switch {
	case !f.sparse:
		return i * f.dim
	case i == 0:
		return 0
	}
	return f.ends[i-1]
}

// part are the examples from one up to another.
func (f *features) part(from, to int) features {
	begin, end := f.begin(from), f.begin(to)
	p := features{dim: f.dim, value: f.value[begin:end], sparse: f.sparse}
	if f.sparse {
		p.index, p.ends = f.index[begin:end], slices.Clone(f.ends[from:to])
		for i := range p.ends {
			p.ends[i] -= begin
		}
	}
	return p
}

// append writes the features as a value of JSON, numbers in base64 if packed.
func (f *features) append(b []byte, packed bool) []byte {
	switch {
	case f.sparse:
		b = appendInts(append(b, `{"ends":`...), f.ends)
		if b = append(b, `,"index":`...); packed {
			b = appendPacked(b, f.index, 4, func(raw []byte, v int32) { binary.LittleEndian.PutUint32(raw, uint32(v)) })
		} else {
			b = appendInts(b, f.index)
		}
		b = append(b, `,"value":`...)
		if packed {
			b = appendDoubles(b, f.value)
		} else {
			b = appendRow(b, f.value)
		}
		return append(b, '}')
	case packed:
		return appendDoubles(b, f.value)
	}
	b = append(b, '[')
	for i := 0; i < len(f.value); i += f.dim {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendRow(b, f.value[i:i+f.dim])
	}
	return append(b, ']')
}

func appendDoubles(b []byte, all []float64) []byte {
	return appendPacked(b, all, 8, func(raw []byte, v float64) { binary.LittleEndian.PutUint64(raw, math.Float64bits(v)) })
}

// appendPacked writes numbers of so many bytes each in base64, within quotes.
func appendPacked[N any](b []byte, all []N, size int, put func([]byte, N)) []byte {
	const part = 3 * 32 // a multiple of 3 numbers needs no padding
	var raw [8 * part]byte
	b = append(b, '"')
	for len(all) > 0 {
		n := min(part, len(all))
		for i, v := range all[:n] {
			put(raw[size*i:], v)
		}
		b = base64.StdEncoding.AppendEncode(b, raw[:size*n])
		all = all[n:]
	}
	return append(b, '"')
}

// appendRow writes numbers in the fewest digits that say which they are.
func appendRow(b []byte, row []float64) []byte {
	b = append(b, '[')
	for k, v := range row {
		if k > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendFloat(b, v, 'g', -1, 64)
	}
	return append(b, ']')
}

func appendInts[N int | int8 | int32](b []byte, all []N) []byte {
	b = append(b, '[')
	for i, v := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(v), 10)
	}
	return append(b, ']')
}
