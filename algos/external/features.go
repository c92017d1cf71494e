package external

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"strconv"

	"marginlab/theory/vec"
)

// appendFeatures writes the features of the examples as a value of JSON: those of sparse data in sparse form where
// the program wants it, and numbers in base64 where it wants that.
func (q question) appendFeatures(b []byte, g greeting) []byte {
	if g.Sparse && len(q.examples) > 0 && q.examples[0].X.IsSparse() {
		return q.appendSparse(b, g)
	}
	rows := make([]float64, len(q.examples)*q.dim)
	for i, e := range q.examples {
		e.X.CopyTo(rows[i*q.dim : (i+1)*q.dim])
	}
	if g.Packed {
		return appendDoubles(b, rows)
	}
	b = append(b, '[')
	for i := 0; i < len(rows); i += q.dim {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendRow(b, rows[i:i+q.dim])
	}
	return append(b, ']')
}

// numbers is how many numbers the features of an example take.
func (g greeting) numbers(x vec.Vector, dim int) int {
	if g.Sparse && x.IsSparse() {
		return len(x.Value)
	}
	return dim
}

// appendSparse writes compressed rows: the coordinate of each value that is not 0, and where each example ends.
func (q question) appendSparse(b []byte, g greeting) []byte {
	var value []float64
	var index []int32
	var ends []int
	for _, e := range q.examples {
		for k, v := range e.X.Value {
			if v != 0 {
				index, value = append(index, int32(e.X.Coordinate(k))), append(value, v)
			}
		}
		ends = append(ends, len(value))
	}
	b = append(appendInts(append(b, `{"ends":`...), ends), `,"index":`...)
	if g.Packed {
		b = appendPacked(b, index, 4, func(raw []byte, v int32) { binary.LittleEndian.PutUint32(raw, uint32(v)) })
		b = appendDoubles(append(b, `,"value":`...), value)
	} else {
		b = appendRow(append(appendInts(b, index), `,"value":`...), value)
	}
	return append(b, '}')
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
