package external

import (
	"encoding/binary"

	"marginlab/theory/vec"
)

// compressed are the features of sparse examples, one after the other: the coordinate of each value that is not 0, and
// where each example ends.
type compressed struct {
	Ends  []int `json:"ends"`
	Index any   `json:"index"`
	Value any   `json:"value"`
}

// features are those of the examples as a value for JSON: of sparse data in sparse form where the program wants it,
// and numbers as bytes, which JSON has in base64, where it wants that.
func (q question) features(g greeting) any {
	sparse := g.Sparse && len(q.examples) > 0 && q.examples[0].X.IsSparse()
	var value []float64
	rows, index, ends := [][]float64{}, []int32{}, []int{}
	for i, e := range q.examples {
		if !sparse {
			value = append(value, make([]float64, q.dim)...)
			row := value[i*q.dim:]
			e.X.CopyTo(row)
			rows = append(rows, row)
			continue
		}
		for k, v := range e.X.Value {
			if v != 0 {
				index, value = append(index, int32(e.X.Coordinate(k))), append(value, v)
			}
		}
		ends = append(ends, len(value))
	}
	switch {
	case g.Packed && sparse:
		return compressed{ends, packed(index), packed(value)}
	case sparse:
		return compressed{ends, index, value}
	case g.Packed:
		return packed(value)
	}
	return rows
}

// packed are numbers as bytes, in little-endian order.
func packed(numbers any) []byte {
	bytes, err := binary.Append([]byte{}, binary.LittleEndian, numbers)
	if err != nil {
		panic("external: " + err.Error())
	}
	return bytes
}

// numbers is how many numbers the features of an example take.
func (g greeting) numbers(x vec.Vector, dim int) int {
	if g.Sparse && x.IsSparse() {
		return len(x.Value)
	}
	return dim
}
