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
			i := k
			if e.X.IsSparse() {
				i = e.X.Index[k]
			} else if !isPresent(v) {
				continue
			}
			line = append(line, ' ')
			line = strconv.AppendInt(line, int64(i)+1, 10)
			line = append(line, ':')
			line = appendValue(line, v)
		}
		out.Write(append(line, '\n')) // an error stays until Flush
	}
	return out.Flush()
}

// WriteCSV writes examples as comma-separated values that [Read] reads back: a header x1,…,xd,class, then a line an
// example with its d coordinates, zeros included, and its label 1 or -1. d is the least dimension that all examples
// fit in. Dense vectors of d coordinates come back bit for bit.
func WriteCSV(w io.Writer, examples []theory.Example) error {
	out := bufio.NewWriter(w)
	x := make([]float64, theory.Dim(examples))
	var line []byte
	for i := range x {
		line = fmt.Appendf(line, "x%d,", i+1)
	}
	out.Write(append(line, "class\n"...)) // an error stays until Flush
	for _, e := range examples {
		e.X.CopyTo(x)
		line = line[:0]
		for _, v := range x {
			line = append(appendValue(line, v), ',')
		}
		line = strconv.AppendInt(line, int64(e.Y), 10)
		out.Write(append(line, '\n'))
	}
	return out.Flush()
}

// appendValue appends the shortest decimal that strconv reads back as v.
func appendValue(dst []byte, v float64) []byte { return strconv.AppendFloat(dst, v, 'g', -1, 64) }
