package benchdata

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"marginlab/theory"
)

// WriteLIBSVM writes examples as LIBSVM lines that [Read] reads back: labels +1 and -1, indices from 1, values as the
// shortest decimals that give the same float64. Of a sparse vector all stored coordinates are written, explicit zeros
// too, so that it comes back bit for bit; of a dense one those that are not +0.
func WriteLIBSVM(w io.Writer, examples []theory.Example) error {
	out := bufio.NewWriter(w)
	var line []byte
	for _, e := range examples {
		line = fmt.Appendf(line[:0], "%+d", e.Y)
		for k, v := range e.X.Value {
			if !e.X.IsSparse() && !isPresent(v) {
				continue
			}
			line = append(line, ' ')
			line = strconv.AppendInt(line, int64(e.X.Coordinate(k))+1, 10)
			line = append(line, ':')
			line = appendValue(line, v)
		}
		out.Write(append(line, '\n')) // an error stays until Flush
	}
	return out.Flush()
}

// appendValue appends the shortest decimal that strconv reads back as v.
func appendValue(dst []byte, v float64) []byte { return strconv.AppendFloat(dst, v, 'g', -1, 64) }
